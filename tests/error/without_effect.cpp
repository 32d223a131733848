#include <catch2/catch.hpp>

#include "tests/error/command.h"

using Catch::Matchers::Contains;
using namespace hlo2c::tests;

namespace {

struct Fixture {
    Folder folder;
    std::string program = folder.file("twice.mlir", doubling);
    std::string good = folder.npy("good.npy", "<f4", "(2,)", two_floats);

    /// The command, which must refuse what has no effect (H0659).
    void refuses(const std::vector<std::string>& words, const std::string& given) const {
        const auto result = command(words);
        INFO(result.output);
        CHECK(result.status == 1);
        CHECK_THAT(result.output, Contains("H0659: " + given + " has no effect: "));
    }
};

}  // namespace

TEST_CASE("options for arrays, hooks and waiting are refused if the program has no use for them") {
    const Fixture fixture;
    const std::string hook = fixture.folder.file("hook.c", "");
    for (const char* verb : {"run", "eval"}) {
        const std::vector<std::string> base = {verb, fixture.program, "--arg", fixture.good};
        const auto with = [&](std::vector<std::string> more) {
            more.insert(more.begin(), base.begin(), base.end());
            return more;
        };
        fixture.refuses(with({"--infeed", fixture.good}), "--infeed");
        fixture.refuses(with({"--outfeed", fixture.folder.path("out")}), "--outfeed");
        const auto tolerance = command(with({"--rtol", "1e-3"}));
        CHECK(tolerance.status == 1);
        CHECK_THAT(tolerance.output, Contains("H0601: --rtol requires --expect"));
    }
    fixture.refuses({"run", fixture.program, "--arg", fixture.good, "--timeout", "5"}, "--timeout");
    for (const char* verb : {"run", "verify", "bench", "tune"})
        fixture.refuses({verb, fixture.program, "--arg", fixture.good, "--custom-calls", hook},
                        "--custom-calls");
    fixture.folder.npy("bound/weight.npy", "<f4", "(2,)", two_floats);
    fixture.refuses({"run", fixture.program, "--bind-dir", fixture.folder.path("bound")}, "--bind-dir");
}

TEST_CASE("threads without slots for them are refused, and further ones are noted") {
    const Fixture fixture;
    for (const char* verb : {"run", "verify", "bench"}) {
        const std::vector<std::string> base = {verb,         fixture.program, "--arg",
                                               fixture.good, "--threads",     "3"};
        const auto with = [&](const char* slots) {
            std::vector<std::string> words = base;
            words.insert(words.end(), {"--slots", slots});
            return words;
        };
        fixture.refuses(with("1"), "--threads 3");
        const auto fewer = command(with("2")), enough = command(with("3"));
        CHECK(fewer.status == 0);
        CHECK_THAT(fewer.output,
                   Contains("at most 2 of 3 threads work, one per slot; more slots come from --slots 3"));
        CHECK_THAT(enough.output, !Contains("threads work"));
    }
    const std::string one = fixture.folder.file("one.yaml", "base: x86-64-v2\nname: one\ncores: 1\n");
    fixture.refuses({"test", fixture.program, "--target", one, "--threads", "3"}, "--threads 3");
}

TEST_CASE("with --random, options for one program are refused") {
    const Fixture fixture;
    for (const std::vector<std::string>& option : std::vector<std::vector<std::string>>{{"--slots", "2"},
                                                                                        {"--candidate", "1"},
                                                                                        {"--rtol", "1"},
                                                                                        {"--args", "none"},
                                                                                        {"--bind", "0=w.npy"},
                                                                                        {"--keep", "kept"},
                                                                                        {"--fp", "fast"},
                                                                                        {"--time-report"}}) {
        std::vector<std::string> words = {"verify", "--random", "1"};
        words.insert(words.end(), option.begin(), option.end());
        fixture.refuses(words, option.front());
    }
    fixture.refuses({"verify", "--random", "1", "--mode", "gcc-O1", "--cc", "gcc"}, "--cc");
    CHECK(command({"verify", "--random", "1", "--mode", "cc", "--cc", "gcc"}).status == 0);
}

TEST_CASE("options for compilation are refused where nothing is compiled") {
    const Fixture fixture;
    for (const char* option : {"--target", "--fp", "--cc", "--threads", "--keep", "--custom-calls"})
        fixture.refuses(
            {"test", "--evaluator", fixture.program, option, std::string(option) == "--fp" ? "fast" : "2"},
            option);
    const auto step = command({"test", "--evaluator", fixture.program, "--dump-after", "fold"});
    CHECK(step.status == 1);
    CHECK_THAT(step.output, Contains("H0640: --dump-after=fold") && Contains("The steps before evaluation"));
    const std::string library = fixture.folder.path("library");
    REQUIRE(command({"compile", fixture.program, "-o", library}).status == 0);
    fixture.refuses({"inspect", library, "--target", "armv8-a"}, "--target");
    fixture.refuses({"inspect", library, "--weights", "blob"}, "--weights");
    CHECK(command({"inspect", library, "-o", fixture.folder.path("page.html")}).status == 0);
    for (const char* option : {"--output", "--cc", "--threads", "--keep"})
        fixture.refuses({"tune", fixture.program, "--emit-bench", fixture.folder.path("bench"), option, "2"},
                        option);
    for (const char* option : {"--seconds", "--candidates", "--cc", "--threads", "--keep", "--custom-calls"})
        fixture.refuses(
            {"tune", fixture.program, "--read", fixture.folder.file("figures.txt", ""), option, "2"}, option);
    CHECK_FALSE(std::filesystem::exists(fixture.folder.path("bench")));
}

TEST_CASE("convert refuses to lose entry points, and takes one by its name") {
    const Folder folder;
    const std::string function = "(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}\n";
    const std::string program =
        folder.file("two.mlir", "func.func public @first" + function + "func.func public @second" + function);
    for (const char* form : {"hlo", "hlo-proto"}) {
        const auto both = command({"convert", program, "--to", form, "-o", folder.path("out")});
        CHECK(both.status == 2);
        CHECK_THAT(both.output, Contains("H0644: the program has 2 entry points: first, second"));
        CHECK(command({"convert", program, "--to", form, "--function", "second", "-o", folder.path("out")})
                  .status == 0);
        CHECK(error_number(
                  command({"convert", program, "--to", form, "--function", "no", "-o", folder.path("out")})
                      .output) == 645);
    }
    CHECK(command({"convert", program, "-o", folder.path("out.mlir")}).status == 0);
    CHECK(error_number(
              command({"convert", program, "-o", folder.path("out.mlir"), "--function", "first"}).output) ==
          659);
}

TEST_CASE("convert refuses --generic for forms that have one form of each op") {
    const Fixture fixture;
    for (const char* form : {"artifact", "hlo", "hlo-proto"}) {
        const std::string file = fixture.folder.path("out");
        fixture.refuses({"convert", fixture.program, "-o", file, "--to", form, "--generic"}, "--generic");
        CHECK_FALSE(std::filesystem::exists(file));
    }
    CHECK(command({"convert", fixture.program, "-o", fixture.folder.path("t.mlir"), "--generic"}).status ==
          0);
}

TEST_CASE("arrays of a self-test are refused for functions that it cannot call") {
    const Fixture fixture;
    const std::string program = fixture.folder.file("calls.mlir", R"(
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @f(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
)");
    fixture.folder.npy("args/000.npy", "<f4", "(2,)", two_floats);
    fixture.refuses({"compile", program, "-o", fixture.folder.path("library"), "--test-args",
                     fixture.folder.path("args")},
                    "--test-args");
    CHECK_FALSE(std::filesystem::exists(fixture.folder.path("library")));
}

TEST_CASE("folders for more ranks than there are are refused") {
    const Fixture fixture;
    for (const char* rank : {"rank0", "rank1", "rank2"})
        fixture.folder.npy(std::string("args/") + rank + "/000.npy", "<f4", "(2,)", two_floats);
    for (const char* verb : {"run", "eval"}) {
        fixture.refuses({verb, fixture.program, "--ranks", "2", "--args", fixture.folder.path("args")},
                        "the folder rank2");
        CHECK(
            command({verb, fixture.program, "--ranks", "3", "--args", fixture.folder.path("args")}).status ==
            0);
    }
}

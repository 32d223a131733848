#include <catch2/catch.hpp>

#include "tests/error/command.h"

using Catch::Matchers::Contains;
using namespace hlo2c::tests;

namespace {

const std::string program_text = R"(module @scale {
  func.func public @main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
)";

const std::string two_floats("\0\0\x80\x3f\0\0\0\x40", 8);  // 1, 2

struct Fixture {
    Folder folder;
    std::string program = folder.file("scale.mlir", program_text);
    std::string good = folder.npy("good.npy", "<f4", "(2,)", two_floats);

    /// Runs `verb` with the words; it must fail with `status` and leave no --out and no --keep behind.
    std::string error(int status, const char* verb, std::vector<std::string> words) const {
        words.insert(words.begin(), {verb, program});
        words.insert(words.end(), {"--out", folder.path("out")});
        const auto result = command(words);
        INFO(result.output);
        CHECK(result.status == status);
        CHECK_FALSE(std::filesystem::exists(folder.path("out")));
        CHECK(command({"explain", std::to_string(error_number(result.output))}).status == 0);
        return result.output;
    }
};

}  // namespace

TEST_CASE("too few and too many arguments are errors with the count") {
    const Fixture fixture;
    for (const char* verb : {"eval", "run"}) {
        CHECK_THAT(fixture.error(1, verb, {"--arg", fixture.good}),
                   Contains("H0632: 1 arrays given with --arg, the program takes 2"));
        CHECK_THAT(
            fixture.error(1, verb, {"--arg", fixture.good, "--arg", fixture.good, "--arg", fixture.good}),
            Contains("H0632: 3 arrays given"));
    }
    fixture.folder.npy("args/000.npy", "<f4", "(2,)", two_floats);
    CHECK_THAT(fixture.error(1, "eval", {"--args", fixture.folder.path("args")}), Contains("H0310"));
    fixture.folder.npy("args/001.npy", "<f4", "(2,)", two_floats);
    fixture.folder.npy("args/002.npy", "<f4", "(2,)", two_floats);
    CHECK_THAT(fixture.error(1, "eval", {"--args", fixture.folder.path("args")}), Contains("H0308"));
}

TEST_CASE("an argument of another dtype or shape is an error that names the file") {
    const Fixture fixture;
    const std::string integers = fixture.folder.npy("integers.npy", "<i4", "(2,)", two_floats);
    const std::string longer = fixture.folder.npy("longer.npy", "<f4", "(1, 2)", two_floats);
    const std::string dtype = fixture.error(1, "eval", {"--arg", fixture.good, "--arg", integers});
    CHECK_THAT(dtype, Contains("integers.npy"));
    CHECK_THAT(dtype, Contains("H0303"));
    const std::string shape = fixture.error(1, "eval", {"--arg", fixture.good, "--arg", longer});
    CHECK_THAT(shape, Contains("longer.npy"));
    CHECK_THAT(shape, Contains("H0304"));
}

TEST_CASE("a broken array file is an error") {
    const Fixture fixture;
    const std::string text = fixture.folder.file("text.npy", "hello");
    CHECK_THAT(fixture.error(1, "eval", {"--arg", fixture.good, "--arg", text}), Contains("H0302"));
    const std::string cut = fixture.folder.npy("cut.npy", "<f4", "(2,)", two_floats.substr(0, 5));
    CHECK_THAT(fixture.error(1, "eval", {"--arg", fixture.good, "--arg", cut}), Contains("cut.npy"));
    CHECK_THAT(fixture.error(1, "eval", {"--arg", fixture.good, "--arg", fixture.folder.path("none.npy")}),
               Contains("H0301"));
}

TEST_CASE("wrong bindings are errors") {
    const Fixture fixture;
    CHECK_THAT(fixture.error(1, "eval", {"--bind", "w.npy"}), Contains("H0631"));
    CHECK_THAT(fixture.error(1, "eval", {"--bind", "x=w.npy"}), Contains("H0631"));
    CHECK_THAT(fixture.error(1, "eval", {"--bind", "2=" + fixture.good}), Contains("numbered 0 to 1"));
    CHECK_THAT(fixture.error(1, "eval", {"--bind", "1=" + fixture.good, "--bind", "1=" + fixture.good}),
               Contains("H0630: argument 1 is bound twice"));
}

TEST_CASE("a bound argument leaves the others' numbers as they are") {
    const Fixture fixture;
    const auto result =
        command({"eval", fixture.program, "--bind", "0=" + fixture.good, "--arg", fixture.good});
    INFO(result.output);
    CHECK(result.status == 0);
    CHECK_THAT(result.output, Contains("tensor<2xf32>: 1 4"));
}

TEST_CASE("results that differ from what is expected exit with 3") {
    const Fixture fixture;
    const std::vector<std::string> base = {
        "eval",  fixture.program, "--arg",    fixture.good,
        "--arg", fixture.good,    "--expect", fixture.folder.path("expected")};
    fixture.folder.npy("expected/000.npy", "<f4", "(2,)",
                       std::string("\0\0\x80\x3f\0\0\x80\x40", 8));  // 1, 4
    CHECK(command(base).status == 0);
    fixture.folder.npy("expected/000.npy", "<f4", "(2,)", two_floats);
    CHECK(command(base).status == 3);
    std::vector<std::string> tolerant = base;
    tolerant.insert(tolerant.end(), {"--atol", "2"});
    CHECK(command(tolerant).status == 0);
}

TEST_CASE("a compiler that is not there is an error of run") {
    const Fixture fixture;
    const std::string text =
        fixture.error(1, "run", {"--arg", fixture.good, "--arg", fixture.good, "--cc", "no-such-cc"});
    CHECK_THAT(text, Contains("H0611: there is no C compiler 'no-such-cc'"));
}

TEST_CASE("a size that is not known is an error that names the dimension, and --shape gives it") {
    Folder folder;
    const std::string program = folder.file("open.mlir", R"(module @open {
  func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
    %0 = stablehlo.add %x, %x : tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}
)");
    const std::string library = folder.path("library");
    const auto compile = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"compile", program, "-o", library});
        return command(words);
    };
    const auto unknown = compile({});
    CHECK(unknown.status == 2);
    CHECK_THAT(unknown.output, Contains("H0641: sizes are not known: dimension 0 of argument 0"));
    CHECK_THAT(compile({"--shape", "0=4x"}).output, Contains("H0636: --shape 0=4x"));
    CHECK_THAT(compile({"--shape", "n=4"}).output, Contains("H0637: no dimension is named n"));
    CHECK_THAT(compile({"--shape", "0=4x4"}).output, Contains("H0213: the sizes 4x4 do not fit argument 0"));
    CHECK_FALSE(std::filesystem::exists(library));
    CHECK(compile({"--shape", "0=4"}).status == 0);
    CHECK(std::filesystem::exists(library));
}

TEST_CASE("an argument updated in place needs no expected result, any other result does") {
    Folder folder;
    const auto program = [&](const char* attribute) {
        return folder.file("update.mlir",
                           std::string("func.func public @main(%x: tensor<2xf32>, %s: tensor<2xf32> ") +
                               attribute + R"() -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.add %x, %s : tensor<2xf32>
  return %x, %0 : tensor<2xf32>, tensor<2xf32>
}
)");
    };
    const std::string array = folder.npy("expected/000.npy", "<f4", "(2,)", two_floats);
    const auto eval = [&](const std::string& path) {
        return command({"eval", path, "--arg", array, "--arg", array, "--expect", folder.path("expected")});
    };
    const auto donated = eval(program("{tf.aliasing_output = 1 : i32}"));
    CHECK(donated.status == 0);
    CHECK_THAT(donated.output, Contains("result 1: an argument updated in place, nothing is expected"));
    const auto missing = eval(program(""));
    CHECK(missing.status == 1);
    CHECK_THAT(missing.output, Contains("H0635: nothing is expected for result 1"));
}

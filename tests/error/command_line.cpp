#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/error/command.h"

using Catch::Matchers::Contains;
using namespace hlo2c::tests;

TEST_CASE("a command without a verb is a user's error") {
    const auto result = command({});
    CHECK(result.status == 1);
    CHECK_THAT(result.output, Contains("error H0601: a verb is needed"));
    CHECK_THAT(result.output, Contains("'hlo2c --help'"));
}

TEST_CASE("flags and triples that the compiler does not know are the user's error") {
    const std::pair<std::string, std::string> flags[] = {
        {"c_flags: -march=x86-64-v9", "unknown"},
        {"c_flags: -mnothing", "unknown"},
        {"triple: nothing", "unknown"},
        {"c_flags: -include /no/such/file.h", "'/no/such/file.h' file not found"}};
    for (const auto& [wrong, reason] : flags) {
        const Folder folder;
        const std::string program = folder.file(
            "p.mlir",
            "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %b = stablehlo.add %a, %a : "
            "tensor<4xf32>\n  return %b : tensor<4xf32>\n}\n");
        const auto result = command({"compile", program, "-o", folder.path("library"), "--target",
                                     folder.file("t.yaml", "name: t\nbase: x86-64-v3\n" + wrong + "\n")});
        CHECK(result.status == 1);
        CHECK(error_number(result.output) == 489);
        CHECK_THAT(result.output, Contains("does not accept the flags of the target: "));
        CHECK_THAT(result.output, Contains(reason));
    }
}

TEST_CASE("a file that a target's flags include and that breaks a guarantee is the user's error") {
    const Folder folder;
    const std::string program =
        folder.file("p.mlir",
                    "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %b = stablehlo.add %a, %a : "
                    "tensor<4xf32>\n  return %b : tensor<4xf32>\n}\n");
    const std::string header = folder.file("state.h", "static int state;\n");
    const auto result =
        command({"compile", program, "-o", folder.path("library"), "--target",
                 folder.file("t.yaml", "name: t\nbase: x86-64-v3\nc_flags: -march=x86-64-v3 -include " +
                                           header + "\n")});
    CHECK(result.status == 1);
    CHECK(error_number(result.output) == 489);
    CHECK_THAT(result.output, Contains("break a guarantee of the library"));
    CHECK_THAT(result.output, Contains("state.h:1: mutable-global"));
}

TEST_CASE("a mistyped verb gets a suggestion") {
    const auto result = command({"complie"});
    CHECK(result.status == 1);
    CHECK_THAT(result.output, Contains("hlo2c has no verb 'complie'"));
    CHECK_THAT(result.output, Contains("Did you mean 'compile'?"));
}

TEST_CASE("a mistyped option gets a suggestion") {
    const auto result = command({"compile", "x.mlir", "-o", "out", "--traget", "native"});
    CHECK(result.status == 1);
    CHECK_THAT(result.output, Contains("hlo2c compile has no option '--traget'"));
    CHECK_THAT(result.output, Contains("Did you mean '--target'?"));
}

TEST_CASE("options of random programs are refused without --random, where they would have no effect") {
    for (const char* option : {"--seed", "--first", "--mode", "--failures", "--jobs"}) {
        const auto result =
            command({"verify", "x.mlir", option, std::string(option) == "--mode" ? "cc" : "1"});
        CHECK(result.status == 1);
        CHECK(error_number(result.output) == 601);
        CHECK_THAT(result.output, Contains(std::string(option) + " requires --random"));
    }
}

TEST_CASE("an option that needs a value says so") {
    const auto result = command({"compile", "x.mlir", "-o"});
    CHECK(result.status == 1);
    CHECK(error_number(result.output) == 601);
}

TEST_CASE("an empty value is refused, and not taken for an option that is not given") {
    const Folder folder;
    const std::string program = folder.file("twice.mlir", doubling);
    const std::string good = folder.npy("good.npy", "<f4", "(2,)", two_floats);
    const auto refuses = [&](std::vector<std::string> words, const std::string& option) {
        words.insert(words.end(), {option, ""});
        const auto result = command(words);
        INFO(option << ": " << result.output);
        CHECK(result.status == 1);
        CHECK_THAT(result.output, Contains("error H0601: " + option + ": the value is empty"));
    };
    for (const char* option : {"--name", "--tuning", "--dump-dir", "--bind-dir", "--function"})
        refuses({"compile", program, "-o", folder.path("library")}, option);
    for (const char* option : {"--expect", "--out", "--cc", "--keep"})
        refuses({"run", program, "--arg", good}, option);
    CHECK_THAT(command({"check", ""}).output, Contains("error H0601: files: the value is empty"));
    CHECK(folder.names() == std::vector<std::string>{"good.npy", "twice.mlir"});
}

TEST_CASE("a number that is not finite or too small is refused with what is allowed") {
    for (const char* wrong : {"nan", "inf", "1e400", "0", "-1", "x"}) {
        const auto result = command({"bench", "none.mlir", "--seconds", wrong});
        CHECK(result.status == 1);
        CHECK_THAT(result.output,
                   Contains(std::string("--seconds: ") + wrong + " is not a number above zero"));
    }
    for (const char* wrong : {"nan", "inf", "-1e-9"})
        CHECK_THAT(command({"run", "none.mlir", "--expect", "none", "--rtol", wrong}).output,
                   Contains(std::string("--rtol: ") + wrong + " is not a number of zero or more"));
}

TEST_CASE("an output file that is a link is written to, not replaced") {
    const Folder folder;
    const std::string program = folder.file("p.mlir", "func.func @main() {\n  return\n}\n");
    for (const std::string& target : {folder.file("before.mlir", "old"), std::string("/dev/null")}) {
        const std::string link = folder.path("link.mlir");
        std::filesystem::create_symlink(target, link);
        CHECK(command({"convert", program, "-o", link}).status == 0);
        CHECK(std::filesystem::is_symlink(link));
        std::filesystem::remove(link);
    }
    CHECK(std::filesystem::file_size(folder.path("before.mlir")) > 10);
    CHECK(command({"convert", program, "-o", folder.path("none/p.mlir")}).status == 1);
}

TEST_CASE("with --json an error is one JSON object") {
    const auto result = command({"explain", "12345", "--json"});
    CHECK(result.status == 1);
    const auto json = nlohmann::json::parse(result.output);
    CHECK(json["error"]["number"] == "H0602");
    CHECK(json["error"]["severity"] == "error");
    CHECK_FALSE(json["error"]["remedy"].get<std::string>().empty());
}

TEST_CASE("with --json, a command-line mistake is JSON too") {
    const auto result = command({"targets", "--jason", "--json"});
    CHECK(result.status == 1);
    CHECK(nlohmann::json::parse(result.output)["error"]["number"] == "H0601");
}

TEST_CASE("explain takes a number in every spelling and lists all without one") {
    for (const char* code : {"H0481", "h481", "0481", "481"})
        CHECK_THAT(command({"explain", code}).output, Contains("H0481  unknown target"));
    CHECK_THAT(command({"explain"}).output, Contains("H0601  wrong command line"));
    CHECK(command({"explain", "481x"}).status == 1);
}

TEST_CASE("every verb has help and knows --json") {
    for (const char* verb :
         {"compile", "run", "eval", "check", "verify", "bench", "tune", "inspect", "convert", "memplan",
          "targets", "ops", "explain", "completion", "man", "version"}) {
        const auto result = command({verb, "--help"});
        CHECK(result.status == 0);
        CHECK_THAT(result.output, Contains("--json"));
    }
}

TEST_CASE("man page and completions name every option of compile") {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"man"},
                                                  {"completion", "bash"},
                                                  {"completion", "zsh"},
                                                  {"completion", "fish"}}) {
        const auto result = command(words);
        CHECK(result.status == 0);
        for (const char* option : {"target", "name", "bind", "weights"})
            CHECK_THAT(result.output, Contains(option));
    }
}

TEST_CASE("every JSON result parses") {
    for (const char* verb : {"targets", "ops", "version", "explain", "man", "completion"}) {
        const auto result = command({verb, "--json"});
        CHECK(result.status == 0);
        CHECK(nlohmann::json::parse(result.output).is_object());
    }
}

TEST_CASE("help and the manual page are text, with the keywords that options accept") {
    for (const char* verb :
         {"compile", "run", "eval", "check", "test", "verify", "bench", "tune", "inspect", "convert",
          "memplan", "targets", "ops", "explain", "completion", "man", "version"}) {
        const std::string help = command({verb, "--help"}).output;
        INFO(help);
        CHECK_THAT(help, !Contains("->") && !Contains("... ...") && !Contains("REQUIRED ..."));
        CHECK(std::all_of(help.begin(), help.end(),
                          [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
    }
    CHECK_THAT(command({"run", "--help"}).output,
               Contains("--transport T:{threads,mpi,mpi-collectives}=threads"));
    const std::string page = command({"man"}).output;
    CHECK(std::all_of(page.begin(), page.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
    const auto result = command({"run", "x.mlir", "--transport", "pigeons"});
    CHECK(result.status == 1);
    CHECK_THAT(result.output, Contains("--transport") && Contains("pigeons") && !Contains("->"));
}

TEST_CASE("a directory that cannot be written is refused before the program is read") {
    const Folder folder;
    const std::string program = folder.file("add.mlir", "");
    const auto below_file = command({"compile", program, "-o", folder.path("add.mlir/lib")});
    CHECK(below_file.status == 1);
    CHECK(error_number(below_file.output) == 522);
    CHECK_THAT(below_file.output, !Contains("scheduling"));
    folder.file("mine/notes.txt", "mine");
    const auto foreign = command({"compile", program, "-o", folder.path("mine")});
    CHECK(foreign.status == 1);
    CHECK(error_number(foreign.output) == 521);
    CHECK_THAT(foreign.output, !Contains("scheduling"));
}

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "command.h"

using namespace hlo2c;
using namespace hlo2c::tests;

namespace {

/// A name that would clear a terminal, reorder text, and begin a line of its own.
const std::string hostile = "n\nFORGED\x1b[2J\xe2\x80\xae";
/// The same inside a string of MLIR.
const std::string quoted = R"("n\0AFORGED\1B[2J\E2\80\AE")";

/// True if the output is lines of visible text, none of which a name could have begun.
bool is_safe(const std::string& output) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("FORGED") || line.find("\xe2\x80\xae") != std::string::npos) return false;
        for (const char c : line)
            if (static_cast<unsigned char>(c) < ' ' && c != '\t') return false;
    }
    return true;
}

std::string program(const std::string& body) {
    return "module @" + quoted + " {\n  func.func public @" + quoted +
           "(%a: tensor<4xf32> {jax.arg_info = " + quoted + "} loc(" + quoted +
           ")) -> (tensor<4xf32> {jax.result_info = " + quoted + "}) {\n" + body + "  }\n}\n";
}

const std::string sum =
    "    %0 = stablehlo.add %a, %a : tensor<4xf32> loc(" + quoted + ")\n    return %0 : tensor<4xf32>\n";
const std::string call = "    %0 = stablehlo.custom_call @" + quoted +
                         "(%a) : (tensor<4xf32>) -> tensor<4xf32>\n    return %0 : tensor<4xf32>\n";

}  // namespace

TEST_CASE("no verb lets a name in a program or of a file escape its line or control the terminal") {
    const Folder folder;
    const std::string file = folder.file(hostile + ".mlir", program(sum));
    const std::string calls = folder.file(hostile + "calls.mlir", program(call));
    const std::string wrong = folder.file(hostile + "wrong.mlir", program("    return %b : tensor<4xf32>\n"));
    const std::string array = folder.npy(hostile + ".npy", "<f4", "(4,)", std::string(16, '\0'));
    const std::string test = folder.file("test.mlir", "func.func @" + quoted + R"(() {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.add %c, %c : tensor<4xf32>
  %1 = interpreter.probe %0, probe_id = )" + quoted + R"( : tensor<4xf32>
  check.expect_eq_const %0, dense<1.0> : tensor<4xf32>
  check.expect_almost_eq_const %0, dense<1.0> : tensor<4xf32>
  func.return
}
func.func @skipped() {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  check.expect_serialized_eq %c, probe_id = )" + quoted + R"( : tensor<4xf32>
  func.return
}
)");
    struct Call {
        int status;
        std::vector<std::string> words;
    };
    for (const Call& each : {
             Call{0, {"check", file, calls}},
             Call{1, {"check", wrong, folder.path(hostile)}},
             Call{1, {"run", file}},
             Call{0, {"run", file, "--arg", array}},
             Call{1, {"run", file, "--arg", file}},
             Call{1, {"run", calls, "--arg", array}},
             Call{0, {"eval", file, "--arg", array}},
             Call{0, {"verify", file}},
             Call{0, {"bench", file, "--seconds", "0.01"}},
             Call{3, {"test", test}},
             Call{2, {"test", file}},
             Call{0, {"compile", file, "-o", folder.path(hostile), "--dump-after", "read"}},
             Call{0, {"compile", calls, "-o", folder.path("calls")}},
             Call{1, {"compile", file, "-o", folder.path("x"), "--target", hostile}},
             Call{1, {"compile", file, "-o", folder.path("x"), "--function", "x" + hostile}},
             Call{0, {"inspect", file, "-o", folder.path(hostile + ".html")}},
             Call{0, {"convert", file, "-o", folder.path(hostile + ".hlo")}},
             Call{0, {"tune", file, "-o", folder.path(hostile + ".yaml"), "--seconds", "0.01"}},
             Call{1, {"memplan", file}},
             Call{1, {"explain", hostile}},
             Call{1, {hostile}},
             Call{1, {"compile", file, "--" + hostile}},
         }) {
        const auto result = command(each.words);
        INFO(each.words[0] << "\n" << result.output);
        CHECK(result.status == each.status);
        CHECK(is_safe(result.output));
    }
}

TEST_CASE("with --json, dumps are lines of JSON") {
    const Folder folder;
    const std::string file = folder.file("add.mlir", R"(
func.func public @main(%a: tensor<2xi32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<[3, 5]> : tensor<2xi32>
  %0 = stablehlo.add %a, %c : tensor<2xi32>
  return %0 : tensor<2xi32>
}
)");
    const auto result =
        command({"compile", file, "-o", folder.path("library"), "--json", "--dump-after", "read"});
    INFO(result.output);
    CHECK(result.status == 0);
    std::istringstream lines(result.output);
    std::string first;
    REQUIRE(std::getline(lines, first));
    const auto dump = nlohmann::json::parse(first);
    CHECK(dump["after"] == "read");
    const auto& constant = dump["result"]["functions"][0]["body"]["ops"][0];
    CHECK(constant["attributes"]["value"] == "dense<[3, 5]> : tensor<2xi32>");
}

TEST_CASE("a name of an entry point is no path for dumps") {
    const Folder folder;
    const std::string file = folder.file("two.mlir", R"(
func.func public @"a/b"(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func public @c(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
)");
    const auto result = command({"compile", file, "-o", folder.path("library"), "--dump-after", "read",
                                 "--dump-dir", folder.path("d")});
    INFO(result.output);
    CHECK(result.status == 0);
    CHECK(std::filesystem::exists(folder.path("d/00_a_b_read.txt")));
    const auto as_json = command({"compile", file, "-o", folder.path("library"), "--json", "--dump-after",
                                  "read", "--dump-dir", folder.path("j")});
    CHECK(as_json.status == 0);
    std::ifstream dump(folder.path("j/00_a_b_read.json"));
    CHECK(nlohmann::json::parse(dump)["functions"][0]["body"]["ops"][0]["op"] == "stablehlo.add");
}

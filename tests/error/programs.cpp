#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/error/command.h"

using Catch::Matchers::Contains;
using namespace hlo2c::tests;

namespace {

const std::string add_program = R"(module @add_one {
  func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
)";

std::string with(const std::string& from, const std::string& to) {
    std::string text = add_program;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a truncated program is an error at its end") {
    const auto result = compile_error(add_program.substr(0, add_program.find("return")));
    CHECK(result.status == 1);
    CHECK(error_number(result.output) == 109);
}

TEST_CASE("an empty file is an error") {
    const auto result = compile_error("");
    CHECK(result.status == 1);
    CHECK(error_number(result.output) > 0);
}

TEST_CASE("a module without a function is an error") {
    const auto result = compile_error("module @empty {\n}\n");
    CHECK(result.status == 1);
    CHECK(error_number(result.output) == 205);
}

TEST_CASE("a file that is no program is an error") {
    const auto result =
        compile_error(std::string("\x7f"
                                  "ELF\x02\x01\x01\x00\x00",
                                  9));
    CHECK(result.status != 0);
    CHECK(result.status < 3);
}

TEST_CASE("a misspelt op is an error with line and caret") {
    const auto result = compile_error(with("stablehlo.add", "stablehlo.adds"));
    CHECK(result.status == 1);
    CHECK_THAT(result.output, Contains("bad.mlir:3:10: error H0103: there is no op 'stablehlo.adds'"));
    CHECK_THAT(result.output,
               Contains("  |     %0 = stablehlo.adds %arg0, %arg1 : tensor<4xf32>\n  |          ^\n"));
    CHECK_THAT(result.output, Contains("'hlo2c ops' lists all ops"));
}

TEST_CASE("an op of another dialect is unsupported") {
    const auto result = compile_error(with("stablehlo.add", "torch.aten.add"));
    CHECK(result.status == 2);
    CHECK_THAT(result.output, Contains("unsupported H0103"));
}

TEST_CASE("an operand of another type is an error") {
    const auto result = compile_error(with("%arg1: tensor<4xf32>", "%arg1: tensor<4xi32>"));
    CHECK(result.status == 1);
    CHECK_THAT(result.output, Contains("bad.mlir:3:"));
    CHECK_THAT(result.output, Contains("tensor<4xi32>"));
}

TEST_CASE("a result shape that differs from the operands' is an error") {
    const auto result = compile_error(with("return %0 : tensor<4xf32>", "return %0 : tensor<5xf32>"));
    CHECK(result.status == 1);
    CHECK_THAT(result.output, Contains("bad.mlir:4:"));
    CHECK_THAT(result.output, Contains("tensor<5xf32>"));
}

TEST_CASE("an undefined value is an error") {
    const auto result = compile_error(with("%arg0, %arg1 :", "%arg0, %arg2 :"));
    CHECK(result.status == 1);
    CHECK(error_number(result.output) == 104);
    CHECK_THAT(result.output, Contains("arg2"));
}

TEST_CASE("an elided constant is refused with advice") {
    const auto result = compile_error(with("%0 = stablehlo.add %arg0, %arg1",
                                           "%c = stablehlo.constant dense_resource<__elided__> : "
                                           "tensor<4xf32>\n    %0 = stablehlo.add %arg0, %c"));
    CHECK(result.status == 1);
    CHECK_THAT(result.output, Contains("bad.mlir:3:"));
    CHECK(error_number(result.output) == 105);
    CHECK_THAT(result.output, Contains("Print the program again with all data"));
}

TEST_CASE("a dimension of unknown size is unsupported and named") {
    std::string text = add_program;
    for (std::size_t at = 0; (at = text.find("<4x", at)) != std::string::npos;) text.replace(at, 3, "<?x");
    const auto result = compile_error(text);
    CHECK(result.status == 2);
    CHECK_THAT(result.output, Contains("argument 0"));
    CHECK_THAT(result.output, Contains("tensor<?xf32>"));
}

TEST_CASE("a missing program is an error that names the file") {
    const Folder folder;
    for (const char* verb : {"compile", "run", "eval", "bench", "verify", "convert"}) {
        std::vector<std::string> words = {verb, folder.path("none.mlir")};
        if (words[0] == "compile" || words[0] == "convert")
            words.insert(words.end(), {"-o", folder.path("out")});
        const auto result = command(words);
        INFO(verb);
        CHECK(result.status == 1);
        CHECK_THAT(result.output, Contains("none.mlir"));
        CHECK_THAT(result.output, Contains("error H0101"));
        CHECK(folder.names().empty());
    }
}

TEST_CASE("a directory instead of a program is an error") {
    const Folder folder;
    const auto result = command({"check", folder.path("")});
    CHECK(result.status == 1);
    CHECK_THAT(result.output, Contains("error H0101"));
}

TEST_CASE("a file at the output directory's path is an error and stays") {
    const Folder folder;
    const std::string program = folder.file("add.mlir", add_program);
    folder.file("taken", "mine");
    for (const char* out : {"taken", "taken/out"}) {
        const auto result = command({"compile", program, "-o", folder.path(out)});
        CHECK(result.status == 1);
        CHECK_THAT(result.output, Contains(folder.path("taken")));
        CHECK(folder.names() == std::vector<std::string>{"add.mlir", "taken"});
    }
}

TEST_CASE("a directory with other files is not replaced") {
    const Folder folder;
    const std::string program = folder.file("add.mlir", add_program);
    folder.file("home/thesis.tex", "mine");
    const auto result = command({"compile", program, "-o", folder.path("home")});
    CHECK(result.status == 1);
    CHECK(error_number(result.output) == 521);
    CHECK(std::filesystem::exists(folder.path("home/thesis.tex")));
    CHECK(folder.names() == std::vector<std::string>{"add.mlir", "home"});
}

TEST_CASE("invalid or unavailable options are rejected before anything is written") {
    const Folder folder;
    const std::string program = folder.file("add.mlir", add_program);
    const auto compile = [&](std::vector<std::string> more) {
        std::vector<std::string> words = {"compile", program, "-o", folder.path("out")};
        words.insert(words.end(), more.begin(), more.end());
        const auto result = command(words);
        CHECK(folder.names() == std::vector<std::string>{"add.mlir"});
        return result;
    };
    const auto target = compile({"--target", "x86-64-v9"});
    CHECK(target.status == 1);
    CHECK_THAT(target.output, Contains("H0481: unknown target 'x86-64-v9'"));
    CHECK_THAT(target.output, Contains("armv8-a"));
    CHECK(compile({"--fp", "loose"}).status == 1);
    CHECK(compile({"--weights", "cloud"}).status == 1);
    const auto dump = compile({"--dump-after", "magic"});
    CHECK(dump.status == 1);
    CHECK_THAT(dump.output, Contains("H0640"));
}

TEST_CASE("check continues after a bad file and ends with the count") {
    const Folder folder;
    const std::string good = folder.file("good.mlir", add_program);
    const std::string bad = folder.file("bad.mlir", with("stablehlo.add", "stablehlo.adds"));
    const auto result = command({"check", bad, good});
    CHECK(result.status == 1);
    CHECK_THAT(result.output, Contains(good + ": ok\n"));
    CHECK_THAT(result.output, Contains("bad.mlir:3:10: error H0103"));
    CHECK_THAT(result.output, Contains("1 accepted, 1 rejected\n"));
    const auto json = nlohmann::json::parse(command({"check", bad, good, "--json"}).output);
    CHECK(json["accepted"] == 1);
    CHECK(json["files"][0]["error"]["line"] == 3);
    CHECK(json["files"][1]["status"] == "ok");
    CHECK(command({"check", good}).status == 0);
}

TEST_CASE("bytes that are no text are an error, in JSON too") {
    const Folder folder;
    const std::string bad = folder.file("bad.mlir", with("stablehlo.add", "stablehlo.\xaa\xff"));
    CHECK(command({"check", bad}).status == 1);
    const auto result = command({"check", bad, "--json"});
    CHECK(result.status == 1);
    CHECK(nlohmann::json::parse(result.output)["rejected"] == 1);
}

TEST_CASE("names in programs and of files do not control the terminal") {
    const Folder folder;
    const std::string hidden = "\x1b[31m\xe2\x80\xae\r";
    const std::string bad =
        folder.file("bad" + hidden + ".mlir",
                    "func.func @\"a\\1B[31m\\0D\"(%a: tensor<2xf32>) -> tensor<3xf32> {\n  // " + hidden +
                        "\n  return %a : tensor<2xf32> // " + hidden + "\n}\n");
    for (const bool json : {false, true})
        for (const std::vector<std::string>& words : {std::vector<std::string>{"check", bad},
                                                      {"run", bad},
                                                      {"compile", bad, "-o", folder.path("out")}}) {
            std::vector<std::string> all = words;
            if (json) all.emplace_back("--json");
            const auto result = command(all);
            INFO(result.output);
            CHECK(result.status == 1);
            CHECK_THAT(result.output, Contains("declared as"));
            CHECK_THAT(result.output, !Contains("\x1b") && !Contains("\r") && !Contains("\xe2\x80\xae"));
        }
}

TEST_CASE("a program truncated anywhere is an error and nothing worse") {
    const Folder folder;
    std::vector<std::string> words = {"check"};
    for (std::size_t length = 0; length + 2 < add_program.size(); length += 3)
        words.push_back(folder.file(std::to_string(length) + ".mlir", add_program.substr(0, length)));
    const auto result = command(words);
    CHECK(result.status == 1);
    CHECK_THAT(result.output, Contains("0 accepted, " + std::to_string(words.size() - 1) + " rejected"));
}

TEST_CASE("a program without arguments, results and steps is compiled") {
    const Folder folder;
    const auto result = command({"compile", folder.file("nothing.mlir", "func.func @main() {\n  return\n}\n"),
                                 "-o", folder.path("out")});
    CHECK(result.status == 0);
    CHECK_THAT(result.output, Contains("0 inputs, 0 outputs"));
}

TEST_CASE("a custom call's configuration may be longer than a C string literal allows") {
    const Folder folder;
    const std::string program =
        "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
        "  %r = stablehlo.custom_call @f(%a) {backend_config = \"" +
        std::string(5000, 'x') + "\"} : (tensor<2xf32>) -> tensor<2xf32>\n  return %r : tensor<2xf32>\n}\n";
    CHECK(command({"compile", folder.file("long.mlir", program), "-o", folder.path("out")}).status == 0);
}

TEST_CASE("tokens among the arguments and results of a program need no arrays") {
    const Folder folder;
    const std::string program = folder.file("tokens.mlir", R"(
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>, %u: !stablehlo.token) -> (!stablehlo.token, tensor<2xf32>) {
  %s = stablehlo.after_all %t, %u : !stablehlo.token
  %r = stablehlo.add %x, %x : tensor<2xf32>
  return %s, %r : !stablehlo.token, tensor<2xf32>
}
)");
    const auto result = command({"verify", program});
    CHECK(result.status == 0);
    CHECK_THAT(result.output, Contains("result 0: 2 elements agree"));
}

TEST_CASE("a program whose argument determines a size runs with the given size") {
    const Folder folder;
    const std::string program = folder.file("ones.mlir", R"(
func.func @main(%x: tensor<2xf32>, %n: tensor<i64>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %size = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %ones = stablehlo.dynamic_broadcast_in_dim %one, %size, dims = [] : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  %r = stablehlo.concatenate %x, %ones, dim = 0 : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
)");
    const std::string x = folder.npy("x.npy", "<f4", "(2,)", std::string(8, '\0'));
    const std::string n = folder.npy("n.npy", "<i8", "()", std::string("\3\0\0\0\0\0\0\0", 8));
    const auto result = command({"verify", program, "--arg", x, "--arg", n});
    CHECK(result.status == 0);
    CHECK_THAT(result.output, Contains("result 0: 5 elements agree"));
}

TEST_CASE("compiling twice gives the same files, and replaces what is there") {
    const Folder folder;
    const std::string program = folder.file("add.mlir", add_program);
    const std::vector<std::string> words = {"compile", program, "-o", folder.path("out"), "--json"};
    const auto first = command(words), second = command(words);
    CHECK(first.status == 0);
    CHECK(first.output == second.output);
    CHECK(folder.names() == std::vector<std::string>{"add.mlir", "out"});
    CHECK(nlohmann::json::parse(first.output)["name"] == "add");
}

TEST_CASE("a bf16 value widens the tolerance of results computed from it, and of no others") {
    const Folder folder;
    const std::string program = folder.file("two.mlir", R"(
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %sum = stablehlo.add %x, %x : tensor<2xf32>
  %narrow = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xbf16>
  %wide = stablehlo.convert %narrow : (tensor<2xbf16>) -> tensor<2xf32>
  return %sum, %wide : tensor<2xf32>, tensor<2xf32>
}
)");
    const auto floats = [](float a, float b) {
        const float values[] = {a, b};
        return std::string(reinterpret_cast<const char*>(values), sizeof values);
    };
    const std::string x = folder.npy("x.npy", "<f4", "(2,)", floats(1, 100));
    folder.npy("want/000.npy", "<f4", "(2,)", floats(2, 202));
    folder.npy("want/001.npy", "<f4", "(2,)", floats(1, 101));
    const auto result = command({"run", program, "--arg", x, "--expect", folder.path("want")});
    CHECK(result.status == 3);
    CHECK_THAT(result.output, Contains("result 0: 1 of 2 elements differ"));
    CHECK_THAT(result.output, Contains("result 1: 2 elements agree"));
}

namespace {

const std::string two_entry_points = R"(module {
  func.func public @pre(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func public @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %x, %x : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func public @dec(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.multiply %x, %x : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
)";

}  // namespace

TEST_CASE("a verb that runs one function refuses several entry points by name until one is chosen") {
    const Folder folder;
    const std::string program = folder.file("two.mlir", two_entry_points);
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"inspect", program, "-o", folder.path("page.html")},
          {"eval", program},
          {"run", program},
          {"verify", program},
          {"bench", program}}) {
        const auto result = command(words);
        INFO(words[0] << result.output);
        CHECK(result.status == 2);
        CHECK_THAT(result.output, Contains("H0644: the program has 2 entry points: pre, dec"));
        CHECK_THAT(result.output, Contains("--function pre"));
    }
    CHECK(folder.names() == std::vector<std::string>{"two.mlir"});
    const auto missing = command({"compile", program, "-o", folder.path("lib"), "--function", "post"});
    CHECK(missing.status == 1);
    CHECK_THAT(missing.output, Contains("H0645") && Contains("pre, dec"));
    const auto both = command({"compile", program, "-o", folder.path("both"), "--json"});
    CHECK(both.status == 0);
    CHECK(nlohmann::json::parse(both.output)["functions"].size() == 2);
    const auto chosen =
        command({"compile", program, "-o", folder.path("lib"), "--function", "dec", "--json"});
    CHECK(chosen.status == 0);
    CHECK(nlohmann::json::parse(chosen.output)["functions"].size() == 1);
    CHECK(nlohmann::json::parse(chosen.output)["functions"][0]["name"] == "dec");
    CHECK(command({"check", program}).status == 0);
}

TEST_CASE("the only public function that no other one calls is the entry point, wherever it stands") {
    const Folder folder;
    std::string text = two_entry_points;
    text.replace(text.find("public @dec"), 6, "private");
    const std::string later =
        folder.file("later.mlir", text.substr(0, text.find("  func.func public @pre")) +
                                      text.substr(text.find("  func.func public @twice")));
    const auto json = [&](const std::string& program) {
        const auto result = command({"compile", program, "-o", folder.path("lib"), "--json"});
        INFO(result.output);
        REQUIRE(result.status == 0);
        return nlohmann::json::parse(result.output)["functions"][0]["name"].get<std::string>();
    };
    CHECK(json(folder.file("one.mlir", text)) == "pre");
    CHECK(json(later) == "twice");
}

TEST_CASE("files in a library's directory that hlo2c did not write stay when it is compiled again") {
    const Folder folder;
    const std::string program = folder.file("add.mlir", add_program);
    REQUIRE(command({"compile", program, "-o", folder.path("lib")}).status == 0);
    folder.file("lib/notes.txt", "mine");
    folder.file("lib/build/cache.o", "mine");
    CHECK(command({"compile", program, "-o", folder.path("lib"), "--name", "other"}).status == 0);
    CHECK(std::filesystem::exists(folder.path("lib/notes.txt")));
    CHECK(std::filesystem::exists(folder.path("lib/build/cache.o")));
    CHECK(std::filesystem::exists(folder.path("lib/include/other.h")));
    CHECK_FALSE(std::filesystem::exists(folder.path("lib/include/add.h")));
    folder.file("lib/src/third.c", "mine");
    const auto result = command({"compile", program, "-o", folder.path("lib"), "--name", "third"});
    CHECK(result.status == 1);
    CHECK(error_number(result.output) == 521);
    CHECK_THAT(result.output, Contains("src/third.c: error H0521: the path exists and hlo2c did not"));
    CHECK(std::filesystem::exists(folder.path("lib/include/other.h")));
}

TEST_CASE("a library that needs hooks says which ones when it is compiled") {
    const Folder folder;
    const auto compiled = [&](const std::string& body) {
        return command({"compile",
                        folder.file("hooks.mlir", "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n" +
                                                      body + "  return %a : tensor<2xf32>\n}\n"),
                        "-o", folder.path("lib")});
    };
    const auto printing = compiled(
        "  stablehlo.custom_call @xla_ffi_python_cpu_callback(%a) {has_side_effect = true, api_version = 4 : "
        "i32, "
        "backend_config = {index = 0 : ui64}} : (tensor<2xf32>) -> ()\n");
    INFO(printing.output);
    CHECK(printing.status == 0);
    CHECK_THAT(printing.output, Contains("note: the program calls back into the process that exported it "
                                         "(@xla_ffi_python_cpu_callback)") &&
                                    Contains("hook `custom_call`"));
    const auto calling = compiled(
        "  %b = stablehlo.custom_call @mine(%a) {has_side_effect = true} : (tensor<2xf32>) -> "
        "tensor<2xf32>\n");
    CHECK_THAT(calling.output, Contains("note: the library needs the hook `custom_call` for @mine"));
    const auto feeding = compiled(
        "  %t = stablehlo.create_token : !stablehlo.token\n"
        "  %u = \"stablehlo.outfeed\"(%a, %t) {outfeed_config = \"\"} : (tensor<2xf32>, !stablehlo.token) -> "
        "!stablehlo.token\n");
    CHECK_THAT(feeding.output, Contains("note: the library needs hooks for outfeed"));
    const auto plain = compiled("");
    CHECK(plain.status == 0);
    CHECK_THAT(plain.output, !Contains("note:"));
}

TEST_CASE("verify does not agree with results of which it knows nothing") {
    const Folder folder;
    const std::string program = folder.file("p.mlir", R"(
func.func @main(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %z = stablehlo.subtract %c, %c : tensor<16x16xf32>
  %q = stablehlo.divide %c, %z : tensor<16x16xf32>
  return %q : tensor<16x16xf32>
})");
    const auto result = command({"verify", program});
    CHECK(result.status == 2);
    CHECK_THAT(result.output, Contains("256 undecided") && Contains("result 0: nothing was compared"));
}

namespace {

/// The bits of sums, which rounding changes, beside results that are exact.
const char* bits_of_sums = R"(
func.func @main(%a: tensor<4x9xf32>, %b: tensor<9x4xf32>) -> (tensor<9x4xf32>, tensor<4x4xi32>) {
  %n = stablehlo.negate %b : tensor<9x4xf32>
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x9xf32>, tensor<9x4xf32>) -> tensor<4x4xf32>
  %i = stablehlo.bitcast_convert %c : (tensor<4x4xf32>) -> tensor<4x4xi32>
  return %n, %i : tensor<9x4xf32>, tensor<4x4xi32>
})";

}  // namespace

TEST_CASE("verify does not agree if it knows nothing of one result, though another one is right") {
    const Folder folder;
    const std::string program = folder.file("p.mlir", bits_of_sums);
    const auto result = command({"verify", program});
    CHECK(result.status == 2);
    CHECK_THAT(result.output, Contains("16 elements are undecided and were not compared") &&
                                  Contains("result 1: nothing was compared") &&
                                  !Contains("result 0: nothing was compared"));
    const auto json = nlohmann::json::parse(command({"verify", program, "--json"}).output);
    CHECK(json["equal"].is_null());
    CHECK(json["undecided"] == 16);
    CHECK(json["results"][0]["equal"] == true);
    CHECK(json["results"][1]["equal"].is_null());
}

TEST_CASE("verify counts the undecided elements of results that it compares in part") {
    const Folder folder;
    const std::string program = folder.file("p.mlir", R"(
func.func @main(%a: tensor<4x9xf32>, %b: tensor<9x4xf32>) -> tensor<13x4xi32> {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x9xf32>, tensor<9x4xf32>) -> tensor<4x4xf32>
  %i = stablehlo.bitcast_convert %c : (tensor<4x4xf32>) -> tensor<4x4xi32>
  %j = stablehlo.bitcast_convert %b : (tensor<9x4xf32>) -> tensor<9x4xi32>
  %r = stablehlo.concatenate %i, %j, dim = 0 : (tensor<4x4xi32>, tensor<9x4xi32>) -> tensor<13x4xi32>
  return %r : tensor<13x4xi32>
})");
    const auto result = command({"verify", program});
    CHECK(result.status == 0);
    CHECK_THAT(result.output, Contains("16 elements are undecided and were not compared") &&
                                  !Contains("nothing was compared"));
}

/// Compiles the program p.mlir, and returns why its self-test leaves results out.
static std::string self_test_reason(const Folder& folder, const std::string& program) {
    CHECK(command({"compile", program, "-o", folder.path("out")}).status == 0);
    std::ifstream file(folder.path("out/p.json"));
    return nlohmann::json::parse(file)["self_test"]["reason"].get<std::string>();
}

TEST_CASE("a library's self-test names the results that it does not compare") {
    const Folder folder;
    const std::string program = folder.file("p.mlir", bits_of_sums);
    CHECK(self_test_reason(folder, program) ==
          "Result 1 of main is not compared: rounding may change each of its elements.");
}

TEST_CASE("a self-test that the reference would take minutes for is left out") {
    const Folder folder;
    const std::string program = folder.file("p.mlir", R"(
func.func @main(%x: tensor<64x48x513xbf16>) -> tensor<64x48x513xbf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %r = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 1, 513>, padding = dense<[[0, 0], [0, 0], [512, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<64x48x513xbf16>, tensor<bf16>) -> tensor<64x48x513xbf16>
  return %r : tensor<64x48x513xbf16>
})");
    CHECK_THAT(self_test_reason(folder, program), Contains("No results are stored for main: one call takes"));
}

TEST_CASE("a self-test with eigenvectors of a large matrix is left out") {
    const Folder folder;
    const std::string program = folder.file("p.mlir", R"(
func.func @main(%a: tensor<400x400xf32>) -> tensor<400xf32> {
  %r:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<400x400xf32>) -> (tensor<400x400xf32>, tensor<400xf32>, tensor<i32>)
  return %r#1 : tensor<400xf32>
})");
    CHECK_THAT(self_test_reason(folder, program), Contains("No results are stored for main: one call takes"));
}

TEST_CASE("verify states the bound of its results, and how many constants it passed at run time") {
    const Folder folder;
    const std::string program = folder.file("sum.mlir", R"(
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %w = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %s = stablehlo.sine %w : tensor<4xf32>
  %r = stablehlo.dot_general %x, %s, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return %r : tensor<f32>
}
)");
    const auto result = command({"verify", program, "--json"});
    CHECK(result.status == 0);
    CHECK_THAT(result.output,
               Contains("\"max_error\"") && Contains("\"bound\"") && Contains("\"error_over_bound\""));
    CHECK_THAT(result.output, Contains("\"fed\""));
    CHECK_THAT(result.output, Contains("\"constants\": 1"));
}

TEST_CASE("a stochastic conversion to floats is unsupported, and the message says why") {
    const Folder folder;
    const std::string mhlo = folder.file("rounding.mlir", R"(
func.func @main(%a: tensor<2xf32>, %r: tensor<2xui32>) -> tensor<2xbf16> {
  %0 = mhlo.stochastic_convert %a, %r : (tensor<2xf32>, tensor<2xui32>) -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}
)");
    const std::string hlo = folder.file("rounding.hlo", R"(HloModule rounding

ENTRY main {
  a = f32[2] parameter(0)
  r = u32[2] parameter(1)
  ROOT s = bf16[2] stochastic-convert(a, r)
}
)");
    for (const std::string& program : {mhlo, hlo}) {
        const auto result = command({"check", program});
        INFO(result.output);
        CHECK(result.status == 2);
        CHECK_THAT(result.output, Contains(program + ":") &&
                                      Contains("a stochastic conversion to floats has no definition") &&
                                      Contains("Export the rounding as bit operations"));
    }
}

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

struct Fixture {
    Folder folder;
    std::string program = folder.file("scale.mlir", program_text);
    std::string good = folder.npy("good.npy", "<f4", "(2,)", two_floats);

    /// Runs `verb` with these arguments; it must fail with `status` and leave behind neither --out nor
    /// --keep.
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
                   Contains("H0632: 1 array given with --arg, the program takes 2"));
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

TEST_CASE("a bound argument leaves the positions of the others unchanged") {
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

TEST_CASE("a missing C compiler is an error of run") {
    const Fixture fixture;
    const std::string text =
        fixture.error(1, "run", {"--arg", fixture.good, "--arg", fixture.good, "--cc", "no-such-cc"});
    CHECK_THAT(text, Contains("H0611: there is no C compiler 'no-such-cc'"));
}

TEST_CASE("a C compiler that compiles nothing is an error of run, and not a bug of hlo2c") {
    const Fixture fixture;
    for (const char* compiler : {"false", "gcc -no-such-option"})
        CHECK_THAT(fixture.error(1, "run", {"--arg", fixture.good, "--arg", fixture.good, "--cc", compiler}),
                   Contains("H0611: the C compiler '") && Contains("does not compile an empty file"));
}

TEST_CASE("a file with a hook that does not compile, or has no hook, is an error (H0619)") {
    const Fixture fixture;
    const std::string program = fixture.folder.file("calls.mlir", R"(
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @f(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
)");
    for (const std::string& hook : {fixture.folder.file("wrong.c", "int hlo2c_custom_call_hook(void"),
                                    fixture.folder.file("types.c",
                                                        "int hlo2c_custom_call_hook(int a, const char *b)\n"
                                                        "{\n    return a + *b;\n}\n"),
                                    fixture.folder.file("none.c", "int other(void) { return 0; }"),
                                    fixture.folder.file("text.txt", "no C")}) {
        const auto result = command({"run", program, "--arg", fixture.good, "--custom-calls", hook});
        INFO(result.output);
        CHECK(result.status == 1);
        CHECK_THAT(result.output,
                   Contains(hook + ": error H0619: the C compiler rejects the file with the hook"));
    }
}

TEST_CASE("a candidate that no contraction has is an error that gives their number") {
    const Fixture fixture;
    const std::string product = fixture.folder.file("product.mlir", R"(module @product {
  func.func public @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
      : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
}
)");
    const auto compile = [&](const std::string& program, const char* candidate) {
        return command({"compile", program, "-o", fixture.folder.path("library"), "--candidate", candidate});
    };
    const auto none = compile(fixture.program, "1");
    CHECK(none.status == 1);
    CHECK_THAT(none.output, Contains("H0648: there is no candidate 1: nothing in the program has several"));
    const auto few = compile(product, "99");
    CHECK(few.status == 1);
    CHECK_THAT(few.output,
               Contains("H0648: there is no candidate 99: no contraction of the program has more"));
    CHECK_FALSE(std::filesystem::exists(fixture.folder.path("library")));
    CHECK(compile(product, "1").status == 0);
    CHECK(compile(fixture.program, "0").status == 0);
}

TEST_CASE("an unknown size is an error that names the dimension, and --shape sets it") {
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
    CHECK_THAT(donated.output, Contains("result 1: an argument updated in place, without an expected value"));
    const auto missing = eval(program(""));
    CHECK(missing.status == 1);
    CHECK_THAT(missing.output, Contains("H0635: result 1 has no expected value"));
}

namespace {

std::string safetensors(const Folder& folder, const std::string& name,
                        const std::vector<std::pair<std::string, std::string>>& tensors) {
    std::string header = "{", data;
    for (const auto& [tensor, bytes] : tensors) {
        const std::string begin = std::to_string(data.size()),
                          end = std::to_string(data.size() + bytes.size());
        header += (data.empty() ? "\"" : ",\"") + tensor +
                  "\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[" + begin + "," + end + "]}";
        data += bytes;
    }
    header += "}";
    std::string length(8, '\0');
    length[0] = static_cast<char>(header.size() & 255);
    length[1] = static_cast<char>(header.size() >> 8);
    return folder.file(name, length + header + data);
}

}  // namespace

TEST_CASE("safetensors give arguments, weights and expected results") {
    const Fixture fixture;
    const std::string squares("\0\0\x80\x3f\0\0\x80\x40", 8);  // 1, 4
    const Folder& folder = fixture.folder;
    const std::string both =
        safetensors(folder, "both.safetensors", {{"arg0", two_floats}, {"001", two_floats}});
    const std::string one = safetensors(folder, "one.safetensors", {{"weight", two_floats}});
    const std::string right = safetensors(folder, "right.safetensors", {{"0", squares}});
    const std::string wrong = safetensors(folder, "wrong.safetensors", {{"0", two_floats}});
    for (const std::vector<std::string>& given : {std::vector<std::string>{"--args", both},
                                                  {"--arg", one, "--arg", one + ":weight"},
                                                  {"--bind", "1=" + one, "--arg", fixture.good},
                                                  {"--bind", "1=" + both + ":001", "--arg", fixture.good},
                                                  {"--bind-dir", both}}) {
        std::vector<std::string> words = {"eval", fixture.program, "--expect", right};
        words.insert(words.end(), given.begin(), given.end());
        const auto result = command(words);
        INFO(result.output);
        CHECK(result.status == 0);
        words[3] = wrong;
        CHECK(command(words).status == 3);
    }
    CHECK_THAT(fixture.error(1, "eval", {"--arg", both, "--arg", one}),
               Contains("H0307: the file has 2 arrays, but one is needed"));
    CHECK_THAT(fixture.error(1, "eval", {"--args", one}), Contains("H0308: no tensor in the file"));
}

TEST_CASE(
    "an assertion of the program that does not hold is the user's error, with the numbers of its message") {
    const Folder folder;
    const std::string program = folder.file("assertion.mlir", R"(
func.func @main(%a: tensor<2xi32>, %n: tensor<i32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %ok = stablehlo.compare GE, %n, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %n, %c) {error_message = "{n} is {0}, at least {1} is needed{2}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %0 = stablehlo.add %a, %a : tensor<2xi32>
  return %0 : tensor<2xi32>
}
)");
    const std::string numbers("\1\0\0\0\2\0\0\0", 8);
    const std::string a = folder.npy("a.npy", "<i4", "(2,)", numbers);
    const std::string three = folder.npy("three.npy", "<i4", "()", std::string("\3\0\0\0", 4));
    const std::string minus = folder.npy("minus.npy", "<i4", "()", std::string("\xf4\xff\xff\xff", 4));
    const auto good = command({"run", program, "--arg", a, "--arg", three});
    INFO(good.output);
    CHECK(good.status == 0);
    for (const char* verb : {"run", "eval"}) {
        const auto bad = command({verb, program, "--arg", a, "--arg", minus});
        INFO(bad.output);
        CHECK(bad.status == 1);
        CHECK_THAT(bad.output, Contains("{n} is -12, at least 2 is needed{2}"));
    }
}

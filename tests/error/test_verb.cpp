#include <zlib.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/error/command.h"

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using namespace hlo2c::tests;

namespace {

std::string module_with(const std::string& name, const std::string& sum) {
    return "func.func @" + name + R"(() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.add %a, %a : tensor<2xi32>
  check.expect_eq_const %b, dense<)" +
           sum + R"(> : tensor<2xi32>
  func.return
}
)";
}

std::string little_endian(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; i++) text += static_cast<char>(value >> (8 * i) & 255);
    return text;
}

std::string bytes_of(const std::vector<float>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Writes an .npz of f32 vectors, its members stored as they are.
void write_npz(const Folder& folder, const std::string& name,
               const std::map<std::string, std::vector<float>>& arrays) {
    std::string archive, directory;
    for (const auto& [member, values] : arrays) {
        const std::string shape = "(" + std::to_string(values.size()) + ",)";
        const std::string data = contents(folder.npy("member", "<f4", shape, bytes_of(values)));
        const std::string sizes = little_endian(data.size(), 4) + little_endian(data.size(), 4);
        const std::string file = member + ".npy";
        const std::size_t checksum =
            crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size()));
        const std::string facts =
            little_endian(0, 8) + little_endian(checksum, 4) + sizes + little_endian(file.size(), 2);
        directory += little_endian(0x02014b50, 4) + little_endian(0, 4) + facts + little_endian(0, 12) +
                     little_endian(archive.size(), 4) + file;
        archive +=
            little_endian(0x04034b50, 4) + little_endian(0, 2) + facts + little_endian(0, 2) + file + data;
    }
    std::filesystem::remove(folder.path("member"));
    const std::string count = little_endian(arrays.size(), 2);
    const std::string end = little_endian(0x06054b50, 4) + little_endian(0, 4) + count + count +
                            little_endian(directory.size(), 4) + little_endian(archive.size(), 4) +
                            little_endian(0, 2);
    folder.file(name, archive + directory + end);
}

/// The outcome of `test`, which must be the same through emitted C and the evaluator.
hlo2c::driver::ProcessResult test(const std::vector<std::string>& words) {
    std::vector<std::string> both = {"test"};
    both.insert(both.end(), words.begin(), words.end());
    const auto emitted = command(both);
    both.emplace_back("--evaluator");
    const auto evaluated = command(both);
    CHECK(emitted.status == evaluated.status);
    return emitted;
}

}  // namespace

TEST_CASE("a test module whose checks hold passes") {
    const Folder folder;
    const auto result = test({folder.file("sum.mlir", module_with("sum", "[2, 4]"))});
    CHECK(result.status == 0);
    CHECK_THAT(result.output, EndsWith("sum: passed\n1 passed, 0 failed, 0 skipped\n"));
}

TEST_CASE("a check that does not hold is a failure, and exit code 3") {
    const Folder folder;
    const std::string text = module_with("right", "[2, 4]") + "// -----\n" + module_with("wrong", "[2, 5]");
    const auto result = test({folder.file("sum.mlir", text)});
    CHECK(result.status == 3);
    CHECK_THAT(result.output, Contains("sum@right: passed\n"));
    CHECK_THAT(result.output, Contains("sum@wrong: failed: check.expect_eq_const at line 11: 1 of 2 elements "
                                       "differ, first at element 1: 4 instead of 5"));
    CHECK_THAT(result.output, EndsWith("1 passed, 1 failed, 0 skipped\n"));
}

TEST_CASE("programs of tests are shown after the steps before scheduling") {
    const Folder folder;
    const std::string file = folder.file("sum.mlir", module_with("sum", "[2, 4]")), id = folder.path("sum");
    const auto emitted = command({"test", file, "--dump-after", "checks", "--dump-after", "fold"});
    CHECK(emitted.status == 0);
    CHECK_THAT(emitted.output, Contains("---- after checks of " + id + "\n"));
    CHECK_THAT(emitted.output, Contains("---- after fold of " + id + "\n"));
    CHECK_THAT(emitted.output, !Contains("---- after read of " + id + "\n"));
    const auto evaluated = command({"test", "--evaluator", file, "--dump-after", "all"});
    CHECK_THAT(evaluated.output, Contains("---- after read of " + id + "\n"));
    const auto hidden =
        command({"test", "--evaluator", folder.file("\x1b[31m.mlir", module_with("sum", "[2, 4]")),
                 "--dump-after", "read"});
    CHECK_THAT(hidden.output, Contains("---- after read of ") && !Contains("\x1b"));
    const auto unknown = command({"test", file, "--dump-after", "magic"});
    CHECK(unknown.status == 1);
    CHECK_THAT(unknown.output, Contains("H0640"));
}

TEST_CASE("if no test ran, the exit code is 2, and each skip has a reason") {
    const Folder folder;
    const auto none = test({folder.file("plain.mlir", doubling)});
    CHECK(none.status == 2);
    CHECK_THAT(none.output, Contains("plain: skipped: it has no function without arguments, and") &&
                                Contains("there is no .npz beside it"));
    CHECK_THAT(none.output, EndsWith("0 passed, 0 failed, 1 skipped\n"));
    const Folder empty;
    CHECK(test({empty.path("")}).status == 2);
    CHECK(command({"test", folder.path("missing.mlir")}).status == 1);
}

TEST_CASE("a program runs on the arrays in its folder, as the manifest in the parent folder says") {
    const Folder folder;
    const std::string program = folder.file("twice.mlir", doubling);
    write_npz(folder, "twice.npz", {{"in0", {1, 2}}, {"out0", {2, 4.5}}});
    CHECK(test({program}).status == 3);
    folder.file("manifest.csv", "id,check,tolerance,flags\ntwice,abs,abs=0.5,\n");
    const auto near = command({"test", folder.path(""), "--json"});
    CHECK(near.status == 0);
    const auto json = nlohmann::json::parse(near.output);
    CHECK(json["passed"] == 1);
    CHECK(json["cases"][0]["id"] == "twice");
    CHECK(json["cases"][0]["status"] == "passed");
    CHECK(json["cases"][0]["max_error"] == 0.5);
    CHECK(json["cases"][0]["bound"] == 0.5);
    folder.file("manifest.csv", "\xEF\xBB\xBFid,check,tolerance,flags\r\ntwice,abs,abs=0.5,\r\n");
    CHECK(test({program}).status == 0);
    folder.file("manifest.csv", "name,check,tolerance,flags\ntwice,abs,abs=0.5,\n");
    const auto nameless = test({program});
    CHECK(nameless.status == 1);
    CHECK_THAT(nameless.output, Contains("manifest.csv: error H0661: there is no column 'id'"));
    folder.file("manifest.csv", "id,check,tolerance,flags\ntwice,ulp,\"ulp<=3\",\n");
    CHECK(test({program}).status == 3);
    folder.file("manifest.csv", "id,check,tolerance,flags\ntwice,parse,,\n");
    const auto parsed = test({program});
    CHECK(parsed.status == 0);
    CHECK_THAT(parsed.output, EndsWith("twice: passed\n1 passed, 0 failed, 0 skipped\n"));
}

TEST_CASE("a manifest may require that a program is accepted or rejected") {
    const Folder folder;
    const std::string good = folder.file("good.mlir", doubling);
    const std::string bad = folder.file("bad.mlir",
                                        "func.func @main(%a: tensor<2xf32>) -> tensor<3xf32> {\n"
                                        "  return %a : tensor<2xf32>\n}\n");
    folder.file("manifest.csv", "id,check\ngood,accept\nbad,parse\n");
    const auto wanted = test({folder.path("")});
    CHECK(wanted.status == 3);
    CHECK_THAT(wanted.output, Contains("bad: failed: "));
    CHECK_THAT(wanted.output, EndsWith("1 passed, 1 failed, 0 skipped\n"));
    folder.file("manifest.csv", "id,check\ngood,reject\nbad,reject\n");
    const auto refused = test({good, bad});
    CHECK(refused.status == 3);
    CHECK_THAT(refused.output, Contains("bad: passed\n"));
    CHECK_THAT(refused.output, Contains("good: failed: it was accepted, but must be refused\n"));
    folder.file("manifest.csv", "id,check\ngood,equiv\n");
    CHECK_THAT(test({good}).output, Contains("good: skipped: the manifest compares it with another file"));
}

TEST_CASE("an archive with more arrays than the program takes fails: nothing would compare them") {
    const Folder folder;
    const std::string program = folder.file("twice.mlir", doubling);
    for (const std::string name : {"out1", "in1", "result"}) {
        write_npz(folder, "twice.npz", {{"in0", {1, 2}}, {"out0", {2, 4}}, {name, {0, 0}}});
        const auto result = test({program});
        CHECK(result.status == 3);
        CHECK_THAT(result.output,
                   Contains("H0308: the archive has " + name + ", but the program has 1 argument"));
    }
}

TEST_CASE("an archive that lacks a result is not a test") {
    const Folder folder;
    const std::string program = folder.file("both.mlir", R"(
func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  %1 = stablehlo.multiply %a, %a : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
)");
    write_npz(folder, "both.npz", {{"in0", {1, 2}}, {"out0", {2, 4}}});
    const auto result = test({program});
    CHECK(result.status == 2);
    CHECK_THAT(result.output, Contains("the archive has no out1, the expected value of result 1"));
}

TEST_CASE("a function that checks nothing is skipped, and so is one whose checks cannot fail") {
    const Folder folder;
    const auto result = test({folder.file("idle.mlir", R"(
func.func @nothing() {
  func.return
}
func.func @computes() -> tensor<2xi32> {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.add %a, %a : tensor<2xi32>
  interpreter.print %b : tensor<2xi32>
  func.return %b : tensor<2xi32>
}
func.func @constants() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq %a, %a : tensor<2xi32>
  func.return
}
func.func @itself() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.add %a, %a : tensor<2xf32>
  check.expect_eq %b, %b : tensor<2xf32>
  check.expect_almost_eq %b, %b : tensor<2xf32>
  func.return
}
func.func @equal_constants() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq %a, %b : tensor<2xi32>
  func.return
}
func.func @unchecked() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.add %a, %a : tensor<2xi32>
  check.expect_eq_const %a, dense<[1, 2]> : tensor<2xi32>
  func.return
}
func.func @given() {
  %a = func.call @numbers() : () -> tensor<2xi32>
  %b = func.call @numbers() : () -> tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%a, %b) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  func.return
}
func.func @probed() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = interpreter.probe %a, probe_id = "a" : tensor<2xi32>
  check.expect_serialized_eq %a, probe_id = "a" : tensor<2xi32>
  func.return
}
func.func private @numbers() -> tensor<2xi32> {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  func.return %a : tensor<2xi32>
}
)")});
    CHECK(result.status == 2);
    CHECK_THAT(result.output, Contains("idle@nothing: skipped: it checks nothing\n"));
    CHECK_THAT(result.output, Contains("idle@computes: skipped: it checks nothing\n"));
    for (const char* function : {"constants", "itself", "equal_constants", "unchecked", "given", "probed"})
        CHECK_THAT(
            result.output,
            Contains(std::string("idle@") + function +
                     ": skipped: its checks depend on nothing that it computes: they compare constants, "
                     "or values with themselves\n"));
    CHECK_THAT(result.output, EndsWith("0 passed, 0 failed, 8 skipped\n"));
}

TEST_CASE("a passing test reports checks that cannot fail; unequal constants fail") {
    const Folder folder;
    const auto result = test({folder.file("some.mlir", R"(
func.func @some() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.add %a, %a : tensor<2xi32>
  check.expect_eq %a, %a : tensor<2xi32>
  check.expect_eq_const %b, dense<[2, 4]> : tensor<2xi32>
  func.return
}
func.func @unequal() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %a, dense<[1, 3]> : tensor<2xi32>
  func.return
}
)")});
    CHECK(result.status == 3);
    CHECK_THAT(result.output,
               Contains("some@some: passed: 1 of 2 checks depend on nothing that the test computes\n"));
    CHECK_THAT(result.output, Contains("some@unequal: failed: check.expect_eq_const at line 11: 1 of 2"));
}

TEST_CASE("a checked constant becomes a result of the program") {
    const Folder folder;
    const std::string program = folder.file("constant.mlir", R"(
func.func @constant() {
  %a = stablehlo.constant dense<[17, 39]> : tensor<2xi32>
  check.expect_eq_const %a, dense<[17, 39]> : tensor<2xi32>
  func.return
}
func.func @probed() {
  %a = stablehlo.constant dense<[17, 39]> : tensor<2xi32>
  %b = interpreter.probe %a, probe_id = "a" : tensor<2xi32>
  %c = stablehlo.add %b, %b : tensor<2xi32>
  check.expect_eq_const %c, dense<[34, 78]> : tensor<2xi32>
  func.return
}
)");
    CHECK_THAT(test({program}).output, EndsWith("\n2 passed, 0 failed, 0 skipped\n"));
    CHECK(command({"test", program, "--keep", folder.path("kept")}).status == 0);
    CHECK(contents(folder.path("kept/000/include/tests.h")).find("*result0;") != std::string::npos);
}

TEST_CASE("a value kept by a probe is a separate result") {
    const Folder folder;
    const std::string program = folder.file("probe.mlir", R"(
func.func @probe() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.add %a, %a : tensor<2xi32>
  %c = interpreter.probe %b, probe_id = "sum" : tensor<2xi32>
  %d = stablehlo.constant dense<[2, 5]> : tensor<2xi32>
  check.expect_serialized_eq %c, probe_id = "sum" : tensor<2xi32>
  check.expect_serialized_eq %d, probe_id = "sum" : tensor<2xi32>
  func.return
}
)");
    CHECK(test({program}).status == 3);
    const auto result = command({"test", program, "--keep", folder.path("kept")});
    CHECK_THAT(result.output, Contains("check.expect_serialized_eq at line 8"));
    CHECK_THAT(result.output, !Contains("check.expect_serialized_eq at line 7"));
    CHECK(contents(folder.path("kept/000/include/tests.h")).find("*result1;") != std::string::npos);
}

TEST_CASE("a check in a function that several processes run is found") {
    const Folder folder;
    const std::string program = folder.file("processes.mlir", R"(
module @processes {
  func.func @each(%a: tensor<2xi32>) -> tensor<2xi32> {
    %b = stablehlo.add %a, %a : tensor<2xi32>
    check.expect_eq_const %b, dense<[2, 5]> : tensor<2xi32>
    func.return %b : tensor<2xi32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@each, @each]]}
        : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[2, 4]> : tensor<2xi32>
    func.return
  }
}
)");
    CHECK(test({program}).status != 0);
}

TEST_CASE("a program's symbolic sizes come from the arrays in its folder") {
    const Folder folder;
    const std::string program =
        folder.file("open.mlir", R"(func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %k = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%a, %k) : (tensor<?xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %r#0 : tensor<?xf32>
}
)");
    write_npz(folder, "open.npz", {{"in0", {1, 5, 3}}, {"out0", {5, 3}}});
    const auto result = test({program});
    CHECK_THAT(result.output, EndsWith("1 passed, 0 failed, 0 skipped\n"));
}

TEST_CASE("the reference accepts stored numbers that carry the rounding errors of another order") {
    const Folder folder;
    const auto outcome = [&](const std::string& stored) {
        return command({"test", "--evaluator", folder.file("sums.mlir", R"(
func.func @sum() {
  %x = stablehlo.constant dense<[1.0e8, 1.0, -1.0e8]> : tensor<3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %expected = stablehlo.constant dense<)" + stored + R"(> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  check.expect_close %r, %expected, max_ulp_difference = 3 : tensor<f32>, tensor<f32>
  func.return
}
)")});
    };
    CHECK_THAT(outcome("1.0").output, EndsWith("1 passed, 0 failed, 0 skipped\n"));
    const auto in_sequence = outcome("0.0");
    CHECK_THAT(in_sequence.output, Contains("1 of 1 checks hold within the rounding errors of the program"));
    CHECK_THAT(in_sequence.output, EndsWith("1 passed, 0 failed, 0 skipped\n"));
    CHECK(outcome("100.0").status == 3);
}

TEST_CASE("leading arguments without an array are sizes given by the manifest") {
    const Folder folder;
    const std::string program = folder.file("ones.dyn.mlir", R"(
func.func @main(%n: tensor<i64>, %m: tensor<i64>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %k = stablehlo.multiply %n, %m : tensor<i64>
  %size = stablehlo.reshape %k : (tensor<i64>) -> tensor<1xi64>
  %ones = stablehlo.dynamic_broadcast_in_dim %one, %size, dims = [] : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  %r = stablehlo.concatenate %x, %ones, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
)");
    write_npz(folder, "ones.npz", {{"in0", {5, 6}}, {"out0", {5, 6, 1, 1, 1}}});
    folder.file("manifest.csv", "id,check,tolerance,flags\nones,eq,eq,\"dims=3,1 other\"\n");
    CHECK_THAT(test({program}).output, EndsWith("1 passed, 0 failed, 0 skipped\n"));
    folder.file("manifest.csv", "id,check,tolerance,flags\nones,eq,eq,\"dims=3\"\n");
    CHECK(test({program}).status == 3);
}

TEST_CASE("a file that cannot be read is a failed test") {
    const Folder folder;
    const auto result = test({folder.file("bad.mlir", "func.func @main( {")});
    CHECK(result.status == 3);
    CHECK_THAT(result.output, Contains("bad: failed: "));
}

TEST_CASE("a library that breaks a guarantee fails the tests that are in it") {
    const Folder folder;
    const std::string program = folder.file("sum.mlir", module_with("sum", "[2, 4]"));
    const std::string header = folder.file("state.h", "static int state;\n");
    const std::string target =
        folder.file("t.yaml", "name: t\nbase: x86-64-v2\nc_flags: -w -include " + header + "\n");
    const auto result = command({"test", program, "--target", target});
    CHECK(result.status == 3);
    CHECK_THAT(result.output, Contains("state.h:1: mutable-global"));
    CHECK_THAT(result.output, Contains("0 passed, 1 failed, 0 skipped"));
    const auto random = command({"verify", "--random", "2", "--mode", "gcc-O1", "--target", target});
    CHECK(random.status == 3);
    CHECK_THAT(random.output, Contains("state.h:1: mutable-global"));
    CHECK_THAT(random.output, Contains("0 agree, 2 differ"));
}

TEST_CASE("a compiler that is missing is an error, not a difference") {
    const Folder folder;
    const auto result =
        command({"verify", "--random", "1", "--mode", "cc", "--cc", folder.path("no-compiler")});
    CHECK(result.status == 1);
    CHECK(error_number(result.output) == 611);
}

TEST_CASE("a worker that cannot be started is an error of the user's limits") {
    const Folder folder;
    for (int i = 0; i < 40; i++)
        folder.file("sums/" + std::to_string(i) + ".mlir", module_with("sum", "[2, 4]"));
    const auto result =
        hlo2c::driver::run_process({"bash", "-c", "ulimit -n 20; exec \"$@\"", "bash", HLO2C_EXECUTABLE,
                                    "test", "--jobs", "40", folder.path("sums")});
    CHECK(result.status == 1);
    CHECK(error_number(result.output) == 662);
}

TEST_CASE("the option --keep leaves the C that was executed and its executable") {
    const Folder folder;
    const std::string program = folder.file("sum.mlir", module_with("sum", "[2, 4]"));
    CHECK(command({"test", program, "--keep", folder.path("kept")}).status == 0);
    CHECK(contents(folder.path("kept/000/src/tests.c")).find("case_0") != std::string::npos);
    CHECK(std::filesystem::exists(folder.path("kept/000/tests")));
    // The emitted code computes the sum: nothing was folded.
    CHECK(std::filesystem::exists(folder.path("kept/000/src/tests_kernels_0.c")));
}

TEST_CASE("a program may have the name of a folder of the library") {
    const Folder folder;
    for (const std::string name : {"include", "src", "test", "weights"}) {
        const std::string program = folder.file(name + ".mlir", R"(
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.negate %a : tensor<2xf32>
  return %r : tensor<2xf32>
}
)");
        INFO(name);
        CHECK(command({"verify", program}).status == 0);
    }
}

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/error/command.h"

using Catch::Matchers::Contains;
using namespace hlo2c::tests;

namespace {

/// A mistake in a text: what is wrong, and where the caret must be: below the start of the last occurrence of
/// `place`.
struct Mistake {
    std::string text;
    int number;
    std::string place;
};

std::string stablehlo(const std::string& line) {
    return "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  " + line +
           "\n  return %a : tensor<2xf32>\n}\n";
}

std::string hlo(const std::string& line) {
    return "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  " + line + "\n}\n";
}

std::string message(const std::string& instruction) {
    const std::string shape = " shape { element_type: F32 dimensions: 2 layout { minor_to_major: 0 } }";
    return "name: \"m\"\nentry_computation_id: 1\ncomputations { name: \"e\" id: 1 root_id: 2\n"
           "  instructions { name: \"a\" id: 1 opcode: \"parameter\"" +
           shape + " }\n  instructions { " + instruction + shape + " }\n}\n";
}

/// File, line and column, the line itself, a caret under the place, and a remedy.
void check_places(const std::string& name, const std::vector<Mistake>& mistakes) {
    for (const Mistake& mistake : mistakes) {
        const Folder folder;
        const auto result = command({"check", folder.file(name, mistake.text)});
        INFO(mistake.text << result.output);
        CHECK((result.status == 1 || result.status == 2));
        CHECK(error_number(result.output) == mistake.number);
        const std::size_t at = mistake.text.rfind(mistake.place);
        REQUIRE(at != std::string::npos);
        const auto line = 1 + std::count(mistake.text.begin(),
                                         mistake.text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        const std::size_t begin = mistake.text.rfind('\n', at - 1) + 1;
        const std::size_t end = std::min(mistake.text.find('\n', begin), mistake.text.size());
        CHECK_THAT(result.output,
                   Contains(name + ":" + std::to_string(line) + ":" + std::to_string(at - begin + 1) + ": "));
        const std::string shown = "  | " + mistake.text.substr(begin, end - begin) + "\n  | " +
                                  std::string(at - begin, ' ') + "^\n  ";
        CHECK_THAT(result.output, Contains(shown));
    }
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The program in `hlo`, in another form.
std::string converted(const Folder& folder, const std::string& name) {
    const std::string from = folder.file("good.hlo", hlo("ROOT r = f32[2] negate(a)"));
    REQUIRE(command({"convert", from, "-o", folder.path(name)}).status == 0);
    return bytes_of(folder.path(name));
}

}  // namespace

TEST_CASE("mistakes in StableHLO text are shown at their place") {
    check_places(
        "bad.mlir",
        {{stablehlo("%0 = stablehlo.frobnicate %a : tensor<2xf32>"), 103, "stablehlo.frobnicate"},
         {stablehlo("%0 = stablehlo.add %a, %b : tensor<2xf32>"), 104, "%b"},
         {stablehlo("%0 = stablehlo.add %a : tensor<2xf32>"), 108, "stablehlo.add"},
         {stablehlo("%0 = stablehlo.add %a, %a : tensor<3xf32>"), 107, ": tensor<3xf32>"},
         {stablehlo("%0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<2xf32>"), 111, "[1.0"},
         {stablehlo("%0 = stablehlo.negate %a : tensor<2xq32>"), 102, "q32"},
         {stablehlo("%0 = stablehlo.negate %a : tensor<2x!foo.bar>"), 113, "!foo"},
         {stablehlo("%a = stablehlo.negate %a : tensor<2xf32>"), 106, "%a = "},
         {stablehlo("%0 = stablehlo.slice %a [0:5] : (tensor<2xf32>) -> tensor<5xf32>"), 202,
          "stablehlo.slice"},
         {stablehlo(
              "%0 = \"stablehlo.add\"(%a, %a {x = 1} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>"),
          102, "{x"},
         {stablehlo("%0 = call @g(%a) : (tensor<2xf32>) -> tensor<2xf32>"), 205, "call"},
         {"func.func @f() {\n  return\n}\n  func.func @f() {\n  return\n}\n", 106, "func.func"},
         {"func.func @main() -> tensor<2xf32> {\n  return\n}\n", 206, "return"}});
}

TEST_CASE("mistakes in HLO text are shown at their place") {
    check_places("bad.hlo",
                 {{hlo("ROOT r = f32[2] frobnicate(a)"), 103, "frobnicate"},
                  {hlo("ROOT r = q32[2] negate(a)"), 103, "q32"},
                  {hlo("ROOT r = (f32[2], q32[2]) tuple(a, a)"), 113, "q32"},
                  {hlo("ROOT r = u1[2] convert(a)"), 112, "ROOT"},
                  {hlo("ROOT r = f32[2] negate(b)"), 104, "b)"},
                  {hlo("ROOT r = f32[2] add(a)"), 108, "add"},
                  {hlo("ROOT r = f32[2] negate(a), to_apply=f"), 102, "to_apply"},
                  {hlo("ROOT r = f32[2] reduce(a, a), dimensions={0}"), 102, "reduce"},
                  {hlo("ROOT r = f32[2] constant({1, 2, 3})"), 102, "3}"},
                  {hlo("a = f32[2] negate(a)"), 106, "a = "},
                  {hlo("ROOT r = f32[2] copy(a), sharding={devices=[2]0}"), 108, "devices"},
                  {hlo("ROOT r = f32[3] add(a, a)"), 203, "ROOT"},
                  {hlo("ROOT r = f32[] dot(a, a), lhs_contracting_dims={0}, rhs_contracting_dims={0}, "
                       "operand_precision={highest,default,high}"),
                   202, "ROOT"},
                  {hlo("p = f32[2] parameter(2)"), 108, "p = "}});
}

TEST_CASE("mistakes in messages as text are shown at their place") {
    check_places("bad.txt",
                 {{message("name: \"r\" id: 2 opcode: \"negate\" operand_ids: x"), 130, "x shape"},
                  {message("name: \"r\" id: 2 colour: 3 opcode: 7 operand_ids: 1"), 130, "7 operand"},
                  {message("name: \"r\" id: 2 opcode: \"frobnicate\" operand_ids: 1"), 112, "instructions"},
                  {message("name: \"r\" id: 2 opcode: \"negate\" operand_ids: 9"), 130, "instructions"},
                  {message("name: \"r\" id: 2 opcode: \"add\" operand_ids: 1"), 130, "instructions"},
                  {message("name: \"r\" id: 2 opcode: \"sqrt\" literal { shape { element_type: F32 } }"), 130,
                   "instructions"}});
}

TEST_CASE("truncated binary forms name the byte where they end") {
    for (const std::string name : {"good.mlirbc", "good.pb"}) {
        const Folder folder;
        const std::string whole = converted(folder, name);
        for (std::size_t part = 3; part < 20; part++) {
            const std::size_t size = whole.size() * part / 20;
            const auto result = command({"check", folder.file("cut" + name, whole.substr(0, size))});
            INFO(name << " " << size << " of " << whole.size() << "\n" << result.output);
            CHECK(result.status == 1);
            const std::size_t at = result.output.find(": byte ");
            REQUIRE(at != std::string::npos);
            CHECK(std::stoul(result.output.substr(at + 7)) <= size);
            CHECK_THAT(result.output, Contains("again"));
        }
    }
}

TEST_CASE("an unsupported instruction of a binary message is reported with its byte and its path") {
    const Folder folder;
    std::string bytes = converted(folder, "good.pb");
    const std::size_t at = bytes.find("negate", bytes.find("negate") + 1) == std::string::npos
                               ? bytes.find("negate")
                               : bytes.rfind("negate");
    REQUIRE(at != std::string::npos);
    bytes.replace(at, 6, "frobni");
    const auto result = command({"check", folder.file("bad.pb", bytes)});
    INFO(result.output);
    CHECK(result.status == 2);
    CHECK(error_number(result.output) == 112);
    const std::size_t named = result.output.find("bad.pb: byte ");
    REQUIRE(named != std::string::npos);
    const std::size_t byte = std::stoul(result.output.substr(named + 13));
    CHECK(byte < at);
    CHECK(at - byte < 40);
    CHECK_THAT(result.output, Contains("(frobni)"));
}

TEST_CASE("an artifact's op that violates a rule is reported with its byte and its path") {
    const Folder folder;
    std::string bytes = converted(folder, "good.mlirbc");
    const std::size_t at = bytes.find("negate_v1");
    REQUIRE(at != std::string::npos);
    bytes.replace(at, 6, "frobni");
    const auto result = command({"check", folder.file("bad.mlirbc", bytes)});
    INFO(result.output);
    CHECK((result.status == 1 || result.status == 2));
    CHECK_THAT(result.output, Contains("bad.mlirbc: byte "));
    CHECK_THAT(result.output, Contains("frobni_v1"));
}

#include "frontend/hlo/text/program.h"

#include "frontend/ops/verify.h"
#include "frontend/read.h"
#include "frontend/text/parser.h"
#include "frontend/text/printer.h"
#include "tests/unit/hlo_text/hlo_text_test.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

namespace {

std::string stablehlo_of(std::string_view text) {
    const Program program = read_hlo_text_program(text, "test.hlo");
    verify(program);
    return print_stablehlo_text(program);
}

}  // namespace

TEST_CASE("HLO text is known by its content, with and without the line HloModule") {
    CHECK(detect_form("// a comment\nHloModule m") == ProgramForm::HloText);
    CHECK(detect_form("/* a comment */ ENTRY e { }") == ProgramForm::HloText);
    CHECK(detect_form("%add (a: f32[]) -> f32[] {") == ProgramForm::HloText);
    CHECK(detect_form("fusion {\n p = f32[] parameter(0) }") == ProgramForm::HloText);
    CHECK(detect_form("module {\n}") == ProgramForm::StablehloText);
    CHECK(detect_form("/* no end") == ProgramForm::Unknown);
}

TEST_CASE("HLO text becomes a program that verifies") {
    const std::string text = stablehlo_of("ENTRY e {\n a = f32[4] parameter(0)\n ROOT r = add(a, a)\n}\n");
    CHECK(text.find("stablehlo.add") != std::string::npos);
    CHECK(text.find("tensor<4xf32>") != std::string::npos);
}

TEST_CASE("what the verifier refuses has the line of the text") {
    const Program program = read_hlo_text_program(
        "ENTRY e {\n a = f32[4] parameter(0)\n\n ROOT r = f32[5] add(a, a)\n}\n", "test.hlo");
    try {
        verify(program);
        FAIL("the program verifies");
    } catch (const DiagnosticError& error) {
        CHECK(error.diagnostic().place.line == 4);
    }
}

TEST_CASE("a scaled dot repeats each scale for the elements of its block") {
    const std::string text = stablehlo_of(
        "ENTRY e {\n a = f32[2,10] parameter(0)\n b = f32[10,2] parameter(1)\n s = f32[2,2] parameter(2)\n"
        " t = f32[2,2] parameter(3)\n ROOT r = f32[2,2] scaled-dot(a, b, s, t), lhs_contracting_dims={1}, "
        "rhs_contracting_dims={0}\n}\n");
    CHECK(text.find("tensor<2x1x2x5xf32>") != std::string::npos);
}

TEST_CASE("a program becomes HLO text that reads back to it") {
    const Program program = read_stablehlo_text(R"(
func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.exponential %arg0 : tensor<2x3xf32>
  %1 = stablehlo.reduce(%0 init: %arg1) applies stablehlo.add across dimensions = [1]
    : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
)",
                                                "test.mlir");
    verify(program);
    const std::string text = print_hlo_text_program(program);
    INFO(text);
    CHECK(text.find("reduce(") != std::string::npos);
    const Program again = read_hlo_text_program(text, "printed.hlo");
    verify(again);
    CHECK(print_stablehlo_text(again).find("applies stablehlo.add across dimensions = [1]") !=
          std::string::npos);
}

TEST_CASE("a program out of HLO text reads back from the StableHLO text that it prints, locations and all") {
    const Program program = read_hlo_text_program(R"(HloModule m
sum {
  x = f32[] parameter(0), metadata={op_name="inner" source_file="m.py" source_line=7}
  y = f32[] parameter(1)
  ROOT z = f32[] add(x, y), metadata={op_name="sum" source_file="m.py" source_line=9}
}
ENTRY e {
  a = f32[4] parameter(0), metadata={op_name="a"}
  c = f32[] constant(0), metadata={op_name="zero" source_file="m.py" source_line=2}
  ROOT r = f32[] reduce(a, c), dimensions={0}, to_apply=sum, metadata={op_name="all" source_file="m.py" source_line=1}
}
)",
                                                  "test.hlo");
    verify(program);
    const std::string text = print_stablehlo_text(program);
    INFO(text);
    CHECK(read_stablehlo_text(text, "test.mlir").locations == program.locations);
}

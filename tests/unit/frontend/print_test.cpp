#include <catch2/catch.hpp>

#include "frontend/forms/text/parser.h"
#include "frontend/forms/text/printer.h"

using namespace hlo2c::frontend;

namespace {

/// Programs that together use every pretty form.
const std::vector<std::string>& programs() {
    static const std::vector<std::string> all = {
        R"(#loc1 = loc("x")
module @first attributes {a.b = [1 : i32, "text\22\0A", @name::@inner], c} {
  func.func public @main(%arg0: tensor<2x3xf32> loc(#loc1), %arg1: tensor<f32>) -> (tensor<2x3xf32> {jax.result_info = "r"}) {
    %cst = stablehlo.constant dense<[[1.1, -0.0, 0x7FC00000], [0xFF800000, 3.0e-38, 16777216.0]]> : tensor<2x3xf32>
    %0 = stablehlo.add %arg0, %cst {mhlo.frontend_attributes = {k = "v"}} : tensor<2x3xf32> loc("add"("f.py":1:2))
    %1 = stablehlo.reduce(%0 init: %arg1) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
    %3 = stablehlo.compare GT, %2, %0, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %4 = stablehlo.select %3, %2, %0 : tensor<2x3xi1>, tensor<2x3xf32>
    %5 = stablehlo.clamp %arg1, %4, %arg1 : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %6 = stablehlo.reduce_precision %5, format = e5m10 : tensor<2x3xf32>
    %7 = chlo.erf %6 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %7 : tensor<2x3xf32>
  } loc("jit"(callsite("a.py":1:1 to 2:3 at fused<"m">["b", "c"])))
})",
        R"(func.func @main(%a: tensor<4x4xf32>, %i: tensor<i32>) {
  %0 = stablehlo.iota dim = 1 : tensor<4x4xi32>
  %1 = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.reverse %a, dims = [0] : tensor<4x4xf32>
  %3 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  %4 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %5 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [1] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  %6 = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<4x4xf32>) -> tensor<4x3xcomplex<f32>>
  %7:2 = "stablehlo.sort"(%a, %0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %k: tensor<i32>, %l: tensor<i32>):
    %9 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<4x4xf32>, tensor<4x4xi32>) -> (tensor<4x4xf32>, tensor<4x4xi32>)
  %8 = stablehlo.optimization_barrier %7#1 : tensor<4x4xi32>
  stablehlo.custom_call @"odd name"(%a) {api_version = 2 : i32, operand_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<4x4xf32>) -> ()
  return
})",
        R"(func.func @main(%n: tensor<i32>, %q: tensor<2x!quant.uniform<u8:f32, 0.5:128>>) -> tensor<i32> {
  %0:2 = stablehlo.while(%i = %n, %j = %n) : tensor<i32>, tensor<i32> attributes {note}
  cond {
    %1 = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = "stablehlo.if"(%c) ({
      stablehlo.return %i : tensor<i32>
    }, {
      stablehlo.return %j : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %1, %j : tensor<i32>, tensor<i32>
  }
  return %0#0 : tensor<i32>
})",
    };
    return all;
}

}  // namespace

TEST_CASE("reading what was printed gives an equal program") {
    for (std::string text : programs()) {
        const std::size_t undefined = text.find("(%c)");
        if (undefined != std::string::npos) {
            text.insert(text.find("  %0:2 = stablehlo.while"),
                        "  %c = stablehlo.constant dense<true> : tensor<i1>\n");
        }
        const Program program = read_stablehlo_text(text, "first");
        const std::string printed = print_stablehlo_text(program);
        INFO(printed);
        CHECK(read_stablehlo_text(printed, "second") == program);
        CHECK(print_stablehlo_text(read_stablehlo_text(printed, "second")) == printed);
    }
}

TEST_CASE("the pretty form is the one that exporters write") {
    const Program program = read_stablehlo_text(programs()[1], "test");
    const std::string printed = print_stablehlo_text(program, {.locations = false});
    for (
        const char* line :
        {"%0 = stablehlo.iota dim = 1 : tensor<4x4xi32>\n",
         "%3 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 2] : (tensor<4x4xf32>, tensor<i32>, "
         "tensor<i32>) -> "
         "tensor<1x2xf32>\n",
         "%6 = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<4x4xf32>) -> tensor<4x3xcomplex<f32>>\n",
         "%8 = stablehlo.optimization_barrier %7#1 : tensor<4x4xi32>\n",
         "stablehlo.custom_call @\"odd name\"(%a) {api_version = 2 : i32, operand_layouts = [dense<[0, 1]> : "
         "tensor<2xindex>]} : (tensor<4x4xf32>) -> ()\n"})
        CHECK_THAT(printed, Catch::Contains(line));
}

TEST_CASE("an op whose attributes have no pretty form is printed in the generic form") {
    Program program = read_stablehlo_text(programs()[1], "test");
    Op& iota = program.main().body.ops[0];
    iota.set_attribute("iota_dimension", IntegerAttribute{1, "i32"});
    CHECK_THAT(print_stablehlo_text(program),
               Catch::Contains("\"stablehlo.iota\"() <{iota_dimension = 1 : i32}>"));
    CHECK(read_stablehlo_text(print_stablehlo_text(program), "again") == program);
}

TEST_CASE("the generic form has properties before the regions, other attributes after them") {
    const Program program = read_stablehlo_text(
        "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
        "  %r = \"stablehlo.sort\"(%a) <{dimension = 0 : i64}> ({\n"
        "  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
        "    %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        "    stablehlo.return %c : tensor<i1>\n"
        "  }) {mhlo.sharding = \"{replicated}\"} : (tensor<2xf32>) -> tensor<2xf32>\n"
        "  return %r : tensor<2xf32>\n}",
        "test");
    const std::string printed = print_stablehlo_text(program);
    CHECK_THAT(printed, Catch::Contains("\"stablehlo.sort\"(%a) <{dimension = 0 : i64}> ({"));
    CHECK_THAT(printed, Catch::Contains("}) {mhlo.sharding = \"{replicated}\"} : (tensor<2xf32>)"));
    CHECK(read_stablehlo_text(printed, "again") == program);
}

TEST_CASE("a complex number is printed with the types of its parts and of the whole") {
    const Program program = read_stablehlo_text(
        "func.func @main(%a: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {\n"
        "  %r = \"chlo.constant_like\"(%a) {value = #complex.number<:f64 -0.1, 0xFFF0000000000000>} : "
        "(tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>\n"
        "  return %r : tensor<2xcomplex<f64>>\n}",
        "test");
    const std::string printed = print_stablehlo_text(program);
    CHECK_THAT(printed, Catch::Contains("#complex.number<:f64 -0.1, 0xFFF0000000000000> : complex<f64>"));
    CHECK(read_stablehlo_text(printed, "again") == program);
}

TEST_CASE("values without names, or with taken names, get fresh ones") {
    Program program = read_stablehlo_text(
        "func.func @main(%0: tensor<f32>) -> tensor<f32> {\n"
        "  %1 = stablehlo.add %0, %0 : tensor<f32>\n"
        "  return %1 : tensor<f32>\n}",
        "test");
    program.main().values[1].name = "0";
    CHECK_THAT(print_stablehlo_text(program), Catch::Contains("%1 = stablehlo.add %0, %0 : tensor<f32>"));
    program.main().values[1].name.clear();
    CHECK_THAT(print_stablehlo_text(program), Catch::Contains("%1 = stablehlo.add %0, %0 : tensor<f32>"));
}

TEST_CASE("every element type prints so that it reads back bit by bit") {
#define HLO2C_TYPE(name, text, hlo, bits, kind) ElementType::name,
    const std::vector<ElementType> types = {HLO2C_ELEMENT_TYPES(HLO2C_TYPE)};
#undef HLO2C_TYPE
    for (const ElementType type : types) {
        if (type == ElementType::TF32) continue;  // no tensor has it
        INFO(spelling(type));
        const std::int64_t count = 40;
        std::vector<std::byte> bytes(static_cast<std::size_t>(count * byte_width(type)));
        for (std::size_t i = 0; i < bytes.size(); i++) {
            auto byte = static_cast<unsigned>(i * 37 + i / 11);
            if (is_boolean(type)) byte &= 1;
            if (is_float(type) && bit_width(type) < 8) byte &= (1U << bit_width(type)) - 1;
            if (is_unsigned_integer(type) && bit_width(type) < 8) byte &= (1U << bit_width(type)) - 1;
            if (is_signed_integer(type) && bit_width(type) < 8) {
                const int unused = 8 - bit_width(type);
                byte = static_cast<unsigned>(static_cast<signed char>(byte << unused) >> unused);
            }
            bytes[i] = static_cast<std::byte>(byte);
        }
        Program program = read_stablehlo_text(
            "func.func @main() {\n  %0 = stablehlo.constant dense<0> : tensor<i32>\n  return\n}", "t");
        const TensorType tensor{{5, 8}, type, {}, {}};
        program.main().values[0].type = tensor;
        program.main().body.ops[0].set_attribute("value", Literal(tensor, bytes));
        for (const int limit : {-1, 10}) {
            const std::string printed = print_stablehlo_text(program, {.hexadecimal_above = limit});
            CHECK(read_stablehlo_text(printed, "t") == program);
        }
    }
}

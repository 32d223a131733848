#include "frontend/data/path_types.h"

#include <catch2/catch.hpp>

#include "frontend/data/compare.h"
#include "frontend/forms/text/parser.h"

using namespace hlo2c::frontend;

namespace {

std::vector<ElementType> types_of(const std::string& text) {
    return coarsest_path_types(read_stablehlo_text(text, "test.mlir"));
}

using Types = std::vector<ElementType>;
constexpr ElementType f32 = ElementType::F32, bf16 = ElementType::BF16;

}  // namespace

TEST_CASE("a narrow type affects the results that depend on it, and no others") {
    const std::string text = R"(
        func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
          %sum = stablehlo.add %a, %b : tensor<4xf32>
          %narrow = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xbf16>
          %square = stablehlo.multiply %narrow, %narrow : tensor<4xbf16>
          %wide = stablehlo.convert %square : (tensor<4xbf16>) -> tensor<4xf32>
          return %sum, %wide : tensor<4xf32>, tensor<4xf32>
        })";
    CHECK(types_of(text) == Types{f32, bf16});
    const std::vector<Tolerance> tolerances = default_tolerances(read_stablehlo_text(text, "test.mlir"));
    CHECK(tolerances.at(0).relative == default_tolerance(f32).relative);
    CHECK(tolerances.at(1).relative == default_tolerance(bf16).relative);
}

TEST_CASE("arguments and constants in a narrow type, and their moves, are exact") {
    CHECK(types_of(R"(
        func.func @main(%a: tensor<2x2xbf16>, %b: tensor<2x2xf32>) -> tensor<2x2xf32> {
          %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xbf16>) -> tensor<2x2xbf16>
          %wide = stablehlo.convert %t : (tensor<2x2xbf16>) -> tensor<2x2xf32>
          %c = stablehlo.constant dense<0.5> : tensor<2x2xf16>
          %d = stablehlo.convert %c : (tensor<2x2xf16>) -> tensor<2x2xf32>
          %e = stablehlo.add %wide, %d : tensor<2x2xf32>
          %r = stablehlo.multiply %e, %b : tensor<2x2xf32>
          return %r : tensor<2x2xf32>
        })") == Types{f32});
}

TEST_CASE("a boolean does not propagate rounding, an integer does") {
    CHECK(types_of(R"(
        func.func @main(%a: tensor<bf16>, %b: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
          %s = stablehlo.add %a, %a : tensor<bf16>
          %p = stablehlo.compare LT, %s, %a : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
          %x = stablehlo.select %p, %b, %b : tensor<i1>, tensor<f32>
          %i = stablehlo.convert %s : (tensor<bf16>) -> tensor<i32>
          %y = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
          return %x, %y : tensor<f32>, tensor<f32>
        })") == Types{f32, bf16});
}

TEST_CASE("types follow the loop-carried values from iteration to iteration") {
    CHECK(types_of(R"(
        func.func @main(%a: tensor<f32>, %n: tensor<i32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
          %one = stablehlo.constant dense<1> : tensor<i32>
          %r:4 = stablehlo.while(%i = %n, %x = %a, %y = %a, %z = %a)
              : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
            cond {
              %p = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
              stablehlo.return %p : tensor<i1>
            } do {
              %j = stablehlo.add %i, %one : tensor<i32>
              %h = stablehlo.convert %y : (tensor<f32>) -> tensor<f16>
              %w = stablehlo.convert %h : (tensor<f16>) -> tensor<f32>
              %u = stablehlo.add %z, %z : tensor<f32>
              stablehlo.return %j, %y, %w, %u : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
            }
          return %r#1, %r#2, %r#3 : tensor<f32>, tensor<f32>, tensor<f32>
        })") == Types{ElementType::F16, ElementType::F16, f32});
}

TEST_CASE("types go through branches and calls, each call for itself") {
    CHECK(types_of(R"(
        func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
          %r = stablehlo.add %x, %x : tensor<f32>
          return %r : tensor<f32>
        }
        func.func @main(%a: tensor<f32>, %p: tensor<i1>)
            -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>) {
          %h = stablehlo.convert %a : (tensor<f32>) -> tensor<f8E5M2>
          %w = stablehlo.convert %h : (tensor<f8E5M2>) -> tensor<f32>
          %x = call @twice(%a) : (tensor<f32>) -> tensor<f32>
          %y = call @twice(%w) : (tensor<f32>) -> tensor<f32>
          %z:2 = "stablehlo.if"(%p) ({
            stablehlo.return %x, %a : tensor<f32>, tensor<f32>
          }, {
            stablehlo.return %a, %w : tensor<f32>, tensor<f32>
          }) : (tensor<i1>) -> (tensor<f32>, tensor<f32>)
          %i = stablehlo.convert %y : (tensor<f32>) -> tensor<i32>
          return %y, %z#0, %z#1, %i : tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>
        })") == Types{ElementType::F8E5M2, f32, ElementType::F8E5M2, ElementType::I32});
}

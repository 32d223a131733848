#include <catch2/catch.hpp>

#include "frontend/forms/text/parser.h"
#include "frontend/ir/attributes.h"
#include "tests/unit/frontend/refusals.h"

using namespace hlo2c;
using namespace hlo2c::frontend;
using namespace hlo2c::frontend::testing;

TEST_CASE("an attribute that is left out means what its key says") {
    const Op op{.code = OpCode::Sort};
    CHECK(op[attr::sort_dimension] == -1);
    CHECK_FALSE(op[attr::is_stable]);
    CHECK(op[attr::compare_type] == ComparisonType::NoType);
    CHECK(op[attr::window_strides.over(3)] == Integers{1, 1, 1});
    CHECK(op[attr::padding.over(2)] == Integers{0, 0, 0, 0});
    CHECK(op[attr::source_target_pairs].empty());
}

TEST_CASE("a required attribute that is left out, or of another kind, is a broken invariant") {
    Op op{.code = OpCode::Transpose};
    CHECK_THROWS_WITH(op[attr::permutation], Catch::Contains("stablehlo.transpose has no permutation"));
    op.set_attribute(attr::permutation, std::string("1, 0"));
    CHECK_THROWS_WITH(op[attr::permutation], Catch::Contains("permutation is not a list of integers"));
    op.set_attribute(attr::comparison_direction, std::string("XX"));
    CHECK_THROWS_WITH(op[attr::comparison_direction],
                      Catch::Contains("comparison_direction is not a keyword"));
}

TEST_CASE("a key writes what it reads") {
    Op op{.code = OpCode::Convolution};
    op.set(attr::window_dimensions, {2, 3});
    op.set(attr::exponent_bits, 5);
    op.set(attr::transpose_a, Transposition::Adjoint);
    CHECK(op[attr::window_dimensions] == Integers{2, 3});
    CHECK(*op.attribute(attr::exponent_bits) == Attribute(IntegerAttribute{5, "i32"}));
    CHECK(*op.attribute(attr::transpose_a) == Attribute(EnumAttribute{"transpose", "ADJOINT"}));
    CHECK(op[attr::transpose_a] == Transposition::Adjoint);
    CHECK(from_keyword<Transposition>("TRANSPOSE_INVALID") == std::nullopt);
    CHECK(from_keyword<RngDistribution>("") == std::nullopt);
}

TEST_CASE("every attribute of an op is of the kind that its row names") {
    check_cases(
        "func.func @main(%a: tensor<2x2xf32>, %v: tensor<2xf32>) {\n",
        {
            {R"(  %0 = "stablehlo.triangular_solve"(%a, %a) {left_side = true, lower = "yes", unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>)",
             "the attribute 'lower' of stablehlo.triangular_solve is not a boolean"},
            {R"(  %0 = "stablehlo.cholesky"(%a) {lower = dense<1> : tensor<1xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>)",
             "the attribute 'lower' of stablehlo.cholesky is not a boolean"},
            {R"(  %0 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) {epsilon = "small", feature_index = 1 : i64} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>)",
             "the attribute 'epsilon' of stablehlo.batch_norm_inference is not a number"},
            {R"(  %0 = "chlo.broadcast_compare"(%a, %v) {comparison_direction = "XX"} : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xi1>)",
             "chlo.broadcast_compare: 'XX' is none of EQ, NE, GE, GT, LE and LT"},
        });
}

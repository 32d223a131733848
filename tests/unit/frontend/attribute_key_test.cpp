#include <catch2/catch.hpp>

#include "frontend/ir/attributes.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

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
    CHECK_THROWS_WITH(op[attr::permutation], Catch::Contains("permutation is no list of integers"));
    op.set_attribute(attr::comparison_direction, std::string("XX"));
    CHECK_THROWS_WITH(op[attr::comparison_direction], Catch::Contains("comparison_direction is no keyword"));
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

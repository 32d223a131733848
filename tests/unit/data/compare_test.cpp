#include "frontend/data/compare.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

using namespace hlo2c::frontend;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Literal floats(const std::vector<double>& values) {
    return Literal::from_values<double>(
        {{static_cast<std::int64_t>(values.size())}, ElementType::F32, {}, {}}, values);
}

}  // namespace

TEST_CASE("the tolerance is relative to the largest value of the result") {
    CHECK(compare(floats({1000, 0.09}), floats({1000, 0})).equal);
    const Comparison result = compare(floats({1000, 0.11}), floats({1000, 0}));
    CHECK_FALSE(result.equal);
    CHECK(result.first == 1);
    CHECK(result.differing == 1);
    CHECK(result.max_error == Approx(0.11));
    CHECK(compare(floats({0, 0.5}), floats({0, 0}), {0, 0.6}).equal);
}

TEST_CASE("infinities do not widen the tolerance and must have the same sign") {
    CHECK(compare(floats({infinity, 1}), floats({infinity, 1})).equal);
    CHECK_FALSE(compare(floats({-infinity, 1}), floats({infinity, 1})).equal);
    CHECK_FALSE(compare(floats({infinity, 1.1}), floats({infinity, 1})).equal);
    CHECK_FALSE(compare(floats({3e38, 1}), floats({infinity, 1})).equal);
}

TEST_CASE("NaN is accepted exactly where NaN is expected") {
    CHECK(compare(floats({not_a_number, 1}), floats({not_a_number, 1})).equal);
    CHECK_FALSE(compare(floats({1, 1}), floats({not_a_number, 1})).equal);
    CHECK_FALSE(compare(floats({not_a_number, 1}), floats({1, 1})).equal);
}

TEST_CASE("integers are compared exactly whatever the tolerance") {
    const TensorType type{{2}, ElementType::I64, {}, {}};
    const Literal expected = Literal::from_values<std::int64_t>(type, {INT64_MAX, 1});
    CHECK(compare(expected, expected).equal);
    CHECK_FALSE(
        compare(Literal::from_values<std::int64_t>(type, {INT64_MAX - 1, 1}), expected, {1, 1}).equal);
}

TEST_CASE("complex numbers are compared part by part") {
    const float a[] = {1, 2}, b[] = {1, 2.1F};
    std::vector<std::byte> x(sizeof a), y(sizeof b);
    std::memcpy(x.data(), a, sizeof a);
    std::memcpy(y.data(), b, sizeof b);
    const TensorType type{{1}, ElementType::C64, {}, {}};
    CHECK(compare(Literal(type, x), Literal(type, x)).equal);
    const Comparison result = compare(Literal(type, x), Literal(type, y));
    CHECK_FALSE(result.equal);
    CHECK(result.first == 0);
}

TEST_CASE("another shape or element type is a difference") {
    CHECK_FALSE(compare(floats({1}), floats({1, 1})).equal);
    CHECK_FALSE(compare(floats({1}), Literal::from_values<int>({{1}, ElementType::I32, {}, {}}, {1})).equal);
}

TEST_CASE("units in the last place count representable values") {
    CHECK(ulp_distance(ElementType::F32, 1.0, std::nextafter(1.0F, 2.0F)) == 1);
    CHECK(ulp_distance(ElementType::F32, 0.0, -0.0) == 0);
    CHECK(ulp_distance(ElementType::BF16, 1.0, 1.0 + 1.0 / 64) == 2);
    CHECK(ulp_distance(ElementType::F64, not_a_number, 1.0) == INT64_MAX);
    const double least = std::numeric_limits<float>::denorm_min();
    CHECK(ulp_distance(ElementType::F32, -least, least) == 2);
    CHECK(max_ulp_distance(floats({1, 2}), floats({1, std::nextafter(2.0F, 3.0F)})) == 1);
}

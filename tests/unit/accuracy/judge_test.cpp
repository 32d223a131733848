#include "frontend/accuracy/judge.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace hlo2c::frontend;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Literal floats(const std::vector<double>& values) {
    return Literal::from_values<double>(
        {{static_cast<std::int64_t>(values.size())}, ElementType::F32, {}, {}}, values);
}

}  // namespace

TEST_CASE("a small element next to a large one is compared with its own bound") {
    const Estimate expected(floats({1000, 0.5}), {0.25, 0.0});
    CHECK(judge(floats({1000.25, 0.5}), expected).agrees);
    const Judgement wrong = judge(floats({1000, 0.5625}), expected);
    CHECK_FALSE(wrong.agrees);
    CHECK(wrong.first_index == std::vector<std::int64_t>{1});
    CHECK(wrong.max_error == 0.0625);
    CHECK(wrong.ratio == infinity);
}

TEST_CASE("the verdict names the element that is closest to its bound") {
    const Judgement verdict = judge(floats({1.5, 8.25}), Estimate(floats({1, 8}), {1, 0.3125}));
    CHECK(verdict.agrees);
    CHECK(verdict.max_error == 0.5);
    CHECK(verdict.bound == 0.3125);
    CHECK(verdict.ratio == 0.8);
}

TEST_CASE("infinities and NaN are expected where they are certain, an undecided element may be anything") {
    const Literal special = floats({infinity, not_a_number});
    CHECK(judge(special, Estimate(special)).agrees);
    CHECK_FALSE(judge(floats({-infinity, not_a_number}), Estimate(special)).agrees);
    CHECK_FALSE(judge(floats({3e38, not_a_number}), Estimate(special)).agrees);
    CHECK_FALSE(judge(floats({infinity, 1}), Estimate(special)).agrees);
    const Judgement open = judge(floats({0, infinity}), Estimate(special, {infinity, infinity}));
    CHECK(open.agrees);
    CHECK(open.undecided == 2);
    CHECK_THAT(open.text, Catch::StartsWith("0 elements agree") && Catch::EndsWith("2 undecided"));
    CHECK_FALSE(judge(floats({infinity}), Estimate(floats({3e38}), {1e38})).agrees);
}

TEST_CASE("64-bit integers that differ in the last bit differ") {
    const TensorType type{{1}, ElementType::I64, {}, {}};
    const Estimate expected(Literal::from_values<std::int64_t>(type, {INT64_MAX}));
    CHECK(judge(Literal::from_values<std::int64_t>(type, {INT64_MAX}), expected).agrees);
    CHECK_FALSE(judge(Literal::from_values<std::int64_t>(type, {INT64_MAX - 1}), expected).agrees);
}

TEST_CASE("a zero has the sign of the reference where its value is exact") {
    const Judgement wrong = judge(floats({-0.0, 1}), Estimate(floats({0.0, 1})));
    CHECK_FALSE(wrong.agrees);
    CHECK(wrong.differing == 1);
    CHECK(wrong.ratio == infinity);
    CHECK_THAT(wrong.text, Catch::Contains("-0 instead of 0"));
    CHECK(judge(floats({-0.0, 1}), Estimate(floats({-0.0, 1}))).agrees);
    CHECK(judge(floats({-0.0}), Estimate(floats({0.0}), {1e-9})).agrees);
    Estimate open(floats({0.0, 0.0}));
    open.open({true, false});
    CHECK(judge(floats({-0.0, 0.0}), open).agrees);
    CHECK_FALSE(judge(floats({0.0, -0.0}), open).agrees);
    const TensorType complex{{1}, ElementType::C64, {}, {}};
    const Estimate parts(from_parts(complex, {0.0, 1}));
    CHECK_FALSE(judge(from_parts(complex, {-0.0, 1}), parts).agrees);
}

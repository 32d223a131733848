#include "frontend/data/check.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace hlo2c::frontend;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Literal vector_of(ElementType element, const std::vector<double>& values) {
    return Literal::from_values<double>({{static_cast<std::int64_t>(values.size())}, element, {}, {}},
                                        values);
}

bool holds(const std::vector<double>& a, const std::vector<double>& b, const Check& check) {
    return check_tensors(vector_of(ElementType::F32, a), vector_of(ElementType::F32, b), check).holds;
}

}  // namespace

TEST_CASE("equal means IEEE equality: zeros of either sign, and no NaN") {
    CHECK(holds({0.0, infinity}, {-0.0, infinity}, {}));
    CHECK_FALSE(holds({not_a_number}, {not_a_number}, {}));
    CHECK(holds({not_a_number}, {not_a_number}, {.nan_equal = true}));
    CHECK_FALSE(holds({1}, {std::nextafter(1.0F, 2.0F)}, {}));
}

TEST_CASE("near is absolute, and NaN is near NaN") {
    const Check near{.kind = Check::Kind::Near, .absolute = 0.5};
    CHECK(holds({1000.5, not_a_number, -infinity}, {1000, not_a_number, -infinity}, near));
    CHECK_FALSE(holds({1000.75}, {1000}, near));
    CHECK_FALSE(holds({infinity}, {1e30}, near));
    CHECK_FALSE(holds({not_a_number}, {1}, near));
    CHECK(holds({1010}, {1000}, {.kind = Check::Kind::Near, .relative = 0.01}));
}

TEST_CASE("a distance in ULP is the sum of both sides across zero") {
    const double smallest = std::numeric_limits<float>::denorm_min();
    CHECK(holds({smallest}, {-smallest}, {.kind = Check::Kind::Ulp, .most_ulp = 2}));
    CHECK_FALSE(holds({smallest}, {-smallest}, {.kind = Check::Kind::Ulp, .most_ulp = 1}));
    CHECK(holds({not_a_number, infinity}, {not_a_number, infinity}, {.kind = Check::Kind::Ulp}));
}

TEST_CASE("a non-finite value is infinitely far from any other") {
    const double largest = std::numeric_limits<float>::max();
    CHECK_FALSE(holds({infinity}, {largest}, {.kind = Check::Kind::Ulp, .most_ulp = 1}));
    CHECK(holds({infinity}, {largest},
                {.kind = Check::Kind::Ulp, .least_ulp = UINT64_MAX, .most_ulp = UINT64_MAX}));
}

TEST_CASE("a least distance in ULP must be reached somewhere") {
    const Check check{.kind = Check::Kind::Ulp, .least_ulp = 1, .most_ulp = 3};
    CHECK(holds({1, 2}, {1, std::nextafter(2.0F, 3.0F)}, check));
    CHECK_FALSE(holds({1, 2}, {1, 2}, check));
}

TEST_CASE("integers are exact whatever the kind, and unsigned ones are unsigned") {
    const auto numbers = [](std::uint64_t value) {
        return Literal::scalar<std::uint64_t>(ElementType::UI64, value);
    };
    const Check near{.kind = Check::Kind::Near, .absolute = 10};
    CHECK_FALSE(check_tensors(numbers(1), numbers(2), near).holds);
    const Check ulp{.kind = Check::Kind::Ulp, .most_ulp = 5};
    CHECK(check_tensors(numbers(UINT64_MAX), numbers(UINT64_MAX - 5), ulp).holds);
    CHECK_FALSE(check_tensors(numbers(UINT64_MAX), numbers(0), ulp).holds);
}

TEST_CASE("other types or shapes are rejected") {
    CHECK_FALSE(holds({1}, {1, 1}, {}));
    CHECK_FALSE(check_tensors(vector_of(ElementType::F32, {1}), vector_of(ElementType::F64, {1}), {}).holds);
}

#include "frontend/accuracy/interval.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "frontend/accuracy/judge.h"

using namespace hlo2c::frontend;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Literal of_bits(ElementType type, std::uint64_t bits) {
    std::vector<std::byte> bytes;
    for (int i = 0; i < byte_width(type); i++) bytes.push_back(static_cast<std::byte>(bits >> (8 * i)));
    return Literal({{}, type, {}, {}}, bytes);
}

/// The comparison with the two ends that an emitted self-test makes.
bool lies_between(ElementType type, std::uint64_t bits, const Interval& ends) {
    const NumberOrder order = number_order(type);
    if (order.is_nan(bits) || order.is_nan(ends.least)) return order.is_nan(bits) && order.is_nan(ends.least);
    return order.place(ends.least) <= order.place(bits) && order.place(bits) <= order.place(ends.most);
}

/// Compares the interval with `judge` for results with these bits.
void check_like_judge(ElementType type, std::uint64_t expected, double bound,
                      const std::vector<std::uint64_t>& results, bool open = false) {
    Estimate estimate(of_bits(type, expected), {bound});
    estimate.open({open});
    const Interval ends = accepted(estimate, 0, 0);
    for (const std::uint64_t bits : results) {
        INFO(spelling(type) << " " << std::hex << expected << " +- " << bound << ": " << bits << ", between "
                            << ends.least << " and " << ends.most);
        CHECK(lies_between(type, bits, ends) == judge(of_bits(type, bits), estimate).agrees);
    }
}

}  // namespace

TEST_CASE("the interval contains exactly what judge accepts, for every narrow float") {
    for (const ElementType type :
         {ElementType::F4E2M1FN, ElementType::F6E2M3FN, ElementType::F6E3M2FN, ElementType::F8E3M4,
          ElementType::F8E4M3, ElementType::F8E4M3FN, ElementType::F8E4M3FNUZ, ElementType::F8E4M3B11FNUZ,
          ElementType::F8E5M2, ElementType::F8E5M2FNUZ, ElementType::F8E8M0FNU}) {
        std::vector<std::uint64_t> all;
        for (std::uint64_t bits = 0; bits < std::uint64_t{1} << bit_width(type); bits++) all.push_back(bits);
        for (std::size_t i = 0; i < all.size(); i += 5)
            for (const double bound : {0.0, 1e-3, 0.1, 2.5, 1e3}) check_like_judge(type, all[i], bound, all);
        for (const std::uint64_t zero : {std::uint64_t{0}, number_order(type).sign})
            for (const bool open : {false, true}) check_like_judge(type, zero, 0, all, open);
    }
}

// The judge rounds f64 distances, so results right next to the ends are not tested.
TEST_CASE("the interval contains exactly what judge accepts, for wider floats near the ends") {
    for (const ElementType type : {ElementType::BF16, ElementType::F16, ElementType::F32, ElementType::F64})
        for (const double value : {0.0, -0.0, 1.0, -1.5, 1e-3, 3e4, -infinity, std::nan("")})
            for (const double bound : {0.0, 1e-9, 0.02, 1.0, 1e5}) {
                const std::uint64_t bits = encode_float(type, value);
                const Interval ends = accepted(Estimate(of_bits(type, bits), {bound}), 0, 0);
                std::vector<std::uint64_t> results = {bits,
                                                      ends.least,
                                                      ends.most,
                                                      encode_float(type, 0),
                                                      encode_float(type, -0.0),
                                                      encode_float(type, infinity),
                                                      encode_float(type, std::nan(""))};
                for (const std::uint64_t end : {ends.least, ends.most})
                    if (type != ElementType::F64 && (end & (number_order(type).sign - 1)) != 0)
                        results.insert(results.end(), {end - 1, end + 1});
                for (const bool open : {false, true}) check_like_judge(type, bits, bound, results, open);
            }
}

TEST_CASE("the interval contains exactly what judge accepts, for integers") {
    for (const ElementType type : {ElementType::I1, ElementType::I8, ElementType::UI8})
        for (const std::uint64_t bits : {0, 1, 127, 128, 255})
            for (const double bound : {0.0, 1.0, 3.5}) {
                if (type == ElementType::I1 && bits > 1) continue;
                std::vector<std::uint64_t> all;
                for (std::uint64_t i = 0; i < (type == ElementType::I1 ? 2 : 256); i++) all.push_back(i);
                check_like_judge(type, bits, bound, all);
            }
    check_like_judge(ElementType::I64, INT64_MAX, 0, {INT64_MAX, INT64_MAX - 1, std::uint64_t{1} << 63});
    check_like_judge(ElementType::UI64, UINT64_MAX, 0, {UINT64_MAX, UINT64_MAX - 1, 0});
}

TEST_CASE("a value with a tolerance is bounded by its largest element") {
    const Literal value = Literal::from_values<double>({{3}, ElementType::F32, {}, {}}, {-8, 1, infinity});
    const Estimate estimate = within(value, {0.25, 0.5});
    CHECK(estimate.bounds == std::vector<double>{2.5, 2.5, 2.5});
    CHECK(within(Literal::scalar(ElementType::I32, 7), {0.25, 0.5}).is_exact());
}

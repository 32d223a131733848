#include <algorithm>
#include <cmath>

#include "frontend/accuracy/float_format.h"
#include "frontend/accuracy/op_run.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/type.h"

namespace hlo2c::frontend {
namespace {

constexpr double largest_radius = 8.6;  // of pairs of 53 bits: sqrt(-2 log(2^-53))

/// The error of a standard normal number sqrt(-2 log(1 - u)) cos(2 pi v) whose log and cosine are computed
/// with this unit roundoff, by its size. The rounding of the angle and of the cosine count for the radius,
/// which is unknown here; that of the logarithm counts more the smaller the radius is.
double normal_error(double size, double roundoff) {
    constexpr double roundings_of_cosine = 6, roundings_of_radius = 2;
    const double by_cosine = roundings_of_cosine * largest_radius * roundoff;
    const double by_logarithm = std::min(roundoff / size, std::sqrt(2 * roundoff));
    return by_cosine + by_logarithm + roundings_of_radius * size * roundoff;
}

/// The numbers that the op gives for the parameters 0 and 1.
std::vector<double> standard_numbers(const OpRun& run) {
    constexpr ElementType f64 = ElementType::F64;
    std::vector<Literal> operands = {from_reals(tensor_type({}, f64), {0.0}),
                                     from_reals(tensor_type({}, f64), {1.0})};
    for (std::size_t i = 2; i < run.operands.size(); i++) operands.push_back(run.operands[i].value);
    return parts_of(run.other(operands, {&f64, 1}).front());
}

}  // namespace

ResultBounds random_bounds(const OpRun& run) {
    const Literal& result = run.results[0];
    const ElementType type = result.type().element;
    if (!is_float(type)) return probed_bounds(run);
    const Estimate &first = run.operands[0], &second = run.operands[1];
    const double a = parts_of(first.value)[0], b = parts_of(second.value)[0];
    const bool is_normal = run.op()[attr::rng_distribution] == RngDistribution::Normal;
    const double functions = unit_roundoff(bit_width(type) > 32 ? ElementType::F64 : ElementType::F32);
    constexpr double roundings = 8;  // of the formula, in f64
    const double arithmetic = roundings * unit_roundoff(ElementType::F64);
    const std::vector<double> standard = standard_numbers(run), values = parts_of(result);
    ElementBounds one;
    for (std::size_t k = 0; k < values.size(); k++) {
        const double size = std::fabs(standard[k]);
        double own = arithmetic * (std::fabs(a) + std::fabs(b) * (1 + size));
        if (is_normal) own += std::fabs(b) * normal_error(size, functions);
        own += unit_in_last_place(type, std::fabs(values[k]) + own);
        const double given =
            is_normal ? first.bound(0) + size * second.bound(0) : std::max(first.bound(0), second.bound(0));
        const bool fits = std::fabs(values[k]) + given + own < largest_number(type);
        one.own.push_back(own);
        one.bounds.push_back(fits ? given + own : infinity);
    }
    return {std::move(one)};
}

}  // namespace hlo2c::frontend

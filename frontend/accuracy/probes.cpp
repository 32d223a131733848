#include <algorithm>
#include <cmath>
#include <limits>

#include "frontend/accuracy/float_format.h"
#include "frontend/accuracy/mixed_bits.h"
#include "frontend/accuracy/op_run.h"
#include "frontend/data/compare.h"

namespace hlo2c::frontend {
namespace {

/// The same on every machine.
class Signs {
public:
    explicit Signs(std::uint64_t seed) : bits_(seed * 0x9E3779B97F4A7C15u) {}

    double next() { return (bits_.next() & 1) != 0 ? 1 : -1; }

private:
    MixedBits bits_;
};

/// Moves each part to one of the two ends of its bound, or at least to the next number of its type.
Literal moved_to_an_end(const Estimate& operand, Signs& signs) {
    if (operand.is_exact()) return operand.value;
    const TensorType& type = operand.value.type();
    const std::size_t per_element = parts_per_element(type.element);
    std::vector<double> parts = parts_of(operand.value);
    for (std::size_t i = 0; i < parts.size(); i++) {
        const double bound = operand.bound(i / per_element);
        if (parts[i] == 0 && bound == 0 && operand.has_open_zeros(i / per_element))
            parts[i] = std::copysign(0.0, signs.next());
        if (bound == 0 || !std::isfinite(parts[i])) continue;
        parts[i] += signs.next() * std::max(bound, unit_in_last_place(real_part(type.element), parts[i]));
    }
    return from_parts(type, parts);
}

bool has_undecided(const Estimate& operand) {
    return std::any_of(operand.bounds.begin(), operand.bounds.end(),
                       [](double bound) { return std::isinf(bound); });
}

double largest_finite(const Literal& literal) {
    double largest = 0;
    for (const double part : parts_of(literal))
        if (std::isfinite(part)) largest = std::max(largest, std::fabs(part));
    return largest;
}

/// The op's own error relative to the largest element: some roundings for a Fourier transform, the default
/// tolerance for other ops, whose condition is unknown here.
double own_share(AccuracyRule::Own own, ElementType type) {
    constexpr double fourier_roundings = 64;
    return own == AccuracyRule::Own::Fourier ? fourier_roundings * unit_roundoff(type)
                                             : default_tolerance(type).relative;
}

}  // namespace

ResultBounds probed_bounds(const OpRun& run) {
    if (all_exact(run.operands)) return ResultBounds(run.results.size());
    if (std::any_of(run.operands.begin(), run.operands.end(), has_undecided)) return undecided_bounds(run);
    constexpr int probes = 8;
    ResultBounds all;
    for (const Literal& result : run.results)
        all.push_back({std::vector<double>(static_cast<std::size_t>(result.type().element_count())), {}});
    for (int probe = 0; probe < probes; probe++) {
        Signs signs(static_cast<std::uint64_t>(probe));
        std::vector<Literal> operands;
        for (const Estimate& operand : run.operands) operands.push_back(moved_to_an_end(operand, signs));
        const std::vector<Literal> results = run.again(operands);
        for (std::size_t i = 0; i < all.size(); i++) {
            if (results[i].type().shape != run.results[i].type().shape) return undecided_bounds(run);
            widen(all[i], run.results[i], results[i]);
        }
    }
    for (std::size_t i = 0; i < all.size(); i++)
        for (double& bound : all[i].bounds)
            if (bound > 0) bound = has_floats(run.results[i].type()) ? 2 * bound : infinity;
    return all;
}

ResultBounds normwise_bounds(const OpRun& run) {
    ResultBounds all = probed_bounds(run);
    double given = 0;
    for (const Estimate& operand : run.operands)
        if (has_floats(operand.value.type())) given = std::max(given, largest_finite(operand.value));
    for (std::size_t i = 0; i < all.size(); i++) {
        const Literal& result = run.results[i];
        if (!has_floats(result.type())) continue;
        ElementBounds& one = all[i];
        one.bounds.resize(static_cast<std::size_t>(result.type().element_count()));
        one.own.resize(one.bounds.size());
        double farthest = 0;
        for (const double bound : one.bounds)
            if (std::isfinite(bound)) farthest = std::max(farthest, bound);
        const double norm = std::max(given, largest_finite(result));
        const double own = own_share(run.rule.own, result.type().element) * norm;
        const std::vector<double> sizes = magnitudes(result);
        for (std::size_t k = 0; k < sizes.size(); k++) {
            if (!std::isfinite(sizes[k])) {
                // what infinities and NaN of an operand become in each part depends on the algorithm
                one.bounds[k] = infinity;
                continue;
            }
            one.own[k] = own;
            one.bounds[k] += 2 * farthest + own;
        }
    }
    return all;
}

}  // namespace hlo2c::frontend

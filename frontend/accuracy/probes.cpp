#include <algorithm>
#include <cmath>
#include <limits>

#include "frontend/accuracy/float_format.h"
#include "frontend/accuracy/mixed_bits.h"
#include "frontend/accuracy/op_run.h"
#include "frontend/data/compare.h"
#include "frontend/ir/attributes.h"

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

/// The largest finite magnitude in each of `groups` equal parts of a tensor; of the whole tensor if it has no
/// such parts.
std::vector<double> largest_finite(const Literal& literal, std::size_t groups) {
    const std::vector<double> parts = parts_of(literal);
    std::vector<double> largest(groups);
    const bool is_divided = parts.size() >= groups && parts.size() % groups == 0;
    for (std::size_t i = 0; i < parts.size(); i++) {
        if (!std::isfinite(parts[i])) continue;
        const double size = std::fabs(parts[i]);
        if (is_divided) {
            double& group = largest[i / (parts.size() / groups)];
            group = std::max(group, size);
        } else {
            for (double& group : largest) group = std::max(group, size);
        }
    }
    return largest;
}

/// The parts of a result that depend on parts of the operands: the transforms of a Fourier transform,
/// otherwise one.
std::size_t independent_groups(const OpRun& run) {
    if (run.rule.own != AccuracyRule::Own::Fourier) return 1;
    const std::vector<std::int64_t>& shape = run.results[0].type().shape;
    const std::vector<std::int64_t> lengths = run.op()[attr::fft_length];
    std::size_t groups = 1;
    for (std::size_t d = 0; d + lengths.size() < shape.size(); d++)
        groups *= static_cast<std::size_t>(shape[d]);
    return std::max<std::size_t>(groups, 1);
}

/// The op's own error relative to the largest element: some roundings for a Fourier transform, the default
/// tolerance for other ops, whose condition is unknown here.
double own_share(const OpRun& run, ElementType type) {
    constexpr double some_roundings = 64;
    return run.rule.own == AccuracyRule::Own::Fourier ? some_roundings * unit_roundoff(type)
                                                      : default_tolerance(type).relative;
}

/// Widens the bounds of a result by the op's own error, relative to the largest element of each group.
void widen_by_norm(const OpRun& run, const Literal& result, const std::vector<double>& given,
                   ElementBounds& one) {
    const std::size_t count = static_cast<std::size_t>(result.type().element_count()), groups = given.size();
    one.bounds.resize(count);
    one.own.resize(count);
    const std::vector<double> made = largest_finite(result, groups);
    const double share = own_share(run, result.type().element);
    std::vector<double> farthest(groups);
    const auto group_of = [&](std::size_t k) { return count % groups == 0 ? k / (count / groups) : 0; };
    for (std::size_t k = 0; k < count; k++)
        if (std::isfinite(one.bounds[k]))
            farthest[group_of(k)] = std::max(farthest[group_of(k)], one.bounds[k]);
    const std::vector<double> sizes = magnitudes(result);
    for (std::size_t k = 0; k < count; k++) {
        if (!std::isfinite(sizes[k])) {
            // what infinities and NaN of an operand become in each part depends on the algorithm
            one.bounds[k] = infinity;
            continue;
        }
        const std::size_t group = group_of(k);
        one.own[k] = share * std::max(given[group], made[group]);
        one.bounds[k] += 2 * farthest[group] + one.own[k];
    }
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
    std::vector<double> given(independent_groups(run));
    for (const Estimate& operand : run.operands) {
        if (!has_floats(operand.value.type())) continue;
        const std::vector<double> largest = largest_finite(operand.value, given.size());
        for (std::size_t i = 0; i < given.size(); i++) given[i] = std::max(given[i], largest[i]);
    }
    for (std::size_t i = 0; i < all.size(); i++)
        if (has_floats(run.results[i].type())) widen_by_norm(run, run.results[i], given, all[i]);
    return all;
}

}  // namespace hlo2c::frontend

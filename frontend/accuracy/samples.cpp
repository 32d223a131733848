#include "frontend/accuracy/samples.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "frontend/accuracy/body.h"
#include "frontend/accuracy/float_format.h"
#include "frontend/accuracy/mixed_bits.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {
namespace {

/// Random numbers in [-1, 1), the same on every machine. Equal results have equal errors, since an op makes
/// them of equal operands; in a sum these errors do not cancel.
class Shares {
public:
    explicit Shares(std::uint64_t seed) : seed_(seed * 0xD1342543DE82EF95u) {}

    double of(double result) const {
        return static_cast<double>(MixedBits(seed_ ^ std::bit_cast<std::uint64_t>(result)).next() >> 11) *
                   0x1p-52 -
               1;
    }

private:
    std::uint64_t seed_;
};

Literal in_widest_type(const Literal& literal) {
    const TensorType& type = literal.type();
    if (!has_floats(type) || widest(type.element) == type.element) return literal;
    return from_parts(tensor_type(type.shape, widest(type.element)), parts_of(literal));
}

Literal sample_in_own_type(const Estimate& operand, std::size_t number) {
    const Literal& value = operand.samples.empty() ? operand.value : operand.samples[number];
    const bool fits = value.type().element == operand.value.type().element;
    return fits ? value : from_parts(operand.value.type(), parts_of(value));
}

/// The single op of a reduction's body, if the reduction can run on other types.
std::optional<OpCode> body_of(const OpRun& run) {
    if (!has_trait(run.op().code, op_trait::Reducing) || run.results.size() != 1) return std::nullopt;
    return combining_ops(run.op().regions.back()).at(0);
}

bool runs_in_other_types(const OpRun& run) {
    for (const Estimate& operand : run.operands)
        if (operand.value.type().is_quantized()) return false;
    if (run.results.size() != 1 || run.results[0].type().is_quantized()) return false;
    const AccuracyRule::Kind kind = run.rule.kind;
    if (depends_on_type(run.op().code)) return false;
    return kind == AccuracyRule::Kind::Moved || kind == AccuracyRule::Kind::Elementwise ||
           kind == AccuracyRule::Kind::Sum || body_of(run).has_value();
}

std::vector<Literal> run_sample(const OpRun& run, std::size_t number) {
    const bool other_types = runs_in_other_types(run);
    std::vector<Literal> operands;
    for (const Estimate& operand : run.operands)
        operands.push_back(other_types ? sample_in_widest_type(operand, number)
                                       : sample_in_own_type(operand, number));
    if (!other_types) return run.again(operands);
    const ElementType type = widest(run.results[0].type().element);
    return run.other(operands, {&type, 1}, body_of(run));
}

/// Adds a random share of the op's own error, and of the rounding error of an inexact result.
Literal with_own_error(const OpRun& run, const ElementBounds& bounds, const Literal& reference,
                       const Literal& sample, const Shares& shares) {
    const TensorType& type = reference.type();
    if (!has_floats(type) || sample.type().shape != type.shape) return sample;
    const std::size_t per_element = parts_per_element(type.element);
    const bool rounds =
        run.rule.kind != AccuracyRule::Kind::Moved && run.rule.kind != AccuracyRule::Kind::Probed;
    std::vector<double> parts = parts_of(sample);
    const Elements<double> results = read_parts(reference);
    for (std::size_t i = 0; i < parts.size(); i++) {
        const std::size_t element = i / per_element;
        if (bounds.bounds[element] == 0 || !std::isfinite(parts[i])) continue;
        const double own = bounds.own.empty() ? 0 : bounds.own[element];
        parts[i] += shares.of(results[i]) * (own + (rounds ? unit_in_last_place(type.element, parts[i]) : 0));
    }
    return from_parts(tensor_type(type.shape, widest(type.element)), std::move(parts));
}

bool is_exact(const ElementBounds& bounds) {
    return std::all_of(bounds.bounds.begin(), bounds.bounds.end(), [](double bound) { return bound == 0; });
}

}  // namespace

Literal sample_in_widest_type(const Estimate& estimate, std::size_t number) {
    return in_widest_type(estimate.samples.empty() ? estimate.value : estimate.samples[number]);
}

std::vector<std::vector<Literal>> sample_results(const OpRun& run, const ResultBounds& bounds) {
    std::vector<std::vector<Literal>> all(run.results.size());
    if (std::all_of(bounds.begin(), bounds.end(), is_exact)) return all;
    const bool exact = all_exact(run.operands);
    for (std::size_t number = 0; number < sample_count; number++) {
        const std::vector<Literal> samples = exact ? run.results : run_sample(run, number);
        for (std::size_t i = 0; i < samples.size(); i++) {
            if (is_exact(bounds[i])) continue;
            const Shares shares((number + 1) * 1000003 + run.op().results[i]);
            all[i].push_back(with_own_error(run, bounds[i], run.results[i], samples[i], shares));
        }
    }
    return all;
}

bool narrows_by_samples(AccuracyRule::Kind kind) {
    return kind == AccuracyRule::Kind::Sum || kind == AccuracyRule::Kind::Reduction;
}

void narrow(ElementBounds& bounds, const Literal& reference, const std::vector<Literal>& samples) {
    constexpr std::size_t least_elements = 16;
    constexpr double times = 8, least_share = 1.0 / 64;
    if (bounds.bounds.size() < least_elements || samples.size() < sample_count) return;
    const std::size_t per_element = parts_per_element(reference.type().element);
    const Elements<double> values = read_parts(reference);
    double most = 0;
    for (const Literal& sample : samples) {
        if (sample.type().shape != reference.type().shape) return;
        const Elements<double> parts = read_parts(sample);
        for (std::size_t i = 0; i < bounds.bounds.size() * per_element; i++) {
            const double bound = bounds.bounds[i / per_element], distance = std::fabs(parts[i] - values[i]);
            if (!std::isfinite(values[i]) || !std::isfinite(bound) || bound == 0) continue;
            if (!std::isfinite(distance)) return;
            most = std::max(most, distance / bound);
        }
    }
    const double share = std::max(times * most, least_share);
    if (share >= 1) return;
    for (std::size_t i = 0; i < bounds.bounds.size(); i++) {
        const double own = bounds.own.empty() ? 0 : bounds.own[i];
        if (std::isfinite(bounds.bounds[i])) bounds.bounds[i] = std::max(share * bounds.bounds[i], own);
    }
}

}  // namespace hlo2c::frontend

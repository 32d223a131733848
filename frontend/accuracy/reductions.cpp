#include <algorithm>
#include <cmath>
#include <limits>

#include "frontend/accuracy/body.h"
#include "frontend/accuracy/float_format.h"
#include "frontend/ir/op_set.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {
namespace {

/// One result of a reduction: an op with only this result, and its operands.
struct OneResult {
    Op op;
    std::vector<Estimate> operands;
};

OneResult take_result(const OpRun& run, std::size_t result) {
    const std::size_t count = run.results.size();
    OneResult one{run.op(), {}};
    one.op.results = {run.op().results[result]};
    one.operands = {run.operands[result]};
    if (run.op().code == OpCode::Scatter) one.operands.push_back(run.operands[count]);
    one.operands.push_back(run.operands[run.operands.size() - count + result]);
    return one;
}

/// The indices of a scatter stay unchanged.
AddedTerms terms_of(const OneResult& one, bool scatters) {
    AddedTerms terms = added_terms(one.operands);
    if (!scatters) return terms;
    for (std::vector<Literal>* operands : {&terms.magnitudes, &terms.bounds, &terms.ones, &terms.finite})
        if (!operands->empty()) (*operands)[1] = one.operands[1].value;
    return terms;
}

/// Bounds of a product of many factors, each within its bound. Partial products may overflow even if the
/// product does not.
ElementBounds multiplied_bounds(const OtherRun& other, const Literal& reference, const OneResult& one,
                                bool scatters) {
    const ElementType type = reference.type().element, f64 = ElementType::F64;
    const auto multiplied = [&](auto change) {
        std::vector<Literal> operands;
        for (std::size_t k = 0; k < one.operands.size(); k++) {
            const Estimate& operand = one.operands[k];
            if (scatters && k == 1) {
                operands.push_back(operand.value);
                continue;
            }
            std::vector<double> sizes = magnitudes(operand.value);
            for (std::size_t i = 0; i < sizes.size(); i++)
                sizes[i] = change(sizes[i], 1.5 * operand.bound(i));
            operands.push_back(from_reals(tensor_type(operand.value.type().shape, f64), sizes));
        }
        return parts_of(other(operands, {&f64, 1}, OpCode::Multiply).front());
    };
    const std::vector<double> plain = multiplied([](double size, double) { return size; });
    const std::vector<double> most = multiplied([](double size, double bound) { return size + bound; });
    const std::vector<double> above =
        multiplied([](double size, double bound) { return std::max(size + bound, 1.0); });
    const std::vector<double> count =
        parts_of(other(terms_of(one, scatters).ones, {&f64, 1}, OpCode::Add).front());
    const double parts = is_complex(type) ? 8 : 1;
    std::vector<double> bounds(plain.size()), own(plain.size());
    const bool exact = all_exact(one.operands);
    for (std::size_t i = 0; i < bounds.size(); i++) {
        const double roundings = 2 * parts * std::max(count[i] - 1, 0.0);
        if (roundings == 0 && exact) continue;
        own[i] = roundings * (unit_roundoff(type) * most[i] + unit_in_last_place(type, 0) * above[i]);
        bounds[i] = (exact ? 0 : most[i] - plain[i]) + own[i];
        if (!(above[i] < largest_number(type))) bounds[i] = infinity;
    }
    return {std::move(bounds), std::move(own)};
}

ElementBounds summed_bounds(const OtherRun& other, const Literal& reference, const OneResult& one,
                            bool scatters) {
    return added_bounds(other, reference, terms_of(one, scatters));
}

/// The bounds of reductions by a single op.
using CombinedBounds = ElementBounds (*)(const OtherRun&, const Literal&, const OneResult&, bool);
constexpr auto combined_bounds = partial<CombinedBounds>({
    {OpCode::Add, summed_bounds},
    {OpCode::Multiply, multiplied_bounds},
});

}  // namespace

ResultBounds reduction_bounds(const OpRun& run) {
    const OpCode code = run.op().code;
    const bool scatters = code == OpCode::Scatter;
    const std::size_t count = run.results.size();
    const bool is_plain = has_trait(code, op_trait::Reducing) || scatters;
    const Region& body = run.op().regions.back();
    const std::vector<std::optional<OpCode>> combines =
        is_plain ? combining_ops(body) : std::vector<std::optional<OpCode>>(count);
    const bool computes = computes_floats(run.other.function, body);
    if (!computes) return probed_bounds(run);
    if (scatters && !run.operands[count].is_exact()) return undecided_bounds(run);
    ResultBounds all;
    std::optional<ResultBounds> others;
    for (std::size_t i = 0; i < count; i++) {
        const bool is_real = is_float(real_part(run.results[i].type().element));
        const CombinedBounds combined = combines.at(i) ? behaviour(combined_bounds, *combines[i]) : nullptr;
        if (!is_real || combined == nullptr) {
            if (!others) others = normwise_bounds(run);
            all.push_back((*others)[i]);
            continue;
        }
        const OneResult one = take_result(run, i);
        const OtherRun other{run.other.program, run.other.function, one.op};
        all.push_back(combined(other, run.results[i], one, scatters));
    }
    return all;
}

std::vector<std::optional<OpCode>> combining_ops(const Region& region) {
    std::vector<std::optional<OpCode>> codes;
    const Op& last = region.ops.back();
    const std::size_t half = region.arguments.size() / 2;
    for (std::size_t i = 0; i < last.operands.size(); i++) {
        codes.emplace_back();
        if (i >= half) continue;
        const ValueId a = region.arguments[i], b = region.arguments[half + i];
        for (const Op& op : region.ops) {
            if (op.results != std::vector<ValueId>{last.operands[i]} || op.operands.size() != 2) continue;
            const bool both =
                (op.operands[0] == a && op.operands[1] == b) || (op.operands[0] == b && op.operands[1] == a);
            if (both) codes.back() = op.code;
        }
    }
    return codes;
}

/// Ops whose results are operands or constants, but for the sign.
constexpr OpSet choosing = {OpCode::Abs,     OpCode::Clamp,  OpCode::Constant, OpCode::Maximum,
                            OpCode::Minimum, OpCode::Negate, OpCode::Return,   OpCode::Select};

bool computes_floats(const Function& function, const Region& region) {
    bool computes = false;
    for_each_op(region, [&](const Op& op) {
        if (choosing.contains(op.code)) return;
        if (family_of(op.code) == OpFamily::Movement) return;
        for (const ValueId result : op.results)
            computes = computes || (function.type(result).is_tensor() &&
                                    is_float(real_part(function.tensor(result).element)));
    });
    return computes;
}

}  // namespace hlo2c::frontend

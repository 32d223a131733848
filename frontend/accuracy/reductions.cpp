#include <algorithm>
#include <cmath>
#include <limits>

#include "frontend/accuracy/body.h"
#include "frontend/accuracy/float_format.h"
#include "frontend/data/compare.h"
#include "frontend/evaluate/movement.h"
#include "frontend/evaluate/window.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/combiner.h"
#include "frontend/ir/op_set.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/dynamic_reduce_window.h"
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
    if (run.op().code == OpCode::SelectAndScatter) return {run.op(), run.operands};
    OneResult one{run.op(), {}};
    one.op.results = {run.op().results[result]};
    one.operands = {run.operands[result]};
    if (run.op().code == OpCode::Scatter) one.operands.push_back(run.operands[count]);
    one.operands.push_back(run.operands[run.operands.size() - count + result]);
    return one;
}

/// The operand that only decides where terms go, if there is one.
std::optional<std::size_t> placing_operand(OpCode code) {
    if (code == OpCode::Scatter) return 1;
    if (code == OpCode::SelectAndScatter) return 0;
    return std::nullopt;
}

AddedTerms terms_of(const OneResult& one) {
    return added_terms(one.operands, placing_operand(one.op.code));
}

/// Bounds of a product of many factors, each within its bound. Partial products may overflow even if the
/// product does not.
ElementBounds multiplied_bounds(const OtherRun& other, const Literal& reference, const OneResult& one) {
    const ElementType type = reference.type().element, f64 = ElementType::F64;
    const auto multiplied = [&](auto change) {
        std::vector<Literal> operands;
        for (std::size_t k = 0; k < one.operands.size(); k++) {
            const Estimate& operand = one.operands[k];
            if (k == placing_operand(one.op.code)) {
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
    const std::vector<double> count = parts_of(other(terms_of(one).ones, {&f64, 1}, OpCode::Add).front());
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

ElementBounds summed_bounds(const OtherRun& other, const Literal& reference, const OneResult& one) {
    return added_bounds(other, reference, terms_of(one));
}

/// The bounds of reductions by a single op.
using CombinedBounds = ElementBounds (*)(const OtherRun&, const Literal&, const OneResult&);
constexpr auto combined_bounds = partial<CombinedBounds>({
    {OpCode::Add, summed_bounds},
    {OpCode::Multiply, multiplied_bounds},
});

bool is_real(const Literal& literal) {
    return is_float(real_part(literal.type().element));
}

/// Bounds of a reduction by any other body, whose condition is unknown: three times what probes show, and the
/// default tolerance relative to the largest element that a result combines.
ResultBounds unknown_body_bounds(const OpRun& run) {
    constexpr ElementType f64 = ElementType::F64;
    ResultBounds all = probed_bounds(run);
    std::vector<double> largest;
    for (std::size_t i = 0; i < run.results.size(); i++) {
        if (!is_real(run.results[i])) continue;
        const OneResult one = take_result(run, i);
        const OtherRun other{run.other.program, run.other.function, one.op};
        const std::vector<double> own =
            parts_of(other(terms_of(one).magnitudes, {&f64, 1}, OpCode::Maximum).front());
        largest.resize(own.size());
        for (std::size_t k = 0; k < own.size(); k++) largest[k] = std::max(largest[k], own[k]);
    }
    for (std::size_t i = 0; i < run.results.size(); i++) {
        if (!is_real(run.results[i])) continue;
        const double share = default_tolerance(run.results[i].type().element).relative;
        const std::vector<double> sizes = magnitudes(run.results[i]);
        ElementBounds& one = all[i];
        one.bounds.resize(sizes.size());
        one.own.resize(sizes.size());
        for (std::size_t k = 0; k < sizes.size(); k++) {
            one.own[k] = std::isfinite(sizes[k]) ? share * std::max(largest[k], sizes[k]) : infinity;
            one.bounds[k] = 3 * one.bounds[k] + one.own[k];
        }
    }
    return all;
}

/// Bounds of the op where errors of operands change no place of a term. The body is a region of `function`.
ResultBounds placed_bounds(const OpRun& run, const Function& function, const Region& body) {
    if (!computes_floats(function, body)) return probed_bounds(run);
    const std::vector<std::optional<OpCode>> combines = combining_ops(body);
    ResultBounds all;
    std::optional<ResultBounds> others;
    for (std::size_t i = 0; i < run.results.size(); i++) {
        const CombinedBounds combined = combines.at(i) ? behaviour(combined_bounds, *combines[i]) : nullptr;
        if (!is_real(run.results[i]) || combined == nullptr) {
            if (!others) others = unknown_body_bounds(run);
            all.push_back((*others)[i]);
            continue;
        }
        const OneResult one = take_result(run, i);
        const OtherRun other{run.other.program, run.other.function, one.op};
        all.push_back(combined(other, run.results[i], one));
    }
    return all;
}

}  // namespace

ResultBounds dynamic_window_bounds(const OpRun& run) {
    const auto call = dynamic_reduce_window(run.op());
    const Function* reducer = call ? run.other.program.function(call->reducer) : nullptr;
    if (reducer == nullptr) return undecided_bounds(run);
    const auto first_list = run.operands.begin() + static_cast<std::ptrdiff_t>(call->first_list());
    const std::vector<Estimate> operands(run.operands.begin(), first_list),
        sizes(first_list, run.operands.end());
    if (!all_exact(sizes)) return undecided_bounds(run);
    WindowLists lists;
    for (std::size_t i = 0; i < lists.size(); i++) lists[i] = integer_list(sizes[i].value);
    Op window = reduce_window_of(lists);
    window.results = run.op().results;
    window.regions.resize(1);
    const auto again = [&](std::vector<Literal> others) {
        for (const Estimate& list : sizes) others.push_back(list.value);
        return run.again(others);
    };
    const OpRun reduction{
        {run.other.program, run.other.function, window}, run.rule, operands, run.results, again};
    return placed_bounds(reduction, *reducer, reducer->body);
}

ResultBounds reduction_bounds(const OpRun& run) {
    const OpCode code = run.op().code;
    const Region& body = run.op().regions.back();
    if (code == OpCode::Scatter && !run.operands[run.results.size()].is_exact() &&
        computes_floats(run.other.function, body))
        return undecided_bounds(run);
    ResultBounds all = placed_bounds(run, run.other.function, body);
    if (code == OpCode::SelectAndScatter) add_contested_sources(run, all[0]);
    return all;
}

std::vector<std::optional<OpCode>> combining_ops(const Region& region) {
    std::vector<std::optional<OpCode>> codes;
    for (std::size_t i = 0; i < region.ops.back().operands.size(); i++) {
        const Op* op = combiner(region, i);
        codes.push_back(op != nullptr ? std::optional(op->code) : std::nullopt);
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

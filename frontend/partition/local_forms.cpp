#include "frontend/partition/local_forms.h"

#include <algorithm>
#include <limits>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/ir/total_table.h"

namespace hlo2c::frontend {
namespace {

constexpr auto forms = partial<LocalForm>({
    {OpCode::Convolution, local_convolution},
    {OpCode::Dot, local_dot},
    {OpCode::DotGeneral, local_dot},
    {OpCode::DynamicSlice, local_dynamic_slice},
    {OpCode::DynamicUpdateSlice, local_dynamic_update_slice},
    {OpCode::Gather, local_gather},
    {OpCode::Pad, local_pad},
    {OpCode::Reduce, local_reduce},
    {OpCode::ReduceWindow, local_reduce_window},
    {OpCode::Scatter, local_scatter},
    {OpCode::Slice, local_slice},
});

/// Whether partial results can be added.
bool can_add_parts(const Function& function, const Op& op) {
    const TensorType& result = function.tensor(op.results[0]);
    return !result.is_quantized() && result.element != ElementType::I1;
}

/// Whether the bits of one device's result can be combined with the zeros of the others.
bool can_select_parts(const Function& function, const Op& op) {
    const TensorType& result = function.tensor(op.results[0]);
    const int bits = bit_width(result.element);
    return !result.is_quantized() && !is_complex(result.element) && (bits == 1 || (bits >= 8 && bits <= 64));
}

/// Whether the op can be divided along its reduction factors.
using ReductionTest = bool (*)(const Function& function, const Op& op);
constexpr auto reduction_tests = partial<ReductionTest>({
    {OpCode::Convolution, can_add_parts},
    {OpCode::Dot, can_add_parts},
    {OpCode::DotGeneral, can_add_parts},
    {OpCode::Gather, can_select_parts},
    {OpCode::Reduce, can_reduce_parts},
});

/// Marks the factors of a scatter along which indices would lead to other parts.
void exclude_indexed_windows(const Function& function, const Op& op, const ShardingRule& rule,
                             std::vector<std::int64_t>& most) {
    const ScatterDimensions at = op[attr::scatter_dimension_numbers];
    for (std::int64_t d = 0; d < function.tensor(op.operands[0]).rank(); d++) {
        const bool is_indexed = contains(at.scatter_dims_to_operand_dims, d);
        const bool is_inserted = contains(at.inserted_window_dims, d);
        const bool is_batching = contains(at.input_batching_dims, d);
        if (!is_batching && is_indexed != is_inserted)
            for (const int factor : rule.operands[0][static_cast<std::size_t>(d)])
                most[static_cast<std::size_t>(factor)] = 1;
    }
}

bool has_factor(const std::vector<std::vector<DimensionFactors>>& tensors, int factor) {
    for (const std::vector<DimensionFactors>& dimensions : tensors)
        for (const DimensionFactors& factors : dimensions)
            if (std::find(factors.begin(), factors.end(), factor) != factors.end()) return true;
    return false;
}

/// Marks the factors of a reshape that only one side has: their parts are not together on the other.
void exclude_private_factors(const ShardingRule& rule, std::vector<std::int64_t>& most) {
    for (std::size_t f = 0; f < most.size(); f++)
        if (!has_factor(rule.operands, static_cast<int>(f)) || !has_factor(rule.results, static_cast<int>(f)))
            most[f] = 1;
}

constexpr std::int64_t any_number_of_parts = std::numeric_limits<std::int64_t>::max();

/// The dimension that a factor alone makes up.
std::optional<std::int64_t> dimension_of(const std::vector<DimensionFactors>& dimensions, int factor) {
    for (std::size_t d = 0; d < dimensions.size(); d++)
        if (dimensions[d] == DimensionFactors{factor}) return static_cast<std::int64_t>(d);
    return std::nullopt;
}

/// For a factor along which a window reads elements of neighbouring parts.
std::int64_t most_window_parts(const Function& function, const Op& op, const ShardingRule& rule, int factor) {
    const auto from = dimension_of(rule.operands[0], factor), to = dimension_of(rule.results[0], factor);
    const TensorType &whole = function.tensor(op.operands[0]), &result = function.tensor(op.results[0]);
    if (!from || !to || whole.is_quantized()) return 1;
    const auto window = window_along(op, function.tensor(op.operands.back()), *from);
    return window ? most_parts(*window, size_at(whole, *from), size_at(result, *to)) : 1;
}

}  // namespace

std::vector<std::int64_t> most_parts(const Function& function, const Op& op, const ShardingRule& rule) {
    const ReductionTest test = behaviour(reduction_tests, op.code);
    const bool is_reducible = test != nullptr && test(function, op);
    // The part's elements and those of the update are selected, which would round quantized ones.
    const bool selects_update =
        op.code == OpCode::DynamicUpdateSlice && !function.tensor(op.results[0]).is_quantized();
    std::vector<std::int64_t> most;
    for (std::size_t f = 0; f < rule.factors.size(); f++) {
        const FactorKind kind = rule.factors[f].kind;
        const bool is_any = kind == FactorKind::PassThrough ||
                            (kind == FactorKind::Reduction && is_reducible) ||
                            (kind == FactorKind::Exchange && selects_update);
        most.push_back(is_any ? any_number_of_parts
                       : kind == FactorKind::Exchange
                           ? most_window_parts(function, op, rule, static_cast<int>(f))
                           : 1);
    }
    if (op.code == OpCode::Reshape) exclude_private_factors(rule, most);
    if (op.code == OpCode::Scatter) exclude_indexed_windows(function, op, rule, most);
    return most;
}

LocalResults emit_as_it_is(ShardedOp& sharded) {
    return {.values = sharded.local.emit(std::move(sharded.op), sharded.results)};
}

LocalResults emit_local(ShardedOp& sharded) {
    const LocalForm form = behaviour(forms, sharded.op.code);
    return form != nullptr ? form(sharded) : emit_as_it_is(sharded);
}

}  // namespace hlo2c::frontend

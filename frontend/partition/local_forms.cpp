#include "frontend/partition/local_forms.h"

#include <algorithm>

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
    {OpCode::Reduce, local_reduce},
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
                             std::vector<bool>& divisible) {
    const ScatterDimensions at = op[attr::scatter_dimension_numbers];
    for (std::int64_t d = 0; d < function.tensor(op.operands[0]).rank(); d++) {
        const bool is_indexed = contains(at.scatter_dims_to_operand_dims, d);
        const bool is_inserted = contains(at.inserted_window_dims, d);
        const bool is_batching = contains(at.input_batching_dims, d);
        if (!is_batching && is_indexed != is_inserted)
            for (const int factor : rule.operands[0][static_cast<std::size_t>(d)])
                divisible[static_cast<std::size_t>(factor)] = false;
    }
}

bool has_factor(const std::vector<std::vector<DimensionFactors>>& tensors, int factor) {
    for (const std::vector<DimensionFactors>& dimensions : tensors)
        for (const DimensionFactors& factors : dimensions)
            if (std::find(factors.begin(), factors.end(), factor) != factors.end()) return true;
    return false;
}

/// Marks the factors of a reshape that only one side has: their parts are not together on the other.
void exclude_private_factors(const ShardingRule& rule, std::vector<bool>& divisible) {
    for (std::size_t f = 0; f < divisible.size(); f++)
        divisible[f] = divisible[f] && has_factor(rule.operands, static_cast<int>(f)) &&
                       has_factor(rule.results, static_cast<int>(f));
}

}  // namespace

std::vector<bool> divisible_factors(const Function& function, const Op& op, const ShardingRule& rule) {
    const ReductionTest test = behaviour(reduction_tests, op.code);
    const bool is_reducible = test != nullptr && test(function, op);
    std::vector<bool> divisible;
    for (const Factor& factor : rule.factors) {
        const bool is_own_place =
            factor.kind == FactorKind::Exchange && op.code == OpCode::DynamicUpdateSlice;
        divisible.push_back(factor.kind == FactorKind::PassThrough || is_own_place ||
                            (factor.kind == FactorKind::Reduction && is_reducible));
    }
    if (op.code == OpCode::Reshape) exclude_private_factors(rule, divisible);
    if (op.code == OpCode::Scatter) exclude_indexed_windows(function, op, rule, divisible);
    return divisible;
}

LocalResults emit_as_it_is(ShardedOp& sharded) {
    return {.values = sharded.local.emit(std::move(sharded.op), sharded.results)};
}

LocalResults emit_local(ShardedOp& sharded) {
    const LocalForm form = behaviour(forms, sharded.op.code);
    return form != nullptr ? form(sharded) : emit_as_it_is(sharded);
}

}  // namespace hlo2c::frontend

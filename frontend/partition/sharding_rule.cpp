#include "frontend/partition/sharding_rule.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "frontend/ir/library_calls.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/op_traits.h"
#include "frontend/partition/rule_builder.h"

namespace hlo2c::frontend {
namespace {

constexpr auto rules = partial<RuleHook>({
    {OpCode::BatchNormGrad, batch_norm_rule},
    {OpCode::BatchNormInference, batch_norm_inference_rule},
    {OpCode::BatchNormTraining, batch_norm_rule},
    {OpCode::BitcastConvert, bitcast_convert_rule},
    {OpCode::BroadcastInDim, broadcast_in_dim_rule},
    {OpCode::Cholesky, cholesky_rule},
    {OpCode::ChloConstantLike, elementwise_rule},
    {OpCode::ChloTopK, top_k_rule},
    {OpCode::Clamp, elementwise_rule},
    {OpCode::Concatenate, concatenate_rule},
    {OpCode::Convolution, convolution_rule},
    {OpCode::Dot, dot_rule},
    {OpCode::DotGeneral, dot_general_rule},
    {OpCode::DynamicSlice, dynamic_slice_rule},
    {OpCode::DynamicUpdateSlice, dynamic_update_slice_rule},
    {OpCode::Fft, fft_rule},
    {OpCode::Gather, gather_rule},
    {OpCode::Map, elementwise_rule},
    {OpCode::OptimizationBarrier, each_to_each_rule},
    {OpCode::Pad, pad_rule},
    {OpCode::Reduce, reduce_rule},
    {OpCode::ReduceWindow, reduce_window_rule},
    {OpCode::Reverse, reverse_rule},
    {OpCode::Scatter, scatter_rule},
    {OpCode::SdyReshard, each_to_each_rule},
    {OpCode::SdyShardingConstraint, each_to_each_rule},
    {OpCode::Select, elementwise_rule},
    {OpCode::SelectAndScatter, select_and_scatter_rule},
    {OpCode::Slice, slice_rule},
    {OpCode::Sort, sort_rule},
    {OpCode::Transpose, transpose_rule},
    {OpCode::TriangularSolve, triangular_solve_rule},
});

/// Custom calls that only state something of their operands.
constexpr LibraryCallTable<bool> annotations = by_enumerator<last_library_call, bool>({
    {LibraryCall::Annotation, true},
    {LibraryCall::Sharding, true},
    {LibraryCall::ResultSharding, true},
});

/// Whether each operand has the first result's shape or is a scalar.
bool has_one_shape(const Function& function, const Op& op) {
    if (op.results.empty()) return false;
    const std::vector<std::int64_t>& shape = function.tensor(op.results[0]).shape;
    return std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId operand) {
        const std::vector<std::int64_t>& own = function.tensor(operand).shape;
        return own == shape || own.empty();
    });
}

RuleHook hook_of(const Function& function, const Op& op) {
    if (const RuleHook hook = behaviour(rules, op.code); hook != nullptr) return hook;
    if (op.code == OpCode::CustomCall && annotations[static_cast<std::size_t>(library_call(op))] &&
        op.operands.size() == op.results.size())
        return each_to_each_rule;
    const bool is_elementwise =
        has_trait(op.code, op_trait::Elementwise | op_trait::Broadcasting) && has_one_shape(function, op);
    return is_elementwise ? elementwise_rule : nullptr;
}

}  // namespace

bool can_be_cut(const Type& type) {
    if (!type.is_tensor()) return true;
    const TensorType& tensor = type.as_tensor();
    const bool is_per_axis = tensor.is_quantized() && tensor.quantization.front().axis >= 0;
    // Slices and collectives take no tf32.
    return tensor.is_static() && tensor.element_count() > 0 && !is_per_axis &&
           tensor.element != ElementType::TF32;
}

bool is_elementwise(const Function& function, const Op& op) {
    return hook_of(function, op) == elementwise_rule;
}

std::optional<ShardingRule> sharding_rule(const Function& function, const Op& op) {
    const auto is_cuttable = [&](ValueId value) { return can_be_cut(function.type(value)); };
    if (!std::all_of(op.operands.begin(), op.operands.end(), is_cuttable) ||
        !std::all_of(op.results.begin(), op.results.end(), is_cuttable))
        return std::nullopt;
    if (op.code == OpCode::Reshape)
        return reshape_rule(function.tensor(op.operands[0]).shape, function.tensor(op.results[0]).shape);
    const RuleHook hook = hook_of(function, op);
    if (hook == nullptr) return std::nullopt;
    RuleBuilder builder(function, op);
    hook(builder);
    return builder.take();
}

ShardingRule identity_rule(const std::vector<std::int64_t>& shape, std::size_t operands,
                           std::size_t results) {
    ShardingRule rule;
    std::vector<DimensionFactors> dimensions;
    for (const std::int64_t size : shape) dimensions.push_back({rule.add(size)});
    rule.operands.resize(operands, dimensions);
    rule.results.resize(results, dimensions);
    return rule;
}

namespace {

/// One side of a reshape: the dimension that is being divided into factors.
struct ReshapeSide {
    const std::vector<std::int64_t>& shape;
    std::vector<DimensionFactors>& factors;
    std::size_t next = 0;      // dimension
    std::int64_t rest = 1;     // of the dimension before, not yet in factors
    std::int64_t divided = 1;  // product of the factors

    bool at_end() const { return rest == 1 && next == shape.size(); }
    void add(int factor, std::int64_t size) {
        factors[next - 1].push_back(factor);
        rest /= size;
        divided *= size;
    }
    /// Moves past finished dimensions and those of size 1, which have a factor of their own.
    void advance(ShardingRule& rule) {
        while (rest == 1 && next < shape.size()) {
            rest = shape[next++];
            if (rest == 1) factors[next - 1].push_back(rule.add(1));
        }
    }
};

/// The size of a factor that only the side has which is behind, so that the products may become equal again.
std::int64_t private_size(const ReshapeSide& behind, const ReshapeSide& ahead) {
    if (ahead.divided % behind.divided == 0) {
        const std::int64_t missing = ahead.divided / behind.divided;
        if (behind.rest % missing == 0) return missing;
    }
    const std::int64_t apart = behind.rest / std::gcd(behind.rest, ahead.rest);
    return apart > 1 ? apart : behind.rest;
}

}  // namespace

std::optional<ShardingRule> reshape_rule(const std::vector<std::int64_t>& from,
                                         const std::vector<std::int64_t>& to) {
    if (std::find(from.begin(), from.end(), 0) != from.end()) return std::nullopt;
    ShardingRule rule;
    rule.operands.emplace_back(from.size());
    rule.results.emplace_back(to.size());
    ReshapeSide in{from, rule.operands[0]}, out{to, rule.results[0]};
    const auto add_alone = [&](ReshapeSide& side, std::int64_t size) { side.add(rule.add(size), size); };
    for (;;) {
        in.advance(rule);
        out.advance(rule);
        if (in.at_end() && out.at_end()) return rule;
        const std::int64_t common = std::gcd(in.rest, out.rest);
        if (in.divided == out.divided && common > 1) {
            const int factor = rule.add(common);
            in.add(factor, common);
            out.add(factor, common);
        } else if (in.divided == out.divided) {
            add_alone(in, in.rest);
            add_alone(out, out.rest);
        } else if (in.divided < out.divided) {
            add_alone(in, private_size(in, out));
        } else {
            add_alone(out, private_size(out, in));
        }
    }
}

}  // namespace hlo2c::frontend

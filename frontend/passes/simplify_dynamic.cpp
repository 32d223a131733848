#include "frontend/ir/attributes.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {
namespace {

using Shape = std::vector<std::int64_t>;

/// Turns the op into the static op `code` with its first `operands` operands; its result must have a static
/// type.
Replacement becomes(Rewriter& rewriter, Op& op, OpCode code, std::size_t operands) {
    op.code = code;
    op.operands.resize(operands);
    rewriter.touch();
    return std::nullopt;
}

bool has_static_result(const Rewriter& rewriter, const Op& op) {
    return rewriter.tensor(op.results[0]).is_static() && rewriter.tensor(op.results[0]).bounds.empty();
}

Replacement simplify_dynamic_broadcast(Rewriter& rewriter, Op& op) {
    if (!has_static_result(rewriter, op)) return std::nullopt;
    op.remove_attribute(attr::known_expanding_dimensions);
    op.remove_attribute(attr::known_nonexpanding_dimensions);
    return becomes(rewriter, op, OpCode::BroadcastInDim, 1);
}

Replacement simplify_dynamic_reshape(Rewriter& rewriter, Op& op) {
    return has_static_result(rewriter, op) && rewriter.tensor(op.operands[0]).is_static()
               ? becomes(rewriter, op, OpCode::Reshape, 1)
               : std::nullopt;
}

Replacement simplify_dynamic_iota(Rewriter& rewriter, Op& op) {
    return has_static_result(rewriter, op) ? becomes(rewriter, op, OpCode::Iota, 0) : std::nullopt;
}

Replacement simplify_dynamic_pad(Rewriter& rewriter, Op& op) {
    const std::optional<Shape> low = known_integers(rewriter, op.operands[2]);
    const std::optional<Shape> high = known_integers(rewriter, op.operands[3]);
    const std::optional<Shape> interior = known_integers(rewriter, op.operands[4]);
    if (!low || !high || !interior) return std::nullopt;
    op.set(attr::edge_padding_high, *high);
    op.set(attr::edge_padding_low, *low);
    op.set(attr::interior_padding, *interior);
    return becomes(rewriter, op, OpCode::Pad, 2);
}

Replacement simplify_dynamic_gather(Rewriter& rewriter, Op& op) {
    const std::optional<Shape> sizes = known_integers(rewriter, op.operands[2]);
    if (!sizes) return std::nullopt;
    op.set(attr::slice_sizes, *sizes);
    return becomes(rewriter, op, OpCode::Gather, 2);
}

Replacement simplify_dynamic_convolution(Rewriter& rewriter, Op& op) {
    const Literal* padding = rewriter.constant(op.operands[2]);
    if (padding == nullptr) return std::nullopt;
    std::vector<std::int64_t> values = *known_integers(rewriter, op.operands[2]);
    op.set_attribute(attr::padding, Literal::from_values(
                                        TensorType{padding->type().shape, ElementType::I64, {}, {}}, values));
    return becomes(rewriter, op, OpCode::Convolution, 2);
}

Replacement simplify_get_dimension_size(Rewriter& rewriter, Op& op) {
    const TensorType& operand = rewriter.tensor(op.operands[0]);
    const std::int64_t size = operand.shape.at(static_cast<std::size_t>(op[attr::dimension]));
    if (size == dynamic_size) return std::nullopt;
    return std::vector{emit_uniform(rewriter, rewriter.tensor(op.results[0]), size)};
}

}  // namespace

std::optional<Shape> known_integers(const Rewriter& rewriter, ValueId value) {
    const Literal* literal = rewriter.constant(value);
    if (literal == nullptr) return std::nullopt;
    Shape values;
    for (std::int64_t i = 0; i < literal->type().element_count(); i++) values.push_back(literal->integer(i));
    return values;
}

namespace {

constexpr auto dynamic_rows = std::to_array<RuleEntry>({
    {OpCode::DynamicBroadcastInDim, simplify_dynamic_broadcast},
    {OpCode::DynamicReshape, simplify_dynamic_reshape},
    {OpCode::DynamicIota, simplify_dynamic_iota},
    {OpCode::DynamicPad, simplify_dynamic_pad},
    {OpCode::RealDynamicSlice, simplify_real_dynamic_slice},
    {OpCode::DynamicGather, simplify_dynamic_gather},
    {OpCode::DynamicConv, simplify_dynamic_convolution},
    {OpCode::GetDimensionSize, simplify_get_dimension_size},
    {OpCode::CustomCall, simplify_dynamic_call},
});

}  // namespace

constinit const RuleRows dynamic_rules = dynamic_rows;

}  // namespace hlo2c::frontend

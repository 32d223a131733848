#include <algorithm>
#include <numeric>

#include "frontend/ir/attributes.h"
#include "frontend/ir/structures.h"
#include "frontend/ops/scalar_attribute.h"
#include "frontend/passes/all_static.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

using Shape = std::vector<std::int64_t>;

/// Result dimensions of an operand's dimensions: those that the op names for the operand of lower rank, else
/// the last ones.
Shape places_of(const Op& op, std::size_t rank, std::size_t result_rank) {
    Shape places = op[attr::chlo_broadcast_dimensions];
    if (places.size() == rank && rank < result_rank) return places;
    places.resize(rank);
    std::iota(places.begin(), places.end(), static_cast<std::int64_t>(result_rank - rank));
    return places;
}

/// The plain op on operands broadcast to the result shape.
template <OpCode code>
Replacement decompose_broadcasting(Rewriter& rewriter, Op& op) {
    if (!all_static(rewriter, op)) return std::nullopt;
    Builder builder(rewriter);
    const Shape shape = rewriter.tensor(op.results[0]).shape;
    for (ValueId& operand : op.operands) {
        const std::size_t rank = rewriter.tensor(operand).shape.size();
        if (code == OpCode::Select && &operand == &op.operands[0] && rank == 0) continue;
        operand = builder.broadcast(operand, places_of(op, rank, shape.size()), shape);
    }
    op.remove_attribute(attr::chlo_broadcast_dimensions);
    op.code = code;
    rewriter.touch();
    return std::nullopt;
}

Replacement decompose_dot(Rewriter& rewriter, Op& op) {
    const std::int64_t last = rewriter.tensor(op.operands[0]).rank() - 1;
    StructAttribute dimensions{structures::dot, {}, {}};
    dimensions.fields = {{"lhs_contracting_dimensions", IntegerArray{{last}, "i64"}},
                         {"rhs_contracting_dimensions", IntegerArray{{0}, "i64"}}};
    op.set_attribute(attr::dot_dimension_numbers, std::move(dimensions));
    op.code = OpCode::DotGeneral;
    rewriter.touch();
    return std::nullopt;
}

Replacement decompose_broadcast(Rewriter& rewriter, Op& op) {
    if (!all_static(rewriter, op)) return std::nullopt;
    const Shape shape = rewriter.tensor(op.results[0]).shape;
    const std::size_t rank = rewriter.tensor(op.operands[0]).shape.size();
    Shape places(rank);
    std::iota(places.begin(), places.end(), static_cast<std::int64_t>(shape.size() - rank));
    op.attributes.clear();
    op.set(attr::chlo_broadcast_dimensions, std::move(places));
    op.code = OpCode::BroadcastInDim;
    rewriter.touch();
    return std::nullopt;
}

Replacement decompose_constant(Rewriter& rewriter, Op& op) {
    op.code = OpCode::Constant;
    rewriter.touch();
    return std::nullopt;
}

Replacement decompose_constant_like(Rewriter& rewriter, Op& op) {
    const TensorType& type = rewriter.tensor(op.results[0]);
    const Attribute* value = op.attribute(attr::value);
    if (!type.is_static() || value == nullptr) return std::nullopt;
    const std::optional<Literal> scalar = scalar_value(*value);
    if (!scalar) return std::nullopt;
    std::vector<std::byte> element(scalar->bytes().begin(), scalar->bytes().end());
    if (type.element_count() == 0) element.clear();
    return std::vector{rewriter.emit_constant(Literal(type, std::move(element), type.element_count() > 1))};
}

constexpr auto broadcasting_rows = std::to_array<RuleEntry>({
    {OpCode::ChloBroadcastAdd, decompose_broadcasting<OpCode::Add>},
    {OpCode::ChloBroadcastAnd, decompose_broadcasting<OpCode::And>},
    {OpCode::ChloBroadcastAtan2, decompose_broadcasting<OpCode::Atan2>},
    {OpCode::ChloBroadcastCompare, decompose_broadcasting<OpCode::Compare>},
    {OpCode::ChloBroadcastComplex, decompose_broadcasting<OpCode::Complex>},
    {OpCode::ChloBroadcastDivide, decompose_broadcasting<OpCode::Divide>},
    {OpCode::ChloBroadcastMaximum, decompose_broadcasting<OpCode::Maximum>},
    {OpCode::ChloBroadcastMinimum, decompose_broadcasting<OpCode::Minimum>},
    {OpCode::ChloBroadcastMultiply, decompose_broadcasting<OpCode::Multiply>},
    {OpCode::ChloBroadcastNextAfter, decompose_broadcasting<OpCode::ChloNextAfter>},
    {OpCode::ChloBroadcastOr, decompose_broadcasting<OpCode::Or>},
    {OpCode::ChloBroadcastPolygamma, decompose_broadcasting<OpCode::ChloPolygamma>},
    {OpCode::ChloBroadcastPower, decompose_broadcasting<OpCode::Power>},
    {OpCode::ChloBroadcastRemainder, decompose_broadcasting<OpCode::Remainder>},
    {OpCode::ChloBroadcastSelect, decompose_broadcasting<OpCode::Select>},
    {OpCode::ChloBroadcastShiftLeft, decompose_broadcasting<OpCode::ShiftLeft>},
    {OpCode::ChloBroadcastShiftRightArithmetic, decompose_broadcasting<OpCode::ShiftRightArithmetic>},
    {OpCode::ChloBroadcastShiftRightLogical, decompose_broadcasting<OpCode::ShiftRightLogical>},
    {OpCode::ChloBroadcastSubtract, decompose_broadcasting<OpCode::Subtract>},
    {OpCode::ChloBroadcastXor, decompose_broadcasting<OpCode::Xor>},
    {OpCode::ChloBroadcastZeta, decompose_broadcasting<OpCode::ChloZeta>},
    {OpCode::Dot, decompose_dot},
    {OpCode::Broadcast, decompose_broadcast},
    {OpCode::ChloConstant, decompose_constant},
    {OpCode::ChloConstantLike, decompose_constant_like},
});

}  // namespace

constinit const RuleRows broadcasting_rules = broadcasting_rows;

}  // namespace hlo2c::frontend

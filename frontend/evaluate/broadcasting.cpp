#include <algorithm>
#include <numeric>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/scalar_attribute.h"

namespace hlo2c::frontend {
namespace {

/// The shape to which all operands are broadcast: per dimension, the size that is not 1. Operands align at
/// their last dimensions, or as the op specifies.
Shape common_shape(const OpCall& call, const std::vector<Shape>& places, std::size_t rank) {
    Shape shape(rank, 1);
    for (int i = 0; i < call.operand_count(); i++) {
        const Shape& from = call.operand(i).type().shape;
        for (std::size_t d = 0; d < from.size(); d++) {
            std::int64_t& size = shape[static_cast<std::size_t>(places[static_cast<std::size_t>(i)][d])];
            if (from[d] != 1 && size != 1 && from[d] != size)
                call.fail_here("operands of sizes " + std::to_string(size) + " and " +
                                   std::to_string(from[d]) + " do not broadcast",
                               "Give arguments whose sizes agree or are 1.");
            if (from[d] != 1) size = from[d];
        }
    }
    return shape;
}

/// Broadcasts the operands to one shape, then runs the plain op's hook.
void broadcast_then(OpCall& call, EvaluateHook hook) {
    std::size_t rank = 0;
    for (int i = 0; i < call.operand_count(); i++) rank = std::max(rank, call.operand(i).type().shape.size());
    const Shape named = call.op()[attr::chlo_broadcast_dimensions];
    std::vector<Shape> places;
    for (int i = 0; i < call.operand_count(); i++) {
        const std::size_t own = call.operand(i).type().shape.size();
        Shape place(own);
        std::iota(place.begin(), place.end(), static_cast<std::int64_t>(rank - own));
        places.push_back(own < rank && named.size() == own ? named : place);
    }
    const Shape shape = common_shape(call, places, rank);
    std::vector<Datum> operands;
    for (int i = 0; i < call.operand_count(); i++) {
        const Literal& operand = call.operand(i);
        operands.emplace_back(broadcast_in_dim(operand, places[static_cast<std::size_t>(i)],
                                               with_shape(operand.type(), shape)));
    }
    std::vector<const Datum*> pointers;
    for (const Datum& operand : operands) pointers.push_back(&operand);
    call.set_operands(std::move(pointers));
    hook(call);
}

}  // namespace

void evaluate_ChloBroadcastAdd(OpCall& call) {
    broadcast_then(call, evaluate_Add);
}
void evaluate_ChloBroadcastAnd(OpCall& call) {
    broadcast_then(call, evaluate_And);
}
void evaluate_ChloBroadcastAtan2(OpCall& call) {
    broadcast_then(call, evaluate_Atan2);
}
void evaluate_ChloBroadcastCompare(OpCall& call) {
    broadcast_then(call, evaluate_Compare);
}
void evaluate_ChloBroadcastComplex(OpCall& call) {
    broadcast_then(call, evaluate_Complex);
}
void evaluate_ChloBroadcastDivide(OpCall& call) {
    broadcast_then(call, evaluate_Divide);
}
void evaluate_ChloBroadcastMaximum(OpCall& call) {
    broadcast_then(call, evaluate_Maximum);
}
void evaluate_ChloBroadcastMinimum(OpCall& call) {
    broadcast_then(call, evaluate_Minimum);
}
void evaluate_ChloBroadcastMultiply(OpCall& call) {
    broadcast_then(call, evaluate_Multiply);
}
void evaluate_ChloBroadcastNextAfter(OpCall& call) {
    broadcast_then(call, evaluate_ChloNextAfter);
}
void evaluate_ChloBroadcastOr(OpCall& call) {
    broadcast_then(call, evaluate_Or);
}
void evaluate_ChloBroadcastPolygamma(OpCall& call) {
    broadcast_then(call, evaluate_ChloPolygamma);
}
void evaluate_ChloBroadcastPower(OpCall& call) {
    broadcast_then(call, evaluate_Power);
}
void evaluate_ChloBroadcastRemainder(OpCall& call) {
    broadcast_then(call, evaluate_Remainder);
}
void evaluate_ChloBroadcastSelect(OpCall& call) {
    broadcast_then(call, evaluate_Select);
}
void evaluate_ChloBroadcastShiftLeft(OpCall& call) {
    broadcast_then(call, evaluate_ShiftLeft);
}
void evaluate_ChloBroadcastShiftRightArithmetic(OpCall& call) {
    broadcast_then(call, evaluate_ShiftRightArithmetic);
}
void evaluate_ChloBroadcastShiftRightLogical(OpCall& call) {
    broadcast_then(call, evaluate_ShiftRightLogical);
}
void evaluate_ChloBroadcastSubtract(OpCall& call) {
    broadcast_then(call, evaluate_Subtract);
}
void evaluate_ChloBroadcastXor(OpCall& call) {
    broadcast_then(call, evaluate_Xor);
}
void evaluate_ChloBroadcastZeta(OpCall& call) {
    broadcast_then(call, evaluate_ChloZeta);
}

void evaluate_ChloConstant(OpCall& call) {
    evaluate_Constant(call);
}

void evaluate_ChloConstantLike(OpCall& call) {
    const Attribute* value = call.op().attribute(attr::value);
    const std::optional<Literal> scalar = value != nullptr ? scalar_value(*value) : std::nullopt;
    if (!scalar) call.refuse("a value that is not a number");
    call.give(splat_of(call.typed(call.operand(0).type().shape), *scalar));
}

}  // namespace hlo2c::frontend

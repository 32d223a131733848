#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"

namespace hlo2c::frontend {

void evaluate_DynamicBroadcastInDim(OpCall& call) {
    call.give(broadcast_in_dim(call.operand(0), call.op().integers("broadcast_dimensions"),
                               call.typed(integer_list(call.operand(1)))));
}

void evaluate_DynamicIota(OpCall& call) {
    call.give(iota(call.typed(integer_list(call.operand(0))), call.op().integer("iota_dimension", 0)));
}

void evaluate_DynamicReshape(OpCall& call) {
    const Literal& operand = call.operand(0);
    const Shape shape = integer_list(call.operand(1));
    if (count_of(shape) != operand.type().element_count())
        call.fail_here("a reshape of " + to_string(operand.type()) + " to " +
                           std::to_string(count_of(shape)) + " elements",
                       "Check the sizes that the program computes.");
    call.give(operand.reshaped(shape));
}

void evaluate_DynamicPad(OpCall& call) {
    call.give(pad(call.operand(0), call.operand(1), integer_list(call.operand(2)),
                  integer_list(call.operand(3)), integer_list(call.operand(4))));
}

void evaluate_RealDynamicSlice(OpCall& call) {
    call.give(slice(call.operand(0), integer_list(call.operand(1)), integer_list(call.operand(2)),
                    integer_list(call.operand(3))));
}

}  // namespace hlo2c::frontend

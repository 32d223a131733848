#include <algorithm>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

/// The result's shape: that of its type if static, else the values of a shape operand.
Shape result_shape(const OpCall& call, int operand) {
    if (call.result_type().is_static()) return call.result_type().shape;
    const Shape shape = integer_list(call.operand(operand));
    for (std::int64_t size : shape)
        if (size < 0 || size > std::int64_t{1} << 40)
            call.fail_here("the size " + std::to_string(size) + ", computed for a dimension, is out of range",
                           "Check the sizes of the arguments.");
    return shape;
}

}  // namespace

void evaluate_DynamicBroadcastInDim(OpCall& call) {
    call.give(broadcast_in_dim(call.operand(0), call.op()[attr::broadcast_dimensions],
                               call.typed(result_shape(call, 1))));
}

void evaluate_DynamicIota(OpCall& call) {
    call.give(iota(call.typed(result_shape(call, 0)), call.op()[attr::iota_dimension]));
}

void evaluate_DynamicReshape(OpCall& call) {
    const Literal& operand = call.operand(0);
    const Shape shape = result_shape(call, 1);
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

/// A range that reaches past the operand is shifted to lie inside, as for dynamic_slice.
void evaluate_RealDynamicSlice(OpCall& call) {
    const Shape& shape = call.operand(0).type().shape;
    Shape start = integer_list(call.operand(1)), limit = integer_list(call.operand(2));
    const Shape strides = integer_list(call.operand(3));
    for (std::size_t i = 0; i < shape.size(); i++) {
        const std::int64_t stride = strides[i];
        if (stride <= 0)
            call.fail_here("a slice with the stride " + std::to_string(stride), "Use positive strides.");
        const std::int64_t declared = call.result_type().shape[i];
        // The difference may overflow a signed integer.
        const std::uint64_t range =
            limit[i] > start[i] ? static_cast<std::uint64_t>(limit[i]) - static_cast<std::uint64_t>(start[i])
                                : 0;
        const auto room = static_cast<std::int64_t>(std::min(range, static_cast<std::uint64_t>(shape[i])));
        const std::int64_t size =
            declared != dynamic_size ? declared : room / stride + (room % stride != 0 ? 1 : 0);
        // The number of steps that fit after the first element.
        const std::int64_t steps = shape[i] == 0 ? -1 : (shape[i] - 1) / stride;
        if (size - 1 > steps)
            call.fail_here(
                "a slice of " + std::to_string(size) + " elements of " + to_string(call.operand(0).type()),
                "Check the limits that the program computes.");
        const std::int64_t reach = size == 0 ? 0 : (size - 1) * stride + 1;
        start[i] = std::max<std::int64_t>(0, std::min(start[i], shape[i] - reach));
        limit[i] = start[i] + reach;
    }
    call.give(slice(call.operand(0), start, limit, strides));
}

}  // namespace hlo2c::frontend

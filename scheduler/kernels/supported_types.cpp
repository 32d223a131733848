#include "scheduler/kernels/supported_types.h"

#include <fmt/format.h>

#include "frontend/diagnostic.h"
#include "scheduler/error_numbers.h"

namespace hlo2c::scheduler {

using frontend::Op;
using frontend::ValueId;

namespace {

/// Kernels index the parts of complex elements.
void require_supported_type(const frontend::TensorType& type, const Place& place) {
    if (type.is_quantized())
        unsupported(lowering_error::quantized, place,
                    "there are no kernels for quantized types: " + to_string(type),
                    "Use the integer form of the program.");
    if (!type.is_static())
        unsupported(lowering_error::unknown_size, place, "a result of unknown size: " + to_string(type),
                    "Bind the argument that defines the size (--bind N=FILE), or give every symbolic "
                    "dimension a size before exporting the program.");
    const std::int64_t parts = frontend::is_complex(type.element) ? 2 : 1;
    if (type.element_count() > INT32_MAX / parts)
        unsupported(lowering_error::tensor_size, place,
                    fmt::format("a tensor of more than 2^31-1 {}: {}",
                                parts == 1 ? "elements" : "real and imaginary parts", to_string(type)),
                    "Split the tensor into parts.");
}

}  // namespace

void require_supported_types(const frontend::Program& program, const frontend::Function& function) {
    frontend::for_each_op(function.body, [&](const Op& op) {
        const Place place = frontend::place_of(program, op);
        const auto require = [&](ValueId value) {
            if (function.type(value).is_tensor()) require_supported_type(function.tensor(value), place);
        };
        for (const ValueId operand : op.operands) require(operand);
        for (const ValueId result : op.results) require(result);
    });
}

}  // namespace hlo2c::scheduler

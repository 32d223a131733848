#include "scheduler/kernels/supported_types.h"

#include <fmt/format.h>

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler {

using frontend::Op;
using frontend::ValueId;

void require_supported_types(const frontend::Program& program, const frontend::Function& function) {
    frontend::for_each_op(function.body, [&](const Op& op) {
        for (ValueId value : op.results) {
            if (!function.type(value).is_tensor()) continue;
            const frontend::TensorType& type = function.tensor(value);
            const Place place{.op = fmt::format("{} {}", frontend::spelling(op.code),
                                                program.locations.describe(op.location))};
            if (type.is_quantized())
                unsupported(410, place, "no kernels for quantized types yet: " + to_string(type),
                            "Use the integer form of the program.");
            if (!type.is_static())
                unsupported(411, place, "a result of unknown size: " + to_string(type),
                            "Bind the argument that defines the size (--bind N=FILE), or give every symbolic "
                            "dimension a size before exporting the program.");
            if (type.element_count() > INT32_MAX)
                unsupported(412, place, "a tensor of more than 2^31-1 elements: " + to_string(type),
                            "Split the tensor into parts.");
        }
    });
}

}  // namespace hlo2c::scheduler

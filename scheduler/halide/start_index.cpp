#include "scheduler/halide/start_index.h"

#include <algorithm>

#include "scheduler/halide/opaque.h"

namespace hlo2c::scheduler::halide {

using Halide::Expr;

Expr narrowed_index(Expr start, std::int64_t least, std::int64_t limit) {
    if (const auto known = Halide::Internal::as_const_int(start))
        return static_cast<int>(std::clamp(*known, least, limit));
    const Halide::Type type = start.type();
    if (type.bits() > 32 || type == Halide::UInt(32)) {  // these may not fit Int(32)
        start = opaque_binary(NodeKind::Minimum, start, Halide::Internal::make_const(type, limit));
        if (type.is_int())
            start = opaque_binary(NodeKind::Maximum, start, Halide::Internal::make_const(type, least));
    }
    if (type != Halide::Int(32)) start = opaque_convert(start, ScalarKind::I32);
    return Halide::clamp(start, static_cast<int>(least), static_cast<int>(limit));
}

Index StartIndices::component(std::size_t number) const {
    Index position;
    std::size_t next = 0;
    for (std::size_t d = 0; d < rank; d++)
        position.push_back(static_cast<std::int64_t>(d) == vector_dimension ? Expr(static_cast<int>(number))
                                                                            : batch[next++]);
    return position;
}

const Expr& StartIndices::along(std::int64_t dimension) const {
    return batch[static_cast<std::size_t>(dimension > vector_dimension ? dimension - 1 : dimension)];
}

}  // namespace hlo2c::scheduler::halide

#include "scheduler/loops/index_arithmetic.h"

#include <algorithm>

#include "frontend/integer_division.h"

namespace hlo2c::scheduler {

std::optional<std::int64_t> index_value(NodeKind kind, std::int64_t a, std::int64_t b) {
    std::int64_t value = 0;
    bool is_known = true;
    switch (kind) {
        case NodeKind::Add: is_known = !__builtin_add_overflow(a, b, &value); break;
        case NodeKind::Subtract: is_known = !__builtin_sub_overflow(a, b, &value); break;
        case NodeKind::Multiply: is_known = !__builtin_mul_overflow(a, b, &value); break;
        case NodeKind::Minimum: value = std::min(a, b); break;
        case NodeKind::Maximum: value = std::max(a, b); break;
        case NodeKind::FloorDivide:
        case NodeKind::FloorRemainder:
            is_known = b > 0;
            if (!is_known) break;
            value = floor_divide(a, b);
            if (kind == NodeKind::FloorRemainder) value = a - value * b;
            break;
        default: is_known = false;
    }
    return is_known ? std::optional(value) : std::nullopt;
}

}  // namespace hlo2c::scheduler

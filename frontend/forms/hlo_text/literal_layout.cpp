#include "frontend/forms/hlo_text/literal_layout.h"

#include <cstdint>

namespace hlo2c::frontend {

std::vector<std::size_t> layout_order(const wire::ShapeProto& shape) {
    const int rank = shape.dimensions_size();
    const auto& minor_to_major = shape.layout().minor_to_major();
    bool is_default = true;
    if (minor_to_major.size() != rank) return {};
    std::vector<std::size_t> strides(static_cast<std::size_t>(rank), 1);
    for (int i = rank - 1; i > 0; i--)
        strides[static_cast<std::size_t>(i - 1)] =
            strides[static_cast<std::size_t>(i)] * static_cast<std::size_t>(shape.dimensions(i));
    for (int i = 0; i < rank; i++) is_default = is_default && minor_to_major[i] == rank - 1 - i;
    if (is_default) return {};
    std::vector<std::size_t> order{0};
    for (int i = rank - 1; i >= 0; i--) {  // major to minor
        const auto dimension = static_cast<std::size_t>(minor_to_major[i]);
        std::vector<std::size_t> next;
        next.reserve(order.size() * static_cast<std::size_t>(shape.dimensions(static_cast<int>(dimension))));
        for (const std::size_t base : order)
            for (std::int64_t k = 0; k < shape.dimensions(static_cast<int>(dimension)); k++)
                next.push_back(base + static_cast<std::size_t>(k) * strides[dimension]);
        order = std::move(next);
    }
    return order;
}

int nan_payload_bits(wire::PrimitiveType type) {
    switch (type) {
        case wire::F64:
        case wire::C128: return 52;
        case wire::F32:
        case wire::C64: return 23;
        case wire::F16: return 10;
        case wire::BF16: return 7;
        case wire::F8E3M4: return 4;
        case wire::F8E4M3: return 3;
        case wire::F8E5M2: return 2;
        default: return 0;
    }
}

}  // namespace hlo2c::frontend

#include "frontend/forms/hlo_text/literal_layout.h"

#include <cstdint>
#include <optional>

#include "frontend/forms/hlo/shapes.h"
#include "frontend/ir/float_encoding.h"

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
    const std::optional<ElementType> element = element_type(type);
    if (!element || !is_float(real_part(*element))) return 0;
    const FloatEncoding encoding = float_encoding(real_part(*element));
    return encoding.top == FloatTop::Ieee ? encoding.mantissa_bits : 0;
}

}  // namespace hlo2c::frontend

#pragma once

#include <cstring>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend {

template <typename T>
Literal Literal::scalar(ElementType element, T value) {
    return from_values<T>(TensorType{{}, element, {}, {}}, {value});
}

template <typename T>
Literal Literal::from_values(TensorType type, const std::vector<T>& values) {
    HLO2C_CHECK(!is_complex(type.element), "complex literals are made from their bytes");
    const int width = byte_width(type.element);
    std::vector<std::byte> bytes(values.size() * static_cast<std::size_t>(width));
    for (std::size_t i = 0; i < values.size(); i++) {
        std::uint64_t bits = is_float(type.element)
                                 ? encode_float(type.element, static_cast<double>(values[i]))
                                 : static_cast<std::uint64_t>(static_cast<std::int64_t>(values[i]));
        if (is_boolean(type.element)) bits = values[i] != T(0);
        std::memcpy(bytes.data() + i * static_cast<std::size_t>(width), &bits,
                    static_cast<std::size_t>(width));
    }
    const bool splat = values.size() == 1 && type.element_count() != 1;
    return Literal(std::move(type), std::move(bytes), splat);
}

}  // namespace hlo2c::frontend

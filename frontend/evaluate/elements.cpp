#include "frontend/evaluate/elements.h"

#include <bit>
#include <cstring>
#include <type_traits>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend {
namespace {

std::uint64_t load_bits(const std::byte* from, std::size_t width) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, from, width);
    return bits;
}

template <typename T>
bool is_aligned(std::span<const std::byte> bytes) {
    return reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(T) == 0;
}

template <typename Stored, typename T>
std::vector<T> load_as(std::span<const std::byte> bytes) {
    const std::size_t count = bytes.size() / sizeof(Stored);
    if (is_aligned<Stored>(bytes)) {
        const auto* from = reinterpret_cast<const Stored*>(bytes.data());
        return {from, from + count};
    }
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; i++) {
        Stored stored;
        std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
        values[i] = static_cast<T>(stored);
    }
    return values;
}

/// The bytes of these elements, which are `T`, at an address that is aligned for it.
template <typename T>
SharedBytes in_place(const SharedBytes& bytes) {
    return is_aligned<T>(bytes) ? bytes : SharedBytes(load_as<T, T>(bytes));
}

template <typename Stored, typename T>
SharedBytes store_as(std::vector<T> values) {
    if constexpr (std::is_same_v<Stored, T>) return values;
    return std::vector<Stored>(values.begin(), values.end());
}

/// Narrow floats: with many elements, a table decodes every code once.
std::vector<double> load_narrow(ElementType type, std::span<const std::byte> bytes) {
    const auto width = static_cast<std::size_t>(byte_width(type));
    std::vector<double> values(bytes.size() / width);
    std::vector<double> table;
    if (width <= 2 && values.size() > std::size_t{1} << (8 * width))
        for (std::uint64_t code = 0; code < std::uint64_t{1} << (8 * width); code++)
            table.push_back(decode_float(type, code));
    for (std::size_t i = 0; i < values.size(); i++) {
        const std::uint64_t bits = load_bits(bytes.data() + i * width, width);
        values[i] = table.empty() ? decode_float(type, bits) : table[bits];
    }
    return values;
}

SharedBytes load_reals(ElementType type, const SharedBytes& bytes) {
    if (type == ElementType::F32) return load_as<float, double>(bytes);
    if (type == ElementType::F64) return in_place<double>(bytes);
    return load_narrow(type, bytes);
}

SharedBytes store_reals(ElementType type, std::vector<double> values) {
    if (type == ElementType::F32) return store_as<float>(std::move(values));
    if (type == ElementType::F64) return values;
    const auto width = static_cast<std::size_t>(byte_width(type));
    std::vector<std::byte> bytes(values.size() * width);
    for (std::size_t i = 0; i < values.size(); i++) {
        const std::uint64_t bits = encode_float(type, values[i]);
        std::memcpy(bytes.data() + i * width, &bits, width);
    }
    return bytes;
}

std::size_t step_of(const Literal& literal) {
    return literal.is_splat() ? 0 : 1;
}

bool makes_splat(const TensorType& type, std::size_t count) {
    return count == 1 && type.element_count() != 1;
}

}  // namespace

Domain domain_of(ElementType type) {
    if (is_complex(type)) return Domain::Complex;
    return is_float(type) ? Domain::Real : Domain::Integer;
}

Elements<double> reals(const Literal& literal) {
    return {load_reals(literal.type().element, literal.shared_bytes()), step_of(literal)};
}

Elements<std::int64_t> total_order(const Literal& literal) {
    const ElementType type = literal.type().element;
    std::vector<std::int64_t> patterns;
    // Their own bits, because a conversion to double makes signalling NaNs quiet.
    const bool has_own_order =
        type == ElementType::F32 || type == ElementType::F64 || type == ElementType::BF16;
    if (has_own_order) {
        const std::size_t width = byte_width(type), unused = 64 - 8 * width;
        for (std::size_t at = 0; at < literal.bytes().size(); at += width) {
            const std::uint64_t bits = load_bits(literal.bytes().data() + at, width);
            patterns.push_back(static_cast<std::int64_t>(bits << unused) >> unused);
        }
    } else {
        const Elements<double> values = reals(literal);
        for (const double value : values.values) patterns.push_back(std::bit_cast<std::int64_t>(value));
    }
    for (std::int64_t& pattern : patterns)
        if (pattern < 0) pattern ^= INT64_MAX;
    return {std::move(patterns), step_of(literal)};
}

Elements<std::int64_t> integers(const Literal& literal) {
    const ElementType type = literal.type().element;
    HLO2C_CHECK(domain_of(type) == Domain::Integer, "integers of " + to_string(literal.type()));
    std::vector<std::int64_t> values;
    switch (byte_width(type)) {
        case 1: values = load_as<std::uint8_t, std::int64_t>(literal.bytes()); break;
        case 2: values = load_as<std::uint16_t, std::int64_t>(literal.bytes()); break;
        case 4: values = load_as<std::uint32_t, std::int64_t>(literal.bytes()); break;
        default: return {in_place<std::int64_t>(literal.shared_bytes()), step_of(literal)};
    }
    if (is_boolean(type)) {
        for (std::int64_t& value : values) value = value != 0;
    } else {
        for (std::int64_t& value : values) value = wrap(type, value);
    }
    return {std::move(values), step_of(literal)};
}

Elements<Complex> complexes(const Literal& literal) {
    return {load_reals(real_part(literal.type().element), literal.shared_bytes()), step_of(literal)};
}

Literal from_reals(const TensorType& type, std::vector<double> values) {
    HLO2C_CHECK(is_float(type.element), "float values for " + to_string(type));
    const bool splat = makes_splat(type, values.size());
    return Literal(type, store_reals(type.element, std::move(values)), splat);
}

Literal from_integers(const TensorType& type, std::vector<std::int64_t> values) {
    HLO2C_CHECK(domain_of(type.element) == Domain::Integer, "integer values for " + to_string(type));
    const bool splat = makes_splat(type, values.size());
    if (bit_width(type.element) < 8)
        for (std::int64_t& value : values) value = wrap(type.element, value);
    switch (byte_width(type.element)) {
        case 1: return Literal(type, store_as<std::uint8_t>(std::move(values)), splat);
        case 2: return Literal(type, store_as<std::uint16_t>(std::move(values)), splat);
        case 4: return Literal(type, store_as<std::uint32_t>(std::move(values)), splat);
        default: return Literal(type, store_as<std::int64_t>(std::move(values)), splat);
    }
}

Literal from_complexes(const TensorType& type, std::vector<Complex> values) {
    HLO2C_CHECK(is_complex(type.element), "complex values for " + to_string(type));
    const bool splat = makes_splat(type, values.size());
    if (real_part(type.element) == ElementType::F64)
        return Literal(type, SharedBytes(std::move(values)), splat);
    std::vector<double> parts;
    parts.reserve(2 * values.size());
    for (const Complex& value : values) {
        parts.push_back(value.real());
        parts.push_back(value.imag());
    }
    return Literal(type, store_reals(real_part(type.element), std::move(parts)), splat);
}

template <>
Elements<double> elements<double>(const Literal& literal) {
    return reals(literal);
}
template <>
Elements<std::int64_t> elements<std::int64_t>(const Literal& literal) {
    return integers(literal);
}
template <>
Elements<Complex> elements<Complex>(const Literal& literal) {
    return complexes(literal);
}
template <>
Literal from_elements<double>(const TensorType& type, std::vector<double> values) {
    return from_reals(type, std::move(values));
}
template <>
Literal from_elements<std::int64_t>(const TensorType& type, std::vector<std::int64_t> values) {
    return from_integers(type, std::move(values));
}
template <>
Literal from_elements<Complex>(const TensorType& type, std::vector<Complex> values) {
    return from_complexes(type, std::move(values));
}

std::int64_t wrap(ElementType type, std::int64_t value) {
    const int unused = 64 - bit_width(type);
    const auto shifted = static_cast<std::uint64_t>(value) << unused;
    if (is_signed_integer(type)) return static_cast<std::int64_t>(shifted) >> unused;
    return static_cast<std::int64_t>(shifted >> unused);
}

double round_to(ElementType type, double value) {
    if (type == ElementType::F64) return value;
    if (type == ElementType::F32) return static_cast<double>(static_cast<float>(value));
    return decode_float(type, encode_float(type, value));
}

TensorType with_shape(const TensorType& type, std::vector<std::int64_t> shape) {
    return TensorType{std::move(shape), type.element, {}, type.quantization};
}

Literal scalar_at(const Literal& literal, std::int64_t index) {
    const std::span<const std::byte> bytes = literal.element(index);
    return Literal(with_shape(literal.type(), {}), {bytes.begin(), bytes.end()});
}

Literal from_scalars(const TensorType& type, const std::vector<Literal>& scalars) {
    std::vector<std::byte> bytes;
    for (const Literal& scalar : scalars)
        bytes.insert(bytes.end(), scalar.bytes().begin(), scalar.bytes().end());
    return Literal(type, std::move(bytes));
}

Literal splat_of(const TensorType& type, const Literal& scalar) {
    const std::span<const std::byte> bytes = scalar.element(0);
    if (type.element_count() == 0) return Literal(type, SharedBytes());
    return Literal(type, {bytes.begin(), bytes.end()}, type.element_count() != 1);
}

std::vector<Complex> all_complexes(const Literal& literal) {
    std::vector<Complex> values(static_cast<std::size_t>(literal.type().element_count()));
    if (is_complex(literal.type().element)) {
        const Elements<Complex> from = complexes(literal);
        for (std::size_t i = 0; i < values.size(); i++) values[i] = from[i];
    } else {
        const Elements<double> from = reals(literal);
        for (std::size_t i = 0; i < values.size(); i++) values[i] = from[i];
    }
    return values;
}

}  // namespace hlo2c::frontend

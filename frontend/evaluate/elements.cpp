#include "frontend/evaluate/elements.h"

#include <bit>
#include <cstring>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend {
namespace {

std::uint64_t load_bits(const std::byte* from, std::size_t width) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, from, width);
    return bits;
}

template <typename Stored, typename T>
std::vector<T> load_as(std::span<const std::byte> bytes) {
    std::vector<T> values(bytes.size() / sizeof(Stored));
    const std::byte* from = bytes.data();
    for (std::size_t i = 0; i < values.size(); i++) {
        Stored stored;
        std::memcpy(&stored, from + i * sizeof(Stored), sizeof(Stored));
        values[i] = static_cast<T>(stored);
    }
    return values;
}

template <typename Stored, typename T>
std::vector<std::byte> store_as(const std::vector<T>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(Stored));
    std::byte* to = bytes.data();
    for (std::size_t i = 0; i < values.size(); i++) {
        const auto stored = static_cast<Stored>(values[i]);
        std::memcpy(to + i * sizeof(Stored), &stored, sizeof(Stored));
    }
    return bytes;
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

std::vector<double> load_reals(ElementType type, std::span<const std::byte> bytes) {
    if (type == ElementType::F32) return load_as<float, double>(bytes);
    if (type == ElementType::F64) return load_as<double, double>(bytes);
    return load_narrow(type, bytes);
}

std::vector<std::byte> store_reals(ElementType type, const std::vector<double>& values) {
    if (type == ElementType::F32) return store_as<float>(values);
    if (type == ElementType::F64) return store_as<double>(values);
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
    return {load_reals(literal.type().element, literal.bytes()), step_of(literal)};
}

Elements<std::int64_t> total_order(const Literal& literal) {
    const ElementType type = literal.type().element;
    Elements<std::int64_t> result{{}, step_of(literal)};
    // Their own bits, because a conversion to double makes signalling NaNs quiet.
    const bool has_own_order =
        type == ElementType::F32 || type == ElementType::F64 || type == ElementType::BF16;
    if (has_own_order) {
        const std::size_t width = byte_width(type), unused = 64 - 8 * width;
        for (std::size_t at = 0; at < literal.bytes().size(); at += width) {
            const std::uint64_t bits = load_bits(literal.bytes().data() + at, width);
            result.values.push_back(static_cast<std::int64_t>(bits << unused) >> unused);
        }
    } else {
        for (const double value : reals(literal).values)
            result.values.push_back(std::bit_cast<std::int64_t>(value));
    }
    for (std::int64_t& pattern : result.values)
        if (pattern < 0) pattern ^= INT64_MAX;
    return result;
}

Elements<std::int64_t> integers(const Literal& literal) {
    const ElementType type = literal.type().element;
    HLO2C_CHECK(domain_of(type) == Domain::Integer, "integers of " + to_string(literal.type()));
    Elements<std::int64_t> result{{}, step_of(literal)};
    switch (byte_width(type)) {
        case 1: result.values = load_as<std::uint8_t, std::int64_t>(literal.bytes()); break;
        case 2: result.values = load_as<std::uint16_t, std::int64_t>(literal.bytes()); break;
        case 4: result.values = load_as<std::uint32_t, std::int64_t>(literal.bytes()); break;
        default: result.values = load_as<std::int64_t, std::int64_t>(literal.bytes()); return result;
    }
    if (is_boolean(type)) {
        for (std::int64_t& value : result.values) value = value != 0;
    } else {
        for (std::int64_t& value : result.values) value = wrap(type, value);
    }
    return result;
}

Elements<Complex> complexes(const Literal& literal) {
    const std::vector<double> parts = load_reals(real_part(literal.type().element), literal.bytes());
    Elements<Complex> result{{}, step_of(literal)};
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) result.values.emplace_back(parts[i], parts[i + 1]);
    return result;
}

Literal from_reals(const TensorType& type, const std::vector<double>& values) {
    HLO2C_CHECK(is_float(type.element), "float values for " + to_string(type));
    return Literal(type, store_reals(type.element, values), makes_splat(type, values.size()));
}

Literal from_integers(const TensorType& type, const std::vector<std::int64_t>& values) {
    HLO2C_CHECK(domain_of(type.element) == Domain::Integer, "integer values for " + to_string(type));
    const bool splat = makes_splat(type, values.size());
    if (bit_width(type.element) < 8) {
        std::vector<std::int64_t> wrapped(values.size());
        for (std::size_t i = 0; i < values.size(); i++) wrapped[i] = wrap(type.element, values[i]);
        return Literal(type, store_as<std::uint8_t>(wrapped), splat);
    }
    switch (byte_width(type.element)) {
        case 1: return Literal(type, store_as<std::uint8_t>(values), splat);
        case 2: return Literal(type, store_as<std::uint16_t>(values), splat);
        case 4: return Literal(type, store_as<std::uint32_t>(values), splat);
        default: return Literal(type, store_as<std::int64_t>(values), splat);
    }
}

Literal from_complexes(const TensorType& type, const std::vector<Complex>& values) {
    HLO2C_CHECK(is_complex(type.element), "complex values for " + to_string(type));
    std::vector<double> parts;
    parts.reserve(2 * values.size());
    for (const Complex& value : values) {
        parts.push_back(value.real());
        parts.push_back(value.imag());
    }
    return Literal(type, store_reals(real_part(type.element), parts), makes_splat(type, values.size()));
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
Literal from_elements<double>(const TensorType& type, const std::vector<double>& values) {
    return from_reals(type, values);
}
template <>
Literal from_elements<std::int64_t>(const TensorType& type, const std::vector<std::int64_t>& values) {
    return from_integers(type, values);
}
template <>
Literal from_elements<Complex>(const TensorType& type, const std::vector<Complex>& values) {
    return from_complexes(type, values);
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

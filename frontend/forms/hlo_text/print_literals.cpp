#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "frontend/diagnostic.h"
#include "frontend/forms/hlo_text/element_types.h"
#include "frontend/forms/hlo_text/literal_fields.h"
#include "frontend/forms/hlo_text/literal_layout.h"
#include "frontend/forms/hlo_text/module_printer.h"
#include "frontend/ir/literal.h"

namespace hlo2c::frontend {
namespace {

/// A NaN of `width` bits: its sign, and its payload if it differs from that of `usual`.
std::string print_nan(wire::PrimitiveType type, std::uint64_t bits, std::uint64_t usual, int width) {
    const int payload_width = nan_payload_bits(type);
    const std::uint64_t mask = (std::uint64_t{1} << payload_width) - 1;
    std::string text = bits >> (width - 1) & 1 ? "-nan" : "nan";
    if (payload_width > 0 && (bits & mask) != (usual & mask)) text += fmt::format("(0x{:x})", bits & mask);
    return text;
}

template <typename Real>
void print_real(std::string& text, Real value, wire::PrimitiveType type) {
    if (std::isnan(value)) {
        std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t> bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        const std::uint64_t usual = encode_float(sizeof(Real) == 8 ? ElementType::F64 : ElementType::F32,
                                                 std::numeric_limits<double>::quiet_NaN());
        text += print_nan(type, bits, usual, sizeof(Real) * 8);
    } else if (std::isinf(value)) {
        text += value < 0 ? "-inf" : "inf";
    } else {
        fmt::format_to(std::back_inserter(text), "{}", value);
    }
}

/// Prints floats of at most 16 bits.
void print_narrow(std::string& text, std::uint64_t bits, wire::PrimitiveType type) {
    const ElementType element = *ir_element_type(type);
    const double value = decode_float(element, bits);
    if (std::isnan(value)) {
        text += print_nan(type, bits, encode_float(element, std::numeric_limits<double>::quiet_NaN()),
                          bit_width(element));
    } else if (std::isinf(value)) {
        text += value < 0 ? "-inf" : "inf";
    } else {
        fmt::format_to(std::back_inserter(text), "{}", static_cast<float>(value));
    }
}

std::uint64_t bytes_at(const std::string& bytes, std::size_t index, int width) {
    std::uint64_t value = 0;
    for (int i = 0; i < width; i++)
        value |= std::uint64_t{static_cast<unsigned char>(
                     bytes[index * static_cast<std::size_t>(width) + static_cast<std::size_t>(i)])}
                 << (8 * i);
    return value;
}

/// Writes nested braces around the elements; `print` writes the element with a row-major index.
template <typename Print>
void print_nested(std::string& text, const wire::ShapeProto& shape, int dimension, std::size_t& next,
                  const Print& print) {
    if (dimension == shape.dimensions_size()) {
        print(next++);
        return;
    }
    text += '{';
    for (std::int64_t i = 0; i < shape.dimensions(dimension); i++) {
        if (i > 0) text += dimension + 1 == shape.dimensions_size() ? "," : ", ";
        print_nested(text, shape, dimension + 1, next, print);
    }
    text += '}';
}

}  // namespace

std::string print_literal(const wire::LiteralProto& literal) {
    const wire::ShapeProto& shape = literal.shape();
    const wire::PrimitiveType type = shape.element_type();
    if (type == wire::TUPLE) {
        std::string text = "(";
        for (int i = 0; i < literal.tuple_literals_size(); i++)
            text += (i > 0 ? ", " : "") + print_literal(literal.tuple_literals(i));
        return text + ")";
    }
    std::size_t count = 1;
    for (const std::int64_t size : shape.dimensions()) count *= static_cast<std::size_t>(size);
    if (count == 0) return "{}";
    // Position in storage, by row-major index.
    const std::vector<std::size_t> order = layout_order(shape);
    std::vector<std::size_t> stored(order.size());
    for (std::size_t i = 0; i < order.size(); i++) stored[order[i]] = i;
    const auto place = [&](std::size_t row_major) { return stored.empty() ? row_major : stored[row_major]; };

    constexpr std::string_view left_out = "{...}";
    std::string text;
    std::size_t next = 0;
    const auto print_numbers = [&](const auto* field) {
        using Number = typename std::remove_pointer_t<decltype(field)>::value_type;
        const std::size_t parts = is_complex_number(type) ? 2 : 1;
        if (field->empty()) {
            text += left_out;
            return;
        }
        HLO2C_CHECK(static_cast<std::size_t>(field->size()) == count * parts,
                    "a literal has as many elements as its shape");
        print_nested(text, shape, 0, next, [&](std::size_t row_major) {
            const auto at = static_cast<int>(place(row_major) * parts);
            if constexpr (std::is_same_v<Number, bool>) {
                text += shape.dimensions_size() == 0 ? (field->Get(at) ? "true" : "false")
                                                     : (field->Get(at) ? "1" : "0");
            } else if constexpr (std::is_integral_v<Number>) {
                fmt::format_to(std::back_inserter(text), "{}", field->Get(at));
            } else if (parts == 2) {
                text += '(';
                print_real(text, field->Get(at), type);
                text += ", ";
                print_real(text, field->Get(at + 1), type);
                text += ')';
            } else {
                print_real(text, field->Get(at), type);
            }
        });
    };
    const auto print_bytes = [&](const std::string* field, int width) {
        if (field->empty()) {
            text += left_out;
            return;
        }
        HLO2C_CHECK(field->size() == count * static_cast<std::size_t>(width),
                    "a literal has as many elements as its shape");
        print_nested(text, shape, 0, next, [&](std::size_t row_major) {
            const std::uint64_t bits = bytes_at(*field, place(row_major), width);
            if (is_signed(type)) {
                const int unused = 64 - integer_bits(type);
                fmt::format_to(std::back_inserter(text), "{}",
                               static_cast<std::int64_t>(bits << unused) >> unused);
            } else if (is_unsigned(type)) {
                fmt::format_to(std::back_inserter(text), "{}", bits);
            } else {
                print_narrow(text, bits, type);
            }
        });
    };
    HLO2C_CHECK(visit_elements(literal, type, FieldVisitor{print_numbers, print_bytes}),
                "literals are arrays, or tuples of them");
    return text;
}

std::string print_typed_literal(const wire::LiteralProto& literal) {
    if (literal.shape().element_type() != wire::TUPLE)
        return print_shape(literal.shape(), true) + " " + print_literal(literal);
    std::string text = "(";
    for (int i = 0; i < literal.tuple_literals_size(); i++)
        text += (i > 0 ? ", " : "") + print_typed_literal(literal.tuple_literals(i));
    return text + ")";
}

}  // namespace hlo2c::frontend

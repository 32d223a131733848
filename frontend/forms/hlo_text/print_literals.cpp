#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "frontend/diagnostic.h"
#include "frontend/forms/hlo/shapes.h"
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
    const ElementType element = *element_type(type);
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

/// Prints an array. Visits the field that holds its elements.
class ArrayPrinter {
public:
    ArrayPrinter(const wire::ShapeProto& shape, std::size_t count)
        : shape_(shape), type_(shape.element_type()), count_(count) {
        const std::vector<std::size_t> order = layout_order(shape);
        stored_.resize(order.size());
        for (std::size_t i = 0; i < order.size(); i++) stored_[order[i]] = i;
    }

    const std::string& text() const { return text_; }

    /// Numbers; a complex one is two of them.
    template <typename Numbers>
    void operator()(const Numbers* field) {
        const std::size_t parts = is_complex_number(type_) ? 2 : 1;
        if (!has_elements(static_cast<std::size_t>(field->size()), parts)) return;
        print_nested(0, [&](std::size_t row_major) {
            const auto at = static_cast<int>(place(row_major) * parts);
            if (parts == 1) return print_number(field->Get(at));
            text_ += '(';
            print_number(field->Get(at));
            text_ += ", ";
            print_number(field->Get(at + 1));
            text_ += ')';
        });
    }

    /// Numbers of `width` bytes each.
    void operator()(const std::string* field, int width) {
        if (!has_elements(field->size(), static_cast<std::size_t>(width))) return;
        print_nested(0, [&](std::size_t row_major) {
            const std::uint64_t bits = bytes_at(*field, place(row_major), width);
            if (is_signed(type_)) {
                const int unused = 64 - integer_bits(type_);
                print_number(static_cast<std::int64_t>(bits << unused) >> unused);
            } else if (is_unsigned(type_)) {
                print_number(bits);
            } else {
                print_narrow(text_, bits, type_);
            }
        });
    }

private:
    /// False if the data was left out.
    bool has_elements(std::size_t size, std::size_t per_element) {
        if (size == 0) {
            text_ += "{...}";
            return false;
        }
        HLO2C_CHECK(size == count_ * per_element, "a literal has as many elements as its shape");
        return true;
    }

    /// Position in storage.
    std::size_t place(std::size_t row_major) const {
        return stored_.empty() ? row_major : stored_[row_major];
    }

    /// Writes nested braces around the elements; `print` writes the element with a row-major index.
    template <typename Print>
    void print_nested(int dimension, const Print& print) {
        if (dimension == shape_.dimensions_size()) return print(next_++);
        text_ += '{';
        for (std::int64_t i = 0; i < shape_.dimensions(dimension); i++) {
            if (i > 0) text_ += dimension + 1 == shape_.dimensions_size() ? "," : ", ";
            print_nested(dimension + 1, print);
        }
        text_ += '}';
    }

    template <typename Number>
    void print_number(Number value) {
        if constexpr (std::is_same_v<Number, bool>) {
            const bool is_scalar = shape_.dimensions_size() == 0;
            text_ += value ? (is_scalar ? "true" : "1") : (is_scalar ? "false" : "0");
        } else if constexpr (std::is_integral_v<Number>) {
            fmt::format_to(std::back_inserter(text_), "{}", value);
        } else {
            print_real(text_, value, type_);
        }
    }

    const wire::ShapeProto& shape_;
    const wire::PrimitiveType type_;
    const std::size_t count_;
    std::vector<std::size_t> stored_;  ///< by row-major index; empty if both orders are the same
    std::size_t next_ = 0;
    std::string text_;
};

}  // namespace

std::string print_literal(const wire::LiteralProto& literal) {
    const wire::ShapeProto& shape = literal.shape();
    if (shape.element_type() == wire::TUPLE) {
        std::string text = "(";
        for (int i = 0; i < literal.tuple_literals_size(); i++)
            text += (i > 0 ? ", " : "") + print_literal(literal.tuple_literals(i));
        return text + ")";
    }
    std::size_t count = 1;
    for (const std::int64_t size : shape.dimensions()) count *= static_cast<std::size_t>(size);
    if (count == 0) return "{}";
    ArrayPrinter printer(shape, count);
    HLO2C_CHECK(visit_elements(literal, shape.element_type(), printer),
                "literals are arrays, or tuples of them");
    return printer.text();
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

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "frontend/error_numbers.h"
#include "frontend/forms/hlo/shapes.h"
#include "frontend/forms/hlo_text/element_types.h"
#include "frontend/forms/hlo_text/literal_fields.h"
#include "frontend/forms/hlo_text/literal_layout.h"
#include "frontend/forms/hlo_text/text_reader.h"
#include "frontend/ir/literal.h"

namespace hlo2c::frontend {
namespace {

/// Like XLA, the reader accepts a single value for an array: it becomes the first element, the others are
/// zero. This limits the bytes of such arrays per text.
constexpr std::int64_t most_unwritten_bytes = std::int64_t{1} << 28;

/// Reads single elements of one element type.
class ElementReader {
public:
    ElementReader(Cursor& cursor, wire::PrimitiveType type)
        : cursor_(cursor), type_(type), ir_type_(element_type(type)) {}

    bool boolean();
    template <typename Integer>
    Integer integer();
    /// Reads a float of 32 or 64 bits.
    template <typename Real>
    Real real();
    /// Reads a float of at most 16 bits; returns its bits.
    std::uint64_t float_bits();

private:
    [[noreturn]] void refuse(std::string message) const {
        cursor_.fail_at(read_error::literal, begin_, std::move(message),
                        fmt::format("Write a value that {} can hold.", spelling_of(type_)));
    }
    [[noreturn]] void out_of_range() {
        refuse(fmt::format("this value is out of the range of {}", spelling_of(type_)));
    }
    /// Consumes `nan`, `-nan`, `nan(0x12)`, `inf` or `-inf` if it comes next, and sets `bits`.
    bool special(int mantissa_bits, int width, std::uint64_t& bits);

    Cursor& cursor_;
    wire::PrimitiveType type_;
    std::optional<ElementType> ir_type_;
    std::size_t begin_ = 0;
};

bool ElementReader::boolean() {
    begin_ = cursor_.offset();
    if (cursor_.accept_word("true")) return true;
    if (cursor_.accept_word("false")) return false;
    const std::int64_t value = cursor_.integer("true, false, 0 or 1");
    if (value != 0 && value != 1) out_of_range();
    return value == 1;
}

template <typename Integer>
Integer ElementReader::integer() {
    begin_ = cursor_.offset();
    const std::string_view rest = cursor_.text().substr(begin_);
    const bool negative = !rest.empty() && rest[0] == '-';
    if (!cursor_.at_integer()) cursor_.unexpected(fmt::format("a number of type {}", spelling_of(type_)));
    std::uint64_t magnitude = 0;
    const char* from = rest.data() + (negative ? 1 : 0);
    const auto parsed = std::from_chars(from, rest.data() + rest.size(), magnitude);
    const int bits = integer_bits(type_);
    const bool is_signed_type = std::is_signed_v<Integer>;
    // As in XLA, a negative 64-bit number wraps in an unsigned type.
    const std::uint64_t most = is_signed_type ? (std::uint64_t{1} << (bits - 1)) - (negative ? 0 : 1)
                               : bits == 64   ? std::numeric_limits<std::uint64_t>::max()
                                              : (std::uint64_t{1} << bits) - 1;
    const bool wraps = !is_signed_type && negative && bits == 64 && magnitude <= std::uint64_t{1} << 63;
    if (parsed.ec != std::errc() || magnitude > most ||
        (negative && !is_signed_type && !wraps && magnitude != 0))
        out_of_range();
    cursor_.seek(begin_ + static_cast<std::size_t>(parsed.ptr - rest.data()));
    if (parsed.ptr < rest.data() + rest.size() && (*parsed.ptr == '.' || *parsed.ptr == 'e'))
        refuse(fmt::format("an element of a constant of {} must be an integer", spelling_of(type_)));
    return static_cast<Integer>(negative ? std::uint64_t{0} - magnitude : magnitude);
}

bool ElementReader::special(int mantissa_bits, int width, std::uint64_t& bits) {
    const bool negative = cursor_.at('-');
    const std::string_view rest = cursor_.text().substr(begin_ + (negative ? 1 : 0));
    const bool is_nan = rest.starts_with("nan");
    if (!is_nan && !rest.starts_with("inf")) return false;
    cursor_.seek(begin_ + (negative ? 1 : 0) + 3);
    const double value =
        is_nan ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    if (ir_type_ && is_float(*ir_type_)) {
        bits = encode_float(*ir_type_, value);
        const double held = decode_float(*ir_type_, bits);
        if (is_nan ? !std::isnan(held) : !std::isinf(held))
            refuse(fmt::format("{} has no {}", spelling_of(type_), is_nan ? "NaN" : "infinity"));
    } else {
        bits = encode_float(width == 64 ? ElementType::F64 : ElementType::F32, value);
    }
    if (is_nan && cursor_.accept('(')) {
        const std::size_t at = cursor_.offset();
        const std::string_view digits = cursor_.run([](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == 'x';
        });
        cursor_.expect(')', "after the payload of a NaN");
        std::uint64_t payload = 0;
        const bool is_hexadecimal = digits.starts_with("0x");
        const auto parsed = std::from_chars(digits.data() + (is_hexadecimal ? 2 : 0),
                                            digits.data() + digits.size(), payload, 16);
        const std::uint64_t mask = (std::uint64_t{1} << mantissa_bits) - 1;
        if (!is_hexadecimal || parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size() ||
            payload == 0 || payload > mask)
            cursor_.fail_at(read_error::literal, at,
                            fmt::format("a NaN of {} cannot have this payload", spelling_of(type_)),
                            mantissa_bits == 0 ? "Write nan alone: the type has a single NaN."
                                               : "Write it in hexadecimal, as in nan(0x1).");
        bits = (bits & ~mask) | payload;
    }
    if (negative) bits |= std::uint64_t{1} << (width - 1);
    return true;
}

template <typename Real>
Real ElementReader::real() {
    begin_ = cursor_.offset();
    const std::string_view rest = cursor_.text().substr(begin_);
    const char first = rest.empty() ? '\0' : rest[0] == '-' && rest.size() > 1 ? rest[1] : rest[0];
    if (first == 'n' || first == 'i') {
        std::uint64_t bits = 0;
        if (special(nan_payload_bits(type_), sizeof(Real) * 8, bits)) {
            Real value;
            if constexpr (sizeof(Real) == 8) {
                std::memcpy(&value, &bits, sizeof value);
            } else {
                const auto narrow = static_cast<std::uint32_t>(bits);
                std::memcpy(&value, &narrow, sizeof value);
            }
            return value;
        }
    }
    if ((first < '0' || first > '9') && first != '.')
        cursor_.unexpected(fmt::format("a number of type {}", spelling_of(type_)));
    Real value = 0;
    const auto parsed = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    const auto length = static_cast<std::size_t>(parsed.ptr - rest.data());
    if (parsed.ec != std::errc()) {  // overflow, or underflow to a denormal or zero
        const double wide = std::strtod(std::string(rest.substr(0, length)).c_str(), nullptr);
        value = static_cast<Real>(wide);
        if (!std::isfinite(wide) || !std::isfinite(value)) out_of_range();
    }
    cursor_.seek(begin_ + length);
    return value;
}

std::uint64_t ElementReader::float_bits() {
    begin_ = cursor_.offset();
    const int width = type_ == wire::F16 || type_ == wire::BF16 ? 16 : bit_width(*ir_type_);
    std::uint64_t bits = 0;
    if (special(nan_payload_bits(type_), width, bits)) return bits;
    const wire::PrimitiveType type = std::exchange(type_, wire::F64);
    const double value = real<double>();
    type_ = type;
    bits = encode_float(*ir_type_, value);
    const double held = decode_float(*ir_type_, bits);
    // Types without infinities overflow to their largest value or to NaN.
    const bool saturated = std::isfinite(held) && std::fabs(value) > std::fabs(held) * 1.26 && held != 0;
    if (!std::isfinite(held) || saturated) out_of_range();
    return bits;
}

void append_bytes(std::string& bytes, std::uint64_t value, int width) {
    for (int i = 0; i < width; i++) bytes.push_back(static_cast<char>(value >> (8 * i) & 0xff));
}

/// Reads nested lists with one level per dimension; calls `add` for each element.
template <typename Add>
class NestedReader {
public:
    NestedReader(Cursor& cursor, int& depth, const wire::ShapeProto& shape, Add add)
        : cursor_(cursor), depth_(depth), shape_(shape), add_(std::move(add)) {}

    void read(int dimension) {
        if (dimension == shape_.dimensions_size()) {
            add_();
            return;
        }
        const Nesting nesting(cursor_, depth_);
        const std::size_t begin = cursor_.offset();
        if (!cursor_.accept('{'))
            cursor_.unexpected(fmt::format("'{{', a list of {} entries for dimension {} of {},",
                                           shape_.dimensions(dimension), dimension, spell_shape(shape_)));
        if (cursor_.at("...")) refuse_elided(begin);
        const std::int64_t size = shape_.dimensions(dimension);
        std::int64_t count = 0;
        while (!cursor_.at('}')) {
            if (count == size) cursor_.unexpected(fmt::format("'}}' after {} entries", size));
            read(dimension + 1);
            count++;
            if (!cursor_.accept(',')) break;
        }
        if (count != size && cursor_.at('}'))
            cursor_.fail_at(read_error::literal, begin,
                            fmt::format("dimension {} of {} has {} entries, but {} are written", dimension,
                                        spell_shape(shape_), size, count),
                            "Write as many entries as the shape says.");
        cursor_.expect('}', "after the entries of a list");
    }

    [[noreturn]] void refuse_elided(std::size_t begin) const {
        cursor_.fail_at(read_error::elided, begin, "part of this constant's data was omitted",
                        "Print the module with all data: --xla_dump_large_constants, or "
                        "HloPrintOptions::print_large_constants.");
    }

private:
    Cursor& cursor_;
    int& depth_;
    const wire::ShapeProto& shape_;
    Add add_;
};

/// Reads the elements of an array into the field of a literal that holds them.
class ArrayReader {
public:
    /// `most`: a bound on the number of elements that the text can have. `depth` counts open lists.
    ArrayReader(Cursor& cursor, int& depth, const wire::ShapeProto& written, wire::PrimitiveType type,
                int most)
        : cursor_(cursor),
          depth_(depth),
          written_(written),
          type_(type),
          most_(most),
          element_(cursor, type) {}

    template <typename Number>
    void operator()(google::protobuf::RepeatedField<Number>* field) {
        field->Reserve(most_);
        if constexpr (std::is_same_v<Number, bool>) {
            read_all([&] { field->Add(element_.boolean()); });
        } else if constexpr (std::is_integral_v<Number>) {
            read_all([&] { field->Add(element_.integer<Number>()); });
        } else if (is_complex_number(type_)) {
            read_all([&] { add_complex(field); });
        } else {
            read_all([&] { field->Add(element_.real<Number>()); });
        }
    }

    void operator()(std::string* field, int width) {
        field->reserve(static_cast<std::size_t>(most_) * static_cast<std::size_t>(width) / 2 + 1);
        if (is_signed(type_)) {
            const std::uint64_t mask = (std::uint64_t{1} << integer_bits(type_)) - 1;
            read_all([&] {
                append_bytes(*field, static_cast<std::uint64_t>(element_.integer<std::int64_t>()) & mask,
                             width);
            });
        } else if (is_unsigned(type_)) {
            read_all([&] { append_bytes(*field, element_.integer<std::uint64_t>(), width); });
        } else {
            read_all([&] { append_bytes(*field, element_.float_bits(), width); });
        }
    }

private:
    template <typename Add>
    void read_all(Add&& add) {
        NestedReader(cursor_, depth_, written_, add).read(0);
    }

    template <typename Number>
    void add_complex(google::protobuf::RepeatedField<Number>* field) {
        const bool pair = cursor_.accept('(');
        field->Add(element_.real<Number>());
        if (pair) cursor_.expect(',', "between the parts of a complex number");
        field->Add(pair ? element_.real<Number>() : Number(0));
        if (pair) cursor_.expect(')', "after the parts of a complex number");
    }

    Cursor& cursor_;
    int& depth_;
    const wire::ShapeProto& written_;
    wire::PrimitiveType type_;
    int most_;
    ElementReader element_;
};

/// Adds zeros behind the single value of a literal of `count` elements.
void fill_up(wire::LiteralProto& literal, wire::PrimitiveType type, std::int64_t count) {
    visit_elements(
        literal, type,
        FieldVisitor{[&](auto* field) { field->Resize(static_cast<int>(count) * field->size(), 0); },
                     [&](std::string* field, int) {
                         field->resize(static_cast<std::size_t>(count) * field->size(), '\0');
                     }});
}

template <typename Container>
void reorder(Container& elements, const std::vector<std::size_t>& order, std::size_t width) {
    const Container row_major = elements;
    auto to = elements.begin();
    for (const std::size_t from : order)
        for (std::size_t part = 0; part < width; part++)
            *to++ = *(row_major.begin() + static_cast<std::ptrdiff_t>(from * width + part));
}

/// Brings elements in row-major order into the order of the shape's layout.
void apply_layout(wire::LiteralProto& literal, const wire::ShapeProto& shape) {
    const std::vector<std::size_t> order = layout_order(shape);
    if (order.empty()) return;
    const wire::PrimitiveType type = shape.element_type();
    const std::size_t parts = is_complex_number(type) ? 2 : 1;
    visit_elements(literal, type,
                   FieldVisitor{[&](auto* field) { reorder(*field, order, parts); },
                                [&](std::string* field, int width) {
                                    reorder(*field, order, static_cast<std::size_t>(width));
                                }});
}

}  // namespace

bool TextReader::accept_elided() {
    const std::size_t begin = cursor_.offset();
    if (cursor_.accept('{') && cursor_.accept("...") && cursor_.accept('}')) return true;
    cursor_.seek(begin);
    return false;
}

void TextReader::read_literal(wire::LiteralProto& literal, const wire::ShapeProto& shape) {
    const Nesting nesting(cursor_, depth_);
    *literal.mutable_shape() = shape;
    if (shape.element_type() == wire::TUPLE) {
        read_tuple_literal(literal, shape);
        return;
    }
    std::int64_t count = 1;
    for (const std::int64_t size : shape.dimensions()) {
        if (size < 0)
            fail_at(read_error::literal, cursor_.offset(), "the constant has a shape of unknown size",
                    "Correct the shape.");
        count *= size;  // the shape reader has limited the product
    }
    if (count == 0)
        read_empty_lists(shape);
    else if (!accept_elided())
        read_array_literal(literal, shape, count);
}

void TextReader::read_tuple_literal(wire::LiteralProto& literal, const wire::ShapeProto& shape) {
    cursor_.expect('(', "before the elements of a tuple");
    for (int i = 0; i < shape.tuple_shapes_size(); i++) {
        if (i > 0) cursor_.expect(',', "between the elements of a tuple");
        if (at_shape() && !cursor_.at('(')) {
            wire::ShapeProto written;
            read_shape(written);
        }
        read_literal(*literal.add_tuple_literals(), shape.tuple_shapes(i));
    }
    cursor_.expect(')', "after the elements of a tuple");
}

void TextReader::read_empty_lists(const wire::ShapeProto& shape) {
    int open = 0;
    do {
        if (cursor_.accept('{')) {
            open++;
        } else if (open > 0 && cursor_.accept(',')) {
            continue;
        } else if (open == 0) {
            cursor_.unexpected("'{'");
        } else {
            cursor_.accept("...");
            cursor_.expect('}', fmt::format("as {} has no elements", spell_shape(shape)));
            open--;
        }
    } while (open > 0);
}

void TextReader::read_array_literal(wire::LiteralProto& literal, const wire::ShapeProto& shape,
                                    std::int64_t count) {
    const std::size_t begin = cursor_.offset();
    // An element takes at least two characters, so the text bounds the memory.
    const auto most = static_cast<int>(std::min<std::int64_t>(
        {count * 2, static_cast<std::int64_t>(cursor_.text().size() - begin), INT32_MAX / 16}));
    const wire::PrimitiveType type = shape.element_type();
    const bool is_splat = shape.dimensions_size() > 0 && !cursor_.at('{');
    if (const auto kept = frontend::element_type(type); is_splat && kept)
        unwritten_bytes_ += count * std::max(1, bit_width(*kept) / 8);
    if (unwritten_bytes_ > most_unwritten_bytes)
        fail_at(read_error::literal, begin,
                fmt::format("{} has too many elements for an omitted literal", spell_shape(shape)),
                "Write a broadcast of a scalar constant.");
    const wire::ShapeProto written = is_splat ? wire::ShapeProto() : shape;
    if (!visit_elements(literal, type, ArrayReader(cursor_, depth_, written, type, most)))
        fail_at(read_error::literal, begin, fmt::format("a constant cannot be {}", spell_shape(shape)),
                "Constants are arrays, or tuples of them.");
    if (is_splat)
        fill_up(literal, type, count);
    else
        apply_layout(literal, shape);
}

void TextReader::read_typed_literal(wire::LiteralProto& literal) {
    // Every array, also inside a tuple, has its shape in front.
    const Nesting nesting(cursor_, depth_);
    if (cursor_.accept('(')) {
        wire::ShapeProto shape;
        shape.set_element_type(wire::TUPLE);
        cursor_.entries(')', "after the elements of a tuple", [&] {
            wire::LiteralProto& element = *literal.add_tuple_literals();
            read_typed_literal(element);
            *shape.add_tuple_shapes() = element.shape();
        });
        *literal.mutable_shape() = std::move(shape);
        return;
    }
    wire::ShapeProto shape;
    in_typed_literal_ = true;
    read_shape(shape);
    in_typed_literal_ = false;
    read_literal(literal, shape);
}

}  // namespace hlo2c::frontend

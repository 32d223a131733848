#include "frontend/forms/hlo/literals.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "frontend/forms/hlo/shapes.h"
#include "frontend/ir/elided.h"

namespace hlo2c::frontend {
namespace {

static_assert(std::endian::native == std::endian::little, "literals are stored as they lie in memory");

constexpr int deepest_literal = 32;
using Bytes = std::vector<std::byte>;

template <typename T>
Bytes bytes_of(const google::protobuf::RepeatedField<T>& values) {
    Bytes bytes(static_cast<std::size_t>(values.size()) * sizeof(T));
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

template <typename T>
void fill(google::protobuf::RepeatedField<T>& values, std::span<const std::byte> bytes) {
    values.Resize(static_cast<int>(bytes.size() / sizeof(T)), T());
    if (!bytes.empty()) std::memcpy(values.mutable_data(), bytes.data(), bytes.size());
}

Bytes bytes_of(const std::string& text) {
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return Bytes(begin, begin + text.size());
}

void fill(std::string& text, std::span<const std::byte> bytes) {
    text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

/// The bytes of the field that holds elements of `type`.
Bytes read_list(ElementType type, const wire::LiteralProto& literal) {
    switch (type) {
        case ElementType::I1: return bytes_of(literal.preds());
        case ElementType::I2: return bytes_of(literal.s2s());
        case ElementType::I4: return bytes_of(literal.s4s());
        case ElementType::I8: return bytes_of(literal.s8s());
        case ElementType::I16: return bytes_of(literal.s16s());
        case ElementType::I32: return bytes_of(literal.s32s());
        case ElementType::I64:
        case ElementType::Index: return bytes_of(literal.s64s());
        case ElementType::UI2: return bytes_of(literal.u2s());
        case ElementType::UI4: return bytes_of(literal.u4s());
        case ElementType::UI8: return bytes_of(literal.u8s());
        case ElementType::UI16: return bytes_of(literal.u16s());
        case ElementType::UI32: return bytes_of(literal.u32s());
        case ElementType::UI64: return bytes_of(literal.u64s());
        case ElementType::F4E2M1FN: return bytes_of(literal.f4e2m1fns());
        case ElementType::F6E2M3FN: return bytes_of(literal.f6e2m3fns());
        case ElementType::F6E3M2FN: return bytes_of(literal.f6e3m2fns());
        case ElementType::F8E3M4: return bytes_of(literal.f8e3m4s());
        case ElementType::F8E4M3: return bytes_of(literal.f8e4m3s());
        case ElementType::F8E4M3FN: return bytes_of(literal.f8e4m3fns());
        case ElementType::F8E4M3FNUZ: return bytes_of(literal.f8e4m3fnuzs());
        case ElementType::F8E4M3B11FNUZ: return bytes_of(literal.f8e4m3b11fnuzs());
        case ElementType::F8E5M2: return bytes_of(literal.f8e5m2s());
        case ElementType::F8E5M2FNUZ: return bytes_of(literal.f8e5m2fnuzs());
        case ElementType::F8E8M0FNU: return bytes_of(literal.f8e8m0fnus());
        case ElementType::BF16: return bytes_of(literal.bf16s());
        case ElementType::F16: return bytes_of(literal.f16s());
        case ElementType::TF32:
        case ElementType::F32: return bytes_of(literal.f32s());
        case ElementType::F64: return bytes_of(literal.f64s());
        case ElementType::C64: return bytes_of(literal.c64s());
        case ElementType::C128: return bytes_of(literal.c128s());
    }
    broken_invariant("type", __FILE__, __LINE__, "an element type without a list in a literal");
}

void write_list(ElementType type, std::span<const std::byte> bytes, wire::LiteralProto& literal) {
    switch (type) {
        case ElementType::I1: return fill(*literal.mutable_preds(), bytes);
        case ElementType::I2: return fill(*literal.mutable_s2s(), bytes);
        case ElementType::I4: return fill(*literal.mutable_s4s(), bytes);
        case ElementType::I8: return fill(*literal.mutable_s8s(), bytes);
        case ElementType::I16: return fill(*literal.mutable_s16s(), bytes);
        case ElementType::I32: return fill(*literal.mutable_s32s(), bytes);
        case ElementType::I64:
        case ElementType::Index: return fill(*literal.mutable_s64s(), bytes);
        case ElementType::UI2: return fill(*literal.mutable_u2s(), bytes);
        case ElementType::UI4: return fill(*literal.mutable_u4s(), bytes);
        case ElementType::UI8: return fill(*literal.mutable_u8s(), bytes);
        case ElementType::UI16: return fill(*literal.mutable_u16s(), bytes);
        case ElementType::UI32: return fill(*literal.mutable_u32s(), bytes);
        case ElementType::UI64: return fill(*literal.mutable_u64s(), bytes);
        case ElementType::F4E2M1FN: return fill(*literal.mutable_f4e2m1fns(), bytes);
        case ElementType::F6E2M3FN: return fill(*literal.mutable_f6e2m3fns(), bytes);
        case ElementType::F6E3M2FN: return fill(*literal.mutable_f6e3m2fns(), bytes);
        case ElementType::F8E3M4: return fill(*literal.mutable_f8e3m4s(), bytes);
        case ElementType::F8E4M3: return fill(*literal.mutable_f8e4m3s(), bytes);
        case ElementType::F8E4M3FN: return fill(*literal.mutable_f8e4m3fns(), bytes);
        case ElementType::F8E4M3FNUZ: return fill(*literal.mutable_f8e4m3fnuzs(), bytes);
        case ElementType::F8E4M3B11FNUZ: return fill(*literal.mutable_f8e4m3b11fnuzs(), bytes);
        case ElementType::F8E5M2: return fill(*literal.mutable_f8e5m2s(), bytes);
        case ElementType::F8E5M2FNUZ: return fill(*literal.mutable_f8e5m2fnuzs(), bytes);
        case ElementType::F8E8M0FNU: return fill(*literal.mutable_f8e8m0fnus(), bytes);
        case ElementType::BF16: return fill(*literal.mutable_bf16s(), bytes);
        case ElementType::F16: return fill(*literal.mutable_f16s(), bytes);
        case ElementType::TF32:
        case ElementType::F32: return fill(*literal.mutable_f32s(), bytes);
        case ElementType::F64: return fill(*literal.mutable_f64s(), bytes);
        case ElementType::C64: return fill(*literal.mutable_c64s(), bytes);
        case ElementType::C128: return fill(*literal.mutable_c128s(), bytes);
    }
}

/// Masks sub-byte values to their width and sign-extends signed ones, as in a Literal.
void normalize(ElementType type, Bytes& bytes) {
    const int bits = bit_width(type);
    if (bits >= 8 || is_boolean(type)) return;
    const unsigned mask = (1u << bits) - 1;
    const unsigned sign = is_signed_integer(type) ? 1u << (bits - 1) : 0;
    for (std::byte& byte : bytes) {
        const unsigned value = std::to_integer<unsigned>(byte) & mask;
        byte = static_cast<std::byte>((value & sign) != 0 ? value | ~mask : value);
    }
}

/// Converts elements from the layout `order` (major to minor) to row-major order.
Bytes row_major(const Bytes& bytes, const TensorType& type, const std::vector<std::int64_t>& order) {
    const auto width = static_cast<std::size_t>(byte_width(type.element));
    const std::vector<std::int64_t> strides = row_major_strides(type.shape);
    Bytes result(bytes.size());
    std::vector<std::int64_t> index(order.size(), 0);
    std::int64_t target = 0;
    for (std::size_t at = 0; at < bytes.size(); at += width) {
        std::memcpy(result.data() + static_cast<std::size_t>(target) * width, bytes.data() + at, width);
        for (std::size_t i = order.size(); i-- > 0;) {
            const auto dimension = static_cast<std::size_t>(order[i]);
            target += strides[dimension];
            if (++index[i] < type.shape[dimension]) break;
            target -= strides[dimension] * type.shape[dimension];
            index[i] = 0;
        }
    }
    return result;
}

}  // namespace

TensorType largest(TensorType type, const Site& site) {
    for (std::size_t d = 0; d < type.shape.size(); d++) {
        if (type.shape[d] == dynamic_size && d < type.bounds.size()) type.shape[d] = type.bounds[d];
        if (type.shape[d] == dynamic_size)
            site.reject("a constant has a dimension of unknown size",
                        "Export the program with constants of known sizes.");
    }
    type.bounds.clear();
    return type;
}

namespace {

Literal array_of(const wire::LiteralProto& literal, const Site& site) {
    TensorType type = largest(tensor_type(literal.shape(), site), site);
    const std::vector<std::int64_t> order = major_to_minor(literal.shape(), site);
    Bytes bytes = read_list(type.element, literal);
    if (bytes.empty()) return elided(std::move(type));
    if (static_cast<std::int64_t>(bytes.size()) != type.byte_size())
        site.refuse(fmt::format("the data of a constant {} has {} bytes instead of {}", to_string(type),
                                bytes.size(), type.byte_size()));
    normalize(type.element, bytes);
    if (!is_row_major(order)) bytes = row_major(bytes, type, order);
    return Literal(std::move(type), std::move(bytes));
}

void append(const wire::LiteralProto& literal, const Site& site, int depth, std::vector<Literal>& arrays) {
    site.require(depth < deepest_literal, "a literal is nested too deeply");
    if (literal.shape().element_type() != wire::TUPLE) {
        site.require(literal.shape().element_type() != wire::TOKEN, "a literal is a token");
        arrays.push_back(array_of(literal, site));
        return;
    }
    site.require(literal.tuple_literals_size() == literal.shape().tuple_shapes_size(),
                 "a literal does not have the elements of its shape");
    for (const wire::LiteralProto& element : literal.tuple_literals())
        append(element, site, depth + 1, arrays);
}

}  // namespace

std::vector<Literal> literals_of(const wire::LiteralProto& literal, const Site& site) {
    std::vector<Literal> arrays;
    append(literal, site, 0, arrays);
    return arrays;
}

wire::LiteralProto literal_message(const Literal& literal) {
    wire::LiteralProto message;
    *message.mutable_shape() = shape_of(Type(literal.type()));
    Bytes bytes = literal.expanded();
    const int bits = bit_width(literal.type().element);
    if (bits < 8)
        for (std::byte& byte : bytes) byte &= static_cast<std::byte>((1u << bits) - 1);
    write_list(literal.type().element, bytes, message);
    return message;
}

}  // namespace hlo2c::frontend

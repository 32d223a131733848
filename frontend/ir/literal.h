#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "frontend/ir/type.h"
#include "frontend/shared_bytes.h"

namespace hlo2c::frontend {

/// The data of a constant: row-major elements in `byte_width(type.element)` bytes each, little endian,
/// complex as (re, im). A splat stores one element that stands for all. Copies share the bytes, which are
/// immutable.
class Literal {
public:
    Literal() = default;
    /// `bytes` holds every element, exactly one if `splat`, or nothing (elided.h); any other size is a
    /// broken invariant.
    Literal(TensorType type, SharedBytes bytes, bool splat = false);
    Literal(TensorType type, std::vector<std::byte> bytes, bool splat = false)
        : Literal(std::move(type), SharedBytes(std::move(bytes)), splat) {}

    template <typename T>
    static Literal scalar(ElementType element, T value);
    template <typename T>
    static Literal from_values(TensorType type, const std::vector<T>& values);

    const TensorType& type() const { return type_; }
    bool is_splat() const { return splat_; }
    /// The stored bytes: one element when `is_splat()`.
    std::span<const std::byte> bytes() const { return bytes_.view(); }
    const SharedBytes& shared_bytes() const { return bytes_; }
    /// The bytes of all elements, with a splat expanded.
    std::vector<std::byte> expanded() const;
    /// The bytes of element `index` in row-major order.
    std::span<const std::byte> element(std::int64_t index) const;
    /// Element `index` as a double (integers and booleans converted, f16/bf16/f8/... decoded, real part of
    /// complex).
    double real(std::int64_t index) const;
    /// Element `index` as an integer; floats are truncated.
    std::int64_t integer(std::int64_t index) const;
    /// The same data under another shape with the same element count.
    Literal reshaped(std::vector<std::int64_t> shape) const;

    /// Equal types and equal bytes of every element; a splat equals the same elements written out.
    bool operator==(const Literal& other) const;

private:
    TensorType type_;
    SharedBytes bytes_;
    bool splat_ = false;
};

/// Decodes the low bits of `bits` as a value of float type `type`, exactly (every f4..f64 fits a double).
double decode_float(ElementType type, std::uint64_t bits);
/// Encodes `value` in float type `type`, rounded to nearest even; overflow and NaN follow the rules of the
/// type.
std::uint64_t encode_float(ElementType type, double value);

}  // namespace hlo2c::frontend

#include "frontend/ir/literal.inl"

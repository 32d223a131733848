#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "frontend/ir/element_type.h"

namespace hlo2c::frontend {

/// The size of a dynamic dimension; printed as `?`.
inline constexpr std::int64_t dynamic_size = INT64_MIN;

/// Quantization parameters of `!quant.uniform<storage:expressed:axis, {scale:zero_point, ...}>`.
/// One scale and one zero point per tensor, or per index of `axis`.
struct Quantization {
    ElementType storage = ElementType::I8;
    ElementType expressed = ElementType::F32;
    std::int64_t storage_minimum = 0;
    std::int64_t storage_maximum = 0;
    int axis = -1;  ///< -1: per tensor
    std::vector<double> scales;
    std::vector<std::int64_t> zero_points;
    bool operator==(const Quantization&) const = default;
};

/// `tensor<2x?x3xf32, #stablehlo.bounds<?, 8, ?>>`; a quantized tensor has one entry in `quantization` and
/// `element` equal to its storage type.
struct TensorType {
    std::vector<std::int64_t> shape;
    ElementType element = ElementType::F32;
    std::vector<std::int64_t> bounds;  ///< empty, or one per dimension with dynamic_size for "no bound"
    std::vector<Quantization> quantization;
    std::string encoding;  ///< any other encoding, as text: "#sparse_tensor.encoding<...>"; ops ignore it
    bool operator==(const TensorType&) const = default;

    int rank() const { return static_cast<int>(shape.size()); }
    bool is_static() const;
    bool is_quantized() const { return !quantization.empty(); }
    /// Product of the sizes; the shape must be static.
    std::int64_t element_count() const;
    std::int64_t byte_size() const { return element_count() * byte_width(element); }
};

struct TokenType {
    bool operator==(const TokenType&) const = default;
};

struct Type;

struct TupleType {
    std::vector<Type> elements;
    bool operator==(const TupleType&) const;
};

/// Result of an asynchronous start operation: `!stablehlo.future<...>` or HLO's async tuples.
struct FutureType {
    std::vector<Type> elements;
    bool operator==(const FutureType&) const;
};

/// A type that this IR does not model, kept as text: `memref<2xf32>`, `tensor<*xf32>`, `tensor<3xi10>`,
/// `f32`. A value of such a type may be passed on, to custom calls for instance; the verifier rejects ops
/// that compute with it.
struct ForeignType {
    std::string text;
    bool operator==(const ForeignType&) const = default;
};

/// The type of a value. Nearly all callers need only `as_tensor`.
struct Type {
    std::variant<TensorType, TokenType, TupleType, FutureType, ForeignType> value;
    bool operator==(const Type&) const = default;

    Type() = default;
    Type(TensorType type) : value(std::move(type)) {}
    Type(TokenType type) : value(type) {}
    Type(TupleType type) : value(std::move(type)) {}
    Type(FutureType type) : value(std::move(type)) {}
    Type(ForeignType type) : value(std::move(type)) {}

    bool is_tensor() const { return std::holds_alternative<TensorType>(value); }
    const TensorType& as_tensor() const { return std::get<TensorType>(value); }
    TensorType& as_tensor() { return std::get<TensorType>(value); }
};

/// StableHLO spelling: `tensor<1x16xf32>`, `!stablehlo.token`, `tuple<...>`.
std::string to_string(const TensorType& type);
std::string to_string(const Type& type);

/// Shortest decimal text that reads back as the same double, always with the decimal point that MLIR requires
/// ("1.0e-05"). `value` must be finite: infinities and NaN have no decimal form and are written as bits.
std::string float_text(double value);

/// Row-major strides in elements; the shape must be static.
std::vector<std::int64_t> row_major_strides(const std::vector<std::int64_t>& shape);

/// The permutation that undoes a permutation of dimensions.
std::vector<std::int64_t> inverse_permutation(const std::vector<std::int64_t>& permutation);

}  // namespace hlo2c::frontend

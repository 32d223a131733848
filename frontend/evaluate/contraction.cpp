#include "frontend/evaluate/contraction.h"

#include <algorithm>
#include <type_traits>

#include "frontend/evaluate/conversion.h"
#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/running_sum.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

/// Dimensions of one operand that are neither batching nor contracting, ascending.
Shape free_dimensions(int rank, const Shape& batching, const Shape& contracting) {
    Shape rest;
    for (std::int64_t i = 0; i < rank; i++)
        if (std::find(batching.begin(), batching.end(), i) == batching.end() &&
            std::find(contracting.begin(), contracting.end(), i) == contracting.end())
            rest.push_back(i);
    return rest;
}

Shape sizes_of(const Shape& shape, const Shape& dimensions) {
    Shape sizes;
    for (std::int64_t dimension : dimensions) sizes.push_back(shape[static_cast<std::size_t>(dimension)]);
    return sizes;
}

void append(Shape& to, const Shape& from) {
    to.insert(to.end(), from.begin(), from.end());
}

/// The operand as [first..., second..., third...], row-major.
Literal arranged(const Literal& operand, const Shape& first, const Shape& second, const Shape& third) {
    Shape permutation = first;
    append(permutation, second);
    append(permutation, third);
    return transpose(operand, permutation,
                     with_shape(operand.type(), sizes_of(operand.type().shape, permutation)));
}

/// result[b, m, n] = sum over k of lhs[b, m, k] * rhs[b, k, n].
template <bool compensated, typename T>
std::vector<T> multiply_batches(const std::vector<T>& lhs, const std::vector<T>& rhs, std::size_t batches,
                                std::size_t rows, std::size_t columns, std::size_t depth) {
    std::vector<T> result;
    result.reserve(batches * rows * columns);
    for (std::size_t b = 0; b < batches; b++)
        for (std::size_t m = 0; m < rows; m++) {
            std::vector<RunningSum<T, compensated>> sums(columns);
            add_products<compensated, T>(sums.data(), columns, lhs.data() + (b * rows + m) * depth, depth,
                                         rhs.data() + b * depth * columns, columns);
            for (const RunningSum<T, compensated>& sum : sums) result.push_back(sum.value());
        }
    return result;
}

/// A dot in the domain of the element types; a boolean dot is an OR of ANDs.
template <typename T>
Literal dot_in(const TensorType& type, const Literal& lhs, const Literal& rhs, ProductSums sums,
               std::size_t batches, std::size_t rows, std::size_t columns, std::size_t depth) {
    const std::vector<T> a = all_elements<T>(lhs), b = all_elements<T>(rhs);
    std::vector<T> values = is_compensated(type.element, sums)
                                ? multiply_batches<true>(a, b, batches, rows, columns, depth)
                                : multiply_batches<false>(a, b, batches, rows, columns, depth);
    if constexpr (std::is_same_v<T, std::int64_t>)
        if (is_boolean(type.element))
            for (T& value : values) value = value != 0;
    return from_elements<T>(type, std::move(values));
}

Domain product_domain(const Literal& lhs, const Literal& rhs, const TensorType& result) {
    return std::max(
        {domain_of(lhs.type().element), domain_of(rhs.type().element), domain_of(result.element)});
}

/// The literal in a wider domain, for products of mixed element types.
Literal in_domain(const Literal& literal, Domain domain) {
    if (domain_of(literal.type().element) == domain) return literal;
    const Elements<std::int64_t> values = integers(literal);
    const TensorType type = tensor_type(literal.type().shape, ElementType::F64);
    return from_reals(type, std::vector<double>(values.values.begin(), values.values.end()));
}

}  // namespace

TensorType sum_type(const Literal& lhs, const Literal& rhs, const TensorType& result) {
    TensorType type = result;
    if (domain_of(result.element) != Domain::Integer) return type;
    for (const Literal* operand : {&lhs, &rhs})
        if (is_float(operand->type().element)) type.element = operand->type().element;
    return type;
}

Literal dot_general(const Literal& lhs, const Literal& rhs, const DotDimensions& dimensions,
                    const TensorType& type, ProductSums sums) {
    if (const TensorType summed = sum_type(lhs, rhs, type); summed != type) {
        const Literal made = dot_general(lhs, rhs, dimensions, summed, sums);
        return convert(made, with_shape(type, made.type().shape));
    }
    const Shape lhs_free =
        free_dimensions(lhs.type().rank(), dimensions.lhs_batching, dimensions.lhs_contracting);
    const Shape rhs_free =
        free_dimensions(rhs.type().rank(), dimensions.rhs_batching, dimensions.rhs_contracting);
    const Shape &left = lhs.type().shape, &right = rhs.type().shape;
    Shape shape = sizes_of(left, dimensions.lhs_batching);
    append(shape, sizes_of(left, lhs_free));
    append(shape, sizes_of(right, rhs_free));
    const TensorType result = with_shape(type, shape);
    const Domain domain = product_domain(lhs, rhs, result);
    const Literal a =
        in_domain(arranged(lhs, dimensions.lhs_batching, lhs_free, dimensions.lhs_contracting), domain);
    const Literal b =
        in_domain(arranged(rhs, dimensions.rhs_batching, dimensions.rhs_contracting, rhs_free), domain);
    const auto batches = static_cast<std::size_t>(count_of(sizes_of(left, dimensions.lhs_batching)));
    const auto rows = static_cast<std::size_t>(count_of(sizes_of(left, lhs_free)));
    const auto columns = static_cast<std::size_t>(count_of(sizes_of(right, rhs_free)));
    const auto depth = static_cast<std::size_t>(count_of(sizes_of(left, dimensions.lhs_contracting)));
    switch (domain) {
        case Domain::Integer: return dot_in<std::int64_t>(result, a, b, sums, batches, rows, columns, depth);
        case Domain::Real: return dot_in<double>(result, a, b, sums, batches, rows, columns, depth);
        case Domain::Complex: return dot_in<Complex>(result, a, b, sums, batches, rows, columns, depth);
    }
    return {};
}

void evaluate_DotGeneral(OpCall& call) {
    call.give(dot_general(call.operand(0), call.operand(1), call.op()[attr::dot_dimension_numbers],
                          call.result_type(), call.product_sums()));
}

void evaluate_Dot(OpCall& call) {
    DotDimensions dimensions;
    dimensions.lhs_contracting = {call.operand(0).type().rank() - 1};
    dimensions.rhs_contracting = {0};
    call.give(
        dot_general(call.operand(0), call.operand(1), dimensions, call.result_type(), call.product_sums()));
}

}  // namespace hlo2c::frontend

#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include "frontend/evaluate/hooks.h"

namespace hlo2c::frontend {

/// The bits of an integer element, without its sign extension.
inline std::uint64_t low_bits(ElementType type, std::int64_t value) {
    const int unused = 64 - bit_width(type);
    return static_cast<std::uint64_t>(value) << unused >> unused;
}

/// Helpers of the elementwise families: one callable per domain, called per element. The integer callable
/// also takes the element type first, for its width and signedness. `nullptr` for a domain rejects the op for
/// its types.

template <typename T, typename Function>
T apply_in_domain(Function& function, ElementType type, T a) {
    if constexpr (std::is_same_v<T, std::int64_t>)
        return function(type, a);
    else
        return function(a);
}
template <typename T, typename Function>
T apply_in_domain(Function& function, ElementType type, T a, T b) {
    if constexpr (std::is_same_v<T, std::int64_t>)
        return function(type, a, b);
    else
        return function(a, b);
}

template <typename T, typename Function>
void map_unary(OpCall& call, Function function) {
    if constexpr (std::is_same_v<Function, std::nullptr_t>) {
        call.refuse("operands of type " + to_string(call.operand(0).type()));
    } else {
        const Literal& operand = call.operand(0);
        const TensorType type = call.typed(operand.type().shape);
        const Elements<T> from = elements<T>(operand);
        const ElementType element = operand.type().element;
        std::vector<T> values;
        values.reserve(from.values.size());
        for (const T& value : from.values) values.push_back(apply_in_domain<T>(function, element, value));
        call.give(from_elements<T>(type, std::move(values)));
    }
}

/// The callable of the domain that computes in `T`.
template <typename T, typename IntegerFunction, typename RealFunction, typename ComplexFunction>
auto of_domain(IntegerFunction integer, RealFunction real, ComplexFunction complex) {
    if constexpr (std::is_same_v<T, std::int64_t>)
        return integer;
    else if constexpr (std::is_same_v<T, double>)
        return real;
    else
        return complex;
}

template <typename... Functions>
void unary(OpCall& call, Functions... of_each_domain) {
    in_domain_of(call.operand(0).type().element,
                 [&]<typename T>() { map_unary<T>(call, of_domain<T>(of_each_domain...)); });
}

/// Number of elements to compute: one if every operand is a splat.
inline std::size_t computed_count(const TensorType& type, std::size_t steps) {
    const auto count = static_cast<std::size_t>(type.element_count());
    return steps == 0 ? std::min<std::size_t>(count, 1) : count;
}

/// Checks at run time that shapes agree, since declared shapes may be dynamic.
inline void check_same_shape(const OpCall& call, int a, int b) {
    if (call.operand(a).type().shape != call.operand(b).type().shape)
        call.fail_here("operands have the shapes " + to_string(call.operand(a).type()) + " and " +
                           to_string(call.operand(b).type()),
                       "Give arguments whose sizes agree.");
}

template <typename T, typename Function>
void map_binary(OpCall& call, Function function) {
    if constexpr (std::is_same_v<Function, std::nullptr_t>) {
        call.refuse("operands of type " + to_string(call.operand(0).type()));
    } else {
        check_same_shape(call, 0, 1);
        const TensorType type = call.typed(call.operand(0).type().shape);
        const Elements<T> a = elements<T>(call.operand(0)), b = elements<T>(call.operand(1));
        const ElementType element = call.operand(0).type().element;
        std::vector<T> values(computed_count(type, a.step + b.step));
        for (std::size_t i = 0; i < values.size(); i++)
            values[i] = apply_in_domain<T>(function, element, a[i], b[i]);
        call.give(from_elements<T>(type, std::move(values)));
    }
}

template <typename... Functions>
void binary(OpCall& call, Functions... of_each_domain) {
    in_domain_of(call.operand(0).type().element,
                 [&]<typename T>() { map_binary<T>(call, of_domain<T>(of_each_domain...)); });
}

}  // namespace hlo2c::frontend

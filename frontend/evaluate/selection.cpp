#include "frontend/evaluate/arithmetic.h"
#include "frontend/evaluate/elementwise.h"
#include "frontend/evaluate/movement.h"
#include "frontend/evaluate/reduction.h"

namespace hlo2c::frontend {
namespace {

/// The elements of an operand that may be a scalar, which then applies to all elements.
template <typename T>
Elements<T> scalar_or_all(const Literal& literal) {
    Elements<T> loaded = elements<T>(literal);
    if (literal.type().rank() == 0) loaded.step = 0;
    return loaded;
}

std::int64_t clamped(ElementType type, std::int64_t low, std::int64_t value, std::int64_t high) {
    if (less_integers(type, value, low)) value = low;
    return less_integers(type, high, value) ? high : value;
}
double clamped(ElementType, double low, double value, double high) {
    return minimum_of(maximum_of(value, low), high);
}
Complex clamped(ElementType, const Complex& low, Complex value, const Complex& high) {
    if (less_complex(value, low)) value = low;
    return less_complex(high, value) ? high : value;
}

template <typename T>
Literal clamp_in(const OpCall& call) {
    const Elements<T> low = scalar_or_all<T>(call.operand(0)), value = elements<T>(call.operand(1));
    const Elements<T> high = scalar_or_all<T>(call.operand(2));
    const TensorType type = call.typed(call.operand(1).type().shape);
    std::vector<T> values(computed_count(type, low.step + value.step + high.step));
    for (std::size_t i = 0; i < values.size(); i++)
        values[i] = clamped(type.element, low[i], value[i], high[i]);
    return from_elements<T>(type, std::move(values));
}

}  // namespace

void evaluate_Clamp(OpCall& call) {
    in_domain_of(call.operand(1).type().element, [&]<typename T>() { call.give(clamp_in<T>(call)); });
}

void evaluate_Select(OpCall& call) {
    const Literal &condition = call.operand(0), &yes = call.operand(1), &no = call.operand(2);
    check_same_shape(call, 1, 2);
    const Elements<std::int64_t> chosen = scalar_or_all<std::int64_t>(condition);
    if (chosen.step == 0) return call.give(chosen[0] != 0 ? yes : no);
    check_same_shape(call, 0, 1);
    const auto width = static_cast<std::size_t>(byte_width(yes.type().element));
    std::vector<std::byte> bytes = no.expanded();
    const std::vector<std::byte> taken = yes.expanded();
    for (std::size_t i = 0; i < bytes.size() / width; i++)
        if (chosen[i] != 0)
            std::copy(taken.begin() + static_cast<std::ptrdiff_t>(i * width),
                      taken.begin() + static_cast<std::ptrdiff_t>((i + 1) * width),
                      bytes.begin() + static_cast<std::ptrdiff_t>(i * width));
    call.give(Literal(yes.type(), std::move(bytes)));
}

void evaluate_Map(OpCall& call) {
    const Shape& shape = call.operand(0).type().shape;
    std::vector<Literal> scalars;
    for (std::int64_t element = 0; element < count_of(shape); element++) {
        std::vector<Datum> arguments;
        for (int i = 0; i < call.operand_count(); i++)
            arguments.emplace_back(scalar_at(call.operand(i), element));
        scalars.push_back(call.run_region(call.op().regions[0], std::move(arguments)).at(0).tensor());
    }
    call.give(from_scalars(call.typed(shape), scalars));
}

}  // namespace hlo2c::frontend

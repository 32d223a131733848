#include <array>
#include <cmath>

#include "frontend/evaluate/complex_functions.h"
#include "frontend/evaluate/elementwise.h"

namespace hlo2c::frontend {
namespace {

/// Applies a function to the operands as `count / 2` complex numbers, given by their parts.
template <std::size_t count, typename Function>
void of_parts(OpCall& call, Function function) {
    const TensorType type = call.typed(call.operand(0).type().shape);
    std::vector<Elements<double>> parts;
    std::size_t steps = 0;
    for (std::size_t i = 0; i < count; i++) {
        check_same_shape(call, 0, static_cast<int>(i));
        parts.push_back(elements<double>(call.operand(static_cast<int>(i))));
        steps += parts.back().step;
    }
    std::vector<double> values(computed_count(type, steps));
    for (std::size_t i = 0; i < values.size(); i++) {
        std::array<Complex, count / 2> numbers;
        for (std::size_t k = 0; k < numbers.size(); k++) numbers[k] = {parts[2 * k][i], parts[2 * k + 1][i]};
        values[i] = function(numbers);
    }
    call.give(from_elements<double>(type, std::move(values)));
}

}  // namespace

void evaluate_PartsMagnitude(OpCall& call) {
    of_parts<2>(call, [](const auto& z) { return std::hypot(z[0].real(), z[0].imag()); });
}

void evaluate_PartsQuotientReal(OpCall& call) {
    of_parts<4>(call, [](const auto& z) { return divide_complex(z[0], z[1]).real(); });
}

void evaluate_PartsQuotientImag(OpCall& call) {
    of_parts<4>(call, [](const auto& z) { return divide_complex(z[0], z[1]).imag(); });
}

}  // namespace hlo2c::frontend

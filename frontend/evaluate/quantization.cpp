#include "frontend/evaluate/quantization.h"

#include <algorithm>
#include <cmath>

#include "frontend/evaluate/hooks.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {
namespace {

/// The index of an element's quantization parameters: 0, or its index along the axis.
std::size_t parameter_of(const Quantization& quantization, const std::vector<std::int64_t>& shape,
                         std::size_t element) {
    if (quantization.axis < 0 || quantization.scales.size() == 1) return 0;
    const auto axis = static_cast<std::size_t>(quantization.axis);
    std::size_t inner = 1;
    for (std::size_t i = axis + 1; i < shape.size(); i++) inner *= static_cast<std::size_t>(shape[i]);
    return element / inner % static_cast<std::size_t>(shape[axis]);
}

bool is_quantized(const Datum& datum) {
    return datum.is_tensor() && datum.tensor().type().is_quantized();
}

TensorType expressed_type(const TensorType& type) {
    return tensor_type(type.shape, type.quantization.front().expressed);
}

}  // namespace

Literal dequantize(const Literal& literal) {
    const Quantization& quantization = literal.type().quantization.front();
    const Elements<std::int64_t> stored = integers(literal);
    const ElementType expressed = quantization.expressed;
    std::vector<double> values(static_cast<std::size_t>(literal.type().element_count()));
    for (std::size_t i = 0; i < values.size(); i++) {
        const std::size_t at = parameter_of(quantization, literal.type().shape, i);
        const double difference =
            round_to(expressed, static_cast<double>(stored[i] - quantization.zero_points[at]));
        values[i] = difference * round_to(expressed, quantization.scales[at]);
    }
    return from_reals(expressed_type(literal.type()), values);
}

Literal quantize(const Literal& literal, const TensorType& type) {
    const Quantization& quantization = type.quantization.front();
    const Elements<double> given = reals(literal);
    const ElementType expressed = quantization.expressed;
    std::vector<std::int64_t> values(static_cast<std::size_t>(literal.type().element_count()));
    for (std::size_t i = 0; i < values.size(); i++) {
        const std::size_t at = parameter_of(quantization, literal.type().shape, i);
        const double scaled = round_to(expressed, given[i] / round_to(expressed, quantization.scales[at]));
        const double shifted =
            round_to(expressed, scaled + static_cast<double>(quantization.zero_points[at]));
        const double clamped =
            std::clamp(std::isnan(shifted) ? 0.0 : shifted, static_cast<double>(quantization.storage_minimum),
                       static_cast<double>(quantization.storage_maximum));
        values[i] = static_cast<std::int64_t>(std::nearbyint(clamped));
    }
    return from_integers(with_shape(type, literal.type().shape), values);
}

bool computes_on_quantized_values(const OpCall& call) {
    if (!computes_on_quantized(call.op().code)) return false;
    for (int i = 0; i < call.operand_count(); i++)
        if (is_quantized(call.datum(i))) return true;
    for (ValueId result : call.op().results) {
        const Type& type = call.function().type(result);
        if (type.is_tensor() && type.as_tensor().is_quantized()) return true;
    }
    return false;
}

void run_dequantized(OpCall& call) {
    std::vector<Datum> operands;
    for (int i = 0; i < call.operand_count(); i++)
        operands.push_back(is_quantized(call.datum(i)) ? Datum(dequantize(call.operand(i))) : call.datum(i));
    std::vector<const Datum*> pointers;
    for (const Datum& operand : operands) pointers.push_back(&operand);
    std::vector<Type> declared, expressed;
    for (ValueId result : call.op().results) {
        declared.push_back(call.function().type(result));
        const bool quantized = declared.back().is_tensor() && declared.back().as_tensor().is_quantized();
        expressed.push_back(quantized ? Type(expressed_type(declared.back().as_tensor())) : declared.back());
    }
    call.set_operands(std::move(pointers));
    call.set_result_types(expressed);
    hook_of(call.op().code)(call);
    for (std::size_t i = 0; i < declared.size(); i++)
        if (declared[i].is_tensor() && declared[i].as_tensor().is_quantized())
            call.results()[i] = quantize(call.results()[i].tensor(), declared[i].as_tensor());
}

void evaluate_UniformDequantize(OpCall& call) {
    call.give(dequantize(call.operand(0)));
}

void evaluate_UniformQuantize(OpCall& call) {
    const Literal& operand = call.operand(0);
    call.give(quantize(operand.type().is_quantized() ? dequantize(operand) : operand, call.result_type()));
}

}  // namespace hlo2c::frontend

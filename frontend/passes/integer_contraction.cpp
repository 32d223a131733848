#include "frontend/passes/integer_contraction.h"

#include <algorithm>

#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

constexpr std::int64_t largest_product = 255 * 255;

bool is_small(const TensorType& type) {
    return type.is_quantized() && type.quantization.front().expressed == ElementType::F32 &&
           bit_width(type.quantization.front().storage) <= 8;
}

/// Dimension of the result that dimension `axis` of the second operand becomes, or -1.
int axis_of_result(const Op& op, int axis, int lhs_rank) {
    if (op.code == OpCode::Convolution) {
        const ConvolutionDimensions dimensions = op[attr::convolution_dimension_numbers];
        return axis == dimensions.kernel_output_feature ? static_cast<int>(dimensions.output_feature) : -1;
    }
    const DotDimensions dimensions = op[attr::dot_dimension_numbers];
    const auto among = [](const std::vector<std::int64_t>& list, std::int64_t d) {
        return std::find(list.begin(), list.end(), d) != list.end();
    };
    if (among(dimensions.rhs_batching, axis) || among(dimensions.rhs_contracting, axis)) return -1;
    int position = lhs_rank - static_cast<int>(dimensions.lhs_contracting.size());
    for (int d = 0; d < axis; d++)
        if (!among(dimensions.rhs_batching, d) && !among(dimensions.rhs_contracting, d)) position++;
    return position;
}

/// Number of products summed for one result element of a convolution or a dot_general.
std::optional<std::int64_t> steps_of(const Op& op, const TensorType& rhs) {
    if (op.code == OpCode::Convolution) {
        const ConvolutionDimensions dimensions = op[attr::convolution_dimension_numbers];
        std::int64_t steps = rhs.shape[static_cast<std::size_t>(dimensions.kernel_input_feature)];
        for (std::int64_t d : dimensions.kernel_spatial) steps *= rhs.shape[static_cast<std::size_t>(d)];
        return steps;
    }
    if (op.code != OpCode::DotGeneral) return std::nullopt;
    std::int64_t steps = 1;
    for (std::int64_t d : op[attr::dot_dimension_numbers].rhs_contracting)
        steps *= rhs.shape[static_cast<std::size_t>(d)];
    return steps;
}

}  // namespace

std::optional<IntegerContraction> integer_contraction(const Op& op, const TensorType& lhs,
                                                      const TensorType& rhs, const TensorType& result) {
    if (op.has(attr::algorithm) || !is_small(lhs) || !is_small(rhs) || lhs.element != rhs.element ||
        !rhs.is_static())
        return std::nullopt;
    const ElementType computed =
        result.is_quantized() ? result.quantization.front().expressed : result.element;
    const Quantization &left = lhs.quantization.front(), &right = rhs.quantization.front();
    const bool has_zero_points = std::any_of(right.zero_points.begin(), right.zero_points.end(),
                                             [](std::int64_t zero_point) { return zero_point != 0; });
    const std::optional<std::int64_t> steps = steps_of(op, rhs);
    if (!steps || computed != ElementType::F32 || left.scales.size() != 1 || has_zero_points ||
        *steps > INT32_MAX / largest_product)
        return std::nullopt;
    IntegerContraction contraction;
    contraction.lhs_zero_point = left.zero_points.front();
    if (right.scales.size() > 1) {
        contraction.axis = axis_of_result(op, right.axis, lhs.rank());
        if (contraction.axis < 0) return std::nullopt;
    }
    for (const double scale : right.scales)
        contraction.scales.push_back(static_cast<float>(left.scales.front()) * static_cast<float>(scale));
    return contraction;
}

}  // namespace hlo2c::frontend

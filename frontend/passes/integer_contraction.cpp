#include "frontend/passes/integer_contraction.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/ir/total_table.h"

namespace hlo2c::frontend {
namespace {

constexpr std::int64_t largest_product = 255 * 255;

bool is_small(const TensorType& type) {
    return type.is_quantized() && type.quantization.front().expressed == ElementType::F32 &&
           bit_width(type.quantization.front().storage) <= 8;
}

/// What an integer contraction needs to know of an op.
struct Contraction {
    /// Dimension of the result that dimension `axis` of the second operand becomes, or -1.
    int (*axis_of_result)(const Op& op, int axis, int lhs_rank) = nullptr;
    /// Number of products summed for one element of the result.
    std::int64_t (*steps)(const Op& op, const TensorType& rhs) = nullptr;
};

int axis_of_convolution(const Op& op, int axis, int) {
    const ConvolutionDimensions dimensions = op[attr::convolution_dimension_numbers];
    return axis == dimensions.kernel_output_feature ? static_cast<int>(dimensions.output_feature) : -1;
}

std::int64_t steps_of_convolution(const Op& op, const TensorType& rhs) {
    const ConvolutionDimensions dimensions = op[attr::convolution_dimension_numbers];
    std::int64_t steps = rhs.shape[static_cast<std::size_t>(dimensions.kernel_input_feature)];
    for (std::int64_t d : dimensions.kernel_spatial) steps *= rhs.shape[static_cast<std::size_t>(d)];
    return steps;
}

int axis_of_dot(const Op& op, int axis, int lhs_rank) {
    const DotDimensions dimensions = op[attr::dot_dimension_numbers];
    const auto is_kept = [&](int d) {
        return !contains(dimensions.rhs_batching, d) && !contains(dimensions.rhs_contracting, d);
    };
    if (!is_kept(axis)) return -1;
    int position = lhs_rank - static_cast<int>(dimensions.lhs_contracting.size());
    for (int d = 0; d < axis; d++)
        if (is_kept(d)) position++;
    return position;
}

std::int64_t steps_of_dot(const Op& op, const TensorType& rhs) {
    std::int64_t steps = 1;
    for (std::int64_t d : op[attr::dot_dimension_numbers].rhs_contracting)
        steps *= rhs.shape[static_cast<std::size_t>(d)];
    return steps;
}

constexpr auto contractions = partial<Contraction>({
    {OpCode::Convolution, {axis_of_convolution, steps_of_convolution}},
    {OpCode::DotGeneral, {axis_of_dot, steps_of_dot}},
});

}  // namespace

std::optional<IntegerContraction> integer_contraction(const Op& op, const TensorType& lhs,
                                                      const TensorType& rhs, const TensorType& result) {
    const Contraction& contracts = behaviour(contractions, op.code);
    if (contracts.steps == nullptr || op.has(attr::algorithm) || !is_small(lhs) || !is_small(rhs) ||
        lhs.element != rhs.element || !rhs.is_static())
        return std::nullopt;
    const ElementType computed =
        result.is_quantized() ? result.quantization.front().expressed : result.element;
    const Quantization &left = lhs.quantization.front(), &right = rhs.quantization.front();
    const bool has_zero_points = std::any_of(right.zero_points.begin(), right.zero_points.end(),
                                             [](std::int64_t zero_point) { return zero_point != 0; });
    if (computed != ElementType::F32 || left.scales.size() != 1 || has_zero_points ||
        contracts.steps(op, rhs) > INT32_MAX / largest_product)
        return std::nullopt;
    IntegerContraction contraction;
    contraction.lhs_zero_point = left.zero_points.front();
    if (right.scales.size() > 1) {
        contraction.axis = contracts.axis_of_result(op, right.axis, lhs.rank());
        if (contraction.axis < 0) return std::nullopt;
    }
    for (const double scale : right.scales)
        contraction.scales.push_back(static_cast<float>(left.scales.front()) * static_cast<float>(scale));
    return contraction;
}

}  // namespace hlo2c::frontend

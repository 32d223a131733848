#include "scheduler/groups/contraction.h"

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"

namespace hlo2c::scheduler {
namespace {

using frontend::contains;
using frontend::Op;
using frontend::OpCode;

Contraction dot(const RegionGraph& graph, const std::set<frontend::ValueId>& memory, const Op& op) {
    const auto& lhs_shape = graph.function().tensor(op.operands[0]).shape;
    const auto& rhs_shape = graph.function().tensor(op.operands[1]).shape;
    const auto result_strides = frontend::row_major_strides(graph.function().tensor(op.results[0]).shape);
    const frontend::DotDimensions dims = op[attr::dot_dimension_numbers];
    Contraction c{
        affine_view(graph, memory, op.operands[0]), affine_view(graph, memory, op.operands[1]), {}, {}};
    const auto result_loop = [&](std::int64_t extent, std::int64_t lhs, std::int64_t rhs) {
        const std::size_t dimension = c.results.size();
        c.results.push_back({extent, lhs, rhs, result_strides[dimension], static_cast<int>(dimension)});
    };
    for (std::size_t i = 0; i < dims.lhs_batching.size(); i++)
        result_loop(lhs_shape[dims.lhs_batching[i]], c.lhs.strides[dims.lhs_batching[i]],
                    c.rhs.strides[dims.rhs_batching[i]]);
    for (std::size_t i = 0; i < lhs_shape.size(); i++)
        if (!contains(dims.lhs_batching, i) && !contains(dims.lhs_contracting, i))
            result_loop(lhs_shape[i], c.lhs.strides[i], 0);
    for (std::size_t i = 0; i < rhs_shape.size(); i++)
        if (!contains(dims.rhs_batching, i) && !contains(dims.rhs_contracting, i))
            result_loop(rhs_shape[i], 0, c.rhs.strides[i]);
    for (std::size_t i = 0; i < dims.lhs_contracting.size(); i++)
        c.reductions.push_back({lhs_shape[dims.lhs_contracting[i]], c.lhs.strides[dims.lhs_contracting[i]],
                                c.rhs.strides[dims.rhs_contracting[i]], 0, -1});
    return c;
}

Contraction convolution(const RegionGraph& graph, const std::set<frontend::ValueId>& memory, const Op& op) {
    const auto& lhs_shape = graph.function().tensor(op.operands[0]).shape;
    const auto& rhs_type = graph.function().tensor(op.operands[1]);
    const auto& rhs_shape = rhs_type.shape;
    const auto& result_shape = graph.function().tensor(op.results[0]).shape;
    const auto result_strides = frontend::row_major_strides(result_shape);
    const frontend::ConvolutionDimensions dims = op[attr::convolution_dimension_numbers];
    const frontend::Window window = frontend::convolution_window(op, rhs_type);
    const std::int64_t feature_groups = op[attr::feature_group_count];
    const std::int64_t batch_groups = op[attr::batch_group_count];
    HLO2C_CHECK(feature_groups == 1 || batch_groups == 1, "a convolution with both kinds of groups");
    Contraction c{
        affine_view(graph, memory, op.operands[0]), affine_view(graph, memory, op.operands[1]), {}, {}};
    const auto lhs_stride = [&](std::int64_t dimension) { return c.lhs.strides[dimension]; };

    for (std::size_t d = 0; d < result_shape.size(); d++) {
        const auto dimension = static_cast<std::int64_t>(d);
        if (dimension == dims.output_batch) {
            c.results.push_back(
                {result_shape[d], lhs_stride(dims.input_batch), 0, result_strides[d], static_cast<int>(d)});
        } else if (dimension == dims.output_feature) {
            const std::int64_t kernel_stride = c.rhs.strides[dims.kernel_output_feature];
            const std::int64_t groups = feature_groups * batch_groups;
            const std::int64_t per_group = result_shape[d] / groups;
            const std::int64_t group_stride =
                feature_groups > 1
                    ? lhs_shape[dims.input_feature] / feature_groups * lhs_stride(dims.input_feature)
                    : lhs_shape[dims.input_batch] / batch_groups * lhs_stride(dims.input_batch);
            if (groups > 1)
                c.results.push_back({groups, group_stride, kernel_stride * per_group,
                                     result_strides[d] * per_group, static_cast<int>(d)});
            if (groups == 1 || per_group > 1)
                c.results.push_back({per_group, 0, kernel_stride, result_strides[d], static_cast<int>(d)});
        } else {
            const auto spatial =
                std::find(dims.output_spatial.begin(), dims.output_spatial.end(), dimension) -
                dims.output_spatial.begin();
            HLO2C_CHECK(window.padding[spatial].first == 0 && window.padding[spatial].second == 0 &&
                            window.base_dilation[spatial] == 1,
                        "padding is explicit before a convolution is lowered");
            c.results.push_back({result_shape[d],
                                 lhs_stride(dims.input_spatial[spatial]) * window.strides[spatial], 0,
                                 result_strides[d], static_cast<int>(d)});
        }
    }
    for (std::size_t s = 0; s < dims.kernel_spatial.size(); s++) {
        const std::int64_t extent = rhs_shape[dims.kernel_spatial[s]];
        std::int64_t kernel_stride = c.rhs.strides[dims.kernel_spatial[s]];
        if (window.reversal[s]) {
            c.rhs.offset += (extent - 1) * kernel_stride;
            kernel_stride = -kernel_stride;
        }
        c.reductions.push_back(
            {extent, lhs_stride(dims.input_spatial[s]) * window.window_dilation[s], kernel_stride, 0, -1});
    }
    c.reductions.push_back({rhs_shape[dims.kernel_input_feature], lhs_stride(dims.input_feature),
                            c.rhs.strides[dims.kernel_input_feature], 0, -1});
    return c;
}

}  // namespace

std::int64_t Contraction::flops() const {
    std::int64_t count = 2;
    for (const ContractionLoop& loop : results) count *= loop.extent;
    for (const ContractionLoop& loop : reductions) count *= loop.extent;
    return count;
}

Contraction contraction_of(const RegionGraph& graph, const std::set<frontend::ValueId>& memory,
                           const Op& op) {
    return op.code == OpCode::DotGeneral ? dot(graph, memory, op) : convolution(graph, memory, op);
}

}  // namespace hlo2c::scheduler

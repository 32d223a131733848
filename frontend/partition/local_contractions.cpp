#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/partition/local_forms.h"

namespace hlo2c::frontend {
namespace {

/// Sums of several devices are combined in f32, so that the result is rounded once.
LocalResults emit_partial_sums(ShardedOp& sharded) {
    const AxisList reduced = sharded.reduced();
    TensorType& result = sharded.results[0].as_tensor();
    if (!reduced.empty() && is_float(result.element) && bit_width(result.element) < 32)
        result.element = ElementType::F32;
    LocalResults results = emit_as_it_is(sharded);
    results.partial = reduced;
    return results;
}

}  // namespace

LocalResults local_dot(ShardedOp& sharded) {
    return emit_partial_sums(sharded);
}

LocalResults local_convolution(ShardedOp& sharded) {
    Op& op = sharded.op;
    const ConvolutionDimensions& at = op[attr::convolution_dimension_numbers];
    const std::vector<std::int64_t> crossed = take_part_windows(sharded, 0, no_value);
    Integers padding = op[attr::padding.over(at.input_spatial.size())];
    for (std::size_t i = 0; i < at.input_spatial.size(); i++)
        if (contains(crossed, at.input_spatial[i])) padding[2 * i] = padding[2 * i + 1] = 0;
    if (!crossed.empty()) op.set_attribute(attr::padding, window_padding(padding));
    const TensorType &input = sharded.local.tensor(op.operands[0]),
                     &kernel = sharded.local.tensor(op.operands[1]);
    op.set(attr::feature_group_count,
           size_at(input, at.input_feature) / size_at(kernel, at.kernel_input_feature));
    op.set(attr::batch_group_count,
           size_at(input, at.input_batch) / size_at(sharded.results[0].as_tensor(), at.output_batch));
    return emit_partial_sums(sharded);
}

}  // namespace hlo2c::frontend

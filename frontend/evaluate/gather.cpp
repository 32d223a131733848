#include <algorithm>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/indexing.h"
#include "frontend/evaluate/movement.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"

namespace hlo2c::frontend {
namespace {

/// Dimensions 0 .. rank-1 that are not in the two lists.
Shape dimensions_without(std::size_t rank, const Shape& a, const Shape& b) {
    Shape rest;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(rank); i++)
        if (!contains(a, i) && !contains(b, i)) rest.push_back(i);
    return rest;
}

}  // namespace

IndexTable::IndexTable(const Literal& indices, std::int64_t vector_dimension)
    : values_(integer_list(indices)),
      shape_(indices.type().shape),
      vector_(static_cast<std::size_t>(vector_dimension)) {
    if (vector_ == shape_.size()) shape_.push_back(1);
    strides_ = row_major_strides(shape_);
    for (std::size_t i = 0; i < shape_.size(); i++)
        if (i != vector_) batch_.push_back(shape_[i]);
}

std::int64_t IndexTable::at(const Shape& batch, std::int64_t component) const {
    std::int64_t element = component * strides_[vector_];
    for (std::size_t i = 0, k = 0; i < shape_.size(); i++)
        if (i != vector_) element += batch[k++] * strides_[i];
    return values_[static_cast<std::size_t>(element)];
}

std::int64_t IndexTable::batch_dimension(std::int64_t dimension) const {
    return dimension > static_cast<std::int64_t>(vector_) ? dimension - 1 : dimension;
}

Literal gather(const Literal& operand, const Literal& start_indices, const GatherDimensions& dimensions,
               const Shape& slice_sizes, const TensorType& type) {
    const IndexTable table(start_indices, dimensions.index_vector_dim);
    const Shape& shape = operand.type().shape;
    const Shape kept =
        dimensions_without(shape.size(), dimensions.collapsed_slice_dims, dimensions.operand_batching_dims);
    const std::size_t rank = table.batch_shape().size() + kept.size();
    Shape batch_positions;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(rank); i++)
        if (!contains(dimensions.offset_dims, i)) batch_positions.push_back(i);
    Shape result_shape(rank, 0);
    for (std::size_t i = 0; i < batch_positions.size(); i++)
        result_shape[static_cast<std::size_t>(batch_positions[i])] = table.batch_shape()[i];
    for (std::size_t i = 0; i < kept.size(); i++)
        result_shape[static_cast<std::size_t>(dimensions.offset_dims[i])] =
            slice_sizes[static_cast<std::size_t>(kept[i])];
    const TensorType result_type = with_shape(type, result_shape);
    const auto width = static_cast<std::size_t>(byte_width(type.element));
    std::vector<std::byte> bytes(static_cast<std::size_t>(result_type.element_count()) * width);
    // If the slices have no elements, the result is 0.
    if (bytes.empty() || contains(slice_sizes, 0)) return Literal(result_type, std::move(bytes));

    const std::vector<std::byte> source = operand.expanded();
    const Shape operand_strides = row_major_strides(shape), result_strides = row_major_strides(result_shape);
    Shape window;
    Walk from, to;
    for (std::size_t i = 0; i < kept.size(); i++) {
        window.push_back(slice_sizes[static_cast<std::size_t>(kept[i])]);
        from.strides.push_back(operand_strides[static_cast<std::size_t>(kept[i])]);
        to.strides.push_back(result_strides[static_cast<std::size_t>(dimensions.offset_dims[i])]);
    }
    Shape batch(table.batch_shape().size(), 0);
    do {
        from.offset = to.offset = 0;
        for (std::size_t i = 0; i < dimensions.start_index_map.size(); i++) {
            const auto at = static_cast<std::size_t>(dimensions.start_index_map[i]);
            const std::int64_t start = table.at(batch, static_cast<std::int64_t>(i));
            from.offset +=
                std::clamp<std::int64_t>(start, 0, shape[at] - slice_sizes[at]) * operand_strides[at];
        }
        for (std::size_t i = 0; i < dimensions.operand_batching_dims.size(); i++) {
            const std::int64_t index = table.batch_dimension(dimensions.start_indices_batching_dims[i]);
            from.offset += batch[static_cast<std::size_t>(index)] *
                           operand_strides[static_cast<std::size_t>(dimensions.operand_batching_dims[i])];
        }
        for (std::size_t i = 0; i < batch.size(); i++)
            to.offset += batch[i] * result_strides[static_cast<std::size_t>(batch_positions[i])];
        copy_strided(window, source.data(), from, bytes.data(), to, width);
    } while (next_index(batch, table.batch_shape()));
    return Literal(result_type, std::move(bytes));
}

void evaluate_Gather(OpCall& call) {
    // Without indices no slice is taken, so lengths need not fit.
    Shape lengths = call.op()[attr::slice_sizes];
    if (call.operand(1).type().element_count() > 0) lengths = lengths_inside(call, std::move(lengths));
    call.give(gather(call.operand(0), call.operand(1), call.op()[attr::gather_dimension_numbers], lengths,
                     call.result_type()));
}

void evaluate_DynamicGather(OpCall& call) {
    call.give(gather(call.operand(0), call.operand(1), call.op()[attr::gather_dimension_numbers],
                     integer_list(call.operand(2)), call.result_type()));
}

void evaluate_TorchIndexSelect(OpCall& call) {
    const Literal &operand = call.operand(0), &index = call.operand(1);
    const std::int64_t dimension = call.op()[attr::dim], batches = call.op()[attr::batch_dims];
    const Shape &shape = operand.type().shape, &indices = index.type().shape;
    if (shape[static_cast<std::size_t>(dimension)] == 0 && index.type().element_count() > 0)
        call.fail_here("the selected dimension has no elements",
                       "Give an empty index, or an operand with elements.");
    GatherDimensions dimensions;
    dimensions.index_vector_dim = index.type().rank();
    dimensions.start_index_map = dimensions.collapsed_slice_dims = {dimension};
    Shape sizes = shape;
    sizes[static_cast<std::size_t>(dimension)] = 1;
    for (std::int64_t i = 0; i < batches; i++) {
        dimensions.operand_batching_dims.push_back(i);
        dimensions.start_indices_batching_dims.push_back(i);
        sizes[static_cast<std::size_t>(i)] = 1;
    }
    const auto index_dimensions = static_cast<std::int64_t>(indices.size());
    for (std::int64_t i = batches; i < static_cast<std::int64_t>(shape.size()); i++)
        if (i != dimension)
            dimensions.offset_dims.push_back(i < dimension ? i : i - 1 + index_dimensions - batches);
    call.give(gather(operand, index, dimensions, sizes, call.result_type()));
}

}  // namespace hlo2c::frontend

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ops/hooks.h"
#include "frontend/ops/op_context.h"

namespace hlo2c::frontend {
namespace {

bool contains(const Sizes& list, std::int64_t value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

Sizes joined(const Sizes& a, const Sizes& b) {
    Sizes all = a;
    all.insert(all.end(), b.begin(), b.end());
    return all;
}

std::int64_t size_at(const TensorType& type, std::int64_t dimension) {
    return type.shape[static_cast<std::size_t>(dimension)];
}

/// Sizes of `indices` without the index vector dimension.
Sizes batch_sizes(const TensorType& indices, std::int64_t index_vector_dimension) {
    Sizes sizes;
    for (std::int64_t d = 0; d < indices.rank(); d++)
        if (d != index_vector_dimension) sizes.push_back(size_at(indices, d));
    return sizes;
}

std::int64_t index_vector_size(const TensorType& indices, std::int64_t dimension) {
    return dimension < indices.rank() ? size_at(indices, dimension) : 1;
}

/// Places the sizes of `window` at `window_dimensions` of the result, and those of `batch` at the other
/// dimensions; nothing if their counts do not match.
std::optional<Sizes> combined(const Sizes& batch, const Sizes& window, const Sizes& window_dimensions) {
    const std::size_t rank = batch.size() + window.size();
    if (window.size() != window_dimensions.size()) return std::nullopt;
    Sizes shape(rank);
    std::size_t next_batch = 0, next_window = 0;
    for (std::size_t d = 0; d < rank; d++) {
        const bool in_window = contains(window_dimensions, static_cast<std::int64_t>(d));
        if (in_window ? next_window == window.size() : next_batch == batch.size()) return std::nullopt;
        shape[d] = in_window ? window[next_window++] : batch[next_batch++];
    }
    return shape;
}

/// Checks a gather; the slice sizes of a dynamic_gather may be unknown.
Types gather(const OpContext& op, const std::optional<Sizes>& given) {
    op.require_structure(attr::gather_dimension_numbers, "stablehlo.gather");
    const TensorType& operand = op.operand(0);
    const TensorType& indices = op.operand(1);
    const GatherDimensions dimensions = op.op()[attr::gather_dimension_numbers];
    op.require(operand.shape.size() == dimensions.offset_dims.size() +
                                           dimensions.collapsed_slice_dims.size() +
                                           dimensions.operand_batching_dims.size(),
               "C1",
               "offset_dims, collapsed_slice_dims and operand_batching_dims do not name each dimension of "
               "the operand");
    op.require(dimensions.index_vector_dim >= 0 && dimensions.index_vector_dim <= indices.rank(), "C2",
               fmt::format("index_vector_dim is {}, which is not in 0 .. {}", dimensions.index_vector_dim,
                           indices.rank()));
    const std::int64_t vector = index_vector_size(indices, dimensions.index_vector_dim);
    op.require(same_size(vector, static_cast<std::int64_t>(dimensions.start_index_map.size())), "C3",
               fmt::format("start_index_map has {} entries for index vectors of {}",
                           dimensions.start_index_map.size(), vector));
    op.require_unique(dimensions.offset_dims, "C4", "offset_dims");
    op.require_sorted(dimensions.offset_dims, "C4", "offset_dims");
    const Sizes batch = batch_sizes(indices, dimensions.index_vector_dim);
    op.require_in_range(dimensions.offset_dims,
                        static_cast<std::int64_t>(batch.size() + dimensions.offset_dims.size()), "C5",
                        "offset_dims");
    const Sizes removed = joined(dimensions.collapsed_slice_dims, dimensions.operand_batching_dims);
    op.require_unique(removed, "C6", "collapsed_slice_dims with operand_batching_dims");
    op.require_sorted(dimensions.collapsed_slice_dims, "C7", "collapsed_slice_dims");
    op.require_in_range(dimensions.collapsed_slice_dims, operand.rank(), "C8", "collapsed_slice_dims");
    op.require_sorted(dimensions.operand_batching_dims, "C10", "operand_batching_dims");
    op.require_in_range(dimensions.operand_batching_dims, operand.rank(), "C11", "operand_batching_dims");
    op.require_unique(dimensions.start_indices_batching_dims, "C13", "start_indices_batching_dims");
    op.require_in_range(dimensions.start_indices_batching_dims, indices.rank(), "C14",
                        "start_indices_batching_dims");
    op.require(!contains(dimensions.start_indices_batching_dims, dimensions.index_vector_dim), "C15",
               "start_indices_batching_dims has index_vector_dim");
    op.require_size(dimensions.start_indices_batching_dims, dimensions.operand_batching_dims.size(), "C16",
                    "start_indices_batching_dims");
    for (std::size_t i = 0; i < dimensions.operand_batching_dims.size(); i++)
        op.require(same_size(size_at(operand, dimensions.operand_batching_dims[i]),
                             size_at(indices, dimensions.start_indices_batching_dims[i])),
                   "C17", "the batching dimensions of operand and start_indices have different sizes");
    op.require_unique(joined(dimensions.start_index_map, dimensions.operand_batching_dims), "C18",
                      "start_index_map with operand_batching_dims");
    op.require_in_range(dimensions.start_index_map, operand.rank(), "C19", "start_index_map");
    const Sizes slice_sizes = given.value_or(Sizes(operand.shape.size(), dynamic_size));
    op.require_size(slice_sizes, operand.shape.size(), "C20", attr::slice_sizes);
    Sizes window;
    for (std::size_t d = 0; d < slice_sizes.size(); d++) {
        const std::int64_t size = slice_sizes[d];
        const bool is_removed = contains(removed, static_cast<std::int64_t>(d));
        if (!is_removed) window.push_back(size);
        if (!given) continue;
        if (is_removed && size > 1)
            op.refuse(contains(dimensions.operand_batching_dims, static_cast<std::int64_t>(d)) ? "C12" : "C9",
                      fmt::format("the slice size {} of dimension {} is greater than 1", size, d));
        if (size < 0 || (operand.shape[d] != dynamic_size && size > operand.shape[d]))
            op.refuse("C21", fmt::format("the slice size {} of dimension {} is not in 0 .. {}", size, d,
                                         operand.shape[d]));
    }
    const std::optional<Sizes> shape = combined(batch, window, dimensions.offset_dims);
    if (!shape) op.refuse("C22", "offset_dims and the batch dimensions do not form a shape");
    return {with_shape(operand, *shape)};  // (C22) (C23)
}

}  // namespace

Types infer_gather(const OpContext& op) {
    return gather(op, op[attr::slice_sizes]);
}

Types infer_dynamic_gather(const OpContext& op) {
    const TensorType& sizes = op.operand(2);
    op.require(
        sizes.rank() == 1 && is_integer(sizes.element) && same_size(sizes.shape[0], op.operand(0).rank()),
        "C11", "slice_sizes is not a vector of integers with one entry per dimension of the operand");
    return gather(op, op.constant_integers(2));
}

Types infer_scatter(const OpContext& op) {
    op.require_structure(attr::scatter_dimension_numbers, "stablehlo.scatter");
    op.require(op.operand_count() % 2 == 1, "C5", "there is not one update per input");
    const std::size_t inputs = op.operand_count() / 2;
    const TensorType& input = op.operand(0);
    const TensorType& indices = op.operand(inputs);
    const TensorType& update = op.operand(inputs + 1);
    const ScatterDimensions dimensions = op.op()[attr::scatter_dimension_numbers];
    for (std::size_t i = 0; i < inputs; i++) {
        op.require(same_shape(input.shape, op.operand(i).shape), "C1", "the shapes of the inputs differ");
        op.require(same_shape(update.shape, op.operand(inputs + 1 + i).shape), "C3",
                   "the shapes of the updates differ");
        op.require(expressed_element(op.operand(i)) == expressed_element(op.operand(inputs + 1 + i)), "C6",
                   fmt::format("input {} and its update have different element types", i));
    }
    op.require(is_integer(indices.element), "I2", "scatter_indices is not an integer tensor");
    op.require(input.shape.size() == dimensions.update_window_dims.size() +
                                         dimensions.inserted_window_dims.size() +
                                         dimensions.input_batching_dims.size(),
               "C2",
               "update_window_dims, inserted_window_dims and input_batching_dims do not name each dimension "
               "of the input");
    op.require_unique(dimensions.update_window_dims, "C7", "update_window_dims");
    op.require_sorted(dimensions.update_window_dims, "C7", "update_window_dims");
    op.require_in_range(dimensions.update_window_dims, update.rank(), "C8", "update_window_dims");
    const Sizes removed = joined(dimensions.inserted_window_dims, dimensions.input_batching_dims);
    op.require_unique(removed, "C9", "inserted_window_dims with input_batching_dims");
    op.require_sorted(dimensions.inserted_window_dims, "C10", "inserted_window_dims");
    op.require_in_range(dimensions.inserted_window_dims, input.rank(), "C11", "inserted_window_dims");
    op.require_sorted(dimensions.input_batching_dims, "C12", "input_batching_dims");
    op.require_in_range(dimensions.input_batching_dims, input.rank(), "C13", "input_batching_dims");
    op.require_unique(dimensions.scatter_indices_batching_dims, "C14", "scatter_indices_batching_dims");
    op.require_in_range(dimensions.scatter_indices_batching_dims, indices.rank(), "C15",
                        "scatter_indices_batching_dims");
    op.require(!contains(dimensions.scatter_indices_batching_dims, dimensions.index_vector_dim), "C16",
               "scatter_indices_batching_dims has index_vector_dim");
    op.require_size(dimensions.scatter_indices_batching_dims, dimensions.input_batching_dims.size(), "C17",
                    "scatter_indices_batching_dims");
    for (std::size_t i = 0; i < dimensions.input_batching_dims.size(); i++)
        op.require(same_size(size_at(input, dimensions.input_batching_dims[i]),
                             size_at(indices, dimensions.scatter_indices_batching_dims[i])),
                   "C18", "the batching dimensions of inputs and scatter_indices have different sizes");
    op.require(dimensions.index_vector_dim >= 0 && dimensions.index_vector_dim <= indices.rank(), "C22",
               fmt::format("index_vector_dim is {}, which is not in 0 .. {}", dimensions.index_vector_dim,
                           indices.rank()));
    const std::int64_t vector = index_vector_size(indices, dimensions.index_vector_dim);
    op.require(same_size(vector, static_cast<std::int64_t>(dimensions.scatter_dims_to_operand_dims.size())),
               "C19",
               fmt::format("scatter_dims_to_operand_dims has {} entries for index vectors of {}",
                           dimensions.scatter_dims_to_operand_dims.size(), vector));
    op.require_unique(joined(dimensions.scatter_dims_to_operand_dims, dimensions.input_batching_dims), "C20",
                      "scatter_dims_to_operand_dims with input_batching_dims");
    op.require_in_range(dimensions.scatter_dims_to_operand_dims, input.rank(), "C21",
                        "scatter_dims_to_operand_dims");
    Sizes window;
    for (const std::int64_t d : dimensions.update_window_dims) window.push_back(size_at(update, d));
    const std::optional<Sizes> expected =
        combined(batch_sizes(indices, dimensions.index_vector_dim), window, dimensions.update_window_dims);
    op.require(
        expected && same_shape(*expected, update.shape), "C4",
        fmt::format("the updates {} do not fit the indices {}", to_string(update), to_string(indices)));
    std::size_t next = 0;
    for (std::int64_t d = 0; d < input.rank(); d++) {
        if (contains(removed, d)) continue;
        const std::int64_t size = window[next++];
        if (size != dynamic_size && size_at(input, d) != dynamic_size && size > size_at(input, d))
            op.refuse("C4", fmt::format("an update window has size {} in dimension {} of size {}", size, d,
                                        size_at(input, d)));
    }
    const Types returned = op.returned_types(0);
    op.require(returned.size() == inputs, "C23", "the computation does not return one value per input");
    Types arguments, results;
    for (std::size_t i = 0; i < inputs; i++) {
        op.require(returned[i].is_tensor() && returned[i].as_tensor().rank() == 0 &&
                       is_promotable(op.operand(i), returned[i].as_tensor()),
                   "C23", "the computation does not return scalars that the inputs promote to");
        arguments.push_back(returned[i]);
        results.emplace_back(with_shape(returned[i].as_tensor(), op.operand(i).shape));  // (C24) (C25)
    }
    for (std::size_t i = 0; i < inputs; i++) arguments.push_back(returned[i]);
    op.require_region(0, arguments, std::nullopt, "C23");
    return results;
}

Types infer_sort(const OpContext& op) {
    op.require(op.operand_count() > 0, "C1", "there are no operands to sort");
    const TensorType& first = op.operand(0);
    const std::int64_t dimension = op[attr::sort_dimension];
    op.require(dimension >= -first.rank() && (dimension < first.rank() || first.rank() == 0), "C4",
               fmt::format("dimension {} is not in {} .. {}", dimension, -first.rank(), first.rank() - 1));
    Types arguments, results;
    Sizes shape = first.shape;
    for (std::size_t i = 0; i < op.operand_count(); i++) {
        op.require(same_shape(shape, op.operand(i).shape), "C3", "the shapes of the inputs differ");
        shape = merged_shape(shape, op.operand(i).shape);
        arguments.emplace_back(scalar_of(op.operand(i)));
        arguments.emplace_back(scalar_of(op.operand(i)));
    }
    for (std::size_t i = 0; i < op.operand_count(); i++) {  // (C2)
        TensorType type = op.operand(i);
        type.shape = shape;
        results.emplace_back(std::move(type));
    }
    op.require_region(0, arguments, Types{TensorType{{}, ElementType::I1, {}, {}}}, "C5");
    return results;
}

Types infer_torch_index_select(const OpContext& op) {
    const TensorType& operand = op.operand(0);
    const TensorType& index = op.operand(1);
    const std::int64_t dimension = op[attr::dim], batch = op[attr::batch_dims];
    op.require(is_integer(index.element), "", "the index is not an integer tensor");
    op.require_in_range({dimension}, operand.rank(), "", attr::dim);
    op.require(batch >= 0 && batch <= dimension && batch <= index.rank(), "",
               "batch_dims does not fit dim and the index");
    Sizes shape(operand.shape.begin(), operand.shape.begin() + dimension);
    shape.insert(shape.end(), index.shape.begin() + batch, index.shape.end());
    shape.insert(shape.end(), operand.shape.begin() + dimension + 1, operand.shape.end());
    return {with_shape(operand, shape)};
}

Types infer_top_k(const OpContext& op) {
    TensorType values = op.operand(0);
    const std::int64_t k = op[attr::k];
    op.require(values.rank() > 0, "", "the operand has a rank of at least 1");
    op.require(k >= 0 && (values.shape.back() == dynamic_size || k <= values.shape.back()), "",
               fmt::format("k is {}, which is not in 0 .. {}", k, values.shape.back()));
    values.shape.back() = k;
    values.bounds.clear();
    TensorType indices = values;
    indices.element = ElementType::I32;
    return {values, indices};
}

}  // namespace hlo2c::frontend

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/ops/hooks.h"
#include "frontend/ops/op_context.h"

namespace hlo2c::frontend {
namespace {

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

/// A field with a list of dimensions.
struct DimensionField {
    std::string_view name;
    const Sizes& list;
};

/// What a gather and a scatter have in common: vectors of indices that address slices of a tensor.
struct Slicing {
    std::string_view tensor_name;  ///< in messages
    const TensorType& tensor;
    const TensorType& indices;
    DimensionField window, inserted, batching, indices_batching, index_map;
    std::int64_t index_vector_dimension;
    std::string_view batching_operands;  ///< the operands that have batching dimensions, in messages
    struct Labels {
        std::string_view all_named, window_unique, window_in_range, removed_unique, inserted_sorted,
            inserted_in_range, batching_sorted, batching_in_range, indices_batching_unique,
            indices_batching_in_range, not_index_vector, batching_count, batching_sizes, vector_in_range,
            vector_size, map_unique, map_in_range;
    } labels;

    /// The dimensions of the tensor that a slice does not have.
    Sizes removed() const { return joined(inserted.list, batching.list); }
};

/// Requires that each dimension of the tensor has a role.
void require_roles(const OpContext& op, const Slicing& slicing) {
    const DimensionField& window = slicing.window;
    const DimensionField& inserted = slicing.inserted;
    const DimensionField& batching = slicing.batching;
    op.require(
        slicing.tensor.shape.size() == window.list.size() + inserted.list.size() + batching.list.size(),
        slicing.labels.all_named,
        fmt::format("{}, {} and {} do not name each dimension of the {}", window.name, inserted.name,
                    batching.name, slicing.tensor_name));
}

/// Requires window dimensions of a tensor of `rank`, in order.
void require_window(const OpContext& op, const Slicing& slicing, std::int64_t rank) {
    const DimensionField& window = slicing.window;
    op.require_unique(window.list, slicing.labels.window_unique, window.name);
    op.require_sorted(window.list, slicing.labels.window_unique, window.name);
    op.require_in_range(window.list, rank, slicing.labels.window_in_range, window.name);
}

/// Requires that the dimensions exist, that none is named twice, and that batching dimensions match.
void require_dimensions(const OpContext& op, const Slicing& slicing) {
    const TensorType& tensor = slicing.tensor;
    const TensorType& indices = slicing.indices;
    const DimensionField& inserted = slicing.inserted;
    const DimensionField& batching = slicing.batching;
    const DimensionField& indices_batching = slicing.indices_batching;
    const Slicing::Labels& labels = slicing.labels;
    op.require_unique(slicing.removed(), labels.removed_unique,
                      fmt::format("{} with {}", inserted.name, batching.name));
    op.require_sorted(inserted.list, labels.inserted_sorted, inserted.name);
    op.require_in_range(inserted.list, tensor.rank(), labels.inserted_in_range, inserted.name);
    op.require_sorted(batching.list, labels.batching_sorted, batching.name);
    op.require_in_range(batching.list, tensor.rank(), labels.batching_in_range, batching.name);
    op.require_unique(indices_batching.list, labels.indices_batching_unique, indices_batching.name);
    op.require_in_range(indices_batching.list, indices.rank(), labels.indices_batching_in_range,
                        indices_batching.name);
    op.require(!contains(indices_batching.list, slicing.index_vector_dimension), labels.not_index_vector,
               fmt::format("{} has index_vector_dim", indices_batching.name));
    op.require_size(indices_batching.list, batching.list.size(), labels.batching_count,
                    indices_batching.name);
    for (std::size_t i = 0; i < batching.list.size(); i++)
        op.require(
            same_size(size_at(tensor, batching.list[i]), size_at(indices, indices_batching.list[i])),
            labels.batching_sizes,
            fmt::format("the batching dimensions of {} have different sizes", slicing.batching_operands));
}

/// Requires an index vector with one entry per entry of the index map.
void require_index_vector(const OpContext& op, const Slicing& slicing) {
    const std::int64_t dimension = slicing.index_vector_dimension;
    op.require(
        dimension >= 0 && dimension <= slicing.indices.rank(), slicing.labels.vector_in_range,
        fmt::format("index_vector_dim is {}, which is not in 0 .. {}", dimension, slicing.indices.rank()));
    const std::int64_t size = index_vector_size(slicing.indices, dimension);
    const DimensionField& map = slicing.index_map;
    op.require(same_size(size, static_cast<std::int64_t>(map.list.size())), slicing.labels.vector_size,
               fmt::format("{} has {} entries for index vectors of {}", map.name, map.list.size(), size));
}

void require_index_map(const OpContext& op, const Slicing& slicing) {
    const DimensionField& map = slicing.index_map;
    op.require_unique(joined(map.list, slicing.batching.list), slicing.labels.map_unique,
                      fmt::format("{} with {}", map.name, slicing.batching.name));
    op.require_in_range(map.list, slicing.tensor.rank(), slicing.labels.map_in_range, map.name);
}

/// Checks a gather; the slice sizes of a dynamic_gather may be unknown.
Types gather(const OpContext& op, const std::optional<Sizes>& given) {
    op.require_structure(attr::gather_dimension_numbers, gather_fields.structure);
    const TensorType& operand = op.operand(0);
    const TensorType& indices = op.operand(1);
    const GatherDimensions dimensions = op.op()[attr::gather_dimension_numbers];
    const Slicing slicing{
        .tensor_name = "operand",
        .tensor = operand,
        .indices = indices,
        .window = {gather_fields.window, dimensions.offset_dims},
        .inserted = {gather_fields.removed, dimensions.collapsed_slice_dims},
        .batching = {gather_fields.batching, dimensions.operand_batching_dims},
        .indices_batching = {gather_fields.indices_batching, dimensions.start_indices_batching_dims},
        .index_map = {gather_fields.index_map, dimensions.start_index_map},
        .index_vector_dimension = dimensions.index_vector_dim,
        .batching_operands = "operand and start_indices",
        .labels = {.all_named = "C1",
                   .window_unique = "C4",
                   .window_in_range = "C5",
                   .removed_unique = "C6",
                   .inserted_sorted = "C7",
                   .inserted_in_range = "C8",
                   .batching_sorted = "C10",
                   .batching_in_range = "C11",
                   .indices_batching_unique = "C13",
                   .indices_batching_in_range = "C14",
                   .not_index_vector = "C15",
                   .batching_count = "C16",
                   .batching_sizes = "C17",
                   .vector_in_range = "C2",
                   .vector_size = "C3",
                   .map_unique = "C18",
                   .map_in_range = "C19"}};
    require_roles(op, slicing);
    require_index_vector(op, slicing);
    const Sizes batch = batch_sizes(indices, dimensions.index_vector_dim);
    require_window(op, slicing, static_cast<std::int64_t>(batch.size() + dimensions.offset_dims.size()));
    require_dimensions(op, slicing);
    require_index_map(op, slicing);
    const Sizes slice_sizes = given.value_or(Sizes(operand.shape.size(), dynamic_size));
    op.require_size(slice_sizes, operand.shape.size(), "C20", attr::slice_sizes);
    const Sizes removed = slicing.removed();
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
    if (!shape) op.refuse("C22", "offset_dims does not fit the rank of the result");
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

namespace {

/// Requires inputs of one shape, updates of one shape, and an update of its element type for each input.
void require_scattered_tensors(const OpContext& op, std::size_t inputs) {
    for (std::size_t i = 0; i < inputs; i++) {
        const TensorType& input = op.operand(i);
        const TensorType& update = op.operand(inputs + 1 + i);
        op.require(same_shape(op.operand(0).shape, input.shape), "C1", "the shapes of the inputs differ");
        op.require(same_shape(op.operand(inputs + 1).shape, update.shape), "C3",
                   "the shapes of the updates differ");
        op.require(expressed_element(input) == expressed_element(update), "C6",
                   fmt::format("input {} and its update have different element types", i));
    }
    op.require(is_integer(op.operand(inputs).element), "I2", "scatter_indices is not an integer tensor");
}

/// Requires updates of the shape that the indices and the window give, with windows that fit the input.
void require_update_windows(const OpContext& op, const Slicing& slicing, const TensorType& update) {
    const Sizes& update_window_dims = slicing.window.list;
    Sizes window;
    for (const std::int64_t d : update_window_dims) window.push_back(size_at(update, d));
    const std::optional<Sizes> expected =
        combined(batch_sizes(slicing.indices, slicing.index_vector_dimension), window, update_window_dims);
    op.require(expected && same_shape(*expected, update.shape), "C4",
               fmt::format("the updates {} do not fit the indices {}", to_string(update),
                           to_string(slicing.indices)));
    const TensorType& input = slicing.tensor;
    const Sizes removed = slicing.removed();
    std::size_t next = 0;
    for (std::int64_t d = 0; d < input.rank(); d++) {
        if (contains(removed, d)) continue;
        const std::int64_t size = window[next++];
        if (size != dynamic_size && size_at(input, d) != dynamic_size && size > size_at(input, d))
            op.refuse("C4", fmt::format("an update window has size {} in dimension {} of size {}", size, d,
                                        size_at(input, d)));
    }
}

/// The types of the results, which the update computation returns as scalars; (C23) to (C25).
Types scatter_results(const OpContext& op, std::size_t inputs) {
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

}  // namespace

Types infer_scatter(const OpContext& op) {
    op.require_structure(attr::scatter_dimension_numbers, scatter_fields.structure);
    op.require(op.operand_count() % 2 == 1, "C5", "there is not one update per input");
    const std::size_t inputs = op.operand_count() / 2;
    const TensorType& input = op.operand(0);
    const TensorType& indices = op.operand(inputs);
    const TensorType& update = op.operand(inputs + 1);
    const ScatterDimensions dimensions = op.op()[attr::scatter_dimension_numbers];
    require_scattered_tensors(op, inputs);
    const Slicing slicing{
        .tensor_name = "input",
        .tensor = input,
        .indices = indices,
        .window = {scatter_fields.window, dimensions.update_window_dims},
        .inserted = {scatter_fields.removed, dimensions.inserted_window_dims},
        .batching = {scatter_fields.batching, dimensions.input_batching_dims},
        .indices_batching = {scatter_fields.indices_batching, dimensions.scatter_indices_batching_dims},
        .index_map = {scatter_fields.index_map, dimensions.scatter_dims_to_operand_dims},
        .index_vector_dimension = dimensions.index_vector_dim,
        .batching_operands = "inputs and scatter_indices",
        .labels = {.all_named = "C2",
                   .window_unique = "C7",
                   .window_in_range = "C8",
                   .removed_unique = "C9",
                   .inserted_sorted = "C10",
                   .inserted_in_range = "C11",
                   .batching_sorted = "C12",
                   .batching_in_range = "C13",
                   .indices_batching_unique = "C14",
                   .indices_batching_in_range = "C15",
                   .not_index_vector = "C16",
                   .batching_count = "C17",
                   .batching_sizes = "C18",
                   .vector_in_range = "C22",
                   .vector_size = "C19",
                   .map_unique = "C20",
                   .map_in_range = "C21"}};
    require_roles(op, slicing);
    require_window(op, slicing, update.rank());
    require_dimensions(op, slicing);
    require_index_vector(op, slicing);
    require_index_map(op, slicing);
    require_update_windows(op, slicing, update);
    return scatter_results(op, inputs);
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
    op.require(values.rank() > 0, "", "the operand is a scalar");
    op.require(k >= 0 && (values.shape.back() == dynamic_size || k <= values.shape.back()), "",
               fmt::format("k is {}, which is not in 0 .. {}", k, values.shape.back()));
    values.shape.back() = k;
    values.bounds.clear();
    TensorType indices = values;
    indices.element = ElementType::I32;
    return {values, indices};
}

}  // namespace hlo2c::frontend

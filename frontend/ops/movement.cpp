#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ops/hooks.h"
#include "frontend/ops/op_context.h"
#include "frontend/ops/scalar_attribute.h"

namespace hlo2c::frontend {
namespace {

std::string shape_text(const TensorType& type) {
    return to_string(type);
}

/// Data movement must keep the quantization; the axis is checked separately.
void require_same_quantization(const OpContext& op) {
    const TensorType& from = op.operand(0);
    const TensorType& to = op.result(0);
    op.require(from.is_quantized() == to.is_quantized(), "C1", "only one of operand and result is quantized");
    if (!from.is_quantized()) return;
    Quantization before = from.quantization.front(), after = to.quantization.front();
    op.require((before.axis >= 0) == (after.axis >= 0), "C1",
               "only one of operand and result is quantized per axis");
    const bool per_axis = before.axis >= 0;
    before.axis = after.axis = -1;
    if (per_axis && before.scales.size() == 1) {  // a broadcast repeats it
        before.scales.resize(after.scales.size(), before.scales.front());
        before.zero_points.resize(after.zero_points.size(), before.zero_points.front());
    }
    op.require(before == after, "C1", "the quantization of operand and result differs");
}

/// Requires a vector of `size` integers.
void require_size_vector(const OpContext& op, std::size_t i, std::int64_t size, std::string_view label) {
    const TensorType& type = op.operand(i);
    op.require(type.rank() == 1 && is_integer(type.element), label,
               fmt::format("{} is not a 1-dimensional tensor of integers", op.operand_name(i)));
    op.require(
        same_size(type.shape[0], size), label,
        fmt::format("{} has {} entries where {} were expected", op.operand_name(i), type.shape[0], size));
}

/// Requires the declared shape of result 0 to agree with operand `i`, if that is a constant.
void require_constant_shape(const OpContext& op, std::size_t i, std::string_view label) {
    const std::optional<Sizes> shape = op.constant_integers(i);
    if (!shape) return;
    const bool valid = std::none_of(shape->begin(), shape->end(), [](std::int64_t size) { return size < 0; });
    op.require(valid && same_shape(*shape, op.result(0).shape), label,
               fmt::format("{} holds [{}], which is not the shape of the result {}", op.operand_name(i),
                           fmt::join(*shape, ", "), shape_text(op.result(0))));
}

/// Ops whose result sizes do not depend on operands must have a static shape, or one bounded dimension.
void require_static_or_bounded(const OpContext& op, std::string_view label) {
    const TensorType& type = op.result(0);
    int dynamic = 0, bounded = 0;
    for (std::size_t d = 0; d < type.shape.size(); d++) {
        if (type.shape[d] != dynamic_size) continue;
        dynamic++;
        if (d < type.bounds.size() && type.bounds[d] != dynamic_size) bounded++;
    }
    op.require(
        dynamic == 0 || (dynamic == 1 && bounded == 1), label,
        fmt::format("the result is {}, which has neither a static shape nor a single bounded dimension",
                    shape_text(type)));
}

/// Requires one start index per dimension from operand `first` on: scalars of one integer type.
void require_start_indices(const OpContext& op, std::size_t first, std::string_view count_label,
                           std::string_view type_label) {
    const auto rank = static_cast<std::size_t>(op.operand(0).rank());
    op.require(op.operand_count() - first == rank, count_label,
               fmt::format("there are {} start indices for an operand of rank {}", op.operand_count() - first,
                           rank));
    for (std::size_t i = first; i < op.operand_count(); i++) {
        const TensorType& index = op.operand(i);
        op.require(index.rank() == 0 && is_integer(index.element), type_label,
                   fmt::format("start index {} is not a scalar of an integer type", i - first));
        op.require(index.element == op.operand(first).element, type_label,
                   "the start indices have different types");
    }
}

void require_broadcast(const OpContext& op) {
    const TensorType& operand = op.operand(0);
    const TensorType& result = op.result(0);
    const Sizes dimensions = op[attr::broadcast_dimensions];
    op.require(expressed_element(operand) == expressed_element(result), "C1",
               fmt::format("the element types of {} and {} differ", shape_text(operand), shape_text(result)));
    require_same_quantization(op);
    op.require_size(dimensions, operand.shape.size(), "C2", attr::broadcast_dimensions);
    op.require_in_range(dimensions, result.rank(), "C3", attr::broadcast_dimensions);
    op.require_unique(dimensions, "C4", attr::broadcast_dimensions);
    for (std::size_t d = 0; d < dimensions.size(); d++) {  // (C5)
        const std::int64_t from = operand.shape[d],
                           to = result.shape[static_cast<std::size_t>(dimensions[d])];
        if (from != 1 && !same_size(from, to))
            op.refuse("C5", fmt::format("dimension {} has size {}, which is neither 1 nor the result's {}", d,
                                        from, to));
    }
    if (result.is_quantized() && operand.is_quantized() && operand.quantization.front().axis >= 0)
        op.require(
            result.quantization.front().axis ==
                dimensions[static_cast<std::size_t>(operand.quantization.front().axis)],
            "C6",
            "the quantization axis of the result is not the dimension that the operand's axis is mapped to");
}

}  // namespace

Types infer_broadcast_in_dim(const OpContext& op) {
    require_static_or_bounded(op, "O1");
    require_broadcast(op);
    return op.declared();
}

Types infer_dynamic_broadcast_in_dim(const OpContext& op) {
    require_broadcast(op);
    require_size_vector(op, 1, op.result(0).rank(), "C7");
    const Sizes expanding = op[attr::known_expanding_dimensions];
    Sizes both = op[attr::known_nonexpanding_dimensions];
    both.insert(both.end(), expanding.begin(), expanding.end());
    if (const std::optional<Sizes> shape = op.constant_integers(1)) {
        const Sizes dimensions = op[attr::broadcast_dimensions];
        for (std::size_t d = 0; d < dimensions.size(); d++) {
            const std::int64_t from = op.operand(0).shape[d],
                               to = (*shape)[static_cast<std::size_t>(dimensions[d])];
            op.require(
                from == 1 || same_size(from, to), "C5",
                fmt::format("dimension {} has size {}, which is neither 1 nor the result's {}", d, from, to));
        }
    }
    require_constant_shape(op, 1, "C7");
    op.require_unique(both, "C8", "known_expanding_dimensions with known_nonexpanding_dimensions");
    op.require_in_range(expanding, op.operand(0).rank(), "C9", attr::known_expanding_dimensions);
    op.require_in_range(both, op.operand(0).rank(), "C10", attr::known_nonexpanding_dimensions);
    return op.declared();
}

Types infer_broadcast(const OpContext& op) {
    Sizes shape = op[attr::broadcast_sizes];
    for (const std::int64_t size : shape) op.require(size >= 0, "", "broadcast_sizes has a negative size");
    const Sizes& own = op.operand(0).shape;
    shape.insert(shape.end(), own.begin(), own.end());
    return {with_shape(op.operand(0), shape)};
}

Types infer_concatenate(const OpContext& op) {
    op.require(op.operand_count() > 0, "C3", "there are no operands to concatenate");
    const TensorType& first = op.operand(0);
    const std::int64_t dimension = op[attr::dimension];
    op.require_in_range({dimension}, first.rank(), "C4", attr::dimension);
    const auto along = static_cast<std::size_t>(dimension);
    Sizes shape = first.shape;
    Wide sum = 0;
    bool known = true;
    for (std::size_t i = 0; i < op.operand_count(); i++) {
        const TensorType& input = op.operand(i);
        op.require(equal_element(input, first), "C1",
                   fmt::format("input {} is {}: its element type differs from that of input 0", i,
                               shape_text(input)));
        op.require(
            input.rank() == first.rank(), "C2",
            fmt::format("input {} is {}: its rank differs from that of input 0", i, shape_text(input)));
        for (std::size_t d = 0; d < shape.size(); d++) {
            if (d == along) continue;
            if (!same_size(shape[d], input.shape[d]))
                op.refuse("C2", fmt::format("input {} is {}: dimension {} differs from that of input 0", i,
                                            shape_text(input), d));
            if (shape[d] == dynamic_size) shape[d] = input.shape[d];
        }
        known = known && input.shape[along] != dynamic_size;
        sum += input.shape[along];
    }
    shape[along] = known ? op.require_possible(sum, along, "C6") : dynamic_size;  // (C6)
    return {with_shape(first, shape)};                                            // (C5)
}

Types infer_constant(const OpContext& op) {
    const TensorType& value = op[attr::value].type();
    if (op.result_count() != 1 || !op.result(0).is_quantized()) return {value};  // (C1)
    op.require(value.element == op.result(0).quantization.front().storage, "C1",
               "the constant's elements are not of the storage type of the result");
    return {with_shape(op.result(0), value.shape)};
}

Types infer_constant_like(const OpContext& op) {
    const Attribute* value = op.op().attribute(attr::value);
    const std::optional<Literal> scalar = value != nullptr ? scalar_value(*value) : std::nullopt;
    op.require(scalar && scalar->type().element == op.operand(0).element, "",
               "the value is not a number of the operand's element type");
    return {op.operand(0)};
}

Types infer_dynamic_slice(const OpContext& op) {
    const TensorType& operand = op.operand(0);
    const Sizes sizes = op[attr::slice_sizes];
    require_start_indices(op, 1, "C2", "C3");
    op.require_size(sizes, operand.shape.size(), "C2", attr::slice_sizes);
    for (std::size_t d = 0; d < sizes.size(); d++)
        if (sizes[d] < 0 || (operand.shape[d] != dynamic_size && sizes[d] > operand.shape[d]))
            op.refuse("C4", fmt::format("slice size {} of dimension {} is not in 0 .. {}", sizes[d], d,
                                        operand.shape[d]));
    return {with_shape(operand, sizes)};  // (C1) (C5)
}

Types infer_dynamic_update_slice(const OpContext& op) {
    const TensorType& operand = op.operand(0);
    const TensorType& update = op.operand(1);
    op.require(equal_element(operand, update), "C2", "the element types of operand and update differ");
    op.require(operand.rank() == update.rank(), "C3", "the ranks of operand and update differ");
    require_start_indices(op, 2, "C4", "C5");
    for (std::size_t d = 0; d < update.shape.size(); d++) {
        const bool known = operand.shape[d] != dynamic_size && update.shape[d] != dynamic_size;
        if (known && update.shape[d] > operand.shape[d])
            op.refuse("C6",
                      fmt::format("the update's size {} of dimension {} is larger than the operand's {}",
                                  update.shape[d], d, operand.shape[d]));
    }
    return {operand};  // (C1)
}

Types infer_iota(const OpContext& op) {
    op.require_in_range({op[attr::iota_dimension]}, op.result(0).rank(), "C1", attr::iota_dimension);
    require_static_or_bounded(op, "O1");
    return op.declared();
}

Types infer_dynamic_iota(const OpContext& op) {
    op.require_in_range({op[attr::iota_dimension]}, op.result(0).rank(), "C1", attr::iota_dimension);
    require_size_vector(op, 0, op.result(0).rank(), "C2");
    require_constant_shape(op, 0, "C2");
    return op.declared();
}

namespace {

/// The size of dimension `d` of the operand with edge and interior padding (C4).
std::int64_t padded_size(const OpContext& op, std::size_t d, std::int64_t low, std::int64_t high,
                         std::int64_t interior) {
    const Wide size = op.operand(0).shape[d];
    return op.require_possible(size + low + high + std::max<Wide>(size - 1, 0) * interior, d, "C4");
}

}  // namespace

Types infer_pad(const OpContext& op) {
    const TensorType& operand = op.operand(0);
    const TensorType& value = op.operand(1);
    const Sizes low = op[attr::edge_padding_low], high = op[attr::edge_padding_high],
                interior = op[attr::interior_padding];
    op.require(equal_element(operand, value), "C1", "the element types of operand and padding value differ");
    const std::size_t rank = operand.shape.size();
    op.require_size(low, rank, "C2", attr::edge_padding_low);
    op.require_size(high, rank, "C2", attr::edge_padding_high);
    op.require_size(interior, rank, "C2", attr::interior_padding);
    Sizes shape = operand.shape;
    for (std::size_t d = 0; d < rank; d++) {
        if (interior[d] < 0)
            op.refuse("C3", fmt::format("interior_padding has {}, which is negative", interior[d]));
        if (shape[d] != dynamic_size) shape[d] = padded_size(op, d, low[d], high[d], interior[d]);
    }
    return {with_shape(operand, shape)};
}

Types infer_dynamic_pad(const OpContext& op) {
    op.require(equal_element(op.operand(0), op.operand(1)), "C1",
               "the element types of operand and padding value differ");
    for (std::size_t i = 2; i < 5; i++) require_size_vector(op, i, op.operand(0).rank(), "C2");
    op.require(op.result(0).rank() == op.operand(0).rank(), "C4", "the ranks of operand and result differ");
    const std::optional<Sizes> low = op.constant_integers(2), high = op.constant_integers(3),
                               interior = op.constant_integers(4);
    Sizes shape = op.operand(0).shape;
    for (std::size_t d = 0; d < shape.size(); d++) {
        op.require(!interior || (*interior)[d] >= 0, "C3", "interior_padding is negative");
        const bool known = low && high && interior && shape[d] != dynamic_size;
        shape[d] = known ? padded_size(op, d, (*low)[d], (*high)[d], (*interior)[d]) : op.result(0).shape[d];
    }
    return {with_shape(op.operand(0), shape)};
}

namespace {

/// A reshape must keep the quantization axis: its size, and the element count of the dimensions before it.
void require_same_axis(const OpContext& op) {
    const TensorType& operand = op.operand(0);
    const TensorType& result = op.result(0);
    if (!operand.is_quantized() || operand.quantization.front().axis < 0) return;
    if (!operand.is_static() || !result.is_static()) return;
    op.require(result.quantization.front().axis >= 0 && result.quantization.front().axis < result.rank(),
               "C3",
               fmt::format("{} has no dimension {} to be quantized along", shape_text(result),
                           result.quantization.front().axis));
    const auto before = [](const TensorType& type) {
        std::int64_t product = 1;
        for (int d = 0; d < type.quantization.front().axis; d++)
            product *= type.shape[static_cast<std::size_t>(d)];
        return product;
    };
    const auto along = [](const TensorType& type) {
        return type.shape[static_cast<std::size_t>(type.quantization.front().axis)];
    };
    op.require(
        before(operand) == before(result) && along(operand) == along(result), "C3",
        fmt::format("the quantized axis of {} is not that of {}", shape_text(operand), shape_text(result)));
}

/// What reshape and dynamic_reshape require alike.
Types infer_reshaped(const OpContext& op) {
    const TensorType& operand = op.operand(0);
    const TensorType& result = op.result(0);
    op.require(expressed_element(operand) == expressed_element(result), "C1",
               "the element types of operand and result differ");
    require_same_quantization(op);
    if (operand.is_static() && result.is_static() && operand.element_count() != result.element_count())
        op.refuse("C2", fmt::format("{} has {} elements and {} has {}", shape_text(operand),
                                    operand.element_count(), shape_text(result), result.element_count()));
    require_same_axis(op);
    return op.declared();
}

}  // namespace

Types infer_reshape(const OpContext& op) {
    Types types = infer_reshaped(op);
    require_static_or_bounded(op, "O1");
    return types;
}

Types infer_dynamic_reshape(const OpContext& op) {
    require_size_vector(op, 1, op.result(0).rank(), "C4");
    require_constant_shape(op, 1, "C2");
    const std::optional<Sizes> shape = op.constant_integers(1);
    const TensorType& operand = op.operand(0);
    if (shape && operand.is_static() &&
        (!is_possible_shape(*shape) ||
         with_shape(operand, *shape).element_count() != operand.element_count()))
        op.refuse("C2", fmt::format("{} has {} elements and the shape [{}] has a different number of them",
                                    shape_text(operand), operand.element_count(), fmt::join(*shape, ", ")));
    return infer_reshaped(op);
}

Types infer_reverse(const OpContext& op) {
    const Sizes dimensions = op[attr::dimensions];
    op.require_unique(dimensions, "C2", attr::dimensions);
    op.require_in_range(dimensions, op.operand(0).rank(), "C3", attr::dimensions);
    return {op.operand(0)};  // (C1)
}

Types infer_slice(const OpContext& op) {
    const TensorType& operand = op.operand(0);
    const Sizes starts = op[attr::start_indices], limits = op[attr::limit_indices],
                strides = op[attr::strides];
    const std::size_t rank = operand.shape.size();
    op.require_size(starts, rank, "C2", attr::start_indices);
    op.require_size(limits, rank, "C2", attr::limit_indices);
    op.require_size(strides, rank, "C2", attr::strides);
    op.require_positive(strides, "C4", attr::strides);
    Sizes shape(rank);
    for (std::size_t d = 0; d < rank; d++) {
        const bool within = operand.shape[d] == dynamic_size || limits[d] <= operand.shape[d];
        if (starts[d] < 0 || starts[d] > limits[d] || !within)
            op.refuse("C3", fmt::format("the range {}:{} of dimension {} does not lie in 0 .. {}", starts[d],
                                        limits[d], d, operand.shape[d]));
        const std::int64_t size = limits[d] - starts[d];
        shape[d] = op.require_possible(size / strides[d] + (size % strides[d] != 0 ? 1 : 0), d, "C5");
    }
    return {with_shape(operand, shape)};  // (C1)
}

Types infer_real_dynamic_slice(const OpContext& op) {
    for (std::size_t i = 1; i < 4; i++) require_size_vector(op, i, op.operand(0).rank(), "");
    op.require(op.result(0).rank() == op.operand(0).rank(), "", "the ranks of operand and result differ");
    return {with_shape(op.operand(0), op.result(0).shape)};
}

Types infer_transpose(const OpContext& op) {
    const TensorType& operand = op.operand(0);
    const Sizes permutation = op[attr::permutation];
    op.require_size(permutation, operand.shape.size(), "C2", attr::permutation);
    op.require_in_range(permutation, operand.rank(), "C2", attr::permutation);
    op.require_unique(permutation, "C2", attr::permutation);
    require_same_quantization(op);
    TensorType type = operand;
    for (std::size_t d = 0; d < permutation.size(); d++) {
        const auto from = static_cast<std::size_t>(permutation[d]);
        type.shape[d] = operand.shape[from];  // (C3)
        if (!operand.bounds.empty()) type.bounds[d] = operand.bounds[from];
        if (operand.is_quantized() && operand.quantization.front().axis == permutation[d])
            type.quantization.front().axis = static_cast<int>(d);  // (C4)
    }
    return {type};
}

Types infer_get_dimension_size(const OpContext& op) {
    op.require_in_range({op[attr::dimension]}, op.operand(0).rank(), "C1", attr::dimension);
    return {TensorType{{}, ElementType::I32, {}, {}}};
}

Types infer_set_dimension_size(const OpContext& op) {
    const TensorType& operand = op.operand(0);
    const std::int64_t dimension = op[attr::dimension];
    op.require_in_range({dimension}, operand.rank(), "C1", attr::dimension);
    op.require(op.operand(1).element == ElementType::I32, "I2", "the size is not a tensor<i32>");
    TensorType type = op.result(0);
    op.require(type.rank() == operand.rank() && type.element == operand.element, "C2",
               "the result is not of the operand's rank and element type");
    for (std::size_t d = 0; d < type.shape.size(); d++)
        if (static_cast<std::int64_t>(d) != dimension && operand.shape[d] != dynamic_size)
            type.shape[d] = operand.shape[d];
    return {type};
}

Types infer_rng(const OpContext& op) {
    const TensorType& a = op.operand(0);
    op.require(a.element == op.operand(1).element && a.element == op.result(0).element, "C1",
               "the element types of a, b and result differ");
    const RngDistribution distribution = op.keyword(attr::rng_distribution, "I4");
    op.require(distribution != RngDistribution::Normal || is_float(a.element), "C2",
               "NORMAL is used with a type that is not a float");
    require_size_vector(op, 2, op.result(0).rank(), "C3");
    require_constant_shape(op, 2, "C3");
    return op.declared();
}

Types infer_rng_bit_generator(const OpContext& op) {
    const TensorType& state = op.operand(0);
    // (I2) is a vector of ui64, but some programs have states of other types, which StableHLO's verifier
    // accepts.
    const RngAlgorithm algorithm = op.keyword(attr::rng_algorithm, "I1");
    const bool is_state = state.rank() == 1 && state.element == ElementType::UI64;
    const std::int64_t size = is_state ? state.shape[0] : dynamic_size;
    if (algorithm == RngAlgorithm::ThreeFry)
        op.require(same_size(size, 2), "C2", "the state of THREE_FRY does not have 2 elements");
    if (algorithm == RngAlgorithm::Philox)
        op.require(same_size(size, 2) || size == 3, "C2",
                   "the state of PHILOX does not have 2 or 3 elements");
    return {state, op.result(1)};  // (C1)
}

}  // namespace hlo2c::frontend

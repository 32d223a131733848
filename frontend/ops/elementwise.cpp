#include "frontend/ir/attributes.h"
#include "frontend/ops/hooks.h"
#include "frontend/ops/op_context.h"

namespace hlo2c::frontend {
namespace {

/// Checks the constraints of add on quantized tensors.
void require_quantized_sum(const OpContext& op) {
    const TensorType& lhs = op.operand(0);
    const TensorType& rhs = op.operand(1);
    const TensorType& result = op.result(0);
    if (!lhs.is_quantized() && !rhs.is_quantized() && !result.is_quantized()) return;
    op.require(lhs.is_quantized() && rhs.is_quantized() && result.is_quantized(), "C2",
               "some of lhs, rhs and result are quantized, but not all");
    const auto& left = lhs.quantization.front();
    const auto& right = rhs.quantization.front();
    const auto& sum = result.quantization.front();
    op.require(left.storage == right.storage && left.storage == sum.storage, "C3",
               "the storage types differ");
    op.require(left.expressed == right.expressed && left.expressed == sum.expressed, "C4",
               "the expressed types differ");
    op.require((left.axis >= 0 || right.axis >= 0) == (sum.axis >= 0), "C5",
               "the result is quantized per axis and the operands are not, or vice versa");
    op.require(left.axis < 0 || left.axis == sum.axis, "C6",
               "lhs and result are quantized along different axes");
    op.require(right.axis < 0 || right.axis == sum.axis, "C7",
               "rhs and result are quantized along different axes");
}

/// The common shape of all operands; each `?` is filled in from an operand that knows the size.
Sizes common_shape(const OpContext& op, std::string_view label) {
    Sizes shape = op.operand(0).shape;
    for (std::size_t i = 1; i < op.operand_count(); i++) {
        const TensorType& other = op.operand(i);
        if (!same_shape(shape, other.shape))
            op.refuse(label, fmt::format("operand 0 is {} and operand {} is {}: the shapes differ",
                                         to_string(op.operand(0)), i, to_string(other)));
        shape = merged_shape(shape, other.shape);
    }
    return shape;
}

}  // namespace

Types infer_add(const OpContext& op) {
    require_quantized_sum(op);
    return infer_same_type(op);
}

Types infer_same_type(const OpContext& op) {
    const Sizes shape = common_shape(op, "C1");
    for (std::size_t i = 1; i < op.operand_count(); i++)  // (C1)
        if (expressed_element(op.operand(i)) != expressed_element(op.operand(0)))
            op.refuse("C1", fmt::format("operand 0 is {} and operand {} is {}: the element types differ",
                                        to_string(op.operand(0)), i, to_string(op.operand(i))));
    TensorType type = with_shape(op.result(0).is_quantized() ? op.result(0) : op.operand(0), shape);
    type.bounds = op.operand(0).bounds;
    for (std::size_t i = 1; i < op.operand_count(); i++) type.bounds = merged_bounds(type, op.operand(i));
    return {type};
}

Types infer_reduce_precision(const OpContext& op) {
    const std::int64_t exponent = op[attr::exponent_bits], mantissa = op[attr::mantissa_bits];
    op.require(exponent >= 1, "C2", "exponent_bits is less than 1");
    op.require(mantissa >= 0, "C3", "mantissa_bits is negative");
    op.require(exponent <= INT32_MAX, "I2", "exponent_bits is not a number of 32 bits");
    op.require(mantissa <= INT32_MAX, "I3", "mantissa_bits is not a number of 32 bits");
    return infer_same_type(op);  // (C1)
}

Types infer_bitcast_convert(const OpContext& op) {
    const TensorType& from = op.operand(0);
    const TensorType& to = op.result(0);
    const int from_bits = bit_width(from.element), to_bits = bit_width(to.element);
    op.require(is_complex(from.element) == is_complex(to.element), "C2",
               "only one of operand and result is complex");
    Sizes shape = from.shape;
    if (to_bits < from_bits) {  // (C1)
        op.require(from_bits % to_bits == 0, "C1", "neither element width is a multiple of the other");
        shape.push_back(from_bits / to_bits);
    } else if (to_bits > from_bits) {
        op.require(!shape.empty() && to_bits % from_bits == 0 && same_size(shape.back(), to_bits / from_bits),
                   "C1", fmt::format("the last size of the operand must be {}", to_bits / from_bits));
        shape.pop_back();
    }
    return {with_shape(to, shape)};
}

Types infer_clamp(const OpContext& op) {
    const TensorType& low = op.operand(0);
    const TensorType& operand = op.operand(1);
    const TensorType& high = op.operand(2);
    op.require(low.rank() == 0 || same_shape(low.shape, operand.shape), "C1",
               "min is neither a scalar nor of the operand's shape");
    op.require(high.rank() == 0 || same_shape(high.shape, operand.shape), "C2",
               "max is neither a scalar nor of the operand's shape");
    op.require(expressed_element(low) == expressed_element(operand) &&
                   expressed_element(high) == expressed_element(operand),
               "C3", "the element types of min, operand and max differ");
    return {operand};  // (C4)
}

namespace {

/// Prescribed is one comparison type for each element type. Programs compare floats as integers and integers
/// of the other sign, too, which changes nothing; floats have an order that other elements do not have.
void require_comparison_type(const OpContext& op, std::string_view label) {
    op.keyword(attr::compare_type, "I4");
    const ComparisonType type = op[attr::compare_type];
    const ElementType element = expressed_element(op.operand(0));
    const bool fits = type == ComparisonType::Float        ? is_float(element) || is_complex(element)
                      : type == ComparisonType::TotalOrder ? is_float(element)
                                                           : true;
    op.require(
        fits, label,
        fmt::format("compare_type is {}, but the operands are {}", keyword(type), to_string(op.operand(0))));
}

}  // namespace

Types infer_compare(const OpContext& op) {
    const TensorType& lhs = op.operand(0);
    op.require(expressed_element(lhs) == expressed_element(op.operand(1)), "C1",
               fmt::format("lhs is {} and rhs is {}: the element types differ", to_string(lhs),
                           to_string(op.operand(1))));
    const Sizes shape = common_shape(op, "C2");
    op.keyword(attr::comparison_direction, "I3");
    require_comparison_type(op, "C3");
    return {TensorType{shape, ElementType::I1, {}, {}}};
}

Types infer_convert(const OpContext& op) {
    return {with_shape(op.result(0), op.operand(0).shape)};  // (C1)
}

Types infer_is_finite(const OpContext& op) {
    return {TensorType{op.operand(0).shape, ElementType::I1, {}, {}}};  // (C1)
}

Types infer_select(const OpContext& op) {
    const TensorType& predicate = op.operand(0);
    const TensorType& on_true = op.operand(1);
    op.require(predicate.rank() == 0 || same_shape(predicate.shape, on_true.shape), "C1",
               "pred is neither a scalar nor of the shape of on_true");
    op.require(same_baseline(on_true, op.operand(2)), "C2",
               fmt::format("on_true is {} and on_false is {}", to_string(on_true), to_string(op.operand(2))));
    return {with_shape(on_true, merged_shape(on_true.shape, op.operand(2).shape))};
}

Types infer_complex(const OpContext& op) {
    const TensorType& lhs = op.operand(0);
    op.require(same_baseline(lhs, op.operand(1)), "C1", "lhs and rhs have different types");
    TensorType type = with_shape(lhs, lhs.shape);                                           // (C2)
    type.element = lhs.element == ElementType::F32 ? ElementType::C64 : ElementType::C128;  // (C3)
    return {type};
}

Types infer_real_part(const OpContext& op) {
    TensorType type = op.operand(0);         // (C1)
    type.element = real_part(type.element);  // (C2)
    return {type};
}

Types infer_map(const OpContext& op) {
    op.require(op.operand_count() > 0, "C2", "there is no input");
    const Sizes shape = common_shape(op, "C1");
    const Sizes dimensions = op[attr::dimensions];
    op.require_size(dimensions, shape.size(), "C3", attr::dimensions);
    for (std::size_t i = 0; i < dimensions.size(); i++)
        op.require(dimensions[i] == static_cast<std::int64_t>(i), "C3", "dimensions is not 0, 1, 2, ...");
    Types arguments;
    for (std::size_t i = 0; i < op.operand_count(); i++) arguments.emplace_back(scalar_of(op.operand(i)));
    op.require_region(0, arguments, std::nullopt, "C4");
    const Types returned = op.returned_types(0);
    op.require(returned.size() == 1 && returned[0].is_tensor() && returned[0].as_tensor().rank() == 0, "C4",
               "the computation does not return one scalar");
    return {with_shape(returned[0].as_tensor(), shape)};
}

Types infer_uniform_quantize(const OpContext& op) {
    const TensorType& to = op.result(0);
    op.require(expressed_element(to) == expressed_element(op.operand(0)), "C2",
               "the expressed type of the result is not the operand's");
    return {with_shape(to, op.operand(0).shape)};  // (C1)
}

Types infer_uniform_dequantize(const OpContext& op) {
    TensorType type{op.operand(0).shape, expressed_element(op.operand(0)), {}, {}};  // (C1) (C2)
    return {type};
}

namespace {

/// The shape to which the operands broadcast, aligned at the last dimension; `?` where it is known only at
/// run time.
Sizes broadcast_shape(const OpContext& op, std::size_t first) {
    Sizes shape;
    for (std::size_t i = first; i < op.operand_count(); i++) {
        const Sizes& other = op.operand(i).shape;
        if (other.size() > shape.size()) shape.insert(shape.begin(), other.size() - shape.size(), 1);
        for (std::size_t d = 0; d < other.size(); d++) {
            std::int64_t& size = shape[shape.size() - other.size() + d];
            if (size == 1) {
                size = other[d];
            } else if (size == dynamic_size) {
                if (other[d] > 1) size = other[d];
            } else if (other[d] != 1 && other[d] != dynamic_size && other[d] != size) {
                op.refuse("", fmt::format("the sizes {} and {} do not broadcast", size, other[d]));
            }
        }
    }
    return shape;
}

/// `broadcast_dimensions` places the dimensions of the lower-rank operand; the result has the higher rank.
Sizes chlo_shape(const OpContext& op) {
    if (op.op().has(attr::chlo_broadcast_dimensions) && op.operand(0).rank() != op.operand(1).rank()) {
        const TensorType& larger = op.operand(op.operand(0).rank() > op.operand(1).rank() ? 0 : 1);
        const TensorType& smaller = op.operand(op.operand(0).rank() > op.operand(1).rank() ? 1 : 0);
        const Sizes dimensions = op[attr::chlo_broadcast_dimensions];
        op.require_size(dimensions, smaller.shape.size(), "", attr::chlo_broadcast_dimensions);
        op.require_in_range(dimensions, larger.rank(), "", attr::chlo_broadcast_dimensions);
        return op.result(0).shape;
    }
    return broadcast_shape(op, 0);
}

}  // namespace

Types infer_chlo_broadcast(const OpContext& op) {
    op.require(same_element(op.operand(0), op.operand(1)), "", "the element types of the operands differ");
    return {with_shape(op.operand(0), chlo_shape(op))};
}

Types infer_chlo_broadcast_compare(const OpContext& op) {
    op.require(expressed_element(op.operand(0)) == expressed_element(op.operand(1)), "",
               "the element types of the operands differ");
    require_comparison_type(op, "");
    return {TensorType{chlo_shape(op), ElementType::I1, {}, {}}};
}

Types infer_chlo_broadcast_complex(const OpContext& op) {
    TensorType type = with_shape(op.operand(0), chlo_shape(op));
    op.require(type.element == ElementType::F32 || type.element == ElementType::F64, "",
               "the operands are neither f32 nor f64");
    type.element = type.element == ElementType::F32 ? ElementType::C64 : ElementType::C128;
    return {type};
}

Types infer_chlo_broadcast_select(const OpContext& op) {
    op.require(op.operand(0).element == ElementType::I1, "", "pred is not a tensor of i1");
    op.require(same_element(op.operand(1), op.operand(2)), "", "the element types of the two values differ");
    return {with_shape(op.operand(1), broadcast_shape(op, 0))};
}

}  // namespace hlo2c::frontend

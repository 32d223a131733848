#include "frontend/passes/builder.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/structures.h"

namespace hlo2c::frontend {

ValueId Builder::emit(OpCode code, std::vector<ValueId> operands, TensorType type) {
    return rewriter_.emit(Op{.code = code, .operands = std::move(operands)}, std::move(type));
}

TensorType Builder::moved_to(ValueId a, std::vector<std::int64_t> shape) const {
    TensorType type{std::move(shape), tensor(a).element, {}, {}};
    if (tensor(a).is_quantized() && tensor(a).quantization.front().axis < 0)
        type.quantization = tensor(a).quantization;
    return type;
}

ValueId Builder::complex(ValueId re, ValueId im) {
    TensorType type = tensor(re);
    type.element = type.element == ElementType::F64 ? ElementType::C128 : ElementType::C64;
    return emit(OpCode::Complex, {re, im}, type);
}

ValueId Builder::real(OpCode code, ValueId a) {
    TensorType type = tensor(a);
    type.element = real_part(type.element);
    return emit(code, {a}, type);
}

ValueId Builder::convert(ValueId a, ElementType element) {
    if (tensor(a).element == element) return a;
    return emit(OpCode::Convert, {a}, TensorType{tensor(a).shape, element, {}, {}});
}

ValueId Builder::uniform(const TensorType& type, double value) {
    if (is_integer(type.element))
        return rewriter_.emit_constant(Literal::from_values<std::int64_t>(type, {saturated(value)}));
    if (!is_complex(type.element))
        return rewriter_.emit_constant(Literal::from_values<double>(type, {value}));
    const TensorType parts{{2}, real_part(type.element), {}, {}};
    const Literal pair = Literal::from_values<double>(parts, {value, 0});
    const std::span<const std::byte> bytes = pair.bytes();
    return rewriter_.emit_constant(Literal(type, {bytes.begin(), bytes.end()}, type.element_count() != 1));
}

ValueId Builder::compare(ComparisonDirection direction, ValueId a, ValueId b) {
    Op op{.code = OpCode::Compare, .operands = {a, b}};
    op.set(attr::comparison_direction, direction);
    return rewriter_.emit(std::move(op), TensorType{tensor(a).shape, ElementType::I1, {}, {}});
}

ValueId Builder::select(ValueId condition, ValueId yes, ValueId no) {
    return emit(OpCode::Select, {condition, yes, no}, tensor(yes));
}

ValueId Builder::broadcast(ValueId a, std::vector<std::int64_t> dimensions, std::vector<std::int64_t> shape) {
    const bool in_order = std::is_sorted(dimensions.begin(), dimensions.end());
    if (tensor(a).shape == shape && dimensions.size() == shape.size() && in_order) return a;
    Op op{.code = OpCode::BroadcastInDim, .operands = {a}};
    op.set(attr::broadcast_dimensions, std::move(dimensions));
    return rewriter_.emit(std::move(op), moved_to(a, std::move(shape)));
}

ValueId Builder::reshape(ValueId a, std::vector<std::int64_t> shape) {
    if (tensor(a).shape == shape) return a;
    return emit(OpCode::Reshape, {a}, moved_to(a, std::move(shape)));
}

ValueId Builder::iota(const TensorType& type, std::int64_t dimension) {
    Op op{.code = OpCode::Iota};
    op.set(attr::iota_dimension, dimension);
    return rewriter_.emit(std::move(op), type);
}

ValueId Builder::slice_to(ValueId a, std::vector<std::int64_t> limits) {
    const std::size_t rank = limits.size();
    const TensorType type = moved_to(a, limits);
    Op op{.code = OpCode::Slice, .operands = {a}};
    op.set(attr::start_indices, std::vector<std::int64_t>(rank, 0));
    op.set(attr::limit_indices, std::move(limits));
    op.set(attr::strides, std::vector<std::int64_t>(rank, 1));
    return rewriter_.emit(std::move(op), type);
}

ValueId Builder::slice_along(ValueId a, std::size_t dimension, std::int64_t first, std::int64_t size,
                             std::int64_t stride) {
    std::vector<std::int64_t> shape = tensor(a).shape, starts(shape.size(), 0), limits = shape,
                              strides(shape.size(), 1);
    if (first == 0 && size == shape[dimension] && stride == 1) return a;
    shape[dimension] = size;
    starts[dimension] = first;
    limits[dimension] = first + (size - 1) * stride + 1;
    strides[dimension] = stride;
    Op op{.code = OpCode::Slice, .operands = {a}};
    op.set(attr::start_indices, std::move(starts));
    op.set(attr::limit_indices, std::move(limits));
    op.set(attr::strides, std::move(strides));
    return rewriter_.emit(std::move(op), moved_to(a, std::move(shape)));
}

ValueId Builder::pad_along(ValueId a, ValueId value, std::size_t dimension, std::int64_t low,
                           std::int64_t high) {
    if (low == 0 && high == 0) return a;
    std::vector<std::int64_t> shape = tensor(a).shape, lows(shape.size(), 0), highs = lows;
    Op op{.code = OpCode::Pad, .operands = {a, value}};
    op.set(attr::interior_padding, lows);
    shape[dimension] += low + high;
    lows[dimension] = low;
    highs[dimension] = high;
    op.set(attr::edge_padding_low, std::move(lows));
    op.set(attr::edge_padding_high, std::move(highs));
    return rewriter_.emit(std::move(op), moved_to(a, std::move(shape)));
}

ValueId Builder::concatenate(std::vector<ValueId> operands, std::int64_t dimension) {
    std::vector<std::int64_t> shape = tensor(operands[0]).shape;
    std::int64_t& extent = shape[static_cast<std::size_t>(dimension)];
    extent = 0;
    for (const ValueId each : operands) extent += tensor(each).shape[static_cast<std::size_t>(dimension)];
    const TensorType type = moved_to(operands[0], std::move(shape));
    Op op{.code = OpCode::Concatenate, .operands = std::move(operands)};
    op.set(attr::dimension, dimension);
    return rewriter_.emit(std::move(op), type);
}

std::vector<ValueId> Builder::sort(std::vector<ValueId> operands, std::int64_t dimension,
                                   ComparisonDirection direction) {
    std::vector<Type> types;
    Region body;
    for (ValueId operand : operands) {
        types.push_back(tensor(operand));
        for (int side = 0; side < 2; side++)
            body.arguments.push_back(rewriter_.new_value(TensorType{{}, tensor(operand).element, {}, {}}));
    }
    const ValueId before = rewriter_.new_value(TensorType{{}, ElementType::I1, {}, {}});
    Op compare{
        .code = OpCode::Compare, .operands = {body.arguments[0], body.arguments[1]}, .results = {before}};
    compare.set(attr::comparison_direction, direction);
    if (is_float(tensor(operands[0]).element)) compare.set(attr::compare_type, ComparisonType::TotalOrder);
    body.ops.push_back(std::move(compare));
    body.ops.push_back(Op{.code = OpCode::Return, .operands = {before}});
    Op op{.code = OpCode::Sort, .operands = std::move(operands)};
    op.set(attr::sort_dimension, dimension);
    op.set(attr::is_stable, true);
    op.regions.push_back(std::move(body));
    return rewriter_.emit(std::move(op), std::move(types));
}

ValueId Builder::dynamic_slice(ValueId a, std::vector<ValueId> starts, std::vector<std::int64_t> sizes) {
    Op op{.code = OpCode::DynamicSlice, .operands = {a}};
    op.operands.insert(op.operands.end(), starts.begin(), starts.end());
    op.set(attr::slice_sizes, sizes);
    return rewriter_.emit(std::move(op), moved_to(a, std::move(sizes)));
}

ValueId Builder::dynamic_update_slice(ValueId a, ValueId part, std::vector<ValueId> starts) {
    std::vector<ValueId> operands = {a, part};
    operands.insert(operands.end(), starts.begin(), starts.end());
    return emit(OpCode::DynamicUpdateSlice, std::move(operands), tensor(a));
}

ValueId Builder::transpose(ValueId a, std::vector<std::int64_t> permutation) {
    if (std::is_sorted(permutation.begin(), permutation.end())) return a;
    TensorType type = moved_to(a, {});
    for (const std::int64_t d : permutation)
        type.shape.push_back(tensor(a).shape[static_cast<std::size_t>(d)]);
    Op op{.code = OpCode::Transpose, .operands = {a}};
    op.set(attr::permutation, std::move(permutation));
    return rewriter_.emit(std::move(op), std::move(type));
}

ValueId Builder::reverse(ValueId a, std::vector<std::int64_t> dimensions) {
    Op op{.code = OpCode::Reverse, .operands = {a}};
    op.set(attr::dimensions, std::move(dimensions));
    return rewriter_.emit(std::move(op), moved_to(a, tensor(a).shape));
}

ValueId Builder::dot_general(ValueId a, ValueId b, const DotDimensions& dimensions, const TensorType& type,
                             const Attribute* precision) {
    Op op{.code = OpCode::DotGeneral, .operands = {a, b}};
    op.set_attribute(attr::dot_dimension_numbers, attribute_of(dimensions));
    if (precision != nullptr) op.set_attribute(attr::precision_config, *precision);
    return rewriter_.emit(std::move(op), type);
}

std::vector<ValueId> Builder::loop(std::int64_t count, const std::vector<ValueId>& state, const Step& step,
                                   std::int64_t slots) {
    return loop_without({}, count, state, step, slots);
}

std::vector<ValueId> Builder::loop_over_new(std::int64_t count, const std::vector<Type>& state,
                                            const Step& step, std::int64_t slots) {
    std::vector<ValueId> zeros;
    std::vector<std::int64_t> unread;
    for (const Type& type : state) {
        zeros.push_back(uniform(type.as_tensor(), 0));
        unread.push_back(static_cast<std::int64_t>(zeros.size()));
    }
    return loop_without(unread, count, zeros, step, slots);
}

std::vector<ValueId> Builder::loop_without(const std::vector<std::int64_t>& unread, std::int64_t count,
                                           const std::vector<ValueId>& state, const Step& step,
                                           std::int64_t slots) {
    const TensorType number{{}, ElementType::I64, {}, {}};
    const auto constant = [&](std::int64_t value) {
        return rewriter_.emit_constant(Literal::scalar(ElementType::I64, value));
    };
    std::vector<Type> types = {number};
    for (const ValueId value : state) types.push_back(rewriter_.type(value));
    const auto arguments = [&] {
        std::vector<ValueId> made;
        for (const Type& type : types) made.push_back(rewriter_.new_value(type));
        return made;
    };
    Op loop{.code = OpCode::While, .operands = {constant(0)}};
    loop.operands.insert(loop.operands.end(), state.begin(), state.end());
    if (!unread.empty()) loop.set(attr::unread_operands, unread);
    if (slots > 1) loop.set(attr::slots, slots);
    const std::vector<ValueId> tested = arguments(), taken = arguments();
    loop.regions.push_back(rewriter_.make_region(
        tested, [&] { return std::vector{compare(ComparisonDirection::Lt, tested[0], constant(count))}; }));
    loop.regions.push_back(rewriter_.make_region(taken, [&] {
        std::vector<ValueId> next = step(taken[0], {taken.begin() + 1, taken.end()});
        next.insert(next.begin(), add(taken[0], constant(1)));
        return next;
    }));
    std::vector<ValueId> results = rewriter_.emit(std::move(loop), types);
    results.erase(results.begin());
    return results;
}

ValueId Builder::is_finite(ValueId a) {
    return emit(OpCode::IsFinite, {a}, TensorType{tensor(a).shape, ElementType::I1, {}, {}});
}

std::vector<ValueId> Builder::conditional(ValueId condition, const Branch& yes, const Branch& no) {
    Op op{.code = OpCode::If, .operands = {condition}};
    op.regions.push_back(rewriter_.make_region({}, yes));
    op.regions.push_back(rewriter_.make_region({}, no));
    std::vector<Type> types;
    for (const ValueId value : op.regions[0].ops.back().operands) types.push_back(rewriter_.type(value));
    return rewriter_.emit(std::move(op), std::move(types));
}

ValueId Builder::reduce(OpCode code, ValueId a, double identity, std::vector<std::int64_t> dimensions) {
    const TensorType scalar{{}, tensor(a).element, {}, {}};
    TensorType type{{}, tensor(a).element, {}, {}};
    for (std::size_t i = 0; i < tensor(a).shape.size(); i++)
        if (std::find(dimensions.begin(), dimensions.end(), static_cast<std::int64_t>(i)) == dimensions.end())
            type.shape.push_back(tensor(a).shape[i]);
    Op op{.code = OpCode::Reduce, .operands = {a, uniform(scalar, identity)}};
    op.set(attr::dimensions, std::move(dimensions));
    op.regions.push_back(combiner(code, scalar.element));
    return rewriter_.emit(std::move(op), std::move(type));
}

Region Builder::combiner(OpCode code, ElementType element) {
    const TensorType scalar{{}, element, {}, {}};
    const std::vector<ValueId> arguments = {rewriter_.new_value(scalar), rewriter_.new_value(scalar)};
    return rewriter_.make_region(arguments, [&] {
        return std::vector{rewriter_.emit(Op{.code = code, .operands = arguments}, scalar)};
    });
}

}  // namespace hlo2c::frontend

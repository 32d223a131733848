#include "frontend/passes/bounds_filling.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend::bounds {

void BoundsFilling::refuse(const Op& op) const {
    unsupported(pass_error::bounded_size, place_of(rewriter_->program(), op),
                fmt::format("{} needs a size of which only a bound is known", spelling(op.code)),
                "Give the program arguments of known sizes.");
}

void BoundsFilling::refuse(const Op& op, const std::string& reason) const {
    unsupported(pass_error::bounded_size, place_of(rewriter_->program(), op),
                fmt::format("{}: {}", spelling(op.code), reason),
                "Give the program arguments of known sizes.");
}

RunSizes BoundsFilling::sizes_of(ValueId value) const {
    const auto known = sizes_.find(value);
    return known == sizes_.end() ? RunSizes{} : known->second;
}

RunSizes BoundsFilling::sizes_of(std::span<const ValueId> values) const {
    RunSizes sizes;
    for (const ValueId value : values) sizes.merge(sizes_of(value));
    return sizes;
}

const std::vector<ValueId>* BoundsFilling::elements_of(ValueId tuple) const {
    const auto elements = tuples_.find(tuple);
    return elements == tuples_.end() ? nullptr : &elements->second;
}

RunSizes BoundsFilling::moved(ValueId value, const Shape& places) const {
    RunSizes sizes;
    for (const auto& [dimension, size] : sizes_of(value))
        sizes[places.at(static_cast<std::size_t>(dimension))] = size;
    return sizes;
}

ValueId BoundsFilling::size_in(ValueId value, std::int64_t dimension) {
    const RunSizes sizes = sizes_of(value);
    const auto known = sizes.find(dimension);
    if (known != sizes.end()) return known->second;
    return number(rewriter_->tensor(value).shape[static_cast<std::size_t>(dimension)]);
}

ValueId BoundsFilling::number(std::int64_t value) {
    return rewriter_->emit_constant(Literal::scalar(ElementType::I32, value));
}

ValueId BoundsFilling::window_count(ValueId size, const Window& window, std::size_t d) {
    Builder b(*rewriter_);
    const ValueId holes = larger(b.subtract(size, number(1)), number(0));
    const ValueId wide = b.add(size, b.multiply(holes, number(window.base_dilation[d] - 1)));
    // `room` is how far the first window can move; if it is negative, no window fits.
    const std::int64_t extent = (window.size[d] - 1) * window.window_dilation[d] + 1;
    const auto [low, high] = window.padding[d];
    const ValueId room = b.add(wide, number(low + high - extent)), stride = number(window.strides[d]);
    return larger(b.divide(b.add(room, stride), stride), number(0));
}

ValueId BoundsFilling::element(ValueId vector, std::int64_t position) {
    Builder b(*rewriter_);
    Op part{.code = OpCode::Slice, .operands = {vector}};
    part.set(attr::start_indices, {position});
    part.set(attr::limit_indices, {position + 1});
    part.set(attr::strides, {1});
    const TensorType type{{1}, b.tensor(vector).element, {}, {}};
    ValueId one = rewriter_->emit(std::move(part), type);
    if (bit_width(type.element) > 32) {
        constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
        one = b.binary(OpCode::Minimum, one, emit_uniform(*rewriter_, type, most));
        if (!is_unsigned_integer(type.element)) one = larger(one, emit_uniform(*rewriter_, type, -most));
    }
    return b.convert(b.reshape(one, {}), ElementType::I32);
}

ValueId BoundsFilling::spread(ValueId scalar, const TensorType& type) {
    Op op{.code = OpCode::BroadcastInDim, .operands = {scalar}};
    op.set(attr::broadcast_dimensions, {});
    return rewriter_->emit(std::move(op), type);
}

ValueId BoundsFilling::before(TensorType type, std::int64_t dimension, ValueId size) {
    Builder b(*rewriter_);
    type = TensorType{std::move(type.shape), ElementType::I32, {}, {}};
    return b.compare(ComparisonDirection::Lt, b.iota(type, dimension), spread(size, type));
}

ValueId BoundsFilling::masked(ValueId value, const RunSizes& sizes, ValueId fill) {
    for (const auto& [dimension, size] : sizes) {
        const TensorType type = rewriter_->tensor(value);
        value = chosen(before(type, dimension, size), value, spread(fill, type));
    }
    return value;
}

ValueId BoundsFilling::zeroed(ValueId value, const RunSizes& sizes) {
    for (const auto& [dimension, size] : sizes) {
        const TensorType type = rewriter_->tensor(value);
        value = chosen(before(type, dimension, size), value, zeros(type));
    }
    return value;
}

ValueId BoundsFilling::chosen(ValueId condition, ValueId yes, ValueId no) {
    Builder b(*rewriter_);
    const TensorType type = b.tensor(yes);
    if (!type.is_quantized()) return b.select(condition, yes, no);
    // Select the stored integers: a select of the quantized values could round them.
    const ValueId stored = b.select(condition, b.bitcast(yes, type.element), b.bitcast(no, type.element));
    return rewriter_->emit(Op{.code = OpCode::BitcastConvert, .operands = {stored}}, type);
}

ValueId BoundsFilling::zeros(const TensorType& type) {
    Builder b(*rewriter_);
    if (!type.is_quantized()) return b.uniform(type, 0);
    const std::vector<std::int64_t>& points = type.quantization.front().zero_points;
    if (type.quantization.front().axis < 0)
        return rewriter_->emit_constant(Literal::from_values<std::int64_t>(type, {points.front()}));
    const TensorType row{{static_cast<std::int64_t>(points.size())}, type.element, {}, {}};
    const ValueId stored =
        b.broadcast(rewriter_->emit_constant(Literal::from_values<std::int64_t>(row, points)),
                    {type.quantization.front().axis}, type.shape);
    return rewriter_->emit(Op{.code = OpCode::BitcastConvert, .operands = {stored}}, type);
}

RunSizes only(const RunSizes& sizes, const Shape& dimensions) {
    RunSizes kept;
    for (const auto& [dimension, size] : sizes)
        if (std::find(dimensions.begin(), dimensions.end(), dimension) != dimensions.end())
            kept[dimension] = size;
    return kept;
}

ValueId BoundsFilling::zero_of(ValueId value) {
    const TensorType& type = rewriter_->tensor(value);
    return zeros(TensorType{{}, type.element, {}, type.quantization});
}

ValueId BoundsFilling::with_sizes(ValueId value, RunSizes sizes) {
    const TensorType type = rewriter_->tensor(value);
    const ValueId own = rewriter_->emit(Op{.code = OpCode::Reshape, .operands = {value}}, type);
    if (!sizes.empty()) sizes_[own] = std::move(sizes);
    return own;
}

std::vector<Region> BoundsFilling::walked(std::vector<Region> regions) {
    for (Region& region : regions) {
        const std::vector<ValueId> arguments = region.arguments;
        region = rewriter_->make_region(arguments, [&] { return rewriter_->splice(std::move(region)); });
    }
    return regions;
}

Replacement BoundsFilling::give(Op& op, RunSizes sizes) {
    return give_each(op, std::vector<RunSizes>(op.results.size(), std::move(sizes)));
}

Replacement BoundsFilling::give_each(Op& op, const std::vector<RunSizes>& sizes) {
    std::vector<Type> types;
    for (const ValueId result : op.results) {
        const Type& type = rewriter_->type(result);
        types.push_back(type.is_tensor() ? Type(filled(type.as_tensor())) : type);
    }
    Op same = op;
    same.results.clear();
    same.regions = walked(std::move(same.regions));
    const std::vector<ValueId> values = rewriter_->emit(std::move(same), std::move(types));
    for (std::size_t i = 0; i < values.size(); i++)
        if (!sizes[i].empty()) sizes_[values[i]] = sizes[i];
    return values;
}

Replacement BoundsFilling::expand(Op& op) {
    Op at_bounds = op;
    std::vector<Type> types;
    for (ValueId& result : at_bounds.results) {
        types.emplace_back(filled(rewriter_->tensor(result)));
        result = rewriter_->new_value(types.back());
    }
    Region region = rewriter_->make_region({}, [&] {
        const SimplifyRule rule = decompositions_.find(op.code);
        HLO2C_CHECK(rule != nullptr, "an op that is expanded has a decomposition");
        if (const Replacement values = rule(*rewriter_, at_bounds)) return *values;
        if (at_bounds.code == op.code) refuse(op);
        at_bounds.results.clear();
        return rewriter_->emit(std::move(at_bounds), std::move(types));
    });
    return rewriter_->splice(std::move(region));
}

ValueId BoundsFilling::within(ValueId value, const Shape& shape) {
    const Shape& own = rewriter_->tensor(value).shape;
    Shape least(own.size());
    std::transform(own.begin(), own.end(), shape.begin(), least.begin(),
                   [](std::int64_t a, std::int64_t b) { return std::min(a, b); });
    if (least == own) return value;
    const ValueId part = Builder(*rewriter_).slice_to(value, least);
    if (const RunSizes sizes = sizes_of(value); !sizes.empty()) sizes_[part] = sizes;
    return part;
}

}  // namespace hlo2c::frontend::bounds

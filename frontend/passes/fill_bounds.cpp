#include "frontend/passes/fill_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "frontend/diagnostic.h"
#include "frontend/passes/bounds_filling.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {

bool is_bounded(const Type& type) {
    return type.is_tensor() && !type.as_tensor().is_static() && !type.as_tensor().bounds.empty();
}

TensorType filled(TensorType type) {
    for (std::size_t d = 0; d < type.shape.size() && d < type.bounds.size(); d++)
        if (type.shape[d] == dynamic_size) type.shape[d] = type.bounds[d];
    type.bounds.clear();
    return type;
}

const std::map<OpCode, BoundsFilling::Rule>& BoundsFilling::rules() {
    static const std::map<OpCode, Rule> table = {
        {OpCode::AllGather, &BoundsFilling::all_gather},
        {OpCode::AllReduce, &BoundsFilling::exchange_whole},
        {OpCode::AllToAll, &BoundsFilling::all_to_all},
        {OpCode::BatchNormGrad, &BoundsFilling::expand},
        {OpCode::BatchNormInference, &BoundsFilling::expand},
        {OpCode::BatchNormTraining, &BoundsFilling::expand},
        {OpCode::BitcastConvert, &BoundsFilling::bitcast},
        {OpCode::Broadcast, &BoundsFilling::expand},
        {OpCode::BroadcastInDim, &BoundsFilling::broadcast},
        {OpCode::Case, &BoundsFilling::branch},
        {OpCode::Cholesky, &BoundsFilling::cholesky},
        {OpCode::ChloBroadcastAdd, &BoundsFilling::expand},
        {OpCode::ChloBroadcastAnd, &BoundsFilling::expand},
        {OpCode::ChloBroadcastAtan2, &BoundsFilling::expand},
        {OpCode::ChloBroadcastCompare, &BoundsFilling::expand},
        {OpCode::ChloBroadcastComplex, &BoundsFilling::expand},
        {OpCode::ChloBroadcastDivide, &BoundsFilling::expand},
        {OpCode::ChloBroadcastMaximum, &BoundsFilling::expand},
        {OpCode::ChloBroadcastMinimum, &BoundsFilling::expand},
        {OpCode::ChloBroadcastMultiply, &BoundsFilling::expand},
        {OpCode::ChloBroadcastNextAfter, &BoundsFilling::expand},
        {OpCode::ChloBroadcastOr, &BoundsFilling::expand},
        {OpCode::ChloBroadcastPolygamma, &BoundsFilling::expand},
        {OpCode::ChloBroadcastPower, &BoundsFilling::expand},
        {OpCode::ChloBroadcastRemainder, &BoundsFilling::expand},
        {OpCode::ChloBroadcastSelect, &BoundsFilling::expand},
        {OpCode::ChloBroadcastShiftLeft, &BoundsFilling::expand},
        {OpCode::ChloBroadcastShiftRightArithmetic, &BoundsFilling::expand},
        {OpCode::ChloBroadcastShiftRightLogical, &BoundsFilling::expand},
        {OpCode::ChloBroadcastSubtract, &BoundsFilling::expand},
        {OpCode::ChloBroadcastXor, &BoundsFilling::expand},
        {OpCode::ChloBroadcastZeta, &BoundsFilling::expand},
        {OpCode::ChloConstantLike, &BoundsFilling::constant_like},
        {OpCode::ChloRaggedDot, &BoundsFilling::ragged_dot},
        {OpCode::ChloScan, &BoundsFilling::scan},
        {OpCode::ChloTopK, &BoundsFilling::expand},
        {OpCode::Clamp, &BoundsFilling::by_element},
        {OpCode::CollectiveBroadcast, &BoundsFilling::exchange_whole},
        {OpCode::CollectivePermute, &BoundsFilling::exchange_whole},
        {OpCode::CollectiveReduce, &BoundsFilling::exchange_whole},
        {OpCode::Concatenate, &BoundsFilling::concatenate},
        {OpCode::Convolution, &BoundsFilling::convolution},
        {OpCode::CrossReplicaSum, &BoundsFilling::exchange_whole},
        {OpCode::CustomCall, &BoundsFilling::custom_call},
        {OpCode::Dot, &BoundsFilling::expand},
        {OpCode::DotGeneral, &BoundsFilling::contract},
        {OpCode::DynamicBroadcastInDim, &BoundsFilling::broadcast_to},
        {OpCode::DynamicConv, &BoundsFilling::dynamic_convolution},
        {OpCode::DynamicGather, &BoundsFilling::dynamic_gather},
        {OpCode::DynamicIota, &BoundsFilling::dynamic_iota},
        {OpCode::DynamicPad, &BoundsFilling::dynamic_pad},
        {OpCode::DynamicReshape, &BoundsFilling::dynamic_reshape},
        {OpCode::DynamicSlice, &BoundsFilling::dynamic_slice},
        {OpCode::DynamicUpdateSlice, &BoundsFilling::dynamic_update_slice},
        {OpCode::Einsum, &BoundsFilling::expand},
        {OpCode::Fft, &BoundsFilling::fft},
        {OpCode::FuncReturn, &BoundsFilling::give_results},
        {OpCode::Gather, &BoundsFilling::gather},
        {OpCode::GetDimensionSize, &BoundsFilling::get_size},
        {OpCode::GetTupleElement, &BoundsFilling::element_of_tuple},
        {OpCode::If, &BoundsFilling::branch},
        {OpCode::Map, &BoundsFilling::by_element},
        {OpCode::OptimizationBarrier, &BoundsFilling::barrier},
        {OpCode::Pad, &BoundsFilling::pad},
        {OpCode::RealDynamicSlice, &BoundsFilling::real_dynamic_slice},
        {OpCode::Reduce, &BoundsFilling::reduce},
        {OpCode::ReduceWindow, &BoundsFilling::reduce_window},
        {OpCode::ReduceScatter, &BoundsFilling::reduce_scatter},
        {OpCode::Reshape, &BoundsFilling::reshape},
        {OpCode::Reverse, &BoundsFilling::reverse},
        {OpCode::Rng, &BoundsFilling::random},
        {OpCode::Scatter, &BoundsFilling::scatter},
        {OpCode::SdyReshard, &BoundsFilling::exchange_whole},
        {OpCode::SdyShardingConstraint, &BoundsFilling::exchange_whole},
        {OpCode::Select, &BoundsFilling::by_element},
        {OpCode::SelectAndScatter, &BoundsFilling::select_and_scatter},
        {OpCode::SetDimensionSize, &BoundsFilling::set_size},
        {OpCode::Slice, &BoundsFilling::slice},
        {OpCode::Sort, &BoundsFilling::sort},
        {OpCode::TorchIndexSelect, &BoundsFilling::expand},
        {OpCode::Transpose, &BoundsFilling::transpose},
        {OpCode::TriangularSolve, &BoundsFilling::triangular_solve},
        {OpCode::Tuple, &BoundsFilling::make_tuple},
        {OpCode::UnaryEinsum, &BoundsFilling::expand},
        {OpCode::While, &BoundsFilling::loop},
    };
    return table;
}

Replacement BoundsFilling::operator()(Rewriter& rewriter, Op& op) {
    rewriter_ = &rewriter;
    const bool reads = std::any_of(op.operands.begin(), op.operands.end(),
                                   [&](ValueId value) { return reads_sizes(value); });
    const bool makes = std::any_of(op.results.begin(), op.results.end(),
                                   [&](ValueId value) { return is_bounded(rewriter.type(value)); });
    // What a branch or the step of a loop makes can have sizes that the types do not tell.
    const bool sets = op.code == OpCode::SetDimensionSize || op.code == OpCode::If ||
                      op.code == OpCode::Case || op.code == OpCode::While;
    if (!reads && !makes && !sets) return std::nullopt;
    if (const auto rule = rules().find(op.code); rule != rules().end()) return (this->*rule->second)(op);
    if (!has_trait(op.code, op_trait::Elementwise)) refuse(op);
    return by_element(op);
}

Replacement BoundsFilling::apply(Rewriter& rewriter, Op& op) {
    rewriter_ = &rewriter;
    return (this->*rules().at(op.code))(op);
}

void BoundsFilling::refuse(const Op& op) const {
    unsupported(216, place_of(rewriter_->program(), op),
                fmt::format("{} works on a size that is only bounded", spelling(op.code)),
                "Give the program arguments of known sizes.");
}

void BoundsFilling::refuse(const Op& op, const std::string& reason) const {
    unsupported(216, place_of(rewriter_->program(), op), fmt::format("{}: {}", spelling(op.code), reason),
                "Give the program arguments of known sizes.");
}

BoundsFilling::RunSizes BoundsFilling::sizes_of(ValueId value) const {
    const auto known = sizes_.find(value);
    return known == sizes_.end() ? RunSizes{} : known->second;
}

BoundsFilling::RunSizes BoundsFilling::sizes_of(std::span<const ValueId> values) const {
    RunSizes sizes;
    for (const ValueId value : values) sizes.merge(sizes_of(value));
    return sizes;
}

BoundsFilling::RunSizes BoundsFilling::moved(ValueId value, const Shape& places) const {
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
    // As far as the first window can be moved, and at -1 none fits.
    const std::int64_t extent = (window.size[d] - 1) * window.window_dilation[d] + 1;
    const auto [low, high] = window.padding[d];
    const ValueId room = b.add(wide, number(low + high - extent)), stride = number(window.strides[d]);
    return larger(b.divide(b.add(room, stride), stride), number(0));
}

ValueId BoundsFilling::element(ValueId vector, std::int64_t position) {
    Builder b(*rewriter_);
    Op part{.code = OpCode::Slice, .operands = {vector}};
    part.set_attribute("start_indices", IntegerArray{{position}, "i64"});
    part.set_attribute("limit_indices", IntegerArray{{position + 1}, "i64"});
    part.set_attribute("strides", IntegerArray{{1}, "i64"});
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
    op.set_attribute("broadcast_dimensions", IntegerArray{{}, "i64"});
    return rewriter_->emit(std::move(op), type);
}

ValueId BoundsFilling::before(TensorType type, std::int64_t dimension, ValueId size) {
    Builder b(*rewriter_);
    type = TensorType{std::move(type.shape), ElementType::I32, {}, {}};
    return b.compare("LT", b.iota(type, dimension), spread(size, type));
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
    // By what is stored, which is exact where numbers would be rounded.
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

BoundsFilling::RunSizes BoundsFilling::only(const RunSizes& sizes, const Shape& dimensions) {
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
        if (const Replacement values = decompositions_.at(op.code)(*rewriter_, at_bounds)) return *values;
        if (at_bounds.code == op.code) refuse(op);
        at_bounds.results.clear();
        return rewriter_->emit(std::move(at_bounds), std::move(types));
    });
    return rewriter_->splice(std::move(region));
}

Replacement BoundsFilling::set_size(Op& op) {
    const ValueId operand = op.operands[0];
    if (!rewriter_->tensor(operand).is_static()) return std::nullopt;
    RunSizes sizes = sizes_of(operand);
    sizes[op.integer("dimension", 0)] = Builder(*rewriter_).convert(op.operands[1], ElementType::I32);
    return std::vector{with_sizes(operand, std::move(sizes))};
}

Replacement BoundsFilling::get_size(Op& op) {
    const RunSizes sizes = sizes_of(op.operands[0]);
    const auto known = sizes.find(op.integer("dimension", 0));
    if (known == sizes.end()) return std::nullopt;
    return std::vector{Builder(*rewriter_).convert(known->second, rewriter_->tensor(op.results[0]).element)};
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

/// What is bounded in several ways is as large as the least bound allows.
Replacement BoundsFilling::by_element(Op& op) {
    const TensorType declared = filled(rewriter_->tensor(op.results[0]));
    Shape least = declared.shape;
    RunSizes sizes;
    const auto is_whole = [&](ValueId operand) {
        return rewriter_->tensor(operand).rank() == declared.rank();
    };
    for (const ValueId operand : op.operands) {
        if (!is_whole(operand)) continue;
        sizes.merge(sizes_of(operand));
        for (std::size_t d = 0; d < least.size(); d++)
            least[d] = std::min(least[d], rewriter_->tensor(operand).shape[d]);
    }
    for (ValueId& operand : op.operands)
        if (is_whole(operand)) operand = within(operand, least);
    if (least == declared.shape) return give(op, std::move(sizes));
    TensorType type = declared;
    type.shape = least;
    Op smaller{.code = op.code, .operands = op.operands, .attributes = op.attributes};
    smaller.regions = walked(std::move(op.regions));
    Shape high(least.size());
    std::transform(declared.shape.begin(), declared.shape.end(), least.begin(), high.begin(), std::minus<>());
    const ValueId made = with_room(rewriter_->emit(std::move(smaller), type), high);
    return std::vector{with_sizes(made, std::move(sizes))};
}

/// Calls that stand for operations, or for nothing.
Replacement BoundsFilling::custom_call(Op& op) {
    for (const ValueId result : op.results)
        if (!rewriter_->type(result).is_tensor()) refuse(op);
    return expand(op);
}

Replacement BoundsFilling::constant_like(Op& op) {
    const RunSizes sizes = sizes_of(op.operands[0]);
    const Replacement values = expand(op);
    return std::vector{with_sizes(values->front(), sizes)};
}

/// A result that may be smaller is a tensor at the bound, with zeros past its size.
Replacement BoundsFilling::give_results(Op& op) {
    for (std::size_t i = 0; i < op.operands.size(); i++) {
        ValueId& value = op.operands[i];
        const RunSizes sizes = sizes_of(value);
        if (sizes.empty()) continue;
        const Type& declared = rewriter_->function().result_types.at(i);
        if (!is_bounded(declared)) refuse(op);
        const Shape shape = filled(declared.as_tensor()).shape;
        value = zeroed(within(value, shape), sizes);
        Shape high = shape;
        for (std::size_t d = 0; d < high.size(); d++) high[d] -= rewriter_->tensor(value).shape[d];
        if (std::any_of(high.begin(), high.end(), [](std::int64_t missing) { return missing > 0; }))
            value = with_room(value, high);
        rewriter_->touch();
    }
    return std::nullopt;
}

void lower_computed_parameters(Program& program) {
    const auto has_parameters = [](const Op& op) {
        return op.code == OpCode::DynamicConv || op.code == OpCode::DynamicGather ||
               op.code == OpCode::DynamicPad || op.code == OpCode::RealDynamicSlice;
    };
    for (Function& function : program.functions) {
        bool found = false;
        for_each_op(std::as_const(function.body), [&](const Op& op) { found = found || has_parameters(op); });
        if (!found) continue;
        const std::map<OpCode, SimplifyRule> none;
        BoundsFilling filling(none);
        Rewriter(program, function).run([&](Rewriter& rewriter, Op& op) -> Replacement {
            const auto is_static = [&](ValueId value) { return rewriter.tensor(value).is_static(); };
            if (!has_parameters(op) || !is_static(op.results[0]) ||
                !std::all_of(op.operands.begin(), op.operands.end(), is_static))
                return std::nullopt;
            return filling.apply(rewriter, op);
        });
    }
}

void fill_bounds(Program& program) {
    std::map<OpCode, SimplifyRule> decompositions;
    add_broadcasting_rules(decompositions);
    add_contraction_rules(decompositions);
    add_counted_batch_norm_rules(decompositions);
    add_custom_call_rules(decompositions);
    add_indexing_rules(decompositions);
    add_top_k_rules(decompositions);
    for (Function& function : program.functions) {
        bool found = false;
        for_each_op(std::as_const(function.body),
                    [&](const Op& op) { found = found || op.code == OpCode::SetDimensionSize; });
        for (const Value& value : function.values) found = found || is_bounded(value.type);
        if (!found) continue;
        BoundsFilling filling(decompositions);
        Rewriter(program, function).run([&](Rewriter& rewriter, Op& op) { return filling(rewriter, op); });
        take_returned_types(function);
    }
}

}  // namespace hlo2c::frontend

#include "frontend/partition/local_ops.h"

#include <algorithm>
#include <utility>

#include "frontend/ir/attributes.h"
#include "frontend/ir/channel_handle.h"
#include "frontend/processes/process_groups.h"

namespace hlo2c::frontend {

LocalOps::LocalOps(Program& program, const DeviceGrid& grid) : program_(program), grid_(grid) {
    for (const Function& function : program.functions)
        for_each_op(function.body,
                    [&](const Op& op) { next_channel_ = std::max(next_channel_, channel_of(op) + 1); });
}

std::vector<ValueId> LocalOps::emit(Op op, const std::vector<Type>& types) {
    op.location = location_;
    op.results.clear();
    for (const Type& type : types) op.results.push_back(function().add_value(type, {}, location_));
    std::vector<ValueId> results = op.results;
    ops_->push_back(std::move(op));
    return results;
}

ValueId LocalOps::emit(Op op, const TensorType& type) {
    return emit(std::move(op), std::vector<Type>{type})[0];
}

ValueId LocalOps::constant(Literal literal) {
    const TensorType type = literal.type();
    return emit_constant(std::move(literal), type);
}

ValueId LocalOps::emit_constant(Literal literal, const TensorType& type) {
    const ValueId value =
        emit(Op{.code = OpCode::Constant, .attributes = {attr::value.with(std::move(literal))}}, type);
    note_constant(ops_->back());
    return value;
}

void LocalOps::note_constant(const Op& op) {
    const Literal& literal = op[attr::value];
    const bool is_splat = literal.is_splat() || literal.type().element_count() == 1;
    if (is_splat && !is_complex(literal.type().element)) splats_[op.results[0]] = literal.real(0);
}

bool LocalOps::is_constant(ValueId value, double expected) const {
    const auto found = splats_.find(value);
    return found != splats_.end() && found->second == expected;
}

ValueId LocalOps::zero(const TensorType& type) {
    const auto width = static_cast<std::size_t>(byte_width(type.element));
    Literal zeros({type.shape, type.element, {}, {}, {}}, std::vector<std::byte>(width), true);
    return emit_constant(std::move(zeros), type);
}

ValueId LocalOps::uniform(const TensorType& type, double value) {
    const Literal scalar = Literal::scalar(type.element, value);
    return constant(Literal({type.shape, type.element, {}, {}, {}}, scalar.shared_bytes(), true));
}

ValueId LocalOps::convert(ValueId a, ElementType element) {
    TensorType type = tensor(a);
    if (type.element == element) return a;
    type.element = element;
    return emit(Op{.code = OpCode::Convert, .operands = {a}}, type);
}

ValueId LocalOps::compare(ComparisonDirection direction, ValueId a, ValueId b) {
    TensorType type = tensor(a);
    type.element = ElementType::I1;
    return emit(Op{.code = OpCode::Compare,
                   .operands = {a, b},
                   .attributes = {attr::comparison_direction.with(direction)}},
                type);
}

ValueId LocalOps::index(std::int64_t value) {
    return constant(Literal::scalar(ElementType::I64, value));
}

ValueId LocalOps::is_within(ValueId value, ValueId least, ValueId end) {
    return binary(OpCode::And, compare(ComparisonDirection::Ge, value, least),
                  compare(ComparisonDirection::Lt, value, end));
}

ValueId LocalOps::select(ValueId condition, ValueId yes, ValueId no) {
    return emit(Op{.code = OpCode::Select, .operands = {condition, yes, no}}, tensor(yes));
}

ValueId LocalOps::broadcast(ValueId a, std::vector<std::int64_t> dimensions,
                            std::vector<std::int64_t> shape) {
    TensorType type = tensor(a);
    type.shape = std::move(shape);
    return emit(Op{.code = OpCode::BroadcastInDim,
                   .operands = {a},
                   .attributes = {attr::broadcast_dimensions.with(std::move(dimensions))}},
                type);
}

ValueId LocalOps::reshape(ValueId a, std::vector<std::int64_t> shape) {
    TensorType type = tensor(a);
    type.shape = std::move(shape);
    return emit(Op{.code = OpCode::Reshape, .operands = {a}}, type);
}

ValueId LocalOps::bitcast(ValueId a, ElementType element) {
    TensorType type = tensor(a);
    type.element = element;
    return emit(Op{.code = OpCode::BitcastConvert, .operands = {a}}, type);
}

ValueId LocalOps::iota(const TensorType& type, std::int64_t dimension) {
    return emit(Op{.code = OpCode::Iota, .attributes = {attr::iota_dimension.with(dimension)}}, type);
}

Region LocalOps::combiner(OpCode code, ElementType element) {
    const TensorType scalar{{}, element, {}, {}, {}};
    Region region;
    region.arguments = {function().add_value(scalar), function().add_value(scalar)};
    std::vector<Op>* outer = std::exchange(ops_, &region.ops);
    const ValueId combined = binary(code, region.arguments[0], region.arguments[1]);
    emit(Op{.code = OpCode::Return, .operands = {combined}}, std::vector<Type>{});
    ops_ = outer;
    return region;
}

ValueId LocalOps::element_of(const std::vector<std::int64_t>& table) {
    const TensorType all{{static_cast<std::int64_t>(table.size())}, ElementType::I64, {}, {}, {}};
    const ValueId values = constant(Literal::from_values(all, table));
    const ValueId own = emit(Op{.code = OpCode::DynamicSlice,
                                .operands = {values, device_},
                                .attributes = {attr::slice_sizes.with({1})}},
                             TensorType{{1}, ElementType::I64, {}, {}, {}});
    return reshape(own, {});
}

ValueId LocalOps::start(const AxisList& axes, std::int64_t size) {
    std::vector<std::int64_t> starts;
    for (std::int64_t part = 0; part < grid_.size(axes); part++) starts.push_back(part * size);
    return of_part(axes, starts);
}

ValueId LocalOps::of_part(const AxisList& axes, const std::vector<std::int64_t>& numbers) {
    std::vector<std::int64_t> table;
    for (std::int64_t device = 0; device < grid_.device_count(); device++)
        table.push_back(numbers[static_cast<std::size_t>(grid_.coordinate(device, axes))]);
    const auto found = of_device_.find(table);
    if (found != of_device_.end()) return found->second;
    std::vector<Op>* outer = std::exchange(ops_, &prologue_);
    const LocationId outer_location = std::exchange(location_, unknown_location);
    const bool is_same = std::count(table.begin(), table.end(), table.front()) == std::ssize(table);
    if (!is_same && device_ == no_value)
        device_ = emit(Op{.code = OpCode::PartitionId}, TensorType{{}, ElementType::UI32, {}, {}, {}});
    const ValueId number = is_same ? index(table.front()) : element_of(table);
    ops_ = outer;
    location_ = outer_location;
    return of_device_[std::move(table)] = number;
}

void LocalOps::set_groups(Op& op, const AxisList& axes, bool are_global) {
    const std::vector<std::vector<std::int64_t>> groups = grid_.groups(axes);
    std::vector<std::int64_t> members;
    for (const std::vector<std::int64_t>& group : groups)
        members.insert(members.end(), group.begin(), group.end());
    const TensorType type{
        {static_cast<std::int64_t>(groups.size()), grid_.size(axes)}, ElementType::I64, {}, {}, {}};
    op.set(attr::group_table, Literal::from_values(type, members));
    op.set_attribute(attr::channel_handle, channel_handle_attribute(next_channel_++, device_to_device));
    if (are_global) op.set_attribute(attr::use_global_device_ids, UnitAttribute{});
}

ValueId LocalOps::permute(ValueId value, const std::vector<std::pair<std::int64_t, std::int64_t>>& pairs) {
    std::vector<std::int64_t> numbers;
    for (const auto& [source, target] : pairs) {
        numbers.push_back(source);
        numbers.push_back(target);
    }
    Op op{.code = OpCode::CollectivePermute, .operands = {value}};
    const TensorType table{{static_cast<std::int64_t>(pairs.size()), 2}, ElementType::I64, {}, {}, {}};
    op.set(attr::pair_table, Literal::from_values(table, numbers));
    op.set_attribute(attr::channel_handle, channel_handle_attribute(next_channel_++, device_to_device));
    return emit(std::move(op), tensor(value));
}

ValueId LocalOps::all_gather(ValueId value, std::size_t dimension, const AxisList& axes) {
    TensorType type = tensor(value);
    type.shape[dimension] *= grid_.size(axes);
    Op op{.code = OpCode::AllGather, .operands = {value}};
    op.set(attr::all_gather_dim, static_cast<std::int64_t>(dimension));
    set_groups(op, axes, true);
    return emit(std::move(op), type);
}

ValueId LocalOps::all_reduce(ValueId value, const AxisList& axes, Region body) {
    Op op{.code = OpCode::AllReduce, .operands = {value}, .regions = {std::move(body)}};
    set_groups(op, axes, true);
    return emit(std::move(op), tensor(value));
}

ValueId LocalOps::reduce_scatter(ValueId value, std::size_t dimension, const AxisList& axes, Region body) {
    TensorType type = tensor(value);
    type.shape[dimension] /= grid_.size(axes);
    Op op{.code = OpCode::ReduceScatter, .operands = {value}, .regions = {std::move(body)}};
    op.set(attr::scatter_dimension, static_cast<std::int64_t>(dimension));
    set_groups(op, axes, true);
    return emit(std::move(op), type);
}

ValueId LocalOps::slice(ValueId value, std::size_t dimension, const AxisList& axes) {
    TensorType type = tensor(value);
    type.shape[dimension] /= grid_.size(axes);
    const ValueId zero = start({}, 1);
    Op op{.code = OpCode::DynamicSlice, .operands = {value}};
    for (std::size_t d = 0; d < type.shape.size(); d++)
        op.operands.push_back(d == dimension ? start(axes, type.shape[d]) : zero);
    op.set(attr::slice_sizes, type.shape);
    return emit(std::move(op), type);
}

ValueId LocalOps::apply(ValueId value, const Cut& from, const ReshardStep& step) {
    TensorType type = tensor(value);
    switch (step.kind) {
        case ReshardKind::Slice: return slice(value, step.dimension, step.axes);
        case ReshardKind::AllGather: return all_gather(value, step.dimension, step.axes);
        case ReshardKind::AllToAll: {
            const std::int64_t members = grid_.size(step.axes);
            type.shape[step.dimension] *= members;
            type.shape[step.other] /= members;
            Op op{.code = OpCode::AllToAll, .operands = {value}};
            op.set(attr::concat_dimension, static_cast<std::int64_t>(step.dimension));
            op.set(attr::split_dimension, static_cast<std::int64_t>(step.other));
            op.set(attr::split_count, members);
            set_groups(op, step.axes, false);
            return emit(std::move(op), type);
        }
        case ReshardKind::Permute: return permute(value, permutation_pairs(grid_, from, step.after));
    }
    return value;
}

ValueId LocalOps::reshard(ValueId value, const Cut& from, const Cut& to) {
    Cut current = from;
    for (const ReshardStep& step : reshard_steps(grid_, from, to)) {
        value = apply(value, current, step);
        current = step.after;
    }
    return value;
}

void LocalOps::finish() {
    std::vector<Op>& ops = function().body.ops;
    ops.insert(ops.begin(), std::make_move_iterator(prologue_.begin()),
               std::make_move_iterator(prologue_.end()));
    prologue_.clear();
}

}  // namespace hlo2c::frontend

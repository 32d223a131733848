#include <fmt/format.h>

#include <algorithm>

#include "frontend/passes/bounds_filling.h"

namespace hlo2c::frontend {
namespace {

using Open = std::vector<std::pair<std::size_t, std::int64_t>>;

bool holds(const Open& open, std::size_t position, std::int64_t dimension) {
    return std::find(open.begin(), open.end(), std::pair(position, dimension)) != open.end();
}

void add_once(Open& open, std::size_t position, std::int64_t dimension) {
    if (!holds(open, position, dimension)) open.emplace_back(position, dimension);
}

void add_bounded(Open& open, std::size_t position, const Type& type) {
    if (!is_bounded(type)) return;
    for (std::size_t d = 0; d < type.as_tensor().shape.size(); d++)
        if (type.as_tensor().shape[d] == dynamic_size) add_once(open, position, static_cast<std::int64_t>(d));
}

Type filled_type(const Type& type) {
    return type.is_tensor() ? Type(filled(type.as_tensor())) : type;
}

bool have_same_shape(const Type& a, const Type& b) {
    return !a.is_tensor() || !b.is_tensor() || a.as_tensor().shape == b.as_tensor().shape;
}

}  // namespace

Replacement BoundsFilling::barrier(Op& op) {
    std::vector<RunSizes> sizes;
    for (const ValueId operand : op.operands) {
        if (tuples_.count(operand) != 0) refuse(op);
        sizes.push_back(sizes_of(operand));
    }
    return give_each(op, sizes);
}

/// The values and then the size of each open dimension, which is the bound where nothing else is known.
std::vector<ValueId> BoundsFilling::with_full_sizes(const Op& op, const std::vector<ValueId>& values,
                                                    const Open& open) {
    std::vector<ValueId> all = values;
    for (std::size_t i = 0; i < values.size(); i++) {
        if (tuples_.count(values[i]) != 0) refuse(op);
        for (const auto& [dimension, size] : sizes_of(values[i]))
            if (!holds(open, i, dimension))
                refuse(op,
                       fmt::format("dimension {} of value {} is only bounded after a step", dimension, i));
    }
    for (const auto& [i, dimension] : open) all.push_back(size_in(values[i], dimension));
    return all;
}

/// A loop whose values have these types and begin with `values`. The sizes of its open dimensions are further
/// values of it.
std::vector<ValueId> BoundsFilling::loop_with_sizes(const Op& op, const std::vector<ValueId>& values,
                                                    std::vector<Type> types, const Open& open,
                                                    const Step& test, const Step& step) {
    const std::size_t count = types.size();
    types.resize(count + open.size(), TensorType{{}, ElementType::I32, {}, {}});
    const auto remember = [&](const std::vector<ValueId>& all) {
        for (std::size_t i = 0; i < open.size(); i++)
            sizes_[all[open[i].first]][open[i].second] = all[count + i];
    };
    Op made{.code = OpCode::While};
    if (op.code == OpCode::While) made.attributes = op.attributes;
    made.operands = with_full_sizes(op, values, open);
    for (const Step* part : {&test, &step}) {
        std::vector<ValueId> arguments;
        for (const Type& type : types) arguments.push_back(rewriter_->new_value(type));
        remember(arguments);
        const std::vector<ValueId> own(arguments.begin(),
                                       arguments.begin() + static_cast<std::ptrdiff_t>(count));
        made.regions.push_back(rewriter_->make_region(arguments, [&] {
            const std::vector<ValueId> given = (*part)(own);
            return part == &test ? given : with_full_sizes(op, given, open);
        }));
    }
    std::vector<ValueId> results = rewriter_->emit(std::move(made), std::move(types));
    remember(results);
    results.resize(count);
    return results;
}

/// A loop carries the sizes of its values as further values.
Replacement BoundsFilling::loop(Op& op) {
    Open open;
    std::vector<Type> types;
    for (std::size_t i = 0; i < op.operands.size(); i++) {
        const Type& result = rewriter_->type(op.results[i]);
        for (const auto& [dimension, size] : sizes_of(op.operands[i])) add_once(open, i, dimension);
        for (const Region& region : op.regions) add_bounded(open, i, rewriter_->type(region.arguments[i]));
        add_bounded(open, i, rewriter_->type(op.regions[1].ops.back().operands[i]));
        add_bounded(open, i, result);
        types.push_back(filled_type(result));
        if (!have_same_shape(types[i], rewriter_->type(op.operands[i])))
            refuse(op, fmt::format("value {} does not begin with the bound that it has later", i));
    }
    const auto region = [&](std::size_t r) {
        return [&, r](const std::vector<ValueId>& arguments) {
            return rewriter_->splice(std::move(op.regions[r]), arguments);
        };
    };
    return loop_with_sizes(op, op.operands, std::move(types), open, region(0), region(1));
}

/// The values that a scan begins with: the number of the step, outputs, carries.
BoundsFilling::Begun BoundsFilling::begin_scan(const Op& op, std::ptrdiff_t inputs, std::size_t outputs) {
    const std::int64_t dimension = op.integer("dimension", 0);
    Begun begun{{number(0)}, {TensorType{{}, ElementType::I32, {}, {}}}, {}};
    const std::vector<ValueId>& returned = op.regions[0].ops.back().operands;
    for (std::size_t i = 0; i < op.results.size(); i++) {
        const std::size_t place = begun.values.size();
        const Type& result = rewriter_->type(op.results[i]);
        begun.types.push_back(filled_type(result));
        add_bounded(begun.open, place, result);
        if (i >= outputs) {
            const std::size_t carry = static_cast<std::size_t>(inputs) + i - outputs;
            begun.values.push_back(op.operands[carry]);
            for (const auto& [d, size] : sizes_of(op.operands[carry])) add_once(begun.open, place, d);
            add_bounded(begun.open, place, rewriter_->type(op.regions[0].arguments[carry]));
            add_bounded(begun.open, place, rewriter_->type(returned[i]));
            if (!have_same_shape(begun.types.back(), rewriter_->type(op.operands[carry])))
                refuse(op,
                       fmt::format("carry {} does not begin with the bound that it has later", i - outputs));
            continue;
        }
        const TensorType type = begun.types.back().as_tensor();
        if (!type.is_static()) refuse(op);
        begun.values.push_back(zeros(type));
        std::erase(begun.open, std::pair(place, dimension));
        // Where there is no step, an output is as large as the first input with that dimension.
        for (std::int64_t d = 0; d < type.rank(); d++) {
            const auto input =
                std::find_if(op.operands.begin(), op.operands.begin() + inputs,
                             [&](ValueId value) { return rewriter_->tensor(value).rank() > d; });
            if (!holds(begun.open, place, d) || input == op.operands.begin() + inputs) continue;
            const ValueId most = number(type.shape[static_cast<std::size_t>(d)]);
            sizes_[begun.values.back()][d] =
                Builder(*rewriter_).binary(OpCode::Minimum, size_in(*input, d), most);
        }
    }
    return begun;
}

/// A loop of as many steps as the inputs have parts.
Replacement BoundsFilling::scan(Op& op) {
    Builder b(*rewriter_);
    const std::int64_t dimension = op.integer("dimension", 0);
    const auto along = static_cast<std::size_t>(dimension);
    const auto inputs = static_cast<std::size_t>(op.integers("operandSegmentSizes").at(0));
    const std::size_t outputs = op.results.size() - (op.operands.size() - inputs);
    const RunSizes given = sizes_of(std::span(op.operands).first(inputs));
    const Begun begun = begin_scan(op, static_cast<std::ptrdiff_t>(inputs), outputs);
    const ValueId counted = inputs > 0 ? op.operands[0] : begun.values[1];
    const std::int64_t bound = rewriter_->tensor(counted).shape.at(along);
    const auto known = given.find(dimension);
    const ValueId length = known != given.end() ? known->second : number(bound);
    const auto test = [&](const std::vector<ValueId>& state) {
        return std::vector{b.compare("LT", state[0], length)};
    };
    const auto step = [&](const std::vector<ValueId>& state) {
        ValueId at = state[0];
        if (op.boolean("is_reverse", false)) at = b.subtract(b.subtract(length, number(1)), at);
        const auto starts = [&](const Shape& shape) {
            std::vector<ValueId> made(shape.size(), number(0));
            made[along] = at;
            return made;
        };
        std::vector<ValueId> arguments;
        for (std::size_t i = 0; i < inputs; i++) {
            Shape shape = rewriter_->tensor(op.operands[i]).shape;
            const std::vector<ValueId> begins = starts(shape);
            shape[along] = 1;
            const ValueId part = b.dynamic_slice(op.operands[i], begins, shape);
            shape.erase(shape.begin() + dimension);
            RunSizes sizes;
            for (const auto& [d, size] : sizes_of(op.operands[i]))
                if (d != dimension) sizes[d < dimension ? d : d - 1] = size;
            arguments.push_back(b.reshape(part, shape));
            if (!sizes.empty()) sizes_[arguments.back()] = std::move(sizes);
        }
        arguments.insert(arguments.end(), state.begin() + 1 + static_cast<std::ptrdiff_t>(outputs),
                         state.end());
        std::vector<ValueId> after = rewriter_->splice(std::move(op.regions[0]), arguments);
        for (std::size_t i = 0; i < outputs; i++) {
            Shape shape = rewriter_->tensor(state[i + 1]).shape;
            const std::vector<ValueId> begins = starts(shape);
            shape[along] = 1;
            RunSizes sizes;
            for (const auto& [d, size] : sizes_of(after[i])) sizes[d < dimension ? d : d + 1] = size;
            after[i] = b.dynamic_update_slice(state[i + 1], b.reshape(after[i], shape), begins);
            if (!sizes.empty()) sizes_[after[i]] = std::move(sizes);
        }
        after.insert(after.begin(), b.add(state[0], number(1)));
        return after;
    };
    std::vector<ValueId> values = begun.values;
    if (bound > 0) values = loop_with_sizes(op, begun.values, begun.types, begun.open, test, step);
    values.erase(values.begin());
    if (known == given.end()) return values;
    for (std::size_t i = 0; i < outputs; i++) {
        RunSizes sizes = sizes_of(values[i]);
        sizes[dimension] = length;
        values[i] = with_sizes(values[i], std::move(sizes));
    }
    return values;
}

/// Branches give the sizes of their results as further results.
Replacement BoundsFilling::branch(Op& op) {
    const std::size_t count = op.results.size();
    Open open;
    Op made{.code = op.code, .operands = op.operands, .attributes = op.attributes};
    for (Region& region : op.regions) {
        made.regions.push_back(
            rewriter_->make_region({}, [&] { return rewriter_->splice(std::move(region)); }));
        const std::vector<ValueId>& values = made.regions.back().ops.back().operands;
        for (std::size_t i = 0; i < count; i++)
            for (const auto& [dimension, size] : sizes_of(values[i])) add_once(open, i, dimension);
    }
    std::vector<Type> types;
    for (const ValueId result : op.results) types.push_back(filled_type(rewriter_->type(result)));
    for (Region& region : made.regions) {
        std::vector<ValueId>& values = region.ops.back().operands;
        for (std::size_t i = 0; i < count; i++)
            if (!have_same_shape(rewriter_->type(values[i]), types[i]))
                refuse(op, fmt::format("the branches give result {} different bounds", i));
        values = with_full_sizes(op, values, open);
    }
    types.resize(count + open.size(), TensorType{{}, ElementType::I32, {}, {}});
    std::vector<ValueId> results = rewriter_->emit(std::move(made), std::move(types));
    for (std::size_t i = 0; i < open.size(); i++)
        sizes_[results[open[i].first]][open[i].second] = results[count + i];
    results.resize(count);
    return results;
}

Replacement BoundsFilling::make_tuple(Op& op) {
    TupleType type;
    for (const ValueId operand : op.operands) type.elements.push_back(rewriter_->type(operand));
    const ValueId tuple =
        rewriter_->emit(Op{.code = OpCode::Tuple, .operands = op.operands}, Type(std::move(type)));
    if (std::any_of(op.operands.begin(), op.operands.end(),
                    [&](ValueId value) { return reads_sizes(value); }))
        tuples_[tuple] = op.operands;
    return std::vector{tuple};
}

Replacement BoundsFilling::element_of_tuple(Op& op) {
    const auto elements = tuples_.find(op.operands[0]);
    if (elements == tuples_.end()) refuse(op);
    return std::vector{elements->second.at(static_cast<std::size_t>(op.integer("index", 0)))};
}

}  // namespace hlo2c::frontend

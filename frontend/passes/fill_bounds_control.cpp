#include <fmt/format.h>

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/passes/bounds_rules.h"

namespace hlo2c::frontend::bounds {
namespace {

using Step = std::function<std::vector<ValueId>(const std::vector<ValueId>& values)>;
/// Open dimensions, which may have a run-time size: position of the value in a list, and dimension.
using Open = std::vector<std::pair<std::size_t, std::int64_t>>;

struct Begun {
    std::vector<ValueId> values;
    std::vector<Type> types;
    Open open;
};

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

Replacement barrier(BoundsFilling& filling, Op& op) {
    std::vector<RunSizes> sizes;
    for (const ValueId operand : op.operands) {
        if (filling.elements_of(operand) != nullptr) filling.refuse(op);
        sizes.push_back(filling.sizes_of(operand));
    }
    return filling.give_each(op, sizes);
}

namespace {

/// The values, followed by the size of each open dimension: its run-time size, or else its bound.
std::vector<ValueId> with_full_sizes(BoundsFilling& filling, const Op& op, const std::vector<ValueId>& values,
                                     const Open& open) {
    std::vector<ValueId> all = values;
    for (std::size_t i = 0; i < values.size(); i++) {
        if (filling.elements_of(values[i]) != nullptr) filling.refuse(op);
        for (const auto& [dimension, size] : filling.sizes_of(values[i]))
            if (!holds(open, i, dimension))
                filling.refuse(
                    op, fmt::format("only a bound is known for dimension {} of value {} after an iteration",
                                    dimension, i));
    }
    for (const auto& [i, dimension] : open) all.push_back(filling.size_in(values[i], dimension));
    return all;
}

/// Emits a loop that starts with `values` and carries values of these types, and also the sizes of their open
/// dimensions.
std::vector<ValueId> loop_with_sizes(BoundsFilling& filling, const Op& op, const std::vector<ValueId>& values,
                                     std::vector<Type> types, const Open& open, const Step& test,
                                     const Step& step) {
    const std::size_t count = types.size();
    types.resize(count + open.size(), TensorType{{}, ElementType::I32, {}, {}});
    const auto remember = [&](const std::vector<ValueId>& all) {
        for (std::size_t i = 0; i < open.size(); i++)
            filling.record(all[open[i].first], open[i].second, all[count + i]);
    };
    Op made{.code = OpCode::While};
    if (op.code == OpCode::While) made.attributes = op.attributes;
    made.operands = with_full_sizes(filling, op, values, open);
    for (const Step* part : {&test, &step}) {
        std::vector<ValueId> arguments;
        for (const Type& type : types) arguments.push_back(filling.rewriter().new_value(type));
        remember(arguments);
        const std::vector<ValueId> own(arguments.begin(),
                                       arguments.begin() + static_cast<std::ptrdiff_t>(count));
        made.regions.push_back(filling.rewriter().make_region(arguments, [&] {
            const std::vector<ValueId> given = (*part)(own);
            return part == &test ? given : with_full_sizes(filling, op, given, open);
        }));
    }
    std::vector<ValueId> results = filling.rewriter().emit(std::move(made), std::move(types));
    remember(results);
    results.resize(count);
    return results;
}

}  // namespace

/// The loop also carries the sizes of its values.
Replacement loop(BoundsFilling& filling, Op& op) {
    Open open;
    std::vector<Type> types;
    for (std::size_t i = 0; i < op.operands.size(); i++) {
        const Type& result = filling.rewriter().type(op.results[i]);
        for (const auto& [dimension, size] : filling.sizes_of(op.operands[i])) add_once(open, i, dimension);
        for (const Region& region : op.regions)
            add_bounded(open, i, filling.rewriter().type(region.arguments[i]));
        add_bounded(open, i, filling.rewriter().type(op.regions[1].ops.back().operands[i]));
        add_bounded(open, i, result);
        types.push_back(filled_type(result));
        if (!have_same_shape(types[i], filling.rewriter().type(op.operands[i])))
            filling.refuse(
                op, fmt::format("value {} enters the loop with a bound that differs from its later one", i));
    }
    const auto region = [&](std::size_t r) {
        return [&, r](const std::vector<ValueId>& arguments) {
            return filling.rewriter().splice(std::move(op.regions[r]), arguments);
        };
    };
    return loop_with_sizes(filling, op, op.operands, std::move(types), open, region(0), region(1));
}

namespace {

/// Initial values of a scan's loop: step number, outputs, carries.
Begun begin_scan(BoundsFilling& filling, const Op& op, std::ptrdiff_t inputs, std::size_t outputs) {
    const std::int64_t dimension = op[attr::dimension];
    Begun begun{{filling.number(0)}, {TensorType{{}, ElementType::I32, {}, {}}}, {}};
    const std::vector<ValueId>& returned = op.regions[0].ops.back().operands;
    for (std::size_t i = 0; i < op.results.size(); i++) {
        const std::size_t place = begun.values.size();
        const Type& result = filling.rewriter().type(op.results[i]);
        begun.types.push_back(filled_type(result));
        add_bounded(begun.open, place, result);
        if (i >= outputs) {
            const std::size_t carry = static_cast<std::size_t>(inputs) + i - outputs;
            begun.values.push_back(op.operands[carry]);
            for (const auto& [d, size] : filling.sizes_of(op.operands[carry])) add_once(begun.open, place, d);
            add_bounded(begun.open, place, filling.rewriter().type(op.regions[0].arguments[carry]));
            add_bounded(begun.open, place, filling.rewriter().type(returned[i]));
            if (!have_same_shape(begun.types.back(), filling.rewriter().type(op.operands[carry])))
                filling.refuse(
                    op, fmt::format("carry {} enters the scan with a bound that differs from its later one",
                                    i - outputs));
            continue;
        }
        const TensorType type = begun.types.back().as_tensor();
        if (!type.is_static()) filling.refuse(op);
        begun.values.push_back(filling.zeros(type));
        std::erase(begun.open, std::pair(place, dimension));
        // If no step runs, an output takes its size from the first input that has that dimension.
        for (std::int64_t d = 0; d < type.rank(); d++) {
            const auto input =
                std::find_if(op.operands.begin(), op.operands.begin() + inputs,
                             [&](ValueId value) { return filling.rewriter().tensor(value).rank() > d; });
            if (!holds(begun.open, place, d) || input == op.operands.begin() + inputs) continue;
            const ValueId most = filling.number(type.shape[static_cast<std::size_t>(d)]);
            filling.record(
                begun.values.back(), d,
                Builder(filling.rewriter()).binary(OpCode::Minimum, filling.size_in(*input, d), most));
        }
    }
    return begun;
}

/// Start indices of the slice at `at` along `dimension`.
std::vector<ValueId> starts_of_slice(BoundsFilling& filling, const Shape& shape, std::int64_t dimension,
                                     ValueId at) {
    std::vector<ValueId> starts(shape.size(), filling.number(0));
    starts[static_cast<std::size_t>(dimension)] = at;
    return starts;
}

/// The slice of `input` at `at`, without the dimension along which it is scanned.
ValueId scanned_slice(BoundsFilling& filling, ValueId input, std::int64_t dimension, ValueId at) {
    Builder b(filling.rewriter());
    Shape shape = filling.rewriter().tensor(input).shape;
    const std::vector<ValueId> starts = starts_of_slice(filling, shape, dimension, at);
    shape[static_cast<std::size_t>(dimension)] = 1;
    const ValueId part = b.dynamic_slice(input, starts, shape);
    shape.erase(shape.begin() + dimension);
    RunSizes sizes;
    for (const auto& [d, size] : filling.sizes_of(input))
        if (d != dimension) sizes[d < dimension ? d : d - 1] = size;
    const ValueId slice = b.reshape(part, shape);
    if (!sizes.empty()) filling.record(slice, std::move(sizes));
    return slice;
}

/// `output` with `slice` at `at`.
ValueId with_scanned_slice(BoundsFilling& filling, ValueId output, ValueId slice, std::int64_t dimension,
                           ValueId at) {
    Builder b(filling.rewriter());
    Shape shape = filling.rewriter().tensor(output).shape;
    const std::vector<ValueId> starts = starts_of_slice(filling, shape, dimension, at);
    shape[static_cast<std::size_t>(dimension)] = 1;
    RunSizes sizes;
    for (const auto& [d, size] : filling.sizes_of(slice)) sizes[d < dimension ? d : d + 1] = size;
    const ValueId written = b.dynamic_update_slice(output, b.reshape(slice, shape), starts);
    if (!sizes.empty()) filling.record(written, std::move(sizes));
    return written;
}

}  // namespace

/// A loop with one step per slice of the inputs.
Replacement scan(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    const std::int64_t dimension = op[attr::dimension];
    const auto inputs = static_cast<std::size_t>(op[attr::operand_segment_sizes].at(0));
    const std::size_t outputs = op.results.size() - (op.operands.size() - inputs);
    const RunSizes given = filling.sizes_of(std::span(op.operands).first(inputs));
    const Begun begun = begin_scan(filling, op, static_cast<std::ptrdiff_t>(inputs), outputs);
    const ValueId counted = inputs > 0 ? op.operands[0] : begun.values[1];
    const std::int64_t bound =
        filling.rewriter().tensor(counted).shape.at(static_cast<std::size_t>(dimension));
    const auto known = given.find(dimension);
    const ValueId length = known != given.end() ? known->second : filling.number(bound);
    const auto test = [&](const std::vector<ValueId>& state) {
        return std::vector{b.compare(ComparisonDirection::Lt, state[0], length)};
    };
    const auto step = [&](const std::vector<ValueId>& state) {
        ValueId at = state[0];
        if (op[attr::is_reverse]) at = b.subtract(b.subtract(length, filling.number(1)), at);
        std::vector<ValueId> arguments;
        for (std::size_t i = 0; i < inputs; i++)
            arguments.push_back(scanned_slice(filling, op.operands[i], dimension, at));
        arguments.insert(arguments.end(), state.begin() + 1 + static_cast<std::ptrdiff_t>(outputs),
                         state.end());
        std::vector<ValueId> after = filling.rewriter().splice(std::move(op.regions[0]), arguments);
        for (std::size_t i = 0; i < outputs; i++)
            after[i] = with_scanned_slice(filling, state[i + 1], after[i], dimension, at);
        after.insert(after.begin(), b.add(state[0], filling.number(1)));
        return after;
    };
    std::vector<ValueId> values = begun.values;
    if (bound > 0) values = loop_with_sizes(filling, op, begun.values, begun.types, begun.open, test, step);
    values.erase(values.begin());
    if (known == given.end()) return values;
    for (std::size_t i = 0; i < outputs; i++) {
        RunSizes sizes = filling.sizes_of(values[i]);
        sizes[dimension] = length;
        values[i] = filling.with_sizes(values[i], std::move(sizes));
    }
    return values;
}

/// Branches also return the sizes of their results.
Replacement branch(BoundsFilling& filling, Op& op) {
    const std::size_t count = op.results.size();
    Open open;
    Op made{.code = op.code, .operands = op.operands, .attributes = op.attributes};
    for (Region& region : op.regions) {
        made.regions.push_back(
            filling.rewriter().make_region({}, [&] { return filling.rewriter().splice(std::move(region)); }));
        const std::vector<ValueId>& values = made.regions.back().ops.back().operands;
        for (std::size_t i = 0; i < count; i++)
            for (const auto& [dimension, size] : filling.sizes_of(values[i])) add_once(open, i, dimension);
    }
    std::vector<Type> types;
    for (const ValueId result : op.results) types.push_back(filled_type(filling.rewriter().type(result)));
    for (Region& region : made.regions) {
        std::vector<ValueId>& values = region.ops.back().operands;
        for (std::size_t i = 0; i < count; i++)
            if (!have_same_shape(filling.rewriter().type(values[i]), types[i]))
                filling.refuse(op, fmt::format("the branches give result {} different bounds", i));
        values = with_full_sizes(filling, op, values, open);
    }
    types.resize(count + open.size(), TensorType{{}, ElementType::I32, {}, {}});
    std::vector<ValueId> results = filling.rewriter().emit(std::move(made), std::move(types));
    for (std::size_t i = 0; i < open.size(); i++)
        filling.record(results[open[i].first], open[i].second, results[count + i]);
    results.resize(count);
    return results;
}

Replacement make_tuple(BoundsFilling& filling, Op& op) {
    TupleType type;
    for (const ValueId operand : op.operands) type.elements.push_back(filling.rewriter().type(operand));
    const ValueId tuple =
        filling.rewriter().emit(Op{.code = OpCode::Tuple, .operands = op.operands}, Type(std::move(type)));
    if (std::any_of(op.operands.begin(), op.operands.end(),
                    [&](ValueId value) { return filling.reads_sizes(value); }))
        filling.record_tuple(tuple, op.operands);
    return std::vector{tuple};
}

Replacement element_of_tuple(BoundsFilling& filling, Op& op) {
    const std::vector<ValueId>* elements = filling.elements_of(op.operands[0]);
    if (elements == nullptr) filling.refuse(op);
    return std::vector{elements->at(static_cast<std::size_t>(op[attr::index]))};
}

}  // namespace hlo2c::frontend::bounds

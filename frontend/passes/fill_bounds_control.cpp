#include <fmt/format.h>

#include <algorithm>

#include "frontend/passes/bounds_filling.h"

namespace hlo2c::frontend {
namespace {

/// The dimensions of a value that may have a size of their own: where it stands in a list, and which one.
using Open = std::vector<std::pair<std::size_t, std::int64_t>>;

void add_once(Open& open, std::size_t position, std::int64_t dimension) {
    const std::pair entry(position, dimension);
    if (std::find(open.begin(), open.end(), entry) == open.end()) open.push_back(entry);
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

/// Processes add tensors of one size.
Replacement BoundsFilling::all_reduce(Op& op) {
    std::vector<RunSizes> sizes;
    for (std::size_t i = 0; i < op.results.size(); i++) sizes.push_back(sizes_of(op.operands.at(i)));
    return give_each(op, sizes);
}

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
            if (std::find(open.begin(), open.end(), std::pair(i, dimension)) == open.end())
                refuse(op,
                       fmt::format("dimension {} of value {} is only bounded after a step", dimension, i));
    }
    for (const auto& [i, dimension] : open) all.push_back(size_in(values[i], dimension));
    return all;
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
    const std::size_t count = types.size();
    types.resize(count + open.size(), TensorType{{}, ElementType::I32, {}, {}});
    const auto remember = [&](const std::vector<ValueId>& values) {
        for (std::size_t i = 0; i < open.size(); i++)
            sizes_[values[open[i].first]][open[i].second] = values[count + i];
    };
    Op made{.code = OpCode::While, .attributes = op.attributes};
    made.operands = with_full_sizes(op, op.operands, open);
    for (std::size_t r = 0; r < 2; r++) {
        std::vector<ValueId> arguments;
        for (const Type& type : types) arguments.push_back(rewriter_->new_value(type));
        remember(arguments);
        const std::vector<ValueId> own(arguments.begin(),
                                       arguments.begin() + static_cast<std::ptrdiff_t>(count));
        made.regions.push_back(rewriter_->make_region(arguments, [&] {
            const std::vector<ValueId> values = rewriter_->splice(std::move(op.regions[r]), own);
            return r == 0 ? values : with_full_sizes(op, values, open);
        }));
    }
    std::vector<ValueId> results = rewriter_->emit(std::move(made), std::move(types));
    remember(results);
    results.resize(count);
    return results;
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

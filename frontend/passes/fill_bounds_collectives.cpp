#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/passes/bounds_rules.h"

// All processes run one program, so an exchanged tensor has the same shape, and the same run-time sizes, on
// every rank.

namespace hlo2c::frontend::bounds {

namespace {

/// Number of processes in a replica group.
std::int64_t group_size(BoundsFilling& filling, const Op& op) {
    const Attribute* groups = op.attribute(attr::replica_groups);
    const auto* table = groups != nullptr ? groups->get_if<Literal>() : nullptr;
    if (table == nullptr) filling.refuse(op, "its groups are axes of a mesh");
    return table->type().shape.at(1);
}

}  // namespace

/// Each result has the sizes of its operand.
Replacement exchange_whole(BoundsFilling& filling, Op& op) {
    std::vector<RunSizes> sizes;
    for (std::size_t i = 0; i < op.results.size(); i++) sizes.push_back(filling.sizes_of(op.operands.at(i)));
    return filling.give_each(op, sizes);
}

namespace {

/// Emits the op on operands whose groups are spread out; `types` are the result types at the bounds.
std::vector<ValueId> exchanged(BoundsFilling& filling, Op& op, const std::vector<TensorType>& types) {
    Op same{.code = op.code, .operands = op.operands, .attributes = op.attributes};
    same.regions = filling.walked(std::move(op.regions));
    return filling.rewriter().emit(std::move(same), {types.begin(), types.end()});
}

}  // namespace

Replacement all_gather(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    const std::int64_t dimension = op[attr::all_gather_dim], count = group_size(filling, op);
    const auto at = static_cast<std::size_t>(dimension);
    std::vector<TensorType> types;
    for (std::size_t i = 0; i < op.results.size(); i++) {
        types.push_back(filled(b.tensor(op.results[i])));
        if (filling.sizes_of(op.operands[i]).count(dimension) != 0)
            types[i].shape[at] = b.tensor(op.operands[i]).shape[at] * count;
    }
    std::vector<ValueId> values = exchanged(filling, op, types);
    for (std::size_t i = 0; i < values.size(); i++) {
        RunSizes sizes = filling.sizes_of(op.operands[i]);
        if (const auto size = sizes.find(dimension); size != sizes.end()) {
            const Groups groups{dimension, count, b.tensor(op.operands[i]).shape[at]};
            size->second = b.multiply(size->second, filling.number(count));
            values[i] = join_groups(filling, op, values[i], groups, size->second,
                                    filled(b.tensor(op.results[i])).shape[at]);
        }
        values[i] = filling.with_sizes(values[i], std::move(sizes));
    }
    return values;
}

Replacement reduce_scatter(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    const std::int64_t dimension = op[attr::scatter_dimension], count = group_size(filling, op);
    std::vector<RunSizes> sizes;
    for (std::size_t i = 0; i < op.results.size(); i++) {
        ValueId& operand = op.operands[i];
        sizes.push_back(filling.sizes_of(operand));
        const auto size = sizes[i].find(dimension);
        if (size == sizes[i].end()) continue;
        const Shape shape = filled(b.tensor(op.results[i])).shape;
        const Groups groups{dimension, count, shape[static_cast<std::size_t>(dimension)]};
        operand = spread_groups(filling, op, operand, groups, size->second);
        size->second = b.divide(size->second, filling.number(count));
    }
    return filling.give_each(op, sizes);
}

Replacement all_to_all(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    const std::int64_t split = op[attr::split_dimension], concat = op[attr::concat_dimension],
                       count = op[attr::split_count];
    const auto cut = static_cast<std::size_t>(split), joined = static_cast<std::size_t>(concat);
    std::vector<TensorType> types;
    std::vector<RunSizes> sizes;
    std::vector<Groups> parts;  // of the results, along the concat dimension
    for (std::size_t i = 0; i < op.results.size(); i++) {
        ValueId& operand = op.operands[i];
        types.push_back(filled(b.tensor(op.results[i])));
        sizes.push_back(filling.sizes_of(operand));
        const std::int64_t width = b.tensor(operand).shape[cut] / count;
        if (const auto size = sizes[i].find(split); size != sizes[i].end()) {
            operand = spread_groups(filling, op, operand, {split, count, width}, size->second);
            if (split != concat) {
                size->second = b.divide(size->second, filling.number(count));
                types[i].shape[cut] = width;
            }
        }
        parts.push_back({concat, count, split == concat ? width : b.tensor(operand).shape[joined]});
        if (sizes[i].count(concat) != 0) types[i].shape[joined] = parts[i].width * count;
    }
    std::vector<ValueId> values = exchanged(filling, op, types);
    for (std::size_t i = 0; i < values.size(); i++) {
        if (const auto size = sizes[i].find(concat); size != sizes[i].end()) {
            if (split != concat) size->second = b.multiply(size->second, filling.number(count));
            values[i] = join_groups(filling, op, values[i], parts[i], size->second,
                                    filled(b.tensor(op.results[i])).shape[joined]);
        }
        values[i] = filling.with_sizes(values[i], std::move(sizes[i]));
    }
    return values;
}

}  // namespace hlo2c::frontend::bounds

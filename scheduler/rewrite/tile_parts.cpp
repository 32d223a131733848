#include "scheduler/rewrite/tile_parts.h"

#include <numeric>

#include "frontend/ir/attributes.h"
#include "frontend/ir/copy_ops.h"
#include "scheduler/ops/op_rule.h"

namespace hlo2c::scheduler {

using frontend::Rewriter;

TensorType tile_type(const Rewriter& rewriter, const TilePart& part, ValueId value,
                     const std::vector<std::int64_t>& sizes) {
    TensorType type = rewriter.tensor(value);
    for (std::size_t d = 0; d < type.shape.size(); d++)
        if (part.loops[d] >= 0) type.shape[d] = sizes[static_cast<std::size_t>(part.loops[d])];
    return type;
}

std::vector<ValueId> emit_copy(Rewriter& rewriter, const Op& original, std::vector<ValueId> operands,
                               std::vector<frontend::Type> types) {
    frontend::OpCopier copier([&](ValueId value) { return rewriter.new_value(rewriter.type(value)); });
    Op op = copier.copy(original);
    op.operands = std::move(operands);
    op.results.clear();
    return rewriter.emit(std::move(op), std::move(types));
}

ValueId emit_splat(Rewriter& rewriter, const Literal& literal, const TensorType& type) {
    const auto element = literal.element(0);
    return rewriter.emit_constant(Literal(type, {element.begin(), element.end()}, type.element_count() != 1));
}

std::vector<ValueId> emit_tile(Rewriter& rewriter, const TilePart& part, const std::vector<ValueId>& made,
                               const std::vector<std::int64_t>& sizes) {
    if (rule_of(*part.op).role == Role::Constant)
        return {emit_splat(rewriter, *rewriter.constant(part.value),
                           tile_type(rewriter, part, part.value, sizes))};
    // One value may be both operands, with other tiles for each.
    std::vector<ValueId> operands;
    for (const std::size_t operand : part.operands) operands.push_back(made[operand]);
    std::vector<frontend::Type> types;
    for (const ValueId result : part.op->results)
        types.emplace_back(tile_type(rewriter, part, result, sizes));
    return emit_copy(rewriter, *part.op, std::move(operands), std::move(types));
}

RegionOps::RegionOps(const Rewriter& rewriter, const Region& body) : rewriter_(rewriter) {
    note_regions(body);
}

void RegionOps::note_regions(const Region& region) {
    const int number = regions_++;
    for (const Op& op : region.ops) {
        for (const ValueId result : op.results) region_of_[result] = number;
        if (op.code == OpCode::Transpose) transposed_[op.operands[0]] = op[attr::permutation];
        for (const Region& inner : op.regions) note_regions(inner);
    }
}

int RegionOps::region_of(ValueId value) const {
    const auto found = region_of_.find(value);
    return found != region_of_.end() ? found->second : -1;
}

std::vector<std::int64_t> RegionOps::order_of_reader(ValueId value) const {
    const auto found = transposed_.find(value);
    if (found != transposed_.end() && rewriter_.uses(value) == 1) return found->second;
    std::vector<std::int64_t> order(rewriter_.tensor(value).shape.size());
    std::iota(order.begin(), order.end(), 0);
    return order;
}

const Op* RegionOps::definition(ValueId value, ValueId neighbour) const {
    if (region_of(value) != region_of(neighbour)) return nullptr;
    const auto found = reductions_.find(value);
    return found != reductions_.end() ? &found->second : rewriter_.definition(value);
}

}  // namespace hlo2c::scheduler

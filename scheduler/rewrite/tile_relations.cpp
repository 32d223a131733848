#include "scheduler/rewrite/tile_relations.h"

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/ir/total_table.h"
#include "scheduler/ops/op_rule.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Rewriter;
using Shape = std::vector<std::int64_t>;
using OperandLoops = std::vector<LoopOfDimension>;

bool has(const Shape& dimensions, std::size_t d) {
    return frontend::contains(dimensions, static_cast<std::int64_t>(d));
}

/// Results of a contraction have the batching dimensions, then those of the lhs, then those of the rhs.
void place_contraction(const Op& op, const LoopOfDimension& loops, OperandLoops& found) {
    const frontend::DotDimensions dims = op[attr::dot_dimension_numbers];
    std::size_t next = 0;
    for (std::size_t i = 0; i < dims.lhs_batching.size(); i++, next++) {
        found[0][static_cast<std::size_t>(dims.lhs_batching[i])] = loops[next];
        found[1][static_cast<std::size_t>(dims.rhs_batching[i])] = loops[next];
    }
    for (std::size_t d = 0; d < found[0].size(); d++)
        if (!has(dims.lhs_batching, d) && !has(dims.lhs_contracting, d)) found[0][d] = loops[next++];
    for (std::size_t d = 0; d < found[1].size(); d++)
        if (!has(dims.rhs_batching, d) && !has(dims.rhs_contracting, d)) found[1][d] = loops[next++];
}

void place_reduction(const Op& op, const LoopOfDimension& loops, OperandLoops& found) {
    const Shape reduced = op[attr::dimensions];
    std::size_t next = 0;
    for (std::size_t d = 0; d < found[0].size(); d++)
        if (!has(reduced, d)) found[0][d] = loops[next++];
    for (std::size_t input = 1; input < op.operands.size() / 2; input++) found[input] = found[0];
}

using PlaceSums = void (*)(const Op& op, const LoopOfDimension& loops, OperandLoops& found);
constexpr auto places_of_sums = frontend::partial<PlaceSums>({
    {OpCode::DotGeneral, place_contraction},
    {OpCode::Reduce, place_reduction},
});

void place_broadcast(const Rewriter& rewriter, const Op& op, const LoopOfDimension& loops,
                     OperandLoops& found) {
    const Shape to = op[attr::broadcast_dimensions];
    for (std::size_t d = 0; d < to.size(); d++)
        if (rewriter.tensor(op.operands[0]).shape[d] != 1)
            found[0][d] = loops[static_cast<std::size_t>(to[d])];
}

void place_transpose(const Op& op, const LoopOfDimension& loops, OperandLoops& found) {
    const Shape from = op[attr::permutation];
    for (std::size_t d = 0; d < from.size(); d++) found[0][static_cast<std::size_t>(from[d])] = loops[d];
}

/// A reshape keeps a tiled dimension if the operand has it too, with as many elements behind it. False if it
/// has not.
bool place_reshape(const Rewriter& rewriter, const Op& op, const LoopOfDimension& loops,
                   OperandLoops& found) {
    const Shape& to = rewriter.tensor(op.results[0]).shape;
    const Shape& from = rewriter.tensor(op.operands[0]).shape;
    const Shape from_strides = frontend::row_major_strides(from),
                to_strides = frontend::row_major_strides(to);
    for (std::size_t d = 0; d < to.size(); d++) {
        if (loops[d] < 0) continue;
        std::size_t at = 0;
        while (at < from.size() && (from[at] != to[d] || from_strides[at] != to_strides[d])) at++;
        if (at == from.size()) return false;
        found[0][at] = loops[d];
    }
    return true;
}

/// Places the loops of a movement. False if it has no relation between tiles.
bool place_movement(const Rewriter& rewriter, const Op& op, const LoopOfDimension& loops,
                    OperandLoops& found) {
    switch (rule_of(op).movement) {
        case Movement::Iota: return frontend::is_integer(rewriter.tensor(op.results[0]).element);
        case Movement::BroadcastInDim: place_broadcast(rewriter, op, loops, found); return true;
        case Movement::Transpose: place_transpose(op, loops, found); return true;
        case Movement::Reshape: return place_reshape(rewriter, op, loops, found);
        default: return false;
    }
}

}  // namespace

std::optional<OperandLoops> loops_of_operands(const Rewriter& rewriter, const Op& op,
                                              const LoopOfDimension& loops) {
    OperandLoops found;
    for (const ValueId operand : op.operands) {
        if (!rewriter.type(operand).is_tensor()) return std::nullopt;
        found.emplace_back(rewriter.tensor(operand).shape.size(), -1);
    }
    const OpRule& rule = rule_of(op);
    bool is_related = true;
    if (rule.role == Role::Constant) {
        is_related = rewriter.constant(op.results[0])->is_splat();
    } else if (const PlaceSums place = frontend::behaviour(places_of_sums, op.code)) {
        place(op, loops, found);
    } else if (rule.is_elementwise()) {
        for (LoopOfDimension& operand : found)
            if (!operand.empty()) operand = loops;
    } else {
        is_related = place_movement(rewriter, op, loops, found);
    }
    return is_related ? std::optional(found) : std::nullopt;
}

}  // namespace hlo2c::scheduler

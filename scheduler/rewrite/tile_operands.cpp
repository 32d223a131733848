#include "scheduler/rewrite/tile_operands.h"

#include "frontend/ir/attributes.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/dead_code_elimination.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/rewrite/operand_tiles.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Builder;
using frontend::Rewriter;

/// What a transpose of the inverse transpose reads.
std::optional<std::vector<ValueId>> operand_of_inverse(const Rewriter& rewriter, const Op& transpose) {
    const Op* first = rewriter.definition(transpose.operands[0], OpCode::Transpose);
    if (first == nullptr ||
        (*first)[attr::permutation] != frontend::inverse_permutation(transpose[attr::permutation]))
        return std::nullopt;
    return first->operands;
}

/// Emits the loops of one contraction or reduction before the rewriter's current op.
class TileLoops {
public:
    TileLoops(Rewriter& rewriter, const TiledOp& tiled)
        : rewriter_(rewriter),
          build_(rewriter),
          tiled_(tiled),
          made_(tiled.parts.size(), frontend::no_value) {
        for (const TileLoop& loop : tiled.loops) sizes_.push_back(loop.size);
    }

    /// Returns the values of the op's results, and replaces the exported parts.
    std::vector<ValueId> emit() {
        emit_parts(-1);
        std::vector<ValueId> whole = root().op->results;
        for (const std::size_t part : tiled_.exported) whole.push_back(tiled_.parts[part].value);
        std::vector<frontend::Type> types;
        for (const ValueId value : whole) types.push_back(rewriter_.type(value));
        if (is_single())
            types[0] = TensorType{in_order(types[0].as_tensor().shape), types[0].as_tensor().element, {}, {}};
        std::vector<ValueId> results =
            build_.loop_over_new(tiled_.loops[0].count(), types, step_of_loop(0), slots_of_loop(0));
        if (is_single())
            results[0] = build_.transpose(results[0], frontend::inverse_permutation(tiled_.order));
        for (std::size_t i = root().op->results.size(); i < whole.size(); i++)
            rewriter_.replace_after(whole[i], results[i]);
        results.resize(root().op->results.size());
        return results;
    }

private:
    const TilePart& root() const { return tiled_.parts.back(); }

    bool is_single() const { return root().op->results.size() == 1; }

    /// What a single result has for each dimension, in the order in which the loops store them.
    template <typename T>
    std::vector<T> in_order(const std::vector<T>& all) const {
        std::vector<T> result;
        for (const std::int64_t d : tiled_.order) result.push_back(all[static_cast<std::size_t>(d)]);
        return result;
    }

    Builder::Step step_of_loop(std::size_t depth) {
        return [this, depth](ValueId number, const std::vector<ValueId>& state) {
            starts_.resize(depth);
            starts_.push_back(first_element(tiled_.loops[depth], number));
            emit_parts(static_cast<int>(depth));
            const std::size_t inner = depth + 1;
            return inner < tiled_.loops.size() ? build_.loop(tiled_.loops[inner].count(), state,
                                                             step_of_loop(inner), slots_of_loop(inner))
                                               : update(state);
        };
    }

    std::int64_t slots_of_loop(std::size_t depth) const {
        return depth + 1 == tiled_.loops.size() ? tiled_.slots : 1;
    }

    /// The results and exported parts with the tiles of this iteration.
    std::vector<ValueId> update(const std::vector<ValueId>& state) {
        std::vector<ValueId> tiles = emit_tile(rewriter_, root(), made_, sizes_), updated;
        std::vector<std::vector<ValueId>> starts(tiles.size(), starts_of(root().loops));
        if (is_single()) {
            tiles[0] = build_.transpose(tiles[0], tiled_.order);
            starts[0] = in_order(starts[0]);
        }
        for (const std::size_t part : tiled_.exported) {
            tiles.push_back(made_[part]);
            starts.push_back(starts_of(tiled_.parts[part].loops));
        }
        for (std::size_t i = 0; i < state.size(); i++)
            updated.push_back(build_.dynamic_update_slice(state[i], tiles[i], starts[i]));
        return updated;
    }

    /// The first element of tile `number`.
    ValueId first_element(const TileLoop& loop, ValueId number) {
        if (loop.size == 1) return number;
        const ValueId size = build_.uniform_like(number, static_cast<double>(loop.size));
        const ValueId first = build_.multiply(number, size);
        if (loop.extent % loop.size == 0) return first;
        const ValueId last = build_.uniform_like(number, static_cast<double>(loop.extent - loop.size));
        return build_.binary(OpCode::Minimum, first, last);
    }

    std::vector<ValueId> starts_of(const LoopOfDimension& loops) {
        std::vector<ValueId> all;
        for (const int loop : loops)
            all.push_back(loop < 0 ? build_.uniform(TensorType{{}, frontend::ElementType::I64, {}, {}}, 0)
                                   : starts_[static_cast<std::size_t>(loop)]);
        return all;
    }

    /// Emits the operands whose innermost loop is this one.
    void emit_parts(int loop) {
        for (std::size_t i = 0; i + 1 < tiled_.parts.size(); i++)
            if (tiled_.parts[i].innermost == loop) made_[i] = emit_part(tiled_.parts[i]);
    }

    ValueId emit_part(const TilePart& part) {
        if (part.op == nullptr)
            return is_whole(part.loops)
                       ? part.value
                       : build_.dynamic_slice(part.value, starts_of(part.loops),
                                              tile_type(rewriter_, part, part.value, sizes_).shape);
        const ValueId tile = emit_tile(rewriter_, part, made_, sizes_).front();
        return rule_of(*part.op).movement == Movement::Iota ? add_start(part, tile) : tile;
    }

    /// The indices of a tile: those of the first tile, and the tile's first element if it varies along the
    /// dimension that they count.
    ValueId add_start(const TilePart& part, ValueId indices) {
        const int loop = part.loops[static_cast<std::size_t>((*part.op)[attr::iota_dimension])];
        if (loop < 0) return indices;
        const TensorType& type = rewriter_.tensor(indices);
        const ValueId first = build_.convert(starts_[static_cast<std::size_t>(loop)], type.element);
        return build_.add(indices, build_.broadcast(first, {}, type.shape));
    }

    Rewriter& rewriter_;
    Builder build_;
    const TiledOp& tiled_;
    std::vector<std::int64_t> sizes_;  ///< of a tile along each loop
    std::vector<ValueId> starts_;      ///< the first element of the current tile of each loop
    std::vector<ValueId> made_;        ///< the value of each operand
};

}  // namespace

void tile_operands(frontend::Program& program, std::int64_t cache_bytes, std::int64_t cores) {
    bool changed = false;
    for (Function& function : program.functions) {
        Rewriter rewriter(program, function);
        RegionOps ops(rewriter, function.body);
        const auto rule = [&](Rewriter&, Op& op) -> std::optional<std::vector<ValueId>> {
            if (op.code == OpCode::Transpose) return operand_of_inverse(rewriter, op);
            if (op.code == OpCode::Reduce)
                ops.note_reduction(op);
            else if (op.code != OpCode::DotGeneral)
                return std::nullopt;
            const auto tiled = choose_operand_tiles(rewriter, ops, op, cache_bytes, cores);
            if (!tiled) return std::nullopt;
            return TileLoops(rewriter, *tiled).emit();
        };
        changed = rewriter.run(rule) || changed;
    }
    if (changed) frontend::dead_code_elimination(program);
}

}  // namespace hlo2c::scheduler

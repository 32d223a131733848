#include "scheduler/halide/contraction_nest.h"

#include <algorithm>

#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/make_parallel.h"

namespace hlo2c::scheduler::halide {

using Halide::VarOrRVar;

namespace {

/// Loop variables of a tile: x over lanes, xo over vectors, then the rows and the tiles of a block.
struct TileVars {
    Var x{"x"}, xo{"xo"}, row{"row"}, tile{"tile"};
};

/// Unrolls and vectorises the columns of a panel in `f`.
void unroll_vectors(Func f, const ContractionNest& nest, const TileVars& vars) {
    f.bound_extent(nest.vector_loop, nest.how.box.width())
        .split(nest.vector_loop, vars.xo, vars.x, nest.how.box.lanes)
        .vectorize(vars.x)
        .unroll(vars.xo);
}

/// Unrolls and vectorises `f`, which holds one whole tile.
void unroll_tile(Func f, const ContractionNest& nest, const TileVars& vars) {
    unroll_vectors(f, nest, vars);
    if (nest.row_loop) f.bound_extent(nest.row_loop->var, nest.tile.rows).unroll(nest.row_loop->var);
}

/// Orders, unrolls and vectorises the update of one tile over all of `domain`.
void unroll_update(Func f, const RDom& domain, const ContractionNest& nest, const TileVars& vars) {
    std::vector<VarOrRVar> loops = {vars.x, vars.xo};
    if (nest.row_loop) loops.push_back(nest.row_loop->var);
    for (int d = 0; d < domain.dimensions(); d++) loops.push_back(domain[d]);
    f.update(0)
        .split(nest.vector_loop, vars.xo, vars.x, nest.how.box.lanes)
        .reorder(loops)
        .vectorize(vars.x)
        .unroll(vars.xo);
    if (nest.row_loop) f.update(0).unroll(nest.row_loop->var);
}

/// Loop number `position` from the inside; if it is fused with those outside, the fused loop.
VarOrRVar loop_at(const std::vector<VarOrRVar>& order, std::size_t position) {
    return order[std::min(position, order.size() - 1)];
}

/// Orders the loops of the results and returns them, innermost first: columns, rows, blocks or tiles of rows,
/// the loops that reuse the panel, the panels, and the loops outside.
std::vector<VarOrRVar> order_output(const ContractionNest& nest, Func output) {
    Var panel("panel"), vector("vector"), lane("lane");
    output.split(nest.vector_loop, panel, lane, nest.how.box.width());
    std::vector<VarOrRVar> order = {lane};
    if (nest.how.transposed_rows == 0) {
        output.split(lane, vector, lane, nest.how.box.lanes);
        order.push_back(vector);
    }
    if (nest.row_loop) {
        const bool blocks = nest.how.place == SumPlace::Block;
        Var row("row"), outer(blocks ? "block" : "tile"), square("square");
        const int together = nest.tile.rows * static_cast<int>(blocks ? nest.how.block.row_tiles : 1);
        if (nest.rows_are_one_loop())
            row = nest.row_loop->var;
        else
            output.split(nest.row_loop->var, outer, row, together, Halide::TailStrategy::ShiftInwards);
        order.push_back(row);
        if (nest.how.transposed_rows > 0) {
            output.split(row, square, row, nest.how.transposed_rows, Halide::TailStrategy::ShiftInwards);
            order.push_back(square);
        }
        if (!nest.rows_are_one_loop()) order.push_back(outer);
        if (!blocks) output.unroll(row);
    }
    for (const auto& loop : nest.reusing) order.push_back(loop.var);
    if (nest.divides_loop()) {
        const ContractionNest::Loop& outermost = nest.reusing.back();
        Var part("part");
        output.split(outermost.var, part, outermost.var,
                     static_cast<int>(outermost.extent / nest.how.block_parts));
        order.push_back(part);
    }
    order.insert(
        nest.panels_inside ? order.begin() + static_cast<std::ptrdiff_t>(nest.tile_loops()) : order.end(),
        panel);
    if (nest.outer_blocks > 0) {
        Var block("block"), around("blocks");
        output.split(block, around, block, static_cast<int>(nest.outer_blocks));
        order.push_back(around);
    }
    for (const auto& loop : nest.outside) order.push_back(loop.var);
    if (nest.staged) {
        Var staged("staged");
        output.split(nest.staged->var, staged, nest.staged->var, static_cast<int>(nest.staged_rows),
                     Halide::TailStrategy::ShiftInwards);
        order.push_back(staged);
    }
    for (const auto& loop : nest.around) order.push_back(loop.var);
    output.reorder(order);
    if (nest.how.transposed_rows == 0) output.vectorize(lane);
    if (nest.how.unrolled_epilogue) output.unroll(vector);
    make_parallel(output, order, nest.how.parallel);
    return order;
}

/// All tiles of a block sum one stretch before the next begins, so that the stretch of the panel stays in the
/// cache.
void place_block(const ContractionNest& nest, const ChainLevel& level, const TileVars& vars) {
    Func sum = level.sum;
    sum.store_in(nest.how.block_in_scratch ? Halide::MemoryType::Heap : Halide::MemoryType::Stack)
        .bound_extent(nest.vector_loop, nest.how.box.width());
    std::vector<VarOrRVar> loops = {vars.x, vars.xo};
    if (nest.row_loop) {
        sum.bound_extent(nest.row_loop->var, static_cast<int>(nest.how.block.row_tiles) * nest.tile.rows);
        loops.insert(loops.end(), {vars.row, vars.tile});
    }
    for (const auto& loop : nest.reusing) loops.push_back(loop.var);
    const auto tiles = [&](auto stage) {
        stage.split(nest.vector_loop, vars.xo, vars.x, nest.how.box.lanes);
        if (nest.row_loop) stage.split(nest.row_loop->var, vars.tile, vars.row, nest.tile.rows);
        stage.reorder(loops).vectorize(vars.x).unroll(vars.xo);
        if (nest.row_loop) stage.unroll(vars.row);
    };
    if (level.steps.defined()) {
        sum.split(nest.vector_loop, vars.xo, vars.x, nest.how.box.lanes).vectorize(vars.x).unroll(vars.xo);
        for (int d = 0; d < level.steps.dimensions(); d++) loops.push_back(level.steps[d]);
        tiles(sum.update(0));
    } else {
        tiles(Halide::Stage(sum));
    }
}

/// Places the sums inside a loop of the output: each level of totals inside the loop over its values, the
/// accumulators of one stretch inside the last level.
void place_sums(const ContractionNest& nest, ContractionFuncs& funcs, const TileVars& vars,
                Halide::LoopLevel loop) {
    const bool in_block = nest.how.place == SumPlace::Block;
    for (ChainLevel& level : funcs.sums) {
        level.sum.compute_at(loop);
        if (in_block) {
            place_block(nest, level, vars);
        } else {
            level.sum.store_in(Halide::MemoryType::Register);
            unroll_tile(level.sum, nest, vars);
            unroll_update(level.sum, level.steps, nest, vars);
        }
        if (level.steps.defined()) loop = Halide::LoopLevel(level.sum, level.steps[0]);
    }
    // In a block, one tile at a time.
    if (in_block && nest.row_loop)
        loop = Halide::LoopLevel(funcs.sums.back().sum, vars.tile);
    else if (in_block && !nest.reusing.empty())
        loop = Halide::LoopLevel(funcs.sums.back().sum, nest.reusing.front().var);
    funcs.accumulator.compute_at(loop);
}

}  // namespace

bool ContractionNest::rows_are_one_loop() const {
    return how.place == SumPlace::Block && one_block_of_rows();
}

bool ContractionNest::divides_loop() const {
    return how.block_parts > 1 && how.block.whole_loops > 0;
}

bool ContractionNest::pads_rows() const {
    return row_loop && rows_are_one_loop() && row_loop->extent % tile.rows != 0;
}

Expr ContractionNest::row_of_padded(const Expr& t) const {
    if (!pads_rows()) return t;
    const Expr first = Halide::min(t / tile.rows * tile.rows, static_cast<int>(row_loop->extent) - tile.rows);
    return first + t % tile.rows;
}

Expr ContractionNest::padded_row(const Expr& t) const {
    if (!pads_rows()) return t;
    const int last_tile = static_cast<int>(padded_rows()) - tile.rows;
    const int early = static_cast<int>(padded_rows() - row_loop->extent);
    return t + Halide::select(t < last_tile, 0, early);
}

void place(const ContractionNest& nest, ContractionFuncs& funcs) {
    const std::vector<VarOrRVar> order = order_output(nest, funcs.output);
    const TileVars vars;
    // The tile, or the block of tiles, is computed inside the innermost loop that is not part of it.
    std::size_t inside = nest.tile_loops();
    if (nest.how.place == SumPlace::Block) inside += nest.how.block.whole_loops;
    const VarOrRVar level = loop_at(order, inside);
    place_sums(nest, funcs, vars, Halide::LoopLevel(funcs.output, level));
    funcs.accumulator.store_in(Halide::MemoryType::Register);
    unroll_tile(funcs.accumulator, nest, vars);
    unroll_update(funcs.accumulator, funcs.steps, nest, vars);
    if (funcs.rows.defined())
        funcs.rows.compute_at(funcs.accumulator.function().schedule().compute_level())
            .store_in(nest.how.rows_in_scratch ? Halide::MemoryType::Heap : Halide::MemoryType::Stack)
            .vectorize(funcs.rows.args().front(), nest.tile.lanes, Halide::TailStrategy::ShiftInwards);
    for (int d = 0; d < nest.how.unrolled_steps; d++) funcs.accumulator.update(0).unroll(funcs.steps[d]);
    const std::size_t row_loops = nest.row_loops() + (nest.row_loop && !nest.rows_are_one_loop() ? 1 : 0);
    const std::size_t inside_panel =
        nest.column_loops() + row_loops + nest.reusing.size() + (nest.divides_loop() ? 1 : 0);
    const VarOrRVar panel = loop_at(order, inside_panel);
    if (funcs.lines) {
        const std::size_t inner = inside_panel + 1 + nest.outside.size();
        funcs.lines->place(funcs.output, loop_at(order, inner), nest.staged_rows);
    }
    for (Func& packed : funcs.panels) {
        packed.compute_at(funcs.output, panel.var)
            .store_in(nest.how.panels_in_scratch ? Halide::MemoryType::Heap : Halide::MemoryType::Stack);
        if (nest.copies_panel) unroll_vectors(packed, nest, vars);
    }
    if (!funcs.bias.defined()) return;
    ContractionNest one_row = nest;
    one_row.row_loop.reset();
    funcs.bias.compute_at(funcs.output, panel.var).store_in(Halide::MemoryType::Register);
    unroll_tile(funcs.bias, one_row, vars);
    unroll_update(funcs.bias, funcs.steps, one_row, vars);
}

}  // namespace hlo2c::scheduler::halide

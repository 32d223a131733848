#include <bit>
#include <cmath>
#include <functional>

#include "scheduler/halide/contraction_lowering.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/make_parallel.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/loops/row_vectors.h"
#include "scheduler/schedule/winograd_transform.h"

namespace hlo2c::scheduler::halide {
namespace {

using Halide::MemoryType;
using Halide::TailStrategy;
using Halide::VarOrRVar;

/// The sum of the terms with non-zero factors. One that is not scaled comes first.
Expr weighted_sum(const std::vector<double>& factors, const std::function<Expr(int)>& term) {
    const auto count = static_cast<int>(factors.size());
    int first = 0;
    while (factors[static_cast<std::size_t>(first)] != 1) first++;
    Expr sum = term(first);
    for (int i = 0; i < count; i++) {
        const double factor = factors[static_cast<std::size_t>(i)];
        if (factor == 0 || i == first) continue;
        Expr value = term(i);
        if (const auto size = static_cast<float>(std::abs(factor)); size != 1)
            value = opaque_binary(NodeKind::Multiply, value,
                                  opaque_real(ScalarKind::F32, std::bit_cast<std::uint32_t>(size)));
        sum = opaque_binary(factor < 0 ? NodeKind::Subtract : NodeKind::Add, sum, value);
    }
    return sum;
}

/// The row of `matrix` that `row` selects; the loop over it is unrolled.
Expr selected_sum(const WinogradTransform::Matrix& matrix, const Expr& row,
                  const std::function<Expr(int)>& term) {
    Expr result = weighted_sum(matrix.back(), term);
    for (std::size_t i = matrix.size() - 1; i-- > 0;)
        result = Halide::select(row == static_cast<int>(i), weighted_sum(matrix[i], term), result);
    return result;
}

class WinogradLowering : ScheduledContraction<WinogradSchedule> {
public:
    explicit WinogradLowering(const GroupToLower& request)
        : ScheduledContraction(request),
          windows_(*problem_.windows),
          transform_(winograd_transform(schedule_.outputs)),
          tiles_in_row_(static_cast<int>(tiles_in_row(windows_, schedule_.outputs))) {}

    LoweredKernel run() {
        add_output(assembly_, builder_, access_.place);
        assembly_.declare_inputs(request_.problem.operands);
        add_halo(assembly_, access_.place, problem_.halo, schedule_.halo);
        define_inputs();
        define_products();
        define_results();
        place_results();
        place_products();
        place_inputs();
        assembly_.add_box(output_,
                          {{windows_.features.extent, windows_.features.stride},
                           {windows_.columns.extent, windows_.columns.stride},
                           {windows_.rows.extent, windows_.rows.stride},
                           {windows_.images.extent, windows_.images.stride}},
                          access_.place.offset, schedule_.parallel.slots);
        describe();
        assembly_.kernel().flops += problem_.flops;
        return assembly_.finish();
    }

private:
    int outputs() const { return schedule_.outputs; }
    int block_tiles() const { return static_cast<int>(schedule_.tile_rows) * tiles_in_row_; }

    /// A row or a column of the operand. The last tiles may reach beyond the image; what they find there does
    /// not reach any result.
    static Expr inside(const Expr& at, const ResultLoop& loop) {
        return Halide::min(at, static_cast<int>(loop.extent) + 1);
    }

    Expr input(const Expr& channel, const Expr& row, const Expr& column) {
        const AffineView& view = access_.contraction.lhs;
        const auto step = [](const Expr& at, std::int64_t stride) { return at * static_cast<int>(stride); };
        const Expr flat = static_cast<int>(view.offset) + step(image_, windows_.images.lhs_stride) +
                          step(row, windows_.rows.lhs_stride) + step(column, windows_.columns.lhs_stride) +
                          step(channel, windows_.channels.lhs_stride);
        const Expr& start = access_.start(false);
        return builder_.load(view.base, start.defined() ? start + flat : flat);
    }

    /// Tiles of the operand, transformed along columns, then along rows.
    void define_inputs() {
        const Expr top = tile_ / tiles_in_row_ * outputs(), left = tile_ % tiles_in_row_ * outputs();
        const Expr column = inside(left + column_, windows_.columns);
        along_columns_(channel_, column_, row_, tile_, image_) =
            selected_sum(transform_.input, row_,
                         [&](int i) { return input(channel_, inside(top + i, windows_.rows), column); });
        inputs_(channel_, tile_, column_, row_, image_) = selected_sum(transform_.input, column_, [&](int i) {
            return along_columns_(channel_, i, row_, tile_, image_);
        });
    }

    /// For each position in a tile a product of matrices: inputs by weights.
    void define_products() {
        const PackedBlock block = packed_windows(problem_, schedule_, access_.contraction.rhs.offset);
        const int packed = assembly_.add_packed({context_.storage(access_.contraction.rhs.base), {}});
        assembly_.append_packed_block(packed, block);
        const int width = schedule_.tile.width();
        const std::vector<Expr> position = {row_, column_, feature_ / width, Expr(steps_), feature_ % width};
        Expr flat = 0;
        for (std::size_t i = 0; i < position.size(); i++)
            flat = flat * static_cast<int>(block.loops[i].extent) + position[i];
        const Expr weight = assembly_.load_packed(packed, problem_.computed, flat);
        accumulator_(feature_, tile_, column_, row_, image_) = opaque_real(problem_.computed, 0);
        accumulator_(feature_, tile_, column_, row_, image_) =
            opaque_node(NodeKind::Fma, Halide::Float(32),
                        {input_scalar(), weight, accumulator_(feature_, tile_, column_, row_, image_)});
        products_(feature_, tile_, column_, row_, image_) =
            accumulator_(feature_, tile_, column_, row_, image_);
    }

    Expr input_scalar() {
        const Expr value = inputs_(Expr(steps_), tile_, column_, row_, image_);
        return schedule_.tile.steps == 1 ? value : opaque_call(step_of_row, value.type(), {value});
    }

    /// Tiles of products, transformed along columns, then along rows, then the epilogue.
    void define_results() {
        summed_columns_(feature_, column_, row_, tile_, image_) = selected_sum(
            transform_.result, row_, [&](int i) { return products_(feature_, tile_, column_, i, image_); });
        sum_(feature_, column_, row_, tile_, image_) = selected_sum(transform_.result, column_, [&](int i) {
            return summed_columns_(feature_, i, row_, tile_, image_);
        });
        const Expr tile = y_ / outputs() * tiles_in_row_ + x_ / outputs();
        const Expr sum = sum_(feature_, x_ % outputs(), y_ % outputs(), tile, image_);
        const auto position = [&](const ResultLoop& loop) {
            return static_cast<std::size_t>(loop.loops.front());
        };
        std::vector<Expr> positions(access_.contraction.results.size(), Expr(0));
        positions[position(windows_.images)] = image_;
        positions[position(windows_.rows)] = y_;
        positions[position(windows_.columns)] = x_;
        positions[position(windows_.features)] = feature_;
        builder_.begin_root(access_.place.value);
        builder_.replace(access_.anchor.results[0],
                         [&](const Index&) { return access_.result_element(sum); });
        output_(feature_, x_, y_, image_) =
            to_memory(builder_.element(access_.place.value, access_.value_index(positions)),
                      context_.tensor(access_.place.root).element);
    }

    void place_results() {
        const int block_rows = static_cast<int>(schedule_.tile_rows) * outputs();
        Var lane("lane"), vector("vector"), in_row("in_row"), in_column("in_column"),
            tile_column("tile_column"), tile_row("tile_row"), block("block");
        output_.split(feature_, vector, lane, schedule_.tile.lanes)
            .split(y_, block, tile_row, block_rows, TailStrategy::GuardWithIf)
            .split(tile_row, tile_row, in_column, outputs())
            .split(x_, tile_column, in_row, outputs(), TailStrategy::GuardWithIf);
        std::vector<VarOrRVar> order = {lane,        in_row,   in_column, vector,
                                        tile_column, tile_row, block,     image_};
        output_.reorder(order).vectorize(lane).unroll(in_row).unroll(in_column);
        make_parallel(output_, order, schedule_.parallel);
        block_ = order.size() > 6 ? order[6] : order.back();

        sum_.compute_at(output_, vector)
            .store_in(MemoryType::Register)
            .bound_extent(tile_, 1)
            .bound_extent(row_, outputs())
            .bound_extent(column_, outputs())
            .vectorize(feature_)
            .unroll(column_)
            .unroll(row_);
        summed_columns_.compute_at(sum_, row_)
            .store_in(MemoryType::Register)
            .vectorize(feature_)
            .unroll(column_);
    }

    void place_products() {
        Var lane("lane"), vector("vector"), panel("panel"), member("member"), members("members");
        const int lanes = schedule_.tile.lanes, width = schedule_.tile.width();
        products_.compute_at(output_, block_.var)
            .store_in(MemoryType::Heap)
            .bound_extent(tile_, block_tiles())
            .split(feature_, panel, lane, width)
            .split(lane, vector, lane, lanes)
            .split(tile_, members, member, schedule_.tile.rows, TailStrategy::ShiftInwards)
            .reorder(lane, vector, member, members, panel, column_, row_, image_)
            .vectorize(lane)
            .unroll(vector)
            .unroll(member);
        accumulator_.compute_at(products_, members)
            .store_in(MemoryType::Register)
            .bound_extent(feature_, width)
            .bound_extent(tile_, schedule_.tile.rows)
            .split(feature_, vector, lane, lanes)
            .vectorize(lane)
            .unroll(vector)
            .unroll(tile_);
        accumulator_.update(0)
            .split(feature_, vector, lane, lanes)
            .reorder(lane, vector, tile_, steps_, column_, row_, image_)
            .vectorize(lane)
            .unroll(vector)
            .unroll(tile_);
    }

    void place_inputs() {
        Var lane("lane"), vector("vector");
        inputs_.compute_at(output_, block_.var)
            .store_in(MemoryType::Heap)
            .bound_extent(tile_, block_tiles())
            .split(channel_, vector, lane, schedule_.channel_lanes)
            .reorder(lane, column_, row_, vector, tile_, image_)
            .vectorize(lane)
            .unroll(column_)
            .unroll(row_);
        along_columns_.compute_at(inputs_, row_)
            .store_in(MemoryType::Register)
            .vectorize(channel_)
            .unroll(column_);
    }

    const SlidingWindows& windows_;
    const WinogradTransform& transform_;
    const int tiles_in_row_;
    /// Row and column are those of a position in a transformed tile, y and x those of a result.
    Var channel_{"channel"}, feature_{"feature"}, tile_{"tile"}, column_{"column"}, row_{"row"};
    Var image_{"image"}, y_{"y"}, x_{"x"};
    Halide::RDom steps_{0, static_cast<int>(windows_.channels.extent)};
    Func along_columns_{"columns"}, inputs_{"inputs"}, accumulator_{"accumulator"}, products_{"products"};
    Func summed_columns_{"summed_columns"}, sum_{"sum"}, output_{"out"};
    VarOrRVar block_{image_};
};

}  // namespace

LoweredKernel lower_winograd(const GroupToLower& request) {
    return WinogradLowering(request).run();
}

}  // namespace hlo2c::scheduler::halide

#include "scheduler/halide/staged_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/schedule/vector_width.h"

namespace hlo2c::scheduler::halide {

StagedLines::StagedLines(const LoweringContext& context, const StagedPadding& padding,
                         const ContractionProblem& problem)
    : padding_(padding), problem_(problem) {
    const auto& padded = context.tensor(padding.pad->results[0]).shape;
    const auto& source = context.tensor(padding.pad->operands[0]).shape;
    const auto strides = frontend::row_major_strides(padded);
    const auto low = (*padding.pad)[attr::edge_padding_low];
    const auto interior = (*padding.pad)[attr::interior_padding];
    for (std::size_t d = 0; d < padded.size(); d++)
        if (padded[d] != 1)
            axes_.push_back({.size = padded[d],
                             .stride = strides[d],
                             .low = low[d],
                             .count = source[d],
                             .spread = interior[d] + 1,
                             .source_stride = padding.source.strides[d],
                             .has_lines = static_cast<std::int64_t>(d) == padding.dimension});
    while (joins_axes()) continue;
    for (std::size_t i = 0; i < axes_.size(); i++) vars_.emplace_back(fmt::format("line{}", i));
}

/// The steps along each axis that add up to `stride` elements.
std::vector<std::int64_t> StagedLines::steps_along(std::int64_t stride) const {
    std::vector<std::int64_t> steps;
    for (const Axis& axis : axes_) {
        steps.push_back(stride / axis.stride);
        stride %= axis.stride;
    }
    return steps;
}

/// Joins an axis with the axis around it if loops walk beyond its end, the innermost such axis. False if
/// there is none.
bool StagedLines::joins_axes() {
    std::vector<std::int64_t> last(axes_.size(), 0);
    const auto add = [&](std::int64_t extent, std::int64_t stride) {
        const std::vector<std::int64_t> steps = steps_along(stride);
        for (std::size_t i = 0; i < steps.size(); i++) last[i] += (extent - 1) * steps[i];
    };
    for (const ResultLoop& loop : problem_.results) add(loop.extent, loop.lhs_stride);
    for (const ReductionLoop& loop : problem_.reductions) add(loop.extent, loop.lhs_stride);
    for (std::size_t i = axes_.size(); i-- > 1;) {
        if (last[i] < axes_[i].size) continue;
        const Axis inner = axes_[i];
        Axis& outer = axes_[i - 1];
        HLO2C_CHECK(inner.is_unpadded() && outer.unit == 1 && !outer.has_lines,
                    "no loop walks beyond a line of the staged operand");
        outer = {.size = outer.size * inner.size,
                 .stride = inner.stride,
                 .low = outer.low * inner.size,
                 .count = outer.count,
                 .unit = inner.size,
                 .spread = outer.spread,
                 .source_stride = inner.source_stride};
        axes_.erase(axes_.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
    }
    return false;
}

void StagedLines::define(ElementBuilder& builder, int lanes) {
    fill_ = builder.element(padding_.pad->operands[1], {});
    func_(std::vector<Var>(vars_.rbegin(), vars_.rend())) = Halide::undef(fill_.type());
    const LineElement fill = [&](const std::vector<Expr>&) { return fill_; };
    const Axis& line = axes_.back();
    if (line.spread > 1) {
        write_part(0, line.size, lanes, fill);
        const std::int64_t width = vector_width(line.unit, lanes);
        const std::int64_t whole = line.unit / width * width;
        const LineElement unit = [&](const std::vector<Expr>& index) {
            return source_element(builder, index);
        };
        write_units(0, whole, lanes, unit);
        if (whole < line.unit) write_units(line.unit - width, width, lanes, unit);
        return;
    }
    const std::int64_t end = line.low + line.count * line.unit;
    write_part(0, line.low, lanes, fill);
    write_part(end, line.size - end, lanes, fill);
    write_part(line.low, end - line.low, lanes, [&](std::vector<Expr> index) {
        index.back() = index.back() - static_cast<int>(line.low);
        return source_element(builder, index);
    });
}

/// Writes the `size` elements of each line that start at `begin`.
void StagedLines::write_part(std::int64_t begin, std::int64_t size, int lanes, const LineElement& element) {
    if (size == 0) return;
    const std::int64_t width = vector_width(size, lanes);
    const auto write = [&](std::int64_t from, std::int64_t count) {
        const RDom part(static_cast<int>(from), static_cast<int>(count));
        std::vector<Expr> index(vars_.begin(), vars_.end());
        index.back() = part.x;
        const Expr value = within(element(index), part);
        func_(std::vector<Expr>(index.rbegin(), index.rend())) = value;
        Halide::RVar vector("vector"), lane("lane");
        func_.update(func_.num_update_definitions() - 1)
            .split(part.x, vector, lane, static_cast<int>(width))
            .vectorize(lane);
    };
    write(begin, size / width * width);
    if (size % width != 0) write(begin + size - width, width);
}

/// Writes the `size` elements of each unit of each line that start at `begin`.
void StagedLines::write_units(std::int64_t begin, std::int64_t size, int lanes, const LineElement& element) {
    const Axis& line = axes_.back();
    const RDom part(static_cast<int>(begin), static_cast<int>(size), 0, static_cast<int>(line.count));
    std::vector<Expr> index(vars_.begin(), vars_.end());
    index.back() = part.y * static_cast<int>(line.unit) + part.x;
    const Expr value = within(element(index), part);
    index.back() = part.y * static_cast<int>(line.spread * line.unit) + part.x + static_cast<int>(line.low);
    func_(std::vector<Expr>(index.rbegin(), index.rend())) = value;
    Halide::RVar vector("vector"), lane("lane");
    // Lanes are neighbours in a unit, and units do not overlap; Halide cannot prove that they differ.
    func_.update(func_.num_update_definitions() - 1)
        .allow_race_conditions()
        .split(part.x, vector, lane, vector_width(line.unit, lanes))
        .vectorize(lane);
}

/// The element of the pad's operand at a position: of the operand along a line, of the padded operand along
/// the other axes, where it may be padding.
Expr StagedLines::source_element(ElementBuilder& builder, const std::vector<Expr>& index) const {
    Expr flat = static_cast<int>(padding_.source.offset), inside;
    for (std::size_t i = 0; i < axes_.size(); i++) {
        const Axis& axis = axes_[i];
        Expr at = index[i];
        if (i + 1 < axes_.size() && !axis.is_unpadded()) {
            const int unit = static_cast<int>(axis.unit), spread = static_cast<int>(axis.spread);
            const int last = static_cast<int>(((axis.count - 1) * axis.spread + 1) * axis.unit - 1);
            // Opaque, so that Halide clamps it for every block, whatever it knows about some of them.
            const Expr from_low = opaque_binary(NodeKind::Add, at, static_cast<int>(-axis.low));
            at = Halide::clamp(from_low, 0, last);
            Expr reached = from_low >= 0 && from_low <= last;
            if (spread > 1) {
                reached = reached && at / unit % spread == 0;
                at = at / unit / spread * unit + at % unit;
            }
            inside = inside.defined() ? inside && reached : reached;
        }
        flat = flat + at * static_cast<int>(axis.source_stride);
    }
    const Expr element = builder.load(padding_.source.base, Halide::Internal::simplify(flat));
    return inside.defined() ? opaque_select(inside, element, fill_) : element;
}

Expr StagedLines::at(const std::vector<Expr>& results, const std::vector<Expr>& reduced) const {
    std::vector<Expr> index(axes_.size(), Expr(0));
    const auto add = [&](const Expr& position, std::int64_t stride) {
        const std::vector<std::int64_t> steps = steps_along(stride);
        for (std::size_t i = 0; i < steps.size(); i++)
            if (steps[i] != 0) index[i] = index[i] + position * static_cast<int>(steps[i]);
    };
    for (std::size_t l = 0; l < results.size(); l++) add(results[l], problem_.results[l].lhs_stride);
    for (std::size_t r = 0; r < reduced.size(); r++) add(reduced[r], problem_.reductions[r].lhs_stride);
    for (Expr& position : index) position = Halide::Internal::simplify(position);
    return func_(std::vector<Expr>(index.rbegin(), index.rend()));
}

void StagedLines::place(Func output, const Halide::VarOrRVar& level, std::int64_t rows) {
    func_.compute_at(output, level.var).store_in(Halide::MemoryType::Heap);
    func_.bound(vars_.back(), 0, static_cast<int>(axes_.back().size));
    for (std::size_t i = 0; i + 1 < axes_.size(); i++)
        if (axes_[i].has_lines) func_.bound_extent(vars_[i], static_cast<int>(problem_.staged->lines(rows)));
}

}  // namespace hlo2c::scheduler::halide

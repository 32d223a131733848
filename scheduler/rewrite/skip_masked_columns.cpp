#include "scheduler/rewrite/skip_masked_columns.h"

#include <algorithm>
#include <array>

#include "frontend/integer_division.h"
#include "frontend/ir/attributes.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/dead_code_elimination.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/rewrite/masked_operand.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Builder;
using frontend::Rewriter;

/// Attentions with fewer rows or columns are not worth the code.
constexpr std::int64_t least_extent = 512;
constexpr std::int64_t rows_of_segment = 256, most_segments = 8;
/// Columns of a segment begin and end at multiples of a vector.
constexpr std::int64_t column_step = 16;
/// The segments must have at most this part of all elements, in sixteenths.
constexpr std::int64_t largest_part = 13;

struct Range {
    std::int64_t first = 0, size = 0;
};

/// Ranges of rows and of columns, by the numbers of their loops.
using Segment = std::array<Range, 2>;

/// The columns of rows that the band keeps for any of them; none if there is none.
Range columns_of(const MaskedOperand& operand, const Range& rows) {
    std::int64_t first = 0, last = operand.columns - 1;
    if (operand.band.least) first = std::max(first, rows.first + *operand.band.least);
    if (operand.band.most) last = std::min(last, rows.first + rows.size - 1 + *operand.band.most);
    if (last < first) return {};
    first -= first % column_step;
    return {first, std::min(operand.columns, round_up(last + 1, column_step)) - first};
}

/// Segments of all rows; none if they would save too little.
std::vector<Segment> segments_of(const MaskedOperand& operand) {
    const std::int64_t count = std::clamp<std::int64_t>(operand.rows / rows_of_segment, 2, most_segments);
    const std::int64_t size = round_up(ceil_div(operand.rows, count), column_step);
    std::vector<Segment> segments;
    std::int64_t elements = 0;
    for (std::int64_t first = 0; first < operand.rows; first += size) {
        const Range rows{first, std::min(size, operand.rows - first)};
        const Range columns = columns_of(operand, rows);
        if (columns.size == 0) return {};
        elements += rows.size * columns.size;
        segments.push_back({rows, columns});
    }
    if (16 * elements > largest_part * operand.rows * operand.columns) return {};
    return segments;
}

/// exp(-x) underflows to 0 for each x above this number.
double underflow_limit(frontend::ElementType element) {
    return element == frontend::ElementType::F64 ? 746 : 104;
}

class SegmentBuilder {
public:
    SegmentBuilder(Rewriter& rewriter, const MaskedOperand& operand)
        : rewriter_(rewriter), build_(rewriter), operand_(operand) {}

    ValueId emit(const std::vector<Segment>& segments) {
        std::vector<ValueId> results;
        ValueId may_skip = all(build_.is_finite(operand_.other));
        for (const Segment& segment : segments) {
            results.push_back(emit_parts(segment));
            const ValueId largest = made_[operand_.maxima];
            const ValueId distance = build_.subtract(largest, build_.uniform_like(largest, operand_.fill));
            const double margin = underflow_limit(build_.tensor(largest).element);
            may_skip = build_.binary(OpCode::And, may_skip,
                                     all(build_.compare(frontend::ComparisonDirection::Gt, distance,
                                                        build_.uniform_like(largest, margin))));
        }
        const auto rows = static_cast<std::int64_t>(operand_.result_rows);
        const Segment whole = {Range{0, operand_.rows}, Range{0, operand_.columns}};
        return build_.conditional(
            may_skip, [&] { return std::vector{build_.concatenate(results, rows)}; },
            [&] { return std::vector{emit_parts(whole)}; })[0];
    }

private:
    /// Emits the parts in a segment; returns the result.
    ValueId emit_parts(const Segment& segment) {
        made_.assign(operand_.parts.size(), frontend::no_value);
        const std::vector<std::int64_t> sizes = {segment[row_loop].size, segment[column_loop].size};
        for (std::size_t i = 0; i < made_.size(); i++) {
            const TilePart& part = operand_.parts[i];
            if (part.op == nullptr) {
                made_[i] = cut(part, segment);
                continue;
            }
            made_[i] = emit_tile(rewriter_, part, made_, sizes).front();
            if (rule_of(*part.op).movement == Movement::Iota) made_[i] = moved(part, made_[i], segment);
        }
        return made_.back();
    }

    ValueId cut(const TilePart& part, const Segment& segment) {
        ValueId value = part.value;
        for (std::size_t d = 0; d < part.loops.size(); d++) {
            if (part.loops[d] < 0) continue;
            const Range& range = segment[static_cast<std::size_t>(part.loops[d])];
            value = build_.slice_along(value, d, range.first, range.size);
        }
        return value;
    }

    /// Indices that count from the beginning of the segment's rows or columns.
    ValueId moved(const TilePart& part, ValueId indices, const Segment& segment) {
        const int loop = part.loops[static_cast<std::size_t>((*part.op)[attr::iota_dimension])];
        if (loop < 0 || segment[static_cast<std::size_t>(loop)].first == 0) return indices;
        const auto first = static_cast<double>(segment[static_cast<std::size_t>(loop)].first);
        return build_.add(indices, build_.uniform_like(indices, first));
    }

    /// True if all elements are.
    ValueId all(ValueId booleans) {
        std::vector<std::int64_t> dimensions;
        for (std::size_t d = 0; d < build_.tensor(booleans).shape.size(); d++)
            dimensions.push_back(static_cast<std::int64_t>(d));
        return build_.reduce(OpCode::And, booleans, 1, dimensions);
    }

    Rewriter& rewriter_;
    Builder build_;
    const MaskedOperand& operand_;
    std::vector<ValueId> made_;
};

}  // namespace

void skip_masked_columns(frontend::Program& program) {
    bool changed = false;
    for (Function& function : program.functions) {
        Rewriter rewriter(program, function);
        RegionOps ops(rewriter, function.body);
        const auto rule = [&](Rewriter&, Op& op) -> std::optional<std::vector<ValueId>> {
            if (op.code == OpCode::Reduce) ops.note_reduction(op);
            if (op.code != OpCode::DotGeneral) return std::nullopt;
            const auto operand = masked_operand(rewriter, ops, op, least_extent);
            if (!operand) return std::nullopt;
            const std::vector<Segment> segments = segments_of(*operand);
            if (segments.empty()) return std::nullopt;
            return std::vector{SegmentBuilder(rewriter, *operand).emit(segments)};
        };
        changed = rewriter.run(rule) || changed;
    }
    if (changed) frontend::dead_code_elimination(program);
}

}  // namespace hlo2c::scheduler

#include "scheduler/loops/prefetch_panels.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/integer_division.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/prefetched_lines.h"
#include "scheduler/loops/rewriter.h"

namespace hlo2c::scheduler {
namespace {

/// Operands of less than this share of the second-level cache are there when a kernel begins, or arrive
/// quickly.
constexpr std::int64_t smallest_share = 8;
/// Iterations that read a panel, so that they take longer than memory takes to deliver the next one.
constexpr std::int64_t fewest_readers = 4;
/// Steps between prefetches of several lines: more lines at once fill the buffers that the steps need, too.
constexpr std::int64_t wanted_steps = 8;

/// What is prefetched in an innermost loop.
struct NextPanel : PrefetchedLines {
    std::string step;
    std::int64_t row = 0;               ///< elements that one step reads
    std::int64_t part = 0;              ///< elements that the loop reads
    std::int64_t panel = 0;             ///< elements from one panel to the next
    Affine first;                       ///< the first element that the loop reads
    std::int64_t steps = 0, chunk = 0;  ///< of the loop; of those that follow each other without prefetches

    std::int64_t chunks() const { return steps / chunk; }
};

/// Finds the innermost loops that read panels.
class PanelFinder {
public:
    PanelFinder(const LoopNest& nest, const Target& target) : nest_(nest), target_(target) {
        for (const BufferParameter& each : nest.parameters)
            if (!each.written && each.elements * byte_width(each.element) >= target.l2_bytes / smallest_share)
                large_[each.name] = each.elements;
    }

    std::map<NodeId, NextPanel> run() {
        if (!large_.empty()) visit(nest_.body);
        return std::move(found_);
    }

private:
    /// The loads of one buffer in an innermost loop: their indices without constants, and the elements that
    /// they read from there.
    struct Reads {
        std::set<std::string> places;
        std::map<std::int64_t, std::int64_t> lanes;  ///< by offset
        Affine first;
        ValueType index;
    };

    void visit(NodeId id) {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::LetStatement || node.kind == NodeKind::Let)
            lets_[node.symbol] = node.operands[0];
        if (node.kind == NodeKind::Load) note(node);
        if (node.kind == NodeKind::For) {
            loops_.push_back(&node);
            reads_.clear();
        }
        const std::size_t before = inner_loops_;
        for (const NodeId operand : node.operands) visit(operand);
        if (node.kind != NodeKind::For) return;
        if (inner_loops_++ == before)
            for (const auto& [buffer, reads] : reads_)
                if (const auto next = next_panel(buffer, reads)) found_[id] = *next;
        reads_.clear();
        loops_.pop_back();
    }

    void note(const Node& load) {
        const Node& ramp = nest_[load.operands[0]];
        if (loops_.empty() || !large_.count(load.symbol) || ramp.kind != NodeKind::Ramp) return;
        Reads& reads = reads_[load.symbol];
        std::optional<Affine> place = affine_form(nest_, ramp.operands[0], lets_);
        const Node& stride = nest_[ramp.operands[1]];
        if (!place || stride.kind != NodeKind::Integer || stride.integer != 1) {
            reads.places.insert("");
            return;
        }
        if (reads.lanes.empty() || place->constant < reads.first.constant) reads.first = *place;
        reads.index = nest_[ramp.operands[0]].type;
        reads.lanes[place->constant] = load.type.lanes;
        place->constant = 0;
        reads.places.insert(to_text(*place));
    }

    static std::int64_t factor(const Affine& place, const std::string& variable) {
        const auto term = place.terms.find(variable);
        return term == place.terms.end() ? 0 : term->second;
    }

    /// True if the loads read `row` elements that follow each other.
    static bool cover(const Reads& reads, std::int64_t row) {
        std::int64_t next = reads.first.constant;
        for (const auto& [offset, lanes] : reads.lanes) {
            if (offset != next) return false;
            next += lanes;
        }
        return next - reads.first.constant == row;
    }

    std::optional<NextPanel> next_panel(const std::string& buffer, const Reads& reads) const {
        NextPanel next;
        next.buffer = buffer;
        next.step = loops_.back()->symbol;
        next.index = reads.index;
        next.row = factor(reads.first, next.step);
        next.line = target_.cache_line_bytes / byte_width(element(buffer));
        const auto steps = constant_extent(nest_, *loops_.back());
        if (reads.places.size() != 1 || next.row <= 0 || !steps || !cover(reads, next.row))
            return std::nullopt;
        next.steps = *steps;
        next.part = next.row * next.steps;
        next.first = reads.first;
        next.first.terms.erase(next.step);
        next.begin = next.first;
        next.panel = next.row;
        std::size_t depth = loops_.size();
        while (depth > 0 && factor(reads.first, loops_[depth - 1]->symbol) == next.panel) {
            const auto extent = constant_extent(nest_, *loops_[--depth]);
            if (!extent) return std::nullopt;
            next.begin.terms.erase(loops_[depth]->symbol);
            next.panel *= *extent;
        }
        if (!choose_readers(reads, depth, next)) return std::nullopt;
        const std::int64_t last_line = next.prefetching * next.chunks() * next.lines * next.line;
        next.last = large_.at(buffer) - 2 * next.panel + next.part - last_line + 1;
        const bool are_variables =
            std::all_of(reads.first.terms.begin(), reads.first.terms.end(), [&](const auto& term) {
                return std::any_of(loops_.begin(), loops_.end(), [&](const Node* loop) {
                    return loop->symbol == term.first && loop->type == next.index;
                });
            });
        const bool has_next = !next.begin.is_constant() && next.last > 0;
        return are_variables && has_next ? std::optional(next) : std::nullopt;
    }

    /// Numbers the iterations of the loops around `depth` that all read one panel, and divides the lines
    /// among them.
    bool choose_readers(const Reads& reads, std::size_t depth, NextPanel& next) const {
        for (; depth > 0 && factor(reads.first, loops_[depth - 1]->symbol) == 0; depth--) {
            const Node& loop = *loops_[depth - 1];
            const auto extent = constant_extent(nest_, loop);
            if (!extent || loop.type != next.index) break;
            next.reader.terms[loop.symbol] = next.readers;
            next.readers *= *extent;
        }
        const std::int64_t lines = ceil_div(next.part, next.line);
        choose_chunk(lines, next);
        next.lines = ceil_div(lines, next.readers * next.chunks());
        next.prefetching = ceil_div(lines, next.chunks() * next.lines);
        return next.readers >= fewest_readers;
    }

    /// Chunks are long enough that each prefetches, and short enough that it prefetches few lines.
    static void choose_chunk(std::int64_t lines, NextPanel& next) {
        next.chunk = next.steps;
        for (std::int64_t steps = 2; steps < next.steps; steps++) {
            if (next.steps % steps != 0) continue;
            const bool is_closer = std::abs(steps - wanted_steps) < std::abs(next.chunk - wanted_steps);
            if (is_closer || lines * steps <= next.readers * next.steps) next.chunk = steps;
        }
    }

    ScalarKind element(const std::string& buffer) const {
        return std::find_if(nest_.parameters.begin(), nest_.parameters.end(),
                            [&](const BufferParameter& each) { return each.name == buffer; })
            ->element;
    }

    const LoopNest& nest_;
    const Target& target_;
    std::map<std::string, std::int64_t> large_;  ///< elements of the buffers that may be prefetched
    std::vector<const Node*> loops_;             ///< around what is visited, outermost first
    std::map<std::string, NodeId> lets_;
    std::map<std::string, Reads> reads_;  ///< in the loop visited last
    std::size_t inner_loops_ = 0;
    std::map<NodeId, NextPanel> found_;
};

/// The loop in chunks of steps; some lines are prefetched before each.
NodeId with_prefetches(LoopNest& nest, Node loop, const NextPanel& next, frontend::NameTable& names) {
    const ValueType type = next.index;
    const std::string chunk = names.claim("chunk"), line = next.lines > 1 ? names.claim("line") : "";
    const std::int64_t distance = next.lines * next.line;
    const Affine place =
        next.first + next.reader * (next.chunks() * distance) + Affine{next.panel, {{chunk, distance}}};
    const NodeId prefetch = prefetch_next(nest, next, place, line);
    loop.operands[0] = add_affine(nest, {0, {{chunk, next.chunk}}}, type);
    loop.operands[1] = nest.integer(next.chunk, type);
    const NodeId body = nest.block({prefetch, nest.add(std::move(loop))});
    return nest.add({.kind = NodeKind::For,
                     .type = type,
                     .operands = {nest.integer(0, type), nest.integer(next.chunks(), type), body},
                     .symbol = chunk});
}

}  // namespace

LoopNest prefetch_panels(const LoopNest& nest, const Target& target) {
    if (target.architecture != Architecture::X86_64) return nest;
    return rebuild_found(nest, PanelFinder(nest, target).run(), with_prefetches);
}

}  // namespace hlo2c::scheduler

#include "scheduler/loops/prefetch_panels.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/name_table.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/rewriter.h"

namespace hlo2c::scheduler {
namespace {

/// Operands of less than this share of the second-level cache are there when a kernel begins, or arrive
/// quickly.
constexpr std::int64_t smallest_share = 8;
/// Iterations that read a panel, so that they take longer than memory takes to deliver the next one.
constexpr std::int64_t fewest_readers = 4;

/// What the steps of an innermost loop prefetch.
struct NextPanel {
    std::string buffer, step;
    ValueType index;
    std::int64_t row = 0;              ///< elements that one step reads
    std::int64_t panel = 0;            ///< elements from one panel to the next
    Affine first;                      ///< the first element that the loop reads
    Affine begin;                      ///< the begin of the panel
    std::string reader;                ///< the variable of the loop whose iterations read the panel
    std::int64_t line = 0, lines = 0;  ///< elements of a line; lines that one step prefetches
    std::int64_t readers = 0;          ///< iterations that prefetch
    std::int64_t last = 0;             ///< panels that begin before this element have a next one
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
        NextPanel next{.buffer = buffer, .step = loops_.back()->symbol, .index = reads.index};
        next.row = factor(reads.first, next.step);
        next.line = target_.cache_line_bytes / byte_width(element(buffer));
        if (reads.places.size() != 1 || next.row <= 0 || next.row % next.line != 0 || !cover(reads, next.row))
            return std::nullopt;
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
        next.last = large_.at(buffer) - 2 * next.panel + 1;
        const bool are_variables =
            std::all_of(reads.first.terms.begin(), reads.first.terms.end(), [&](const auto& term) {
                return std::any_of(loops_.begin(), loops_.end(), [&](const Node* loop) {
                    return loop->symbol == term.first && loop->type == next.index;
                });
            });
        const bool has_next = !next.begin.is_constant() && next.last > 0;
        return are_variables && has_next ? std::optional(next) : std::nullopt;
    }

    /// Takes the outermost of the loops around `depth` loops that all read one panel.
    bool choose_readers(const Reads& reads, std::size_t depth, NextPanel& next) const {
        std::int64_t readers = 0;
        for (; depth > 0 && factor(reads.first, loops_[depth - 1]->symbol) == 0; depth--) {
            const Node& loop = *loops_[depth - 1];
            const auto extent = constant_extent(nest_, loop);
            if (!extent || *extent < fewest_readers || loop.type != next.index) continue;
            readers = *extent;
            next.reader = loop.symbol;
        }
        if (readers == 0) return false;
        const std::int64_t lines = next.row / next.line;
        for (next.lines = 1; lines % next.lines != 0 || lines / next.lines > readers;) next.lines++;
        next.readers = lines / next.lines;
        return true;
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

/// The loop with prefetches in front of its body. Iterations that prefetch nothing name lines that they read.
NodeId with_prefetches(LoopNest& nest, Node loop, const NextPanel& next, const std::string& name) {
    const ValueType type = next.index;
    const Affine ahead{next.panel, {{next.reader, next.lines * next.line}}};
    const NodeId has_next =
        nest.binary(NodeKind::Less, add_affine(nest, next.begin, type), nest.integer(next.last, type));
    const NodeId is_early =
        nest.binary(NodeKind::Less, nest.variable(next.reader, type), nest.integer(next.readers, type));
    const NodeId both = nest.binary(NodeKind::And, is_early, has_next);
    const NodeId distance =
        nest.add({.kind = NodeKind::Select,
                  .type = type,
                  .operands = {both, add_affine(nest, ahead, type), nest.integer(0, type)}});
    const NodeId place = nest.binary(NodeKind::Add, add_affine(nest, next.first, type), distance);
    std::vector<NodeId> statements;
    for (std::int64_t line = 0; line < next.lines; line++) {
        const Affine index{line * next.line, {{next.step, next.row}, {name, 1}}};
        statements.push_back(nest.add({.kind = NodeKind::Prefetch,
                                       .operands = {add_affine(nest, index, type)},
                                       .symbol = next.buffer}));
    }
    nest.append(statements, loop.operands[2]);
    loop.operands[2] = nest.block(statements);
    const NodeId steps = nest.add(std::move(loop));
    return nest.add({.kind = NodeKind::LetStatement, .operands = {place, steps}, .symbol = name});
}

}  // namespace

LoopNest prefetch_panels(const LoopNest& nest, const Target& target) {
    if (target.architecture != Architecture::X86_64) return nest;
    const std::map<NodeId, NextPanel> found = PanelFinder(nest, target).run();
    if (found.empty()) return nest;
    frontend::NameTable names;
    take_names(nest, names);
    return rebuild(nest, [&](LoopNest& result, Node& node, NodeId id) {
        const auto next = found.find(id);
        if (next == found.end()) return no_node;
        return with_prefetches(result, node, next->second, names.claim("next"));
    });
}

}  // namespace hlo2c::scheduler

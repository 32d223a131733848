#include "scheduler/loops/prefetch_copies.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frontend/integer_division.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/prefetched_lines.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

/// Limit on the lines that one tile prefetches: more fill the buffers of a core.
constexpr std::int64_t most_lines = 32;
/// A panel takes at most this share of the second-level cache, whose rest holds what tiles read.
constexpr std::int64_t largest_share = 4;

/// The elements of an operand that one iteration copies; they follow each other.
struct CopiedPanel {
    std::string buffer;
    ValueType index;
    Affine first;
    std::int64_t elements = 0;
    std::int64_t distance = 0;  ///< to those of the next iteration
};

/// What tiles prefetch before they compute their sums; they are the readers of the copy.
struct PrefetchedCopy : PrefetchedLines {
    std::int64_t distance = 0;  ///< elements from one panel to the next
};

/// Finds copies of panels, and the loops over the tiles that read them.
class CopyFinder {
public:
    CopyFinder(const LoopNest& nest, const Target& target) : nest_(nest), target_(target) {
        for (const BufferParameter& each : nest.parameters)
            if (!each.written && each.elements * byte_width(each.element) >= target.l2_bytes)
                large_[each.name] = each;
    }

    std::map<NodeId, PrefetchedCopy> run() {
        if (!large_.empty()) visit(nest_.body);
        return std::move(found_);
    }

private:
    /// The loads of a copy.
    struct Reads {
        std::optional<CopiedPanel> panel;  ///< the first element is the least so far
        std::int64_t end = 0;              ///< behind the last constant offset
        std::int64_t count = 0;            ///< elements
        bool is_simple = true;
    };

    void visit(NodeId id) {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::LetStatement || node.kind == NodeKind::Let)
            lets_[node.symbol] = node.operands[0];
        if (node.kind == NodeKind::For) loops_.push_back(&node);
        if (node.kind == NodeKind::Allocate && node.memory == MemoryKind::Scratch &&
            node.contents == ScratchContents::Panel)
            add_tiles(node);
        for (const NodeId operand : node.operands) visit(operand);
        if (node.kind == NodeKind::For) loops_.pop_back();
    }

    void add_tiles(const Node& allocation) {
        if (loops_.empty()) return;
        Reads reads;
        NodeId readers = no_node;
        for (const NodeId id : statements(allocation.operands[0])) {
            if (touches(id, NodeKind::Store, allocation.symbol))
                note(id, {}, 1, reads);
            else if (nest_[id].kind == NodeKind::For && touches(id, NodeKind::Load, allocation.symbol))
                readers = id;
        }
        const auto panel = copied_panel(reads);
        if (!panel || readers == no_node) return;
        NodeId tile = no_node;
        PrefetchedCopy copy;
        copy.buffer = panel->buffer;
        copy.index = panel->index;
        copy.begin = panel->first;
        copy.distance = panel->distance;
        for (NodeId id = readers; id != no_node; id = tiles_inside(id, allocation.symbol)) {
            const auto extent = constant_extent(nest_, nest_[id]);
            if (!extent || nest_[id].type != panel->index || !has_loop(id)) break;
            tile = id;
            copy.reader = copy.reader * *extent + Affine{0, {{nest_[id].symbol, 1}}};
            copy.readers *= *extent;
        }
        divide_lines(copy, panel->elements);
        if (tile != no_node && copy.lines <= most_lines && copy.last > 0) found_[tile] = std::move(copy);
    }

    void divide_lines(PrefetchedCopy& copy, std::int64_t elements) const {
        const BufferParameter& operand = large_.at(copy.buffer);
        copy.line = target_.cache_line_bytes / byte_width(operand.element);
        const std::int64_t lines = ceil_div(elements, copy.line);
        copy.lines = ceil_div(lines, copy.readers);
        copy.prefetching = ceil_div(lines, copy.lines);
        copy.last = operand.elements - copy.distance - (copy.prefetching * copy.lines - 1) * copy.line;
    }

    /// The statements of a block, also inside of names and of other arrays.
    std::vector<NodeId> statements(NodeId id) const {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::LetStatement || node.kind == NodeKind::Allocate)
            return statements(node.operands.back());
        if (node.kind != NodeKind::Block) return {id};
        std::vector<NodeId> all;
        for (const NodeId operand : node.operands)
            for (const NodeId each : statements(operand)) all.push_back(each);
        return all;
    }

    bool touches(NodeId statement, NodeKind kind, const std::string& buffer) const {
        bool found = false;
        for_each_below(nest_, {statement}, [&](NodeId id) {
            found = found || (nest_[id].kind == kind && nest_[id].symbol == buffer);
        });
        return found;
    }

    bool has_loop(NodeId loop) const {
        bool has = false;
        for_each_below(nest_, {nest_[loop].operands[2]},
                       [&](NodeId each) { has = has || nest_[each].kind == NodeKind::For; });
        return has;
    }

    /// The one loop inside of another that reads the copy.
    NodeId tiles_inside(NodeId loop, const std::string& copy) const {
        NodeId inside = no_node;
        for (const NodeId id : statements(nest_[loop].operands[2])) {
            if (!touches(id, NodeKind::Load, copy)) continue;
            if (inside != no_node || nest_[id].kind != NodeKind::For) return no_node;
            inside = id;
        }
        return inside;
    }

    /// Adds the loads below a node, which runs `times` for the extents of these loops around it.
    void note(NodeId id, std::map<std::string, std::int64_t> extents, std::int64_t times, Reads& reads) {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::LetStatement || node.kind == NodeKind::Let)
            lets_[node.symbol] = node.operands[0];
        if (node.kind == NodeKind::For) {
            const auto extent = constant_extent(nest_, node);
            extents[node.symbol] = extent.value_or(0);
            times *= extent.value_or(0);
        }
        if (node.kind == NodeKind::Load) note_load(node, extents, times, reads);
        for (const NodeId operand : node.operands) note(operand, extents, times, reads);
    }

    void note_load(const Node& load, const std::map<std::string, std::int64_t>& extents, std::int64_t times,
                   Reads& reads) const {
        const Node& ramp = nest_[load.operands[0]];
        const bool has_ramp = ramp.kind == NodeKind::Ramp;
        const NodeId base = has_ramp ? ramp.operands[0] : load.operands[0];
        const bool is_dense = has_ramp ? is_one(ramp.operands[1]) : !nest_[base].type.is_vector();
        auto place = is_dense && times > 0 ? affine_form(nest_, base, lets_) : std::nullopt;
        reads.is_simple = reads.is_simple && place && large_.count(load.symbol) != 0;
        if (!reads.is_simple) return;
        std::int64_t end = place->constant + load.type.lanes;
        for (const auto& [variable, extent] : extents) {
            const auto term = place->terms.find(variable);
            if (term == place->terms.end()) continue;
            reads.is_simple = reads.is_simple && term->second > 0;
            end += term->second * (extent - 1);
            place->terms.erase(term);
        }
        if (!reads.panel) {
            reads.panel = {.buffer = load.symbol, .index = nest_[base].type, .first = *place};
            reads.end = end;
        }
        Affine& first = reads.panel->first;
        const bool is_same = reads.panel->buffer == load.symbol && first.terms == place->terms;
        reads.is_simple = reads.is_simple && is_same;
        first.constant = std::min(first.constant, place->constant);
        reads.end = std::max(reads.end, end);
        reads.count += times * load.type.lanes;
    }

    bool is_one(NodeId id) const { return nest_[id].kind == NodeKind::Integer && nest_[id].integer == 1; }

    std::optional<CopiedPanel> copied_panel(const Reads& reads) const {
        if (!reads.is_simple || !reads.panel) return std::nullopt;
        CopiedPanel panel = *reads.panel;
        panel.elements = reads.end - panel.first.constant;
        const auto term = panel.first.terms.find(loops_.back()->symbol);
        panel.distance = term == panel.first.terms.end() ? 0 : term->second;
        const bool are_variables =
            std::all_of(panel.first.terms.begin(), panel.first.terms.end(), [&](const auto& each) {
                return std::any_of(loops_.begin(), loops_.end(), [&](const Node* loop) {
                    return loop->symbol == each.first && loop->type == panel.index;
                });
            });
        const std::int64_t bytes = panel.elements * byte_width(large_.at(panel.buffer).element);
        const bool fits = panel.elements == reads.count && panel.distance >= panel.elements &&
                          bytes <= target_.l2_bytes / largest_share;
        return are_variables && fits ? std::optional(panel) : std::nullopt;
    }

    const LoopNest& nest_;
    const Target& target_;
    std::map<std::string, BufferParameter> large_;  ///< the operands that may be prefetched
    std::vector<const Node*> loops_;                ///< around what is visited, outermost first
    std::map<std::string, NodeId> lets_;
    std::map<NodeId, PrefetchedCopy> found_;
};

/// The loop over tiles with prefetches in front of its body.
NodeId with_prefetched_lines(LoopNest& nest, Node loop, const PrefetchedCopy& copy,
                             frontend::NameTable& names) {
    const Affine place = copy.begin + copy.reader * (copy.lines * copy.line) + Affine{copy.distance, {}};
    std::vector<NodeId> body = {prefetch_next(nest, copy, place, names.claim("line"))};
    nest.append(body, loop.operands[2]);
    loop.operands[2] = nest.block(body);
    return nest.add(std::move(loop));
}

}  // namespace

LoopNest prefetch_copies(const LoopNest& nest, const Target& target) {
    if (target.architecture != Architecture::X86_64) return nest;
    return rebuild_found(nest, CopyFinder(nest, target).run(), with_prefetched_lines);
}

}  // namespace hlo2c::scheduler

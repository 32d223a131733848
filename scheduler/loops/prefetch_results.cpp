#include "scheduler/loops/prefetch_results.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/integer_division.h"
#include "frontend/name_table.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

/// Limit on the lines of a row, and on those that one tile prefetches: more fill the buffers of a core.
constexpr std::int64_t longest_row = 8, most_prefetches = 32;

/// The rows of a result that a loop stores.
struct StoredRows {
    std::string buffer;
    ValueType index;
    Affine first;                         ///< the first element of row 0
    std::int64_t extent = 0, stride = 0;  ///< rows, and elements from one to the next
    std::vector<std::int64_t> lines;      ///< offsets of elements of all lines that a row touches
};

/// What a tile prefetches before it computes its sums.
struct PrefetchedRows {
    StoredRows rows;
    std::vector<std::pair<std::string, std::int64_t>>
        loops;                  ///< around tiles, outermost first: their extents
    std::int64_t together = 0;  ///< rows that each tile prefetches
};

/// Finds loops over tiles that precede a loop that stores rows.
class ResultFinder {
public:
    ResultFinder(const LoopNest& nest, const Target& target) : nest_(nest), target_(target) {
        for (const BufferParameter& each : nest.parameters)
            if (each.written && each.elements * byte_width(each.element) >= target.l2_bytes)
                large_[each.name] = byte_width(each.element);
    }

    std::map<NodeId, PrefetchedRows> run() {
        if (!large_.empty()) visit(nest_.body);
        return std::move(found_);
    }

private:
    void visit(NodeId id) {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::LetStatement) outer_[node.symbol] = nest_[node.operands[0]].type;
        if (node.kind == NodeKind::For) outer_[node.symbol] = node.type;
        if (node.kind == NodeKind::Block)
            for (std::size_t i = 1; i < node.operands.size(); i++)
                add_tiles(node.operands[i - 1], node.operands[i]);
        for (const NodeId operand : node.operands) visit(operand);
        if (node.kind == NodeKind::LetStatement || node.kind == NodeKind::For) outer_.erase(node.symbol);
    }

    void add_tiles(NodeId sums, NodeId store) {
        if (nest_[sums].kind != NodeKind::For || nest_[store].kind != NodeKind::For) return;
        const auto rows = stored_rows(nest_[store]);
        if (!rows || !share_array(sums, store)) return;
        PrefetchedRows prefetched{.rows = *rows};
        NodeId tile = no_node;
        std::int64_t tiles = 1;
        for (NodeId id = sums; id != no_node && nest_[id].kind == NodeKind::For;) {
            const auto extent = constant_extent(nest_, nest_[id]);
            if (!extent || nest_[id].type != rows->index || !has_loop(nest_[id].operands[2])) break;
            tile = id;
            tiles *= *extent;
            prefetched.loops.push_back({nest_[id].symbol, *extent});
            id = statement(nest_[id].operands[2]);
        }
        prefetched.together = ceil_div(rows->extent, tiles);
        const auto prefetches = prefetched.together * static_cast<std::int64_t>(rows->lines.size());
        if (tiles > 1 && prefetches <= most_prefetches) found_[tile] = std::move(prefetched);
    }

    /// A single statement without the blocks and names around it.
    NodeId statement(NodeId id) const {
        for (;; id = nest_[id].operands.back()) {
            const bool is_alone = nest_[id].kind == NodeKind::Block && nest_[id].operands.size() == 1;
            if (!is_alone && nest_[id].kind != NodeKind::LetStatement) return id;
        }
    }

    bool has_loop(NodeId id) const {
        bool has = false;
        for_each_below(nest_, {id}, [&](NodeId each) { has = has || nest_[each].kind == NodeKind::For; });
        return has;
    }

    /// True if the first loop stores to an array that the second one loads.
    bool share_array(NodeId sums, NodeId store) const {
        std::set<std::string> stored;
        for_each_below(nest_, {sums}, [&](NodeId id) {
            if (nest_[id].kind == NodeKind::Store) stored.insert(nest_[id].symbol);
        });
        bool shared = false;
        for_each_below(nest_, {store}, [&](NodeId id) {
            shared = shared || (nest_[id].kind == NodeKind::Load && stored.count(nest_[id].symbol) != 0);
        });
        return shared;
    }

    /// The rows that a loop stores, one in each iteration; nullopt if it stores anything else.
    std::optional<StoredRows> stored_rows(const Node& loop) const {
        const auto extent = constant_extent(nest_, loop);
        if (!extent) return std::nullopt;
        StoredRows rows{.index = loop.type, .extent = *extent};
        std::map<std::string, NodeId> lets;
        std::vector<NodeId> stores;
        bool is_row = true;
        for_each_below(nest_, {loop.operands[2]}, [&](NodeId id) {
            const Node& node = nest_[id];
            if (node.kind == NodeKind::LetStatement || node.kind == NodeKind::Let)
                lets[node.symbol] = node.operands[0];
            if (node.kind == NodeKind::For || node.kind == NodeKind::If) is_row = false;
            if (node.kind == NodeKind::Store) stores.push_back(id);
        });
        std::set<std::string> places;
        std::int64_t begin = 0, end = 0;
        for (const NodeId id : stores) {
            const Node& store = nest_[id];
            const Node& ramp = nest_[store.operands[0]];
            if (store.operands.size() > 2 || ramp.kind != NodeKind::Ramp) return std::nullopt;
            const Node& step = nest_[ramp.operands[1]];
            auto place = affine_form(nest_, ramp.operands[0], lets);
            if (!place || step.kind != NodeKind::Integer || step.integer != 1) return std::nullopt;
            const std::int64_t offset = place->constant;
            begin = places.empty() ? offset : std::min(begin, offset);
            end = places.empty() ? offset + ramp.type.lanes : std::max(end, offset + ramp.type.lanes);
            place->constant = 0;
            places.insert(store.symbol + " " + to_text(*place));
            rows.buffer = store.symbol;
            rows.first = *place;
        }
        const auto term = rows.first.terms.find(loop.symbol);
        if (!is_row || places.size() != 1 || !large_.count(rows.buffer) || term == rows.first.terms.end())
            return std::nullopt;
        rows.stride = term->second;
        rows.first.terms.erase(term);
        rows.first.constant = begin;
        add_lines(end - begin, rows);
        const auto has_type = [&](const auto& each) {
            const auto outer = outer_.find(each.first);
            return outer != outer_.end() && outer->second == rows.index;
        };
        const bool are_known = std::all_of(rows.first.terms.begin(), rows.first.terms.end(), has_type);
        const bool is_short = static_cast<std::int64_t>(rows.lines.size()) <= longest_row;
        return rows.stride > 0 && are_known && is_short ? std::optional(rows) : std::nullopt;
    }

    /// One element of each line; rows that begin inside of a line touch one more.
    void add_lines(std::int64_t width, StoredRows& rows) const {
        const std::int64_t line = target_.cache_line_bytes / large_.at(rows.buffer);
        for (std::int64_t offset = 0; offset < width; offset += line) rows.lines.push_back(offset);
        bool is_aligned = rows.stride % line == 0 && rows.first.constant % line == 0;
        for (const auto& [name, factor] : rows.first.terms) is_aligned = is_aligned && factor % line == 0;
        if (!is_aligned && width > 1) rows.lines.push_back(width - 1);
    }

    const LoopNest& nest_;
    const Target& target_;
    std::map<std::string, std::int64_t> large_;  ///< bytes of an element of the results to prefetch
    std::map<std::string, ValueType> outer_;     ///< types of the variables around what is visited
    std::map<NodeId, PrefetchedRows> found_;
};

/// The loop with prefetches in front of its body: each tile has its own rows, and the last ones may have the
/// last rows together.
NodeId with_prefetched_rows(LoopNest& nest, Node loop, const PrefetchedRows& prefetched,
                            frontend::NameTable& names) {
    const std::string name = names.claim("ahead");
    const StoredRows& rows = prefetched.rows;
    std::int64_t tiles = 1;
    Affine row;
    for (auto each = prefetched.loops.rbegin(); each != prefetched.loops.rend(); ++each) {
        row.terms[each->first] = tiles * prefetched.together;
        tiles *= each->second;
    }
    const std::int64_t last = rows.extent - prefetched.together;
    NodeId first_row = add_affine(nest, row, rows.index);
    if ((tiles - 1) * prefetched.together > last)
        first_row = nest.binary(NodeKind::Minimum, first_row, nest.integer(last, rows.index));
    NodeId place = nest.binary(NodeKind::Multiply, first_row, nest.integer(rows.stride, rows.index));
    place = nest.binary(NodeKind::Add, add_affine(nest, rows.first, rows.index), place);
    std::vector<NodeId> statements;
    for (std::int64_t i = 0; i < prefetched.together; i++)
        for (const std::int64_t offset : rows.lines) {
            const NodeId index = add_affine(nest, {i * rows.stride + offset, {{name, 1}}}, rows.index);
            statements.push_back(
                nest.add({.kind = NodeKind::Prefetch, .operands = {index}, .symbol = rows.buffer}));
        }
    nest.append(statements, loop.operands[2]);
    loop.operands[2] = nest.add(
        {.kind = NodeKind::LetStatement, .operands = {place, nest.block(statements)}, .symbol = name});
    return nest.add(std::move(loop));
}

}  // namespace

LoopNest prefetch_results(const LoopNest& nest, const Target& target) {
    if (target.architecture != Architecture::X86_64) return nest;
    return rebuild_found(nest, ResultFinder(nest, target).run(), with_prefetched_rows);
}

}  // namespace hlo2c::scheduler

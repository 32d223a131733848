#include "codegen/c/row_pointers.h"

#include <algorithm>
#include <set>

#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/same_code.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::codegen {

using scheduler::LoopNest;
using scheduler::Node;
using scheduler::NodeId;
using scheduler::NodeKind;

namespace {

/// With fewer accesses, the pointer would not make the text shorter.
constexpr std::size_t least_accesses = 3;

/// An index as `base + offset`; `base` is no_node if all of it is a constant.
struct SplitIndex {
    NodeId base = scheduler::no_node;
    std::int64_t offset = 0;
};

SplitIndex split_index(const LoopNest& nest, NodeId index) {
    const Node& node = nest[index];
    if (node.kind == NodeKind::Integer) return {scheduler::no_node, node.integer};
    if (node.kind != NodeKind::Add || nest[node.operands[1]].kind != NodeKind::Integer) return {index, 0};
    SplitIndex inner = split_index(nest, node.operands[0]);
    inner.offset += nest[node.operands[1]].integer;
    return inner;
}

struct Access {
    std::string buffer;
    NodeId index;  ///< scalar: of the first lane
};

/// The accesses of a loop's body outside of the loops and branches in it, in the order of the code.
class Accesses {
public:
    explicit Accesses(const LoopNest& nest) : nest_(nest) {}

    void add(NodeId id) {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::For || node.kind == NodeKind::If || !seen_.insert(id).second) return;
        for (const NodeId operand : node.operands) add(operand);
        const bool is_load = node.kind == NodeKind::Load, is_store = node.kind == NodeKind::Store;
        const bool is_masked = node.operands.size() > (is_load ? 1U : 2U);
        if ((is_load || is_store) && !is_masked) add(node.symbol, node.operands[0]);
    }

    const std::vector<Access>& all() const { return all_; }

private:
    void add(const std::string& buffer, NodeId index) {
        const Node& node = nest_[index];
        if (node.kind == NodeKind::Ramp || node.kind == NodeKind::Broadcast) index = node.operands[0];
        if (!nest_[index].type.is_vector()) all_.push_back({buffer, index});
    }

    const LoopNest& nest_;
    std::set<NodeId> seen_;
    std::vector<Access> all_;
};

}  // namespace

RowElement element_of(const LoopNest& nest, const std::vector<RowPointer>& rows, const std::string& buffer,
                      NodeId index) {
    const SplitIndex split = split_index(nest, index);
    for (const RowPointer& each : rows) {
        if (each.row.buffer != buffer || split.base == scheduler::no_node) continue;
        const SplitIndex first = split_index(nest, each.row.first);
        if (split.offset >= first.offset && same_code(nest, split.base, first.base))
            return {&each, split.offset - first.offset};
    }
    return {};
}

std::vector<Row> rows_of(const LoopNest& nest, NodeId body, const std::vector<RowPointer>& known,
                         const std::function<bool(const std::string&)>& is_visible) {
    struct Found {
        Row row;
        SplitIndex split;
        std::size_t accesses = 0;
    };
    std::set<std::string> written, assigned;
    for_each_below(nest, {body}, [&](NodeId id) {
        if (nest[id].kind == NodeKind::Store) written.insert(nest[id].symbol);
        if (nest[id].kind == NodeKind::Assign) assigned.insert(nest[id].symbol);
    });
    const auto is_known = [&](NodeId index) {
        bool known = true;
        for_each_below(nest, {index}, [&](NodeId id) {
            const Node& node = nest[id];
            const bool is_named =
                node.kind == NodeKind::Variable && is_visible(node.symbol) && !assigned.contains(node.symbol);
            known = known && (is_named || (node.symbol.empty() && !is_let(node.kind)));
        });
        return known;
    };
    Accesses accesses(nest);
    accesses.add(body);
    std::vector<Found> found;
    for (const Access& access : accesses.all()) {
        const SplitIndex split = split_index(nest, access.index);
        if (split.base == scheduler::no_node || nest[split.base].kind == NodeKind::Variable ||
            element_of(nest, known, access.buffer, access.index).pointer != nullptr)
            continue;
        auto same = std::find_if(found.begin(), found.end(), [&](const Found& each) {
            return each.row.buffer == access.buffer && same_code(nest, each.split.base, split.base);
        });
        if (same == found.end()) same = found.insert(found.end(), {{access.buffer, access.index}, split, 0});
        same->accesses++;
        if (split.offset < same->split.offset) same->split = split, same->row.first = access.index;
    }
    std::vector<Row> rows;
    for (const Found& each : found)
        if (each.accesses >= least_accesses && is_visible(each.row.buffer) && is_known(each.row.first))
            rows.push_back({each.row.buffer, each.row.first, written.contains(each.row.buffer)});
    return rows;
}

}  // namespace hlo2c::codegen

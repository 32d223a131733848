#include "scheduler/loops/equal_stages.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

bool is_stage(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    return node.kind == NodeKind::Allocate && node.memory == MemoryKind::Scratch &&
           nest[node.operands[0]].kind == NodeKind::Block;
}

std::set<std::string> stored_buffers(const LoopNest& nest, std::vector<NodeId> statements) {
    std::set<std::string> stored;
    for_each_below(nest, std::move(statements), [&](NodeId id) {
        if (nest[id].kind == NodeKind::Store) stored.insert(nest[id].symbol);
    });
    return stored;
}

/// The statements of a stage: those that fill it, then those that read it.
struct StageParts {
    StageParts(const LoopNest& nest, const Node& stage) {
        const std::vector<NodeId>& statements = nest[stage.operands[0]].operands;
        std::size_t count = 0;
        while (count < statements.size() &&
               stored_buffers(nest, {statements[count]}) == std::set<std::string>{stage.symbol})
            count++;
        const auto middle = statements.begin() + static_cast<std::ptrdiff_t>(count);
        fill.assign(statements.begin(), middle);
        rest.assign(middle, statements.end());
    }

    std::vector<NodeId> fill, rest;
};

/// Whether statements are equal but for the names that they bind.
class EqualFills {
public:
    EqualFills(const LoopNest& nest, const std::string& stage, const std::string& other) : nest_(nest) {
        names_[other] = stage;
    }

    bool operator()(NodeId a, NodeId b) {
        if (left_-- <= 0) return false;
        Node x = nest_[a], y = nest_[b];
        if (y.kind == NodeKind::For || y.kind == NodeKind::LetStatement || y.kind == NodeKind::Let)
            names_[y.symbol] = x.symbol;
        if (const auto name = names_.find(y.symbol); name != names_.end()) y.symbol = name->second;
        const std::vector<NodeId> operands = std::exchange(x.operands, {}),
                                  others = std::exchange(y.operands, {});
        if (x != y || operands.size() != others.size()) return false;
        for (std::size_t i = 0; i < operands.size(); i++)
            if (!(*this)(operands[i], others[i])) return false;
        return true;
    }

private:
    const LoopNest& nest_;
    std::map<std::string, std::string> names_;  ///< of the first, by those of the second
    int left_ = 65536;  ///< nodes to compare; longer statements are assumed to be different
};

/// Writes the name of one buffer in the place of another.
class BufferName {
public:
    BufferName(LoopNest& nest, std::string from, std::string to)
        : nest_(nest), from_(std::move(from)), to_(std::move(to)) {}

    NodeId in(NodeId id) {
        if (const auto known = results_.find(id); known != results_.end()) return known->second;
        Node node = nest_[id];
        if (node.symbol == from_) node.symbol = to_;
        for (NodeId& each : node.operands) each = in(each);
        return results_[id] = node == nest_[id] ? id : nest_.add(std::move(node));
    }

private:
    LoopNest& nest_;
    const std::string from_, to_;
    std::map<NodeId, NodeId> results_;
};

/// The stage that fills its scratch once for both, or no_node.
NodeId joined_stages(LoopNest& nest, NodeId first, NodeId second) {
    if (!is_stage(nest, first) || !is_stage(nest, second)) return no_node;
    const Node stage = nest[first], other = nest[second];
    if (stage.type != other.type || stage.integer != other.integer || stage.contents != other.contents)
        return no_node;
    const StageParts parts(nest, stage), others(nest, other);
    if (parts.fill.empty() || parts.fill.size() != others.fill.size()) return no_node;
    EqualFills are_equal(nest, stage.symbol, other.symbol);
    for (std::size_t i = 0; i < parts.fill.size(); i++)
        if (!are_equal(parts.fill[i], others.fill[i])) return no_node;
    bool is_changed = false;
    const std::set<std::string> stored = stored_buffers(nest, parts.rest);
    for_each_below(nest, parts.fill,
                   [&](NodeId id) { is_changed = is_changed || stored.contains(nest[id].symbol); });
    if (is_changed) return no_node;
    std::vector<NodeId> statements = nest[stage.operands[0]].operands;
    BufferName name(nest, other.symbol, stage.symbol);
    for (const NodeId each : others.rest) statements.push_back(name.in(each));
    Node joined = stage;
    joined.operands[0] = nest.block(std::move(statements));
    return nest.add(std::move(joined));
}

}  // namespace

LoopNest fill_equal_stages_once(const LoopNest& nest) {
    return rebuild(nest, [](LoopNest& made, Node& node) {
        if (node.kind != NodeKind::Block) return no_node;
        std::vector<NodeId> statements;
        for (const NodeId each : node.operands) {
            const NodeId joined = statements.empty() ? no_node : joined_stages(made, statements.back(), each);
            if (joined != no_node)
                statements.back() = joined;
            else
                statements.push_back(each);
        }
        return statements == node.operands ? no_node : made.block(std::move(statements));
    });
}

}  // namespace hlo2c::scheduler

#include "scheduler/loops/equal_indices.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/loops/inline_indices.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/merge_lets.h"
#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/prune.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/value_numbers.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

/// Moves the indices that several statements bind out of the statements around them that bind other names,
/// so that those of one block become neighbours.
class RepeatedIndexMover {
public:
    explicit RepeatedIndexMover(const LoopNest& nest) : nest_(nest), numbers_(nest) {
        const LocalNames locals(nest);
        std::map<int, std::vector<std::string>> names;
        for (NodeId id = 0; id < nest.nodes.size(); id++)
            if (binds_fixed_index(nest, locals.assigned, id) && locals.bound.at(nest[id].symbol) == 1)
                names[numbers_.of(nest[id].operands[0])].push_back(nest[id].symbol);
        for (const auto& [number, equal] : names)
            if (equal.size() > 1) moved_.insert(equal.begin(), equal.end());
    }

    bool has_work() const { return !moved_.empty(); }

    LoopNest run() const {
        return rebuild(nest_, [this](LoopNest& made, const Node& node) { return change(made, node); });
    }

private:
    NodeId change(LoopNest& made, const Node& node) const {
        if ((node.kind != NodeKind::LetStatement && node.kind != NodeKind::Declare) ||
            moved_.contains(node.symbol))
            return no_node;
        std::vector<Node> outside;
        const NodeId body = without_indices(made, node.operands.back(), node.symbol, outside);
        if (outside.empty()) return no_node;
        Node inside = node;
        inside.operands.back() = body;
        NodeId result = made.add(std::move(inside));
        for (std::size_t i = outside.size(); i-- > 0;) {
            outside[i].operands[1] = result;
            result = made.add(std::move(outside[i]));
        }
        return result;
    }

    /// The statement without the indices that it begins with, or that a statement of its block begins with,
    /// and that do not read `name`. Appends them to `outside`.
    NodeId without_indices(LoopNest& made, NodeId statement, const std::string& name,
                           std::vector<Node>& outside) const {
        while (made[statement].kind == NodeKind::LetStatement && moved_.contains(made[statement].symbol) &&
               !uses_name(made, made[statement].operands[0], name)) {
            outside.push_back(made[statement]);
            statement = made[statement].operands[1];
        }
        if (made[statement].kind != NodeKind::Block) return statement;
        std::vector<NodeId> statements;
        for (const NodeId each : std::vector<NodeId>(made[statement].operands))
            statements.push_back(without_indices(made, each, name, outside));
        return statements == made[statement].operands ? statement : made.block(std::move(statements));
    }

    const LoopNest& nest_;
    ValueNumbers numbers_;
    std::set<std::string> moved_;
};

/// Copies a nest from the outside in, and replaces what is equal to an index in scope by its name.
class EqualIndexReader {
public:
    explicit EqualIndexReader(const LoopNest& nest) : nest_(nest), numbers_(nest), locals_(nest) {
        made_.parameters = nest.parameters;
        made_.scratch_bytes = nest.scratch_bytes;
    }

    LoopNest run() {
        Scope scope;
        made_.body = copy(nest_.body, scope);
        return std::move(made_);
    }

private:
    struct Index {
        std::string name;
        NodeId value;
    };
    struct Scope {
        std::map<int, Index> indices;       ///< by value number
        std::map<NodeId, NodeId> copies{};  ///< made with the names of these indices
    };

    NodeId copy(NodeId id, Scope& scope) {
        if (const auto known = scope.copies.find(id); known != scope.copies.end()) return known->second;
        return scope.copies[id] = new_copy(id, scope);
    }

    NodeId new_copy(NodeId id, Scope& scope) {
        Node node = nest_[id];
        if (!is_statement(node.kind) && node.type.is_index() && !node.operands.empty())
            if (const auto index = scope.indices.find(numbers_.of(id)); index != scope.indices.end())
                return made_.variable(index->second.name, node.type);
        if (!binds_name(node.kind)) {
            for (NodeId& each : node.operands) each = copy(each, scope);
            return made_.add(std::move(node));
        }
        Scope inside{scope.indices};
        std::erase_if(inside.indices,
                      [&](const auto& index) { return uses_name(nest_, index.second.value, node.symbol); });
        if (locals_.bound.at(node.symbol) == 1 && binds_fixed_index(nest_, locals_.assigned, id))
            inside.indices.try_emplace(numbers_.of(node.operands[0]), Index{node.symbol, node.operands[0]});
        for (NodeId& each : node.operands) each = copy(each, &each == &node.operands.back() ? inside : scope);
        return made_.add(std::move(node));
    }

    static bool binds_name(NodeKind kind) {
        return is_let(kind) || kind == NodeKind::For || kind == NodeKind::Declare;
    }

    const LoopNest& nest_;
    LoopNest made_;
    ValueNumbers numbers_;
    LocalNames locals_;
};

}  // namespace

LoopNest name_equal_indices_once(const LoopNest& nest) {
    const RepeatedIndexMover mover(nest);
    const LoopNest merged = mover.has_work() ? merge_lets(mover.run()) : nest;
    return prune(inline_indices(EqualIndexReader(merged).run()));
}

}  // namespace hlo2c::scheduler

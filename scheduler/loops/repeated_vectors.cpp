#include "scheduler/loops/repeated_vectors.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/name_table.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/value_numbers.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

/// The buffer that a vector is loaded from, or one element of it for all lanes; empty for other nodes.
std::string loaded_buffer(const LoopNest& nest, const Node& node) {
    const Node& load = node.kind == NodeKind::Broadcast ? nest[node.operands[0]] : node;
    return load.kind == NodeKind::Load ? load.symbol : "";
}

/// True for operations that take an instruction of their own, and loads.
bool is_computed(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    if (!node.type.is_vector()) return false;
    if (node.kind == NodeKind::Reinterpret) return is_computed(nest, node.operands[0]);
    return node.type.kind != ScalarKind::Boolean &&
           (!loaded_buffer(nest, node).empty() || is_arithmetic(node.kind) ||
            node.kind == NodeKind::Convert || node.kind == NodeKind::Call);
}

/// The names of a block's vectors: those loaded from `lhs` are elements of an array like "lhs_2", others of
/// one like "value".
class VectorNames {
public:
    /// `taken`: the names in the nest.
    explicit VectorNames(frontend::NameTable& taken) : taken_(taken) {}

    /// `buffer`: where the vector is loaded from.
    std::string next(const std::string& buffer) {
        Array& array = arrays_[buffer];
        if (array.name.empty()) array.name = taken_.claim(buffer.empty() ? "value" : buffer);
        return element_symbol(array.name, array.size++);
    }

private:
    struct Array {
        std::string name;
        int size = 0;
    };
    frontend::NameTable& taken_;
    std::map<std::string, Array> arrays_;  ///< by buffer
};

/// The statements of one block.
class BlockRewriter {
public:
    BlockRewriter(LoopNest& nest, frontend::NameTable& names, const std::vector<NodeId>& statements)
        : nest_(nest), names_(names), statements_(statements), numbers_(nest) {
        for_each_below(nest, statements, [&](NodeId id) {
            const NodeKind kind = nest[id].kind;
            if (kind == NodeKind::Store || kind == NodeKind::Assign || kind == NodeKind::Let)
                changed_.insert(nest[id].symbol);
        });
        for (const NodeId each : statements)
            for (const std::size_t operand : values_of(each)) count(nest[each].operands[operand]);
    }

    bool has_work() const {
        for (const auto& [number, times] : times_)
            if (times > 1) return true;
        return false;
    }

    NodeId run() {
        std::vector<std::vector<Binding>> bindings;
        std::vector<NodeId> statements;
        for (const NodeId each : statements_) {
            Node statement = nest_[each];
            for (const std::size_t operand : values_of(each))
                statement.operands[operand] = named(statement.operands[operand]);
            statements.push_back(statement == nest_[each] ? each : nest_.add(std::move(statement)));
            bindings.push_back(std::exchange(new_bindings_, {}));
        }
        NodeId body = no_node;
        for (std::size_t i = statements.size(); i-- > 0;) {
            body = body == no_node ? statements[i] : nest_.block({statements[i], body});
            for (std::size_t b = bindings[i].size(); b-- > 0;)
                body = nest_.add({.kind = NodeKind::LetStatement,
                                  .operands = {bindings[i][b].value, body},
                                  .symbol = bindings[i][b].name});
        }
        return body;
    }

private:
    struct Binding {
        std::string name;
        NodeId value;
    };

    /// Positions of the vectors among the operands that a statement computes. Indices stay as they are, so
    /// that they are proven to be in bounds.
    std::vector<std::size_t> values_of(NodeId statement) const {
        const Node& node = nest_[statement];
        if (node.kind != NodeKind::Store && node.kind != NodeKind::Assign) return {};
        const std::size_t value = node.kind == NodeKind::Store ? 1 : 0;
        return nest_[node.operands[value]].type.is_vector() ? std::vector{value} : std::vector<std::size_t>{};
    }

    /// True if the value is the same in all statements of the block.
    bool is_unchanged(NodeId id) {
        const auto [known, is_new] = unchanged_.try_emplace(id, false);
        if (!is_new) return known->second;
        const Node& node = nest_[id];
        bool is_same = node.kind != NodeKind::Let && !changed_.contains(node.symbol);
        for (const NodeId each : node.operands) is_same = is_same && is_unchanged(each);
        return unchanged_[id] = is_same;
    }

    bool may_be_named(NodeId id) { return is_computed(nest_, id) && is_unchanged(id); }

    void count(NodeId id) {
        if (may_be_named(id) && times_[numbers_.of(id)]++ > 0) return;
        if (!is_followed(id)) return;
        for (const NodeId each : nest_[id].operands)
            if (nest_[each].type.is_vector()) count(each);
    }

    /// A `Let` binds names of its own.
    bool is_followed(NodeId id) const {
        return nest_[id].kind != NodeKind::Load && nest_[id].kind != NodeKind::Let;
    }

    NodeId named(NodeId id) {
        if (!may_be_named(id)) return is_followed(id) ? with_names(id) : id;
        const int number = numbers_.of(id);
        if (times_[number] < 2) return with_names(id);
        auto known = known_.find(number);
        if (known == known_.end()) {
            const NodeId value = with_names(id);
            known = known_.emplace(number, names_.next(loaded_buffer(nest_, nest_[id]))).first;
            new_bindings_.push_back({known->second, value});
        }
        return nest_.variable(known->second, nest_[id].type);
    }

    /// A copy of the node that reads names in place of those operands that have one.
    NodeId with_names(NodeId id) {
        if (const auto done = copies_.find(id); done != copies_.end()) return done->second;
        Node node = nest_[id];
        for (NodeId& each : node.operands)
            if (nest_[each].type.is_vector()) each = named(each);
        return copies_[id] = node.operands == nest_[id].operands ? id : nest_.add(std::move(node));
    }

    LoopNest& nest_;
    VectorNames names_;
    const std::vector<NodeId>& statements_;
    ValueNumbers numbers_;
    std::set<std::string> changed_;
    std::map<NodeId, bool> unchanged_;
    std::map<int, int> times_;          ///< by value number
    std::map<int, std::string> known_;  ///< by value number
    std::map<NodeId, NodeId> copies_;
    std::vector<Binding> new_bindings_;
};

}  // namespace

LoopNest name_repeated_vectors(const LoopNest& nest) {
    frontend::NameTable names;
    take_names(nest, names);
    return rebuild(nest, [&](LoopNest& made, Node& node) {
        if (node.kind != NodeKind::Block) return no_node;
        BlockRewriter block(made, names, node.operands);
        return block.has_work() ? block.run() : no_node;
    });
}

}  // namespace hlo2c::scheduler

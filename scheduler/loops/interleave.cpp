#include "scheduler/loops/interleave.h"

#include <algorithm>
#include <map>
#include <set>

#include "frontend/name_table.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

/// A core does not overlap an expression of this many instructions with the next one.
constexpr int long_expression = 96;
/// Instructions of a part that gets a name.
constexpr int part_instructions = 8;
/// Limit on the stores side by side, whose values share the registers.
constexpr std::size_t most_together = 4;

int instructions_of(const Node& node) {
    constexpr int function_call = 8;
    switch (node.kind) {
        case NodeKind::Integer:
        case NodeKind::Real:
        case NodeKind::Variable:
        case NodeKind::Broadcast:
        case NodeKind::Let: return 0;
        case NodeKind::Call: return function_call;
        default: return 1;
    }
}

struct Binding {
    std::string name;
    NodeId value;
};

/// A store inside the statements that name parts of its value.
class StoreChain {
public:
    StoreChain(LoopNest& nest, frontend::NameTable& names) : nest_(nest), names_(names) {}

    /// Cuts the statement into named parts and the store that reads them, which it returns.
    NodeId cut(NodeId statement) {
        const Node node = nest_[statement];
        if (node.kind == NodeKind::LetStatement) {
            bind(node.symbol, copy(node.operands[0]).node);
            return cut(node.operands[1]);
        }
        Node store = node;
        for (NodeId& operand : store.operands) operand = copy(operand).node;
        return nest_.add(std::move(store));
    }

    const std::vector<Binding>& parts() const { return parts_; }

private:
    struct Part {
        NodeId node = no_node;
        int instructions = 0;  ///< that have no name yet
    };

    Part copy(NodeId id) {
        if (const auto known = copies_.find(id); known != copies_.end()) return known->second;
        Node node = nest_[id];
        Part part{id, 0};
        if (node.kind == NodeKind::Let) {
            bind(node.symbol, copy(node.operands[0]).node);
            part = copy(node.operands[1]);
        } else if (node.kind == NodeKind::Variable) {
            const auto renamed = renamed_.find(node.symbol);
            if (renamed != renamed_.end()) part.node = nest_.variable(renamed->second, node.type);
        } else {
            part.instructions = node.type.is_vector() ? instructions_of(node) : 0;
            bool is_changed = false;
            for (NodeId& operand : node.operands) {
                const Part copied = copy(operand);
                is_changed |= copied.node != operand;
                part.instructions += copied.instructions;
                operand = copied.node;
            }
            if (is_changed) part.node = nest_.add(node);
            if (part.instructions >= part_instructions)
                part = {nest_.variable(name_part("t", part.node), node.type), 0};
        }
        copies_[id] = part;
        return part;
    }

    void bind(const std::string& symbol, NodeId value) {
        const bool has_name = nest_[value].kind == NodeKind::Variable;
        renamed_[symbol] = has_name ? nest_[value].symbol : name_part(symbol, value);
    }

    std::string name_part(const std::string& stem, NodeId value) {
        parts_.push_back({names_.claim(stem), value});
        return parts_.back().name;
    }

    LoopNest& nest_;
    frontend::NameTable& names_;
    std::map<NodeId, Part> copies_;
    std::map<std::string, std::string> renamed_;
    std::vector<Binding> parts_;
};

class Interleaver {
public:
    explicit Interleaver(const LoopNest& nest) { take_names(nest, names_); }

    NodeId change(LoopNest& nest, Node& node) {
        if (node.kind != NodeKind::Block) return no_node;
        std::vector<NodeId> statements;
        for (std::size_t i = 0; i < node.operands.size();) {
            std::size_t end = i;
            while (end < node.operands.size() && end - i < most_together && is_long(nest, node.operands[end]))
                end++;
            const std::vector<NodeId> run(node.operands.begin() + static_cast<std::ptrdiff_t>(i),
                                          node.operands.begin() + static_cast<std::ptrdiff_t>(end));
            if (run.size() > 1 && are_independent(nest, run)) {
                statements.push_back(together(nest, run));
                i = end;
            } else {
                statements.push_back(node.operands[i++]);
            }
        }
        return statements == node.operands ? no_node : nest.block(std::move(statements));
    }

private:
    static NodeId store_of(const LoopNest& nest, NodeId statement) {
        while (nest[statement].kind == NodeKind::LetStatement) statement = nest[statement].operands[1];
        return nest[statement].kind == NodeKind::Store ? statement : no_node;
    }

    static bool is_long(const LoopNest& nest, NodeId statement) {
        if (store_of(nest, statement) == no_node) return false;
        int instructions = 0;
        for_each_below(nest, {statement}, [&](NodeId id) {
            if (nest[id].type.is_vector()) instructions += instructions_of(nest[id]);
        });
        return instructions >= long_expression;
    }

    /// True if no statement reads a buffer that one of them stores to.
    static bool are_independent(const LoopNest& nest, const std::vector<NodeId>& run) {
        std::set<std::string> stored;
        for (const NodeId statement : run) stored.insert(nest[store_of(nest, statement)].symbol);
        bool independent = true;
        for_each_below(nest, run, [&](NodeId id) {
            if (nest[id].kind == NodeKind::Load && stored.count(nest[id].symbol) > 0) independent = false;
        });
        return independent;
    }

    NodeId together(LoopNest& nest, const std::vector<NodeId>& run) {
        std::vector<StoreChain> chains;
        std::vector<NodeId> stores;
        std::size_t rounds = 0;
        for (const NodeId statement : run) {
            chains.emplace_back(nest, names_);
            stores.push_back(chains.back().cut(statement));
            rounds = std::max(rounds, chains.back().parts().size());
        }
        NodeId body = nest.block(std::move(stores));
        for (std::size_t round = rounds; round-- > 0;)
            for (auto chain = chains.rbegin(); chain != chains.rend(); ++chain) {
                if (round >= chain->parts().size()) continue;
                const Binding& part = chain->parts()[round];
                body = nest.add(
                    {.kind = NodeKind::LetStatement, .operands = {part.value, body}, .symbol = part.name});
            }
        return body;
    }

    frontend::NameTable names_;
};

}  // namespace

LoopNest interleave_stores(const LoopNest& nest) {
    Interleaver interleaver(nest);
    return rebuild(nest, [&](LoopNest& made, Node& node) { return interleaver.change(made, node); });
}

}  // namespace hlo2c::scheduler

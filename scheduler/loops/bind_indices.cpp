#include "scheduler/loops/bind_indices.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "frontend/name_table.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/same_code.h"

namespace hlo2c::scheduler {
namespace {

/// What an expression reads: only constants, also elements of read-only buffers, or something else.
enum class Reads { Constants, Elements, Others };

bool is_written(const LoopNest& nest, const std::string& buffer) {
    const auto found = std::find_if(nest.parameters.begin(), nest.parameters.end(),
                                    [&](const BufferParameter& each) { return each.name == buffer; });
    return found == nest.parameters.end() || found->written;
}

Reads own_reads(const LoopNest& nest, const Node& node) {
    if (!node.type.is_index()) return Reads::Others;
    switch (node.kind) {
        case NodeKind::Load:
            return node.operands.size() > 1 || is_written(nest, node.symbol) ? Reads::Others
                                                                             : Reads::Elements;
        case NodeKind::Integer:
        case NodeKind::Add:
        case NodeKind::Subtract:
        case NodeKind::Multiply:
        case NodeKind::Minimum:
        case NodeKind::Maximum:
        case NodeKind::Convert: return Reads::Constants;
        default: return Reads::Others;
    }
}

std::vector<Reads> all_reads(const LoopNest& nest) {
    std::vector<Reads> reads(nest.nodes.size());
    for (NodeId id = 0; id < nest.nodes.size(); id++) {
        reads[id] = own_reads(nest, nest[id]);
        for (const NodeId operand : nest[id].operands) reads[id] = std::max(reads[id], reads[operand]);
    }
    return reads;
}

/// The operands of a node that say where it acts, or how often.
std::size_t places_of(const Node& node) {
    switch (node.kind) {
        case NodeKind::Load:
        case NodeKind::Store:
        case NodeKind::Prefetch:
        case NodeKind::If: return 1;
        case NodeKind::For: return 2;
        default: return 0;
    }
}

/// Marks the nodes that indices, bounds of loops and conditions are computed from, also through names.
std::vector<char> parts_of_places(const LoopNest& nest) {
    std::map<std::string, std::vector<NodeId>> named;
    std::vector<NodeId> work;
    for (const Node& node : nest.nodes) {
        if (node.kind == NodeKind::Let || node.kind == NodeKind::LetStatement)
            named[node.symbol].push_back(node.operands[0]);
        work.insert(work.end(), node.operands.begin(),
                    node.operands.begin() + static_cast<std::ptrdiff_t>(places_of(node)));
    }
    std::vector<char> marked(nest.nodes.size(), 0);
    while (!work.empty()) {
        const NodeId id = work.back();
        work.pop_back();
        if (std::exchange(marked[id], 1) != 0) continue;
        work.insert(work.end(), nest[id].operands.begin(), nest[id].operands.end());
        if (nest[id].kind != NodeKind::Variable) continue;
        const std::vector<NodeId>& values = named[nest[id].symbol];
        work.insert(work.end(), values.begin(), values.end());
    }
    return marked;
}

bool has_loop(const LoopNest& nest) {
    return std::any_of(nest.nodes.begin(), nest.nodes.end(),
                       [](const Node& node) { return node.kind == NodeKind::For; });
}

}  // namespace

LoopNest bind_indices(const LoopNest& nest) {
    if (!has_loop(nest)) return nest;
    const std::vector<Reads> reads = all_reads(nest);
    const std::vector<char> is_part_of_place = parts_of_places(nest);
    // Operands of expressions that are bound as a whole are not bound themselves.
    std::vector<char> is_bound(nest.nodes.size(), 0);
    for (NodeId id = 0; id < nest.nodes.size(); id++) {
        if (reads[id] == Reads::Elements) continue;
        for (const NodeId operand : nest[id].operands)
            is_bound[operand] =
                is_bound[operand] || (reads[operand] == Reads::Elements && is_part_of_place[operand]);
    }
    frontend::NameTable taken;
    for (const Node& node : nest.nodes) taken.take(node.symbol);
    for (const BufferParameter& parameter : nest.parameters) taken.take(parameter.name);

    struct Binding {
        std::string name;
        NodeId value;
    };
    std::vector<Binding> bindings;
    LoopNest result = rebuild(nest, [&](LoopNest& made, Node& node, NodeId id) -> NodeId {
        if (!is_bound[id]) return no_node;
        const ValueType type = node.type;
        const NodeId value = made.add(std::move(node));
        auto known = std::find_if(bindings.begin(), bindings.end(),
                                  [&](const Binding& each) { return same_code(made, each.value, value); });
        if (known == bindings.end()) known = bindings.insert(known, {taken.claim("start"), value});
        return made.variable(known->name, type);
    });
    for (std::size_t i = bindings.size(); i-- > 0;)
        result.body = result.add({.kind = NodeKind::LetStatement,
                                  .operands = {bindings[i].value, result.body},
                                  .symbol = bindings[i].name});
    return result;
}

}  // namespace hlo2c::scheduler

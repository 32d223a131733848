#include "scheduler/loops/tail_loads.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "frontend/name_table.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

/// More values would not stay in registers.
constexpr std::size_t most_tail_loads = 16;

bool is_load_of(const Node& node, const std::string& buffer) {
    return node.kind == NodeKind::Load && node.symbol == buffer;
}

bool has_loop_that_reads(const LoopNest& nest, NodeId statement, const std::string& buffer) {
    bool reads = false;
    for_each_below(nest, {statement}, [&](NodeId id) {
        reads = reads || (nest[id].kind == NodeKind::For && uses_name(nest, id, buffer));
    });
    return reads;
}

/// The loads of `buffer` in statements whose index does not depend on what the statements bind.
std::vector<NodeId> movable_loads(const LoopNest& nest, const std::vector<NodeId>& statements,
                                  const std::string& buffer) {
    std::set<std::string> bound;
    std::vector<NodeId> loads;
    for_each_below(nest, statements, [&](NodeId id) {
        const Node& node = nest[id];
        if (node.kind == NodeKind::Let || node.kind == NodeKind::LetStatement || node.kind == NodeKind::For)
            bound.insert(node.symbol);
        if (is_load_of(node, buffer)) loads.push_back(id);
    });
    std::erase_if(loads, [&](NodeId load) {
        bool depends = false;
        for_each_below(nest, nest[load].operands, [&](NodeId id) {
            depends = depends || nest[id].kind == NodeKind::Load || bound.count(nest[id].symbol) != 0;
        });
        return depends;
    });
    std::sort(loads.begin(), loads.end());
    return loads;
}

/// The loads behind the first loop that reads the buffer, for each block with such a loop.
std::map<NodeId, std::vector<NodeId>> tail_loads(const LoopNest& nest, const std::string& buffer) {
    std::map<NodeId, std::vector<NodeId>> found;
    for_each_below(nest, {nest.body}, [&](NodeId id) {
        const std::vector<NodeId>& statements = nest[id].operands;
        if (nest[id].kind != NodeKind::Block) return;
        const auto loop = std::find_if(statements.begin(), statements.end(), [&](NodeId statement) {
            return has_loop_that_reads(nest, statement, buffer);
        });
        if (loop == statements.end()) return;
        std::vector<NodeId> loads = movable_loads(nest, {loop + 1, statements.end()}, buffer);
        for_each_below(nest, {*loop}, [&](NodeId inner) { std::erase(loads, inner); });
        if (!loads.empty() && loads.size() <= most_tail_loads) found[id] = std::move(loads);
    });
    return found;
}

}  // namespace

LoopNest load_tails_first(const LoopNest& nest, const std::string& buffer) {
    const std::map<NodeId, std::vector<NodeId>> blocks = tail_loads(nest, buffer);
    if (blocks.empty()) return nest;
    frontend::NameTable names;
    take_names(nest, names);
    std::map<NodeId, std::string> symbols;
    for (const auto& [block, loads] : blocks)
        for (const NodeId load : loads)
            if (symbols.count(load) == 0) symbols[load] = names.claim("last");
    std::map<NodeId, NodeId> moved;
    return rebuild(nest, [&](LoopNest& result, Node& node, NodeId id) {
        if (const auto symbol = symbols.find(id); symbol != symbols.end()) {
            const ValueType type = node.type;
            moved[id] = result.add(std::move(node));
            return result.variable(symbol->second, type);
        }
        const auto block = blocks.find(id);
        if (block == blocks.end()) return no_node;
        NodeId body = result.add(std::move(node));
        for (const NodeId load : block->second)
            body = result.add({.kind = NodeKind::LetStatement,
                               .operands = {moved.at(load), body},
                               .symbol = symbols.at(load)});
        return body;
    });
}

}  // namespace hlo2c::scheduler

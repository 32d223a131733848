#include "scheduler/loops/promote_registers.h"

#include <map>
#include <optional>

#include "frontend/name_table.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/rewriter.h"

namespace hlo2c::scheduler {

namespace {

struct Stretch {
    std::int64_t begin = 0;
    int lanes = 1;
};

/// The lanes of an access with a constant index and stride 1; nullopt for any other.
std::optional<Stretch> constant_stretch(const LoopNest& nest, NodeId index, int lanes) {
    const Node& node = nest[index];
    if (lanes == 1 && node.kind == NodeKind::Integer) return Stretch{node.integer, 1};
    if (node.kind != NodeKind::Ramp) return std::nullopt;
    const Node &base = nest[node.operands[0]], &stride = nest[node.operands[1]];
    if (base.kind != NodeKind::Integer || stride.kind != NodeKind::Integer || stride.integer != 1)
        return std::nullopt;
    return Stretch{base.integer, lanes};
}

/// The accesses to one array.
struct Accesses {
    bool promotable = true;
    std::map<std::int64_t, int> stretches;  // begin -> lanes
};

std::map<std::string, Accesses> find_accesses(const LoopNest& nest) {
    std::map<std::string, Accesses> arrays;
    for (const Node& node : nest.nodes) {
        if (node.kind == NodeKind::Allocate && node.memory == MemoryKind::Registers) arrays[node.symbol];
    }
    const auto access = [&](const Node& node, int lanes, bool masked) {
        const auto found = arrays.find(node.symbol);
        if (found == arrays.end()) return;
        const auto stretch = constant_stretch(nest, node.operands[0], lanes);
        if (!stretch || masked) {
            found->second.promotable = false;
            return;
        }
        const auto [place, inserted] = found->second.stretches.emplace(stretch->begin, stretch->lanes);
        if (!inserted && place->second != stretch->lanes) found->second.promotable = false;
    };
    for (const Node& node : nest.nodes) {
        if (node.kind == NodeKind::Load) access(node, node.type.lanes, node.operands.size() > 1);
        if (node.kind == NodeKind::Store) {
            access(node, nest[node.operands[1]].type.lanes, node.operands.size() > 2);
        }
        if (node.kind == NodeKind::Prefetch && arrays.count(node.symbol))
            arrays[node.symbol].promotable = false;
    }
    for (auto& [name, accesses] : arrays) {
        std::int64_t end = 0;
        for (const auto& [begin, lanes] : accesses.stretches) {
            if (begin < end) accesses.promotable = false;
            end = begin + lanes;
        }
    }
    return arrays;
}

}  // namespace

LoopNest promote_registers(const LoopNest& nest) {
    const auto arrays = find_accesses(nest);
    std::map<std::string, std::map<std::int64_t, std::string>> locals;
    for (const auto& [name, accesses] : arrays) {
        if (!accesses.promotable) continue;
        int position = 0;
        for (const auto& [begin, lanes] : accesses.stretches) {
            locals[name][begin] = accesses.stretches.size() == 1 ? name : element_symbol(name, position++);
        }
    }
    const auto local_of = [&](const LoopNest& result, const Node& node) -> const std::string* {
        const auto array = locals.find(node.symbol);
        if (array == locals.end()) return nullptr;
        const Node& index = result[node.operands[0]];
        const std::int64_t begin =
            index.kind == NodeKind::Ramp ? result[index.operands[0]].integer : index.integer;
        return &array->second.at(begin);
    };
    return rebuild(nest, [&](LoopNest& result, Node& node) -> NodeId {
        switch (node.kind) {
            case NodeKind::Load:
                if (const std::string* local = local_of(result, node))
                    return result.variable(*local, node.type);
                return no_node;
            case NodeKind::Store:
                if (const std::string* local = local_of(result, node)) {
                    return result.add(
                        {.kind = NodeKind::Assign, .operands = {node.operands[1]}, .symbol = *local});
                }
                return no_node;
            case NodeKind::Allocate: {
                if (node.memory != MemoryKind::Registers) return no_node;
                const auto array = arrays.find(node.symbol);
                if (!array->second.promotable) {
                    node.memory = MemoryKind::Stack;
                    return no_node;
                }
                NodeId body = node.operands[0];
                const auto& stretches = array->second.stretches;
                for (auto each = stretches.rbegin(); each != stretches.rend(); ++each) {
                    body = result.add({.kind = NodeKind::Declare,
                                       .type = {node.type.kind, each->second},
                                       .operands = {body},
                                       .symbol = locals[node.symbol][each->first]});
                }
                return body;
            }
            default: return no_node;
        }
    });
}

}  // namespace hlo2c::scheduler

#include "scheduler/loops/loop_nest_json.h"

#include <nlohmann/json.hpp>

#include "scheduler/loops/node_kinds.h"

namespace hlo2c::scheduler {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const BufferParameter& parameter) {
    return {{"name", parameter.name},
            {"element", spelling(parameter.element)},
            {"elements", parameter.elements},
            {"written", parameter.written},
            {"type", parameter.type}};
}

Json json_of(const Node& node) {
    Json json{{"kind", spelling(node.kind)}, {"type", spelling(node.type)}};
    if (!node.operands.empty()) json["operands"] = node.operands;
    if (!node.symbol.empty()) json["symbol"] = node.symbol;
    if (node.integer != 0) json["integer"] = node.integer;
    if (!node.lanes.empty()) json["lanes"] = node.lanes;
    if (node.kind == NodeKind::Reduce) json["reduction"] = spelling(node.reduction);
    if (node.kind == NodeKind::For) json["loop"] = spelling(node.loop);
    if (node.kind == NodeKind::Allocate) json["memory"] = spelling(node.memory);
    return json;
}

}  // namespace

Json json_of(const LoopNest& nest) {
    Json json{{"parameters", Json::array()}, {"nodes", Json::array()}, {"scratch_bytes", nest.scratch_bytes}};
    for (const BufferParameter& parameter : nest.parameters) json["parameters"].push_back(json_of(parameter));
    for (const Node& node : nest.nodes) json["nodes"].push_back(json_of(node));
    if (nest.body != no_node) json["body"] = nest.body;
    return json;
}

}  // namespace hlo2c::scheduler

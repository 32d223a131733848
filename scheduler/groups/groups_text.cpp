#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "frontend/ir/enum_table.h"
#include "frontend/ir/op_set.h"
#include "scheduler/groups/function_groups.h"
#include "scheduler/groups/pattern_name.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

using Json = nlohmann::ordered_json;

constexpr frontend::OpSet reductions = {OpCode::Reduce, OpCode::ReduceWindow};

std::string_view short_name(const Op& op) {
    const std::string_view full = frontend::spelling(op.code);
    return full.substr(full.find('.') + 1);
}

/// The op that a reduction applies, if its computation is only that.
const Op& applied(const Op& anchor) {
    const bool is_simple =
        reductions.contains(anchor.code) && anchor.results.size() == 1 && anchor.regions[0].ops.size() == 2;
    return is_simple ? anchor.regions[0].ops[0] : anchor;
}

std::string list(const RegionGraph& graph, const char* before, const std::vector<int>& positions) {
    std::string text = positions.empty() ? "" : before;
    for (const int position : positions) text += fmt::format(" {}", short_name(graph.op(position)));
    return text;
}

/// The members of a group, and the ops that are inlined into them.
std::set<int> kernel_ops(const RegionGraph& graph, const Grouping& grouping, const Group& group) {
    const std::vector<int> members = group.members();
    std::set<int> found(members.begin(), members.end());
    std::vector<int> open = members;
    while (!open.empty()) {
        const Op& op = graph.op(open.back());
        open.pop_back();
        for (const ValueId operand : op.operands) {
            const int position = graph.position(operand);
            if (position < 0 || grouping.materialised.count(operand)) continue;
            if (found.insert(position).second) open.push_back(position);
        }
    }
    return found;
}

std::string name_of(const RegionGraph& graph, const Grouping& grouping, const Group& group) {
    return pattern_name(graph, group, kernel_ops(graph, grouping, group));
}

Json json_of(const RegionGraph& graph, const Stage& stage) {
    const auto op = [&](int position) {
        return Json{{"position", position}, {"op", frontend::spelling(graph.op(position).code)}};
    };
    const auto list = [&](const std::vector<int>& positions) {
        Json json = Json::array();
        for (const int position : positions) json.push_back(op(position));
        return json;
    };
    return {{"kind", spelling(stage.kind)},
            {"anchor", op(stage.anchor)},
            {"prologue", list(stage.prologue)},
            {"epilogue", list(stage.epilogue)}};
}

}  // namespace

std::string to_text(const RegionGraph& graph, const Stage& stage) {
    return fmt::format("{} {}{}{}", spelling(stage.kind), short_name(applied(graph.op(stage.anchor))),
                       list(graph, " of", stage.prologue), list(graph, ", then", stage.epilogue));
}

std::string to_text(const RegionGraph& graph, const Grouping& grouping) {
    std::string text;
    for (std::size_t number = 0; number < grouping.groups.size(); number++) {
        const Group& group = grouping.groups[number];
        text += fmt::format("{} {} ->", number, name_of(graph, grouping, group));
        for (ValueId root : group.roots) text += fmt::format(" %{}", root);
        for (const Stage& stage : group.stages)
            text +=
                fmt::format("{}{}", &stage == &group.stages.front() ? ": " : " | ", to_text(graph, stage));
        text += "\n";
    }
    return text;
}

std::string to_text(const FunctionGraph& graph, const FunctionGroups& groups) {
    std::string text;
    for (RegionId id = 0; id < groups.regions.size(); id++)
        text += fmt::format("region {}\n{}", id, to_text(graph.region(id), groups.regions[id]));
    return text;
}

Json json_of(const FunctionGraph& graph, const FunctionGroups& groups) {
    Json json{{"regions", Json::array()}};
    for (RegionId id = 0; id < graph.region_count(); id++) {
        const RegionGraph& region_graph = graph.region(id);
        const Grouping& grouping = groups.regions[id];
        Json region{{"materialised", grouping.materialised}, {"groups", Json::array()}};
        for (const Group& group : grouping.groups) {
            Json stages = Json::array();
            for (const Stage& stage : group.stages) stages.push_back(json_of(region_graph, stage));
            region["groups"].push_back({{"name", name_of(region_graph, grouping, group)},
                                        {"kind", spelling(group.kind)},
                                        {"roots", group.roots},
                                        {"stages", std::move(stages)}});
        }
        json["regions"].push_back(std::move(region));
    }
    return json;
}

}  // namespace hlo2c::scheduler

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {
namespace {

std::string kinds(const std::vector<ScalarKind>& all) {
    std::vector<std::string> words;
    for (const ScalarKind kind : all) words.push_back(spelling(kind));
    return fmt::format("{}", fmt::join(words, " "));
}

std::string loops_text(const std::vector<ElementLoop>& loops) {
    std::vector<std::string> words;
    for (const ElementLoop& loop : loops)
        words.push_back(
            fmt::format("{} by {} of [{}]", loop.extent, loop.stride, fmt::join(loop.dimensions, " ")));
    return fmt::format("{}", fmt::join(words, ", "));
}

struct ProblemText {
    std::string operator()(const std::monostate&) const { return "built as its group says"; }
    std::string operator()(const MapProblem& map) const {
        std::string text = fmt::format("{} {}", map.is_assembly ? "assembly" : "map", spelling(map.computed));
        for (const ElementBox& box : map.boxes)
            text += fmt::format("; {} elements from {}: {}", box.elements, box.offset, loops_text(box.loops));
        return text;
    }
    std::string operator()(const UpdateProblem& update) const {
        return fmt::format("update {}: {}", spelling(update.computed), loops_text(update.loops));
    }
    std::string operator()(const ScatterProblem& scatter) const {
        return fmt::format("scatter into {} elements, fills [{}]", scatter.elements, kinds(scatter.filled));
    }
    std::string operator()(const SortProblem& sort) const {
        return fmt::format("sort [{}]: {} x {} x {}", kinds(sort.elements), sort.outer, sort.length,
                           sort.inner);
    }
};

struct ScheduleText {
    std::string operator()(const std::monostate&) const { return "chosen where it is built"; }
    std::string operator()(const MapSchedule& map) const {
        std::vector<std::string> words;
        for (const BoxSchedule& box : map.boxes)
            words.push_back(fmt::format("{} lanes x {} vectors{}{}", box.lanes, box.vectors,
                                        box.overlaps ? " overlapping" : "", box.parallel ? " parallel" : ""));
        return fmt::format("{}: {}", map.is_assembly ? "assembly" : "map", fmt::join(words, ", "));
    }
    std::string operator()(const UpdateSchedule& update) const {
        return fmt::format("update: {} lanes", update.lanes);
    }
    std::string operator()(const ScatterSchedule& scatter) const {
        return fmt::format("scatter: fills {} lanes at a time", scatter.filled_lanes);
    }
    std::string operator()(const SortSchedule& sort) const {
        return fmt::format("sort: {} merges", sort.merges);
    }
};

struct LanesOf {
    int operator()(const std::monostate&) const { return 1; }
    int operator()(const MapSchedule& map) const {
        int lanes = 1;
        for (const BoxSchedule& box : map.boxes) lanes = std::max(lanes, box.lanes);
        return lanes;
    }
    int operator()(const UpdateSchedule& update) const { return update.lanes; }
    int operator()(const ScatterSchedule&) const { return 1; }
    int operator()(const SortSchedule&) const { return 1; }
};

}  // namespace

std::string to_text(const Problem& problem) {
    std::string text = std::visit(ProblemText{}, problem.form);
    for (const Operand& operand : problem.operands)
        text += fmt::format("; reads {}[{}]{}", spelling(operand.element), operand.elements,
                            operand.is_constant ? " constant" : "");
    return text;
}

std::string to_text(const Schedule& schedule) {
    return std::visit(ScheduleText{}, schedule);
}

int vector_lanes(const Schedule& schedule) {
    return std::visit(LanesOf{}, schedule);
}

std::string describe(const Schedule& schedule) {
    if (const auto* map = std::get_if<MapSchedule>(&schedule)) {
        const std::string vectors = fmt::format("vectors of {}", vector_lanes(schedule));
        return map->is_assembly ? fmt::format("{} boxes, {}", map->boxes.size(), vectors) : vectors;
    }
    if (const auto* update = std::get_if<UpdateSchedule>(&schedule))
        return fmt::format("in place, vectors of {}", update->lanes);
    if (std::holds_alternative<ScatterSchedule>(schedule)) return "updates in the order of the specification";
    if (std::holds_alternative<SortSchedule>(schedule))
        return "stable merge sort, bottom up, one element a trip";
    return "";
}

std::string tile_text(const Schedule& schedule) {
    return fmt::format("{}", vector_lanes(schedule));
}

}  // namespace hlo2c::scheduler

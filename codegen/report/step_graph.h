#pragma once

#include <set>
#include <string>
#include <vector>

#include "scheduler/plan.h"

namespace hlo2c::codegen {

/// A row of the list of steps: a step, or the caption of the steps that follow ("condition", "else").
struct StepRow {
    const scheduler::Step* step = nullptr;  ///< nullptr: a caption
    std::string caption;
    int depth = 0;            ///< number of loops and branches around the row
    std::set<int> producers;  ///< the rows that write what this one reads; not of arguments and weights
    int lane = 0;             ///< column of its node in the graph
};

/// The steps of a function in order, those inside loops and branches included.
std::vector<StepRow> step_rows(const scheduler::FunctionPlan& function);

/// Height of a row and of its part of the graph, in CSS pixels.
inline constexpr int row_height = 26;

/// The graph of the rows as SVG, to stand beside the list: time runs down, one node per step, and a line from
/// each step to the steps that read what it writes.
std::string step_graph_svg(const std::vector<StepRow>& rows);

}  // namespace hlo2c::codegen

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/check/facts.h"

namespace hlo2c::codegen {

/// Which function may run which, over all translation units. A function reaches the functions that it calls,
/// those whose address it takes (it passes them to a hook), and, through a pointer, those of the same type in
/// a table at file scope.
struct CallGraph {
    std::vector<FunctionKey> functions;             ///< sorted; `reaches` has one entry for each
    std::vector<std::vector<std::size_t>> reaches;  ///< sorted, without repeats
};

CallGraph build_call_graph(const SourceFacts& facts);

/// The groups of functions that are recursive together, each sorted.
std::vector<std::vector<FunctionKey>> find_recursion(const CallGraph& graph);

struct DeepestPath {
    std::int64_t bytes = 0;
    std::vector<FunctionKey> functions;  ///< outermost first
};

/// The path of calls with the largest sum of locals. A path ends before it would return to one of its
/// functions.
DeepestPath find_deepest_path(const CallGraph& graph, const SourceFacts& facts);

}  // namespace hlo2c::codegen

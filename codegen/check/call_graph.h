#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/check/facts.h"

namespace hlo2c::codegen {

/// Who may run whom, over all translation units. A function reaches those it calls, those whose address it
/// takes (it hands them to a hook), and, through a pointer, those of the same type that stand in a table at
/// file scope.
struct CallGraph {
    std::vector<FunctionKey> functions;             ///< sorted; the other vectors run parallel to it
    std::vector<std::vector<std::size_t>> reaches;  ///< sorted, without repeats
};

CallGraph build_call_graph(const SourceFacts& facts);

/// The groups of functions that can run themselves again, each sorted.
std::vector<std::vector<FunctionKey>> find_recursion(const CallGraph& graph);

struct DeepestPath {
    std::int64_t bytes = 0;
    std::vector<FunctionKey> functions;  ///< outermost first
};

/// The path of calls whose locals add up to the most. A path ends where it would come back to one of its
/// functions.
DeepestPath find_deepest_path(const CallGraph& graph, const SourceFacts& facts);

}  // namespace hlo2c::codegen

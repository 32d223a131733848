#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "frontend/ir/program.h"
#include "scheduler/groups/function_graph.h"

namespace hlo2c::scheduler {

/// The computation of a reduction between processes, as a program whose only function has the arguments
/// (accumulator, operand): on a block of elements, and on a single one.
struct CombinerPrograms {
    static constexpr int block_elements = 64;  ///< enough for the widest vectors
    frontend::Program block, single;
};

/// Those of a function's collectives that reduce, by collective, in program order.
struct FunctionCombiners {
    std::vector<std::pair<const frontend::Op*, CombinerPrograms>> programs;
    const CombinerPrograms& of(const frontend::Op& collective) const;
};

/// Complex numbers are split into their parts. Fails with H0414 for computations that do more than combine
/// two elements.
FunctionCombiners combiner_programs(const frontend::Program& program, const FunctionGraph& graph);

/// The programs on blocks, as StableHLO text.
std::string to_text(const FunctionCombiners& combiners);
/// The same programs, a list.
nlohmann::ordered_json json_of(const FunctionCombiners& combiners);

/// Refuses the computation of a reduction between processes, with H0414; `why` completes "the computation of
/// this reduction ...".
[[noreturn]] void refuse_reduction(const frontend::Program& program, const frontend::Op& op,
                                   const std::string& why);

}  // namespace hlo2c::scheduler

#pragma once

#include <Halide.h>

#include <map>
#include <string>
#include <vector>

#include "scheduler/loops/loop_nest.h"
#include "scheduler/schedule/joined_lines.h"

namespace hlo2c::scheduler::halide {

/// The kernel parameter behind a buffer of the lowered statement.
struct BufferBinding {
    int parameter = 0;            ///< index into LoopNest::parameters
    std::int64_t offset = 0;      ///< elements added to every index
    std::string start;            ///< an i32 value of the nest that is added to every index; empty: none
    std::vector<ResultGap> gaps;  ///< elements of the parameter that the buffer does not have
};

/// Turns Halide's lowered statement into nodes of `nest` and returns the statement's node. `bindings` has an
/// entry for every input and output buffer by its Halide name; other buffers are allocations of the
/// statement; `variables` maps Halide variables from outside to names in the nest. Loop variables and lets
/// get new names, so that the text does not depend on earlier lowerings. With `slots` > 0, the iterations of
/// a parallel loop become that many ranges of neighbours, the longer ones last, and scratch inside is
/// allocated once per range.
NodeId append_statement(LoopNest& nest, const Halide::Internal::Stmt& statement,
                        const std::map<std::string, BufferBinding>& bindings,
                        const std::map<std::string, std::string>& variables, int slots);

/// The same for an expression before lowering, which reads inputs by a flat index.
NodeId append_expression(LoopNest& nest, const Halide::Expr& expression,
                         const std::map<std::string, BufferBinding>& bindings,
                         const std::map<std::string, std::string>& variables);

}  // namespace hlo2c::scheduler::halide

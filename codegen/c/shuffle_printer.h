#pragma once

#include <vector>

#include "codegen/c/code.h"
#include "codegen/c/vector_support.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::codegen {

/// A shuffle whose operands are printed already. `type` is that of the result as it is printed: for boolean
/// vectors, their integers.
Code print_shuffle(const scheduler::LoopNest& nest, const scheduler::Node& shuffle, ValueType type,
                   const std::vector<Code>& operands, VectorSupport& support);

}  // namespace hlo2c::codegen

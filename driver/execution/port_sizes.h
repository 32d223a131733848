#pragma once

#include <vector>

#include "frontend/ir/literal.h"
#include "scheduler/plan.h"

namespace hlo2c::driver {

/// How many of them there are without those that say sizes, which stand behind all others.
std::size_t tensor_count(const std::vector<scheduler::Port>& ports);

/// What the program gives, from what its library gives for `ports`: tensors cut to the sizes that stand
/// behind them.
std::vector<frontend::Literal> cut_to_sizes(const std::vector<scheduler::Port>& ports,
                                            std::vector<frontend::Literal> arrays);

/// The way back, for `ports` in the order of `arrays`: tensors at the bound, zero past their sizes, and the
/// sizes behind them.
std::vector<frontend::Literal> fill_to_bounds(const std::vector<scheduler::Port>& ports,
                                              std::vector<frontend::Literal> arrays);

}  // namespace hlo2c::driver

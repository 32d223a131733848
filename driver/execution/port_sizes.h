#pragma once

#include <vector>

#include "frontend/ir/literal.h"
#include "scheduler/plan.h"

namespace hlo2c::driver {

/// Number of ports that hold tensors; the others hold sizes and come last.
std::size_t tensor_count(const std::vector<scheduler::Port>& ports);

/// The program's results from those of its library for `ports`: tensors cut to the sizes that follow them.
std::vector<frontend::Literal> cut_to_sizes(const std::vector<scheduler::Port>& ports,
                                            std::vector<frontend::Literal> arrays);

/// The inverse for arguments, with `ports` in the order of `arrays`: tensors padded with zeros to their
/// bounds, followed by the sizes.
std::vector<frontend::Literal> fill_to_bounds(const std::vector<scheduler::Port>& ports,
                                              std::vector<frontend::Literal> arrays);

}  // namespace hlo2c::driver

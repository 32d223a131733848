#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The result that reuses the memory of donated argument `position` (attribute `tf.aliasing_output`); nullopt
/// if the argument is not donated.
std::optional<int> aliased_result(const Function& function, std::size_t position);

/// A donated argument, and the value that is returned in its memory.
struct Donation {
    ValueId argument = 0, returned = 0;
};
std::vector<Donation> donations(const Function& function);

}  // namespace hlo2c::frontend

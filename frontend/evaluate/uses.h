#pragma once

#include <cstddef>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Which ops of a function's body must run, and how long values are kept.
struct Uses {
    /// For each value, the position of the last op that runs and reads it, itself or in its regions.
    std::vector<std::size_t> last;
    /// Per op of the body: true if it runs. An op whose results are not read runs only if it has effects.
    std::vector<bool> runs;
};
Uses uses_of(const Function& function);

}  // namespace hlo2c::frontend

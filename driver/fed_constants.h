#pragma once

#include <vector>

#include "driver/load_program.h"

namespace hlo2c::driver {

/// A program whose constants are arguments, so that nothing can be folded.
struct FedProgram {
    LoadedProgram loaded;
    std::vector<frontend::Literal> arguments;
    std::size_t constants = 0,
                bound = 0;  ///< constants that became arguments, and arguments that are no longer bound
};

/// Turns constants of the entry point, and of what it calls, into arguments after the existing ones, and
/// unbinds bound arguments. Constants that define sizes stay, and those in the regions of reducers and their
/// like.
FedProgram feed_constants(const LoadedProgram& loaded, const std::vector<frontend::Literal>& arguments);

}  // namespace hlo2c::driver

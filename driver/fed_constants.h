#pragma once

#include <vector>

#include "driver/load_program.h"

namespace hlo2c::driver {

/// A program whose data is given when it runs: what was folded out of constants is computed then.
struct FedProgram {
    LoadedProgram loaded;
    std::vector<frontend::Literal> arguments;
    std::size_t constants = 0, bound = 0;  ///< tensors that became arguments, and arguments no longer bound
};

/// Makes arguments of the entry point's constants, behind those it has, and takes back what is bound. Scalars
/// and splats stay, and so does what says a size.
FedProgram feed_constants(const LoadedProgram& loaded, const std::vector<frontend::Literal>& arguments);

}  // namespace hlo2c::driver

#pragma once

#include <string>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Writes the program as a StableHLO portable artifact: MLIR bytecode of version 6 that holds VHLO, as
/// StableHLO 1.17 and newer read it; a newer release is named where an op needs it. Names of values are not
/// kept. The program must be verified. Throws H0123 with the place of an op that has no form in VHLO, such as
/// an op of chlo.
std::string write_portable_artifact(const Program& program);

}  // namespace hlo2c::frontend

#pragma once

#include <string>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Writes a verified program as a StableHLO portable artifact: VHLO in MLIR bytecode version 6 for readers of
/// StableHLO 1.17 and newer, or of a newer release if an op needs one. Value names are lost. Throws H0123 at
/// an op that VHLO cannot represent, such as a chlo op.
std::string write_portable_artifact(const Program& program);

}  // namespace hlo2c::frontend

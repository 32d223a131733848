#pragma once

#include <string>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

struct PrintOptions {
    bool locations = true;       ///< write loc(...) after ops and arguments
    bool pretty = true;          ///< pretty forms where an op has one; otherwise the generic form of every op
    int hexadecimal_above = 64;  ///< constants with more elements are written as dense<"0x...">; -1: none
};

/// The program as StableHLO text that MLIR reads. Reading it back gives an equal program (`source_path` and
/// positions aside) when the attributes of its ops are sorted by name, as after reading.
std::string print_stablehlo_text(const Program& program, const PrintOptions& options = {});

}  // namespace hlo2c::frontend

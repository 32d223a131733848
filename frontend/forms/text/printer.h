#pragma once

#include <string>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

struct PrintOptions {
    bool locations = true;       ///< write loc(...) after ops and arguments
    bool pretty = true;          ///< pretty forms of ops that have one; false: only generic forms
    int hexadecimal_above = 64;  ///< constants with more elements are written as dense<"0x...">; -1: none
};

/// Prints the program as StableHLO text that MLIR accepts. Reading it back gives an equal program (except for
/// `source_path` and positions), provided that the attributes of its ops are sorted by name, as after
/// reading.
std::string print_stablehlo_text(const Program& program, const PrintOptions& options = {});

}  // namespace hlo2c::frontend

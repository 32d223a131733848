#pragma once

#include <string>

#include "frontend/forms/text/parser.h"

namespace hlo2c::scheduler {

/// The program `func.func @main` with this signature and body.
inline frontend::Program program_of(const std::string& signature, const std::string& body) {
    return frontend::read_stablehlo_text("func.func @main" + signature + " {\n" + body + "}\n", "test.mlir");
}

}  // namespace hlo2c::scheduler

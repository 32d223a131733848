#pragma once

#include <string>
#include <string_view>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Reads a module of StableHLO in MLIR's text: pretty and generic form, locations, aliases, resources.
///
/// `path` names the text in diagnostics and becomes `Program::source_path`. Sorts attributes of ops by name,
/// so the pretty and the generic form of an op read as equal ops. `reduce ... applies op` is read as the
/// equivalent region. Every op and function gets its `SourcePosition`. Throws a DiagnosticError (01xx) with
/// line and column for malformed text, for ops that are not in the op table, and for unsupported types and
/// attributes. Does not check the meaning of the program: `verify` (frontend/ops/verify.h) does.
Program read_stablehlo_text(std::string_view text, std::string path);

}  // namespace hlo2c::frontend

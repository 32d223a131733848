#pragma once

#include <string>
#include <string_view>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Reads a module of StableHLO in MLIR's text: pretty and generic form, locations, aliases, resources.
///
/// `path` names the text in diagnostics and becomes `Program::source_path`. Attributes of ops are sorted by
/// name, so the pretty and the generic form of one op read as equal ops; `reduce ... applies op` reads as the
/// region it stands for; every op and function keeps its `SourcePosition`. Throws a DiagnosticError (01xx)
/// with line and column for text that is not well formed, for ops that are not in the op table, and for types
/// and attributes that this compiler has no form for. What the text means is checked by `verify`
/// (frontend/ops/verify.h).
Program read_stablehlo_text(std::string_view text, std::string path);

}  // namespace hlo2c::frontend

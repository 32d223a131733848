#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

struct BytecodeOptions {
    std::size_t base = 0;  ///< offset of the first byte in the file, for a program inside another file
    /// Called with bytes of the file that are not read again: the data of a constant, while it is copied.
    std::function<void(std::size_t begin, std::size_t size)> release = {};
};

/// Reads a module in MLIR bytecode: a StableHLO portable artifact (VHLO of any version from 0.9.0 to the
/// current one, upgraded to today's ops) or plain bytecode of the dialects stablehlo, chlo, func and sdy.
///
/// `path` names the file in diagnostics and becomes `Program::source_path`. Attributes that hold their
/// default are left out, so a program reads as it does from text; values have no names. Throws a
/// DiagnosticError (01xx) with the byte offset and the path of ops for bytes that are malformed, for versions
/// that are newer than what is known, and for ops, types and attributes without a counterpart. Takes time and
/// memory in proportion to the file. What the program means is checked by `verify` (frontend/ops/verify.h).
Program read_bytecode(std::string_view bytes, std::string path, BytecodeOptions options = {});

}  // namespace hlo2c::frontend

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

struct BytecodeOptions {
    std::size_t base = 0;  ///< file offset of the first byte, for a program embedded in another file
    /// Called with ranges of the file that are not read again: data of a constant that has been copied.
    std::function<void(std::size_t begin, std::size_t size)> release = {};
};

/// Reads a module in MLIR bytecode: a StableHLO portable artifact (VHLO of any version from 0.9.0 to the
/// current one, upgraded to current ops) or plain bytecode of the dialects stablehlo, chlo, func and sdy.
///
/// `path` names the file in diagnostics and becomes `Program::source_path`. Attributes that hold their
/// default are dropped, so the program equals the one read from text, except that its values have no names.
/// Throws a DiagnosticError (01xx) with the byte offset and the path of ops for malformed bytes, for versions
/// newer than the supported ones, and for unsupported ops, types and attributes. Time and memory are
/// proportional to the file size. Does not check the meaning of the program: `verify` (frontend/ops/verify.h)
/// does.
Program read_bytecode(std::string_view bytes, std::string path, BytecodeOptions options = {});

}  // namespace hlo2c::frontend

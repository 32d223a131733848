#pragma once

#include <string>
#include <string_view>

#include "frontend/diagnostic.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The current place of the reader, for diagnostics: the file and, inside a module, an instruction of a
/// computation.
struct Site {
    std::string path;
    std::string computation;
    std::string instruction;  ///< "name (opcode)"
    SourcePosition position;

    Place place() const;
    /// Throws H0130: the message is not well formed.
    [[noreturn]] void refuse(std::string message, std::string remedy = "Export the program again.") const;
    void require(bool holds, std::string_view message) const {
        if (!holds) refuse(std::string(message));
    }
    /// Throws H0112: the message has something that is not supported.
    [[noreturn]] void reject(std::string message, std::string remedy) const;
};

}  // namespace hlo2c::frontend

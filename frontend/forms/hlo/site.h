#pragma once

#include <string>
#include <string_view>

#include "frontend/diagnostic.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Numbers of diagnostics of this folder, beside those of read_error.
namespace hlo_error {
inline constexpr int malformed = 130;    ///< a message that breaks a rule of HLO
inline constexpr int no_hlo_form = 131;  ///< an op or type that HLO has no form for
}  // namespace hlo_error

/// What is being read, for diagnostics: the file and, in a module, an instruction of a computation.
struct Site {
    std::string path;
    std::string computation;
    std::string instruction;  ///< "name (opcode)"
    SourcePosition position;

    Place place() const;
    /// Throws that the message is not well formed (H0130).
    [[noreturn]] void refuse(std::string message, std::string remedy = "Export the program again.") const;
    void require(bool holds, std::string_view message) const {
        if (!holds) refuse(std::string(message));
    }
    /// Throws that the message has something that is not supported (H0112).
    [[noreturn]] void reject(std::string message, std::string remedy) const;
};

}  // namespace hlo2c::frontend

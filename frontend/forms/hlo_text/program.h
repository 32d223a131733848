#pragma once

#include <string>
#include <string_view>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Whether `text` starts like HLO text: with HloModule, ENTRY, a computation or an instruction.
bool is_hlo_text(std::string_view text);

/// Reads HLO text into a program without verifying it; each op has its line. Throws the diagnostics of
/// `read_hlo_text` and `program_of_module`.
Program read_hlo_text_program(std::string_view text, const std::string& path);

/// Prints a program as HLO text. Throws the diagnostics of `module_of_program` for ops that HLO cannot
/// represent.
std::string print_hlo_text_program(const Program& program);

}  // namespace hlo2c::frontend

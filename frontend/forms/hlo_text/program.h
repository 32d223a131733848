#pragma once

#include <string>
#include <string_view>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Whether `text` begins as HLO text does: with HloModule, ENTRY, or the name and the body of a computation.
bool is_hlo_text(std::string_view text);

/// Reads HLO text into a program, which is not yet verified; each op knows its line. Throws what
/// `read_hlo_text` and `program_of_module` throw.
Program read_hlo_text_program(std::string_view text, const std::string& path);

/// The program as HLO text. Throws what `module_of_program` throws for ops that HLO has no form for.
std::string print_hlo_text_program(const Program& program);

}  // namespace hlo2c::frontend

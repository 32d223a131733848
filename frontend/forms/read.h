#pragma once

#include <string>
#include <vector>

#include "frontend/forms/recorded_program.h"

namespace hlo2c::frontend {

/// Reads the program in the file at `path`. Throws: H0101 when the file is missing or cannot be read, H0112
/// when its form is not known or not supported, and what the reader of the form throws. The program is as it
/// is written, not yet verified: `prepare` comes next.
Program read_program(const std::string& path);

/// Like `read_program`, but splits StableHLO text at its `// -----` lines, as test files do, and reads each
/// part as a program of its own. Places refer to the whole file. Any other file is one program.
std::vector<Program> read_programs(const std::string& path);

/// Like `read_program`, with the recorded arguments.
RecordedProgram read_recorded_program(const std::string& path);

}  // namespace hlo2c::frontend

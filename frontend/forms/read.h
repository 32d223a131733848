#pragma once

#include <string>
#include <vector>

#include "frontend/forms/recorded_program.h"

namespace hlo2c::frontend {

/// Reads the program in the file at `path`. Throws: H0101 if the file is missing or cannot be read, H0112 if
/// its form is unknown or unsupported, and the errors of the form's reader. Does not verify the program;
/// `prepare` does.
Program read_program(const std::string& path);

/// Like `read_program`, but splits StableHLO text at its `// -----` lines, as test files do, and reads each
/// part as a program of its own. Places refer to the whole file. Any other file is one program.
std::vector<Program> read_programs(const std::string& path);

/// Like `read_program`, with the recorded arguments.
RecordedProgram read_recorded_program(const std::string& path);

}  // namespace hlo2c::frontend

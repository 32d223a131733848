#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The serialized forms of a program; which one a file has is found by its content, never by its name.
enum class ProgramForm { StablehloText, MlirBytecode, JaxExport, HloText, HloProto, Unknown };

/// The form that `bytes`, the whole file or its beginning, has.
ProgramForm detect_form(std::string_view bytes);

/// Reads the program in the file at `path`. Throws: H0101 when the file is missing or cannot be read, H0112
/// when its form is not known or not supported, and what the reader of the form throws. The program is not
/// yet verified.
Program read_program(const std::string& path);

/// Like `read_program`, for a text that lines `// -----` cut into modules of their own, as test files do: one
/// program for each part, whose places are those of the whole file. Any other file is one program.
std::vector<Program> read_programs(const std::string& path);

/// A program and the arguments that were recorded with it, by the number of the argument; only HloSnapshot
/// brings any.
struct RecordedProgram {
    Program program;
    std::map<int, Literal> arguments;
};

/// The same with the recorded arguments.
RecordedProgram read_recorded_program(const std::string& path);

}  // namespace hlo2c::frontend

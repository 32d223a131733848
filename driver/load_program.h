#pragma once

#include <map>

#include "driver/console.h"
#include "driver/options.h"
#include "frontend/forms/recorded_program.h"
#include "frontend/ir/literal.h"
#include "frontend/ir/program.h"
#include "frontend/pipeline.h"

namespace hlo2c::driver {

/// A program as read and verified, with the data bound to its arguments and the arguments recorded with it,
/// by argument number.
struct LoadedProgram {
    frontend::Program program;
    std::map<int, frontend::Literal> bound;
    std::map<int, frontend::Literal> recorded;
};

/// The name of the program in a file: the file's name up to its first dot, "lenet" for
/// dir/lenet.stablehlo.mlir.
std::string program_name(const std::string& path);

/// Reads a program and shows the notes about where it may run.
frontend::RecordedProgram read_program(const std::string& path, Console& console);

/// Makes the function `wanted` the entry point ("": the only one). Fails with H0644 if there are several, and
/// with H0645 if none has the name.
void choose_function(frontend::Program& program, const std::string& wanted);

/// Verifies a program as it was read, makes `options.function` its entry point ("": the only one), and gives
/// its arguments sizes and arrays as `load_program` does.
LoadedProgram prepare_entry_point(frontend::RecordedProgram read, const ProgramOptions& options,
                                  const frontend::Observer& observer);

/// Reads and verifies the program, chooses its entry point (H0644: it has several, H0645: none has the name
/// in --function), gives its arguments the sizes of --shape and reads the arrays of --bind and --bind-dir.
/// Errors of a binding: H0630 (no such argument, or bound twice), H0631 (not of the form N=FILE); of a shape:
/// H0636 (not of the form N=SIZES or NAME=SIZE), H0637 (no dimension of that name). The observer sees the
/// steps of `frontend::prepare`.
LoadedProgram load_program(const ProgramOptions& options, Console& console,
                           const frontend::Observer& observer = {});

/// The arrays for all arguments of the entry point: the bound ones and those that `given` names, or else
/// those recorded with the program. Files for bound arguments are ignored. Fails with H0632 if --arg is given
/// the wrong number of times.
std::vector<frontend::Literal> load_arguments(const LoadedProgram& loaded, const ArgumentOptions& given);
/// Sets dynamic sizes of arguments to those of the arrays, and binds arguments that define sizes of other
/// values.
void take_sizes(LoadedProgram& loaded, const std::vector<frontend::Literal>& arguments);
/// The same with random arrays if `given` names none.
std::vector<frontend::Literal> load_or_make_arguments(const LoadedProgram& loaded,
                                                      const ArgumentOptions& given);
/// The same with random arrays in the style of the program, see `argument_styles`; other ones for each draw.
std::vector<frontend::Literal> load_or_draw_arguments(const LoadedProgram& loaded,
                                                      const ArgumentOptions& given, std::uint64_t draw = 0);

}  // namespace hlo2c::driver

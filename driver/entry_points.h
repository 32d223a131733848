#pragma once

#include <string>
#include <vector>

#include "driver/console.h"
#include "driver/dump.h"
#include "driver/load_program.h"
#include "driver/options.h"

namespace hlo2c::driver {

/// One function of a library: a program whose only entry point it is, with sizes and data for its arguments.
struct EntryPoint {
    std::string name;  ///< in the library
    std::string part;  ///< its name among the parts of the compilation; "" for the only entry point
    LoadedProgram loaded;
};

/// The entry points of the programs, in the order of the command line: the functions that `options` names, or
/// all public ones that no other function calls, and one for each combination of the sizes that it lists.
///
/// An entry point is named after its function, followed by its sizes where several are listed: "main_b8". If
/// there are several files, the only entry point of a file is named after the file. Options without "ENTRY:"
/// apply to every entry point that has the argument or the dimension. Errors are those of `load_program`, and
/// H0645 (no program has the function), H0646 (two entry points with one name), H0647 (an option that applies
/// to no entry point). `dump` shows how each one is prepared.
std::vector<EntryPoint> load_entry_points(const ProgramsOptions& options, Console& console, Dump& dump);

}  // namespace hlo2c::driver

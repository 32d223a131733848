#pragma once

#include <functional>
#include <string>
#include <vector>

#include "codegen/library/library.h"
#include "driver/console.h"
#include "driver/dump.h"
#include "driver/entry_points.h"
#include "driver/load_program.h"
#include "driver/options.h"
#include "driver/report.h"
#include "scheduler/plan.h"

namespace hlo2c::driver {

/// A library that has been checked and is ready to be written to a directory.
struct CompiledLibrary {
    std::string name;
    codegen::LibraryOptions options;
    scheduler::Plan plan;
    std::vector<codegen::CFile> files;
    std::vector<std::string> notes;  ///< notes for its caller
};

/// Adds test vectors for an entry point to the library's self-test, once its plan is known.
using SelfTest = std::function<void(const EntryPoint&, const scheduler::Plan&, codegen::LibraryOptions&)>;

/// The recipe: bind, passes, schedule, print, check. Entry points (at least one) share kernels and weights
/// that are equal. `self_test` may be empty. Fails with H0640 if `dump` selects a step that this compilation
/// does not have.
CompiledLibrary compile_library(const std::vector<EntryPoint>& entries, const CompilationOptions& options,
                                const SelfTest& self_test, Console& console, Dump& dump);
/// The same for one entry point, without a self-test.
CompiledLibrary compile_library(const LoadedProgram& loaded, const CompilationOptions& options,
                                Console& console, Dump& dump);

/// Checks the C of a library that the caller wrote as compile_library does. Fails with H0591 if it breaks a
/// guarantee, and with H0489 if the target's flags do.
void require_certified(const CompiledLibrary& library);

/// The target that the options describe.
scheduler::Target target_of(const CompilationOptions& options);

/// The same up to the plan, for callers that write their own library. The observer sees the passes.
scheduler::Plan make_plan(const frontend::Program& program, const std::map<int, frontend::Literal>& bound,
                          const scheduler::Target& target,
                          scheduler::FloatRules rules = scheduler::FloatRules::Strict,
                          const frontend::Observer& observer = {});

/// The file of the library whose path is `path`; it must exist.
const codegen::CFile& find_file(const CompiledLibrary& library, const std::string& path);

/// What `compile` reports about a library.
Json summary_json(const CompiledLibrary& library);
std::string summary_text(const CompiledLibrary& library);

}  // namespace hlo2c::driver

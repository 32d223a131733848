#pragma once

#include <string>
#include <vector>

#include "codegen/library/library.h"
#include "driver/compile_library.h"
#include "frontend/ir/literal.h"

namespace hlo2c::driver {

/// The data of one library in a bench program.
struct BenchLibrary {
    std::string name;
    std::vector<codegen::CFile> files;   ///< those that are compiled or read at run time
    std::vector<std::string> schedules;  ///< decisions, by problem
    std::vector<int> problems;           ///< by kernel: number of its problem, or -1
    bool has_weights_file = false;
    bool has_pools = false;  ///< memory pools besides the arena
};

/// A program that measures several libraries of one program for one target, in turns; `parse_figures` reads
/// its output. It is called as
///
///     bench [--seconds S] [--rounds N] [--round-seconds S] [--only LIBRARY] [--threads N] [--directory DIR]
///
/// and needs the files inputs/ and those of weights below DIR, by default ".". It measures kernels; with
/// --only, one library and also whole calls. It ends after S seconds at the latest, and is pinned to one
/// processor unless it has several threads. Exit status: 0, 66 where a hook is missing, 67 where an assertion
/// of the program does not hold, or 1.
struct BenchProgram {
    scheduler::Target target;
    std::string rules;                  ///< "strict"
    std::vector<std::string> problems;  ///< texts of those that have several candidates
    std::vector<BenchLibrary> libraries;
    std::vector<codegen::CFile> inputs;  ///< inputs/0.bin, ...
    std::string custom_calls;            ///< text of the C file with the hook for custom calls, or ""
    double seconds = 60;                 ///< default of --seconds
};

/// The path in a bench program of the C file with the hook for custom calls.
inline constexpr const char* bench_hook_file = "custom_calls.c";

/// A program without libraries yet, for this plan and these arguments of the program as read.
BenchProgram begin_bench_program(const scheduler::Plan& plan,
                                 const std::vector<frontend::Literal>& arguments);
/// Adds a library of the same program.
void add_library(BenchProgram& program, CompiledLibrary library);

/// The target's name in figures, one line.
std::string bench_target_name(const scheduler::Target& target);

/// bench.c, a Makefile, and the libraries in folders of their names. `make figures.txt` builds and runs it.
std::vector<codegen::CFile> write_bench_program(const BenchProgram& program);
/// The options that its Makefile passes to the C compiler besides the target's, with the files below
/// `directory`.
std::vector<std::string> bench_compile_options(const BenchProgram& program, const std::string& directory);

}  // namespace hlo2c::driver

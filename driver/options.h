#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "codegen/library/library.h"
#include "frontend/ir/enum_table.h"

namespace hlo2c::driver {

/// Options that several verbs share. Each group has one function that adds it to a verb; the member
/// initialisers are the defaults.

/// Finite numbers above zero, and those from zero on.
extern const CLI::Validator positive_number, number_from_zero;

/// The program, and the data bound to its arguments at compile time.
struct ProgramOptions {
    std::string path;
    std::string function;             ///< name of the entry point; "": the only one
    std::vector<std::string> bind;    ///< "3=w.npy"
    std::string bind_directory;       ///< binds exactly the NNN.npy in it; "" for none
    std::vector<std::string> shapes;  ///< "0=5x64": sizes of an argument; "b=5": a dimension that has a name
    std::vector<std::string> bounds;  ///< "b=1..64" or "0.1=64": a dimension that stays open up to a bound
};
/// `required`: the command always needs a program.
void add_program_options(CLI::App& app, ProgramOptions& options, bool required = true);

/// Which programs and functions become one library. The prefix "ENTRY:" limits a binding or a size to one
/// entry point; a list of sizes ("b=1,8") makes one entry point for each size.
struct ProgramsOptions {
    std::vector<std::string> paths;
    std::vector<std::string> functions;         ///< names of entry points; none: all that the programs have
    std::vector<std::string> bind;              ///< "3=w.npy", "decode:3=w.npy"
    std::vector<std::string> bind_directories;  ///< "weights", "decode:weights"
    std::vector<std::string> shapes;            ///< "b=5", "b=1,8,32", "decode:0=5x64"
    std::vector<std::string> bounds;            ///< "b=1..64", "decode:0.1=64"
};
void add_programs_options(CLI::App& app, ProgramsOptions& options);

/// How the program is compiled.
struct CompilationOptions {
    std::string target;
    std::vector<std::string> settings;  ///< KEY=VALUE of the target
    int slots = 0;                      ///< ranges of parallel loops; 0: the target's cores
    std::optional<int> candidate;       ///< of each contraction; absent: the tuned one, else 0
    std::string tuning;                 ///< YAML file with measured schedules; "": those that ship
    std::string name;                   ///< of the library; "": derived from the file's name
    codegen::WeightStorage weights = codegen::WeightStorage::Automatic;  ///< c for small ones, else blob
    bool is_freestanding = false;                                        ///< the library imports no symbol
    std::string float_rules = "strict";                                  ///< strict, contract or fast
    std::vector<std::string> dump_after;  ///< names of steps; "all" for every one
    std::string dump_directory;           ///< "": dumps go to stderr
    bool time_report = false;
};
/// Default target of `compile` and `inspect`: the common level of this architecture, whatever the exact
/// machine.
inline constexpr const char* default_target =
#if defined(__aarch64__) || defined(__arm__)
    "armv8-a";
#else
    "x86-64-v3";
#endif

/// `target` is the default of --target.
void add_compilation_options(CLI::App& app, CompilationOptions& options, const char* target);
/// The compilation options that describe the machine: target, its values, slots.
void add_target_options(CLI::App& app, CompilationOptions& options, const char* target);
void add_float_rules_option(CLI::App& app, std::string& rules);

/// Input arrays.
struct ArgumentOptions {
    std::string directory;           ///< directory or .npz
    std::vector<std::string> files;  ///< one per unbound argument
};
void add_argument_options(CLI::App& app, ArgumentOptions& options);

/// Output arrays.
struct ResultOptions {
    std::string expected;  ///< directory or .npz; "": nothing to compare with
    std::optional<double> relative_tolerance, absolute_tolerance;
    std::string output_directory;
};
void add_result_options(CLI::App& app, ResultOptions& options);
void add_tolerance_options(CLI::App& app, ResultOptions& options);

/// How the emitted C is built and executed on this machine.
struct BuildOptions {
    std::string compiler;  ///< "": $CC, or the target's cross compiler, or cc
    int threads = 1;
    std::string keep_directory;  ///< where library and executable stay; "": removed
    std::string custom_calls;    ///< C file with the hook for custom calls; "": there is none
};
void add_build_options(CLI::App& app, BuildOptions& options);

/// Transports between the ranks of a program that the command runs.
enum class Transport : std::uint8_t { Threads, Mpi, MpiCollectives };
inline constexpr auto transport_names =
    frontend::by_every_enumerator<Transport::MpiCollectives, const char*>({
        {Transport::Threads, "threads"},
        {Transport::Mpi, "mpi"},
        {Transport::MpiCollectives, "mpi-collectives"},
    });

/// The number of processes that run a program, and their transport.
struct RankOptions {
    int ranks = 1;
    Transport transport = Transport::Threads;
    std::string shardings;  ///< JSON file; "": those of the program
    double timeout = 60;    ///< seconds that a rank waits for others
};
void add_ranks(CLI::App& app, int& ranks);
void add_rank_options(CLI::App& app, RankOptions& options);
/// Adds the transport options, for verbs that execute emitted code.
void add_transport_options(CLI::App& app, RankOptions& options);

/// An option that may be repeated, with one value each time.
void add_repeated(CLI::App& app, const std::string& flag, std::vector<std::string>& values,
                  const std::string& description, const std::string& type_name);

}  // namespace hlo2c::driver

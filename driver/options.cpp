#include "driver/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scheduler/loops/float_rules.h"

namespace hlo2c::driver {
namespace {

constexpr const char* bind_text =
    "make argument N a weight with the data of FILE: .npy, .npz or .safetensors, with :NAME if the file has "
    "several arrays; ";
constexpr const char* bind_directory_text =
    "bind every argument that has an NNN.npy in DIR, or an array in this .npz or .safetensors file";
constexpr const char* shape_text =
    "sizes of argument N (--shape 0=5x64), or the size of the dimensions named NAME (--shape b=5); ";

CLI::Validator number_check(const char* name, const char* demand, bool (*accepts)(double)) {
    return CLI::Validator(
        [=](const std::string& text) {
            double number = 0;
            const bool accepted =
                CLI::detail::lexical_cast(text, number) && std::isfinite(number) && accepts(number);
            return accepted ? "" : fmt::format("{} is not a number {}", text, demand);
        },
        name);
}

/// An option whose values are `names`, those of the enumerators in order.
template <typename E, std::size_t count>
CLI::Option* add_choice(CLI::App& app, const std::string& flag, E& choice,
                        const std::array<const char*, count>& names, const std::string& description) {
    const auto choose = [&choice, &names](const std::string& word) {
        choice = static_cast<E>(std::find(names.begin(), names.end(), word) - names.begin());
    };
    return app.add_option_function<std::string>(flag, choose, description)
        ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())))
        ->default_str(names[static_cast<std::size_t>(choice)]);
}

}  // namespace

const CLI::Validator positive_number =
    number_check("POSITIVE", "above zero", [](double number) { return number > 0; });
const CLI::Validator number_from_zero =
    number_check("NONNEGATIVE", "of zero or more", [](double number) { return number >= 0; });

void add_repeated(CLI::App& app, const std::string& flag, std::vector<std::string>& values,
                  const std::string& description, const std::string& type_name) {
    app.add_option(flag, values, description)->type_name(type_name)->allow_extra_args(false);
}

void add_program_options(CLI::App& app, ProgramOptions& options, bool required) {
    app.add_option("program", options.path, "file with the program")
        ->required(required)
        ->type_name("PROGRAM");
    app.add_option("--function", options.function, "the entry point, if the program has several")
        ->type_name("NAME");
    add_repeated(app, "--bind", options.bind, std::string(bind_text) + "may be repeated", "N=FILE");
    app.add_option("--bind-dir", options.bind_directory, bind_directory_text)->type_name("DIR|FILE");
    add_repeated(app, "--shape", options.shapes, std::string(shape_text) + "may be repeated",
                 "N=SIZES|NAME=SIZE");
}

void add_programs_options(CLI::App& app, ProgramsOptions& options) {
    app.add_option("program", options.paths, "files with programs, which become one library")
        ->required()
        ->type_name("PROGRAM");
    add_repeated(app, "--function", options.functions,
                 "an entry point; may be repeated; without it, all public functions that no other one calls",
                 "NAME");
    add_repeated(app, "--bind", options.bind,
                 std::string(bind_text) + "ENTRY: limits it to one entry point; may be repeated",
                 "[ENTRY:]N=FILE");
    add_repeated(app, "--bind-dir", options.bind_directories,
                 std::string(bind_directory_text) + "; may be repeated for other entry points",
                 "[ENTRY:]DIR|FILE");
    add_repeated(app, "--shape", options.shapes,
                 std::string(shape_text) +
                     "several sizes (--shape b=1,8,32) make an entry point each; may be repeated",
                 "[ENTRY:]N=SIZES|NAME=SIZE");
    add_repeated(app, "--bound", options.bounds,
                 "keep the dimensions named NAME open, up to a bound (--bound b=1..64); dimension D of "
                 "argument N is N.D (--bound 0.1=64); may be repeated",
                 "[ENTRY:]NAME=[LEAST..]MOST");
}

void add_target_options(CLI::App& app, CompilationOptions& options, const char* target) {
    options.target = target;
    app.add_option("-t,--target", options.target,
                   "machine to compile for: a built-in name, native, or a YAML file")
        ->type_name("T")
        ->capture_default_str();
    add_repeated(app, "--set", options.settings,
                 "override a value of the target, such as l2=512K for the cache size; may be repeated",
                 "KEY=VALUE");
    app.add_option(
           "--slots", options.slots,
           "slots that the library is compiled for: each parallel loop is divided into this many ranges, "
           "each with its own scratch; the target's number of cores by default; 1 disables parallel loops")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
}

void add_compilation_options(CLI::App& app, CompilationOptions& options, const char* target) {
    add_target_options(app, options, target);
    app.add_option("--candidate", options.candidate,
                   "use candidate N of each contraction, as --dump-after=schedule lists them, instead of the "
                   "measured "
                   "schedules that ship with hlo2c; 0 has the best estimate")
        ->type_name("N")
        ->check(number_from_zero);
    app.add_option(
           "--tuning", options.tuning,
           "use the schedules that `hlo2c tune` measured and wrote to FILE instead of those that ship with "
           "hlo2c; they come before --candidate")
        ->type_name("FILE.yaml");
    app.add_option("--name", options.name, "name of the library; derived from the file's name by default")
        ->type_name("NAME");
    add_choice(app, "--weights", options.weights, codegen::weight_storage_names,
               "storage of weights: c, blob, extern, or auto (c if they are few)")
        ->type_name("WHERE");
    app.add_flag("--freestanding", options.is_freestanding,
                 "the library imports no symbol, not even memcpy; with --weights extern, only the weights");
    add_float_rules_option(app, options.float_rules);
    add_repeated(app, "--dump-after", options.dump_after,
                 "show the result of the step NAME, or of all steps, as text or with --json as JSON; may be "
                 "repeated",
                 "NAME");
    app.add_option("--dump-dir", options.dump_directory, "write dumps to files in DIR")->type_name("DIR");
    app.add_flag("--time-report", options.time_report,
                 "show what each stage takes: time, processor time and peak memory");
}

void add_float_rules_option(CLI::App& app, std::string& rules) {
    app.add_option("--fp", rules,
                   "floating-point rules: strict rounds each operation as written, contract also rounds "
                   "a*b+c once, fast also reorders and assumes finite values")
        ->type_name("RULES")
        ->check(CLI::IsMember(scheduler::float_rules_names()))
        ->capture_default_str();
}

void add_argument_options(CLI::App& app, ArgumentOptions& options) {
    CLI::Option* directory =
        app.add_option("--args", options.directory,
                       "arguments: a directory with 000.npy, 001.npy, ..., an .npz, or a "
                       ".safetensors whose names are numbers or those of arguments");
    directory->type_name("DIR|FILE");
    app.add_option("--arg", options.files,
                   "file with the next argument, as for --bind; repeat once per argument")
        ->type_name("FILE")
        ->allow_extra_args(false)
        ->excludes(directory);
}

void add_tolerance_options(CLI::App& app, ResultOptions& options) {
    app.add_option("--rtol", options.relative_tolerance,
                   "allowed difference relative to a result's largest value")
        ->type_name("R")
        ->check(number_from_zero);
    app.add_option("--atol", options.absolute_tolerance, "allowed difference")
        ->type_name("A")
        ->check(number_from_zero);
}

void add_result_options(CLI::App& app, ResultOptions& options) {
    CLI::Option* const expect = app.add_option(
        "--expect", options.expected, "compare results with these: a directory, an .npz or a .safetensors");
    expect->type_name("DIR|FILE");
    add_tolerance_options(app, options);
    for (const char* tolerance : {"--rtol", "--atol"}) app.get_option(tolerance)->needs(expect);
    app.add_option("--out", options.output_directory, "write results to 000.npy, 001.npy, ... in DIR")
        ->type_name("DIR");
}

void add_build_options(CLI::App& app, BuildOptions& options) {
    app.add_option("--cc", options.compiler, "C compiler with options; by default $CC or cc")
        ->type_name("CC");
    app.add_option("--threads", options.threads, "threads that kernels may use")
        ->type_name("N")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    app.add_option("--keep", options.keep_directory, "keep the library and the executable in DIR")
        ->type_name("DIR");
    app.add_option(
           "--custom-calls", options.custom_calls,
           "C file with the hook: int hlo2c_custom_call_hook(void *user, const hlo2c_custom_call *call)")
        ->type_name("FILE.c");
}

void add_ranks(CLI::App& app, int& ranks) {
    app.add_option("--ranks", ranks,
                   "processes that run the program together; its shardings say which part of it each runs")
        ->type_name("N")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
}

void add_rank_options(CLI::App& app, RankOptions& options) {
    add_ranks(app, options.ranks);
    app.add_option("--shardings", options.shardings,
                   "how arguments and results are split across the ranks, as JSON")
        ->type_name("F.json");
}

void add_transport_options(CLI::App& app, RankOptions& options) {
    add_choice(
        app, "--transport", options.transport, transport_names,
        "transport between the ranks: threads, mpi (messages), or mpi-collectives (MPI's own collectives)")
        ->type_name("T");
    app.add_option("--timeout", options.timeout, "seconds that a rank waits for others")
        ->type_name("S")
        ->check(positive_number)
        ->capture_default_str();
}

}  // namespace hlo2c::driver

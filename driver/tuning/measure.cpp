#include "driver/tuning/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "codegen/library/library.h"
#include "driver/error_numbers.h"
#include "driver/execution/execute.h"
#include "driver/execution/process.h"
#include "frontend/counted.h"
#include "frontend/diagnostic.h"

namespace hlo2c::driver {
namespace {

namespace fs = std::filesystem;

constexpr int rounds = 10, turns = 5;
/// Libraries that differ in nothing that matters differ by less than this share in time.
constexpr double whole_faster = 0.99;

/// Adds the round to the figures; false if there is none.
bool add_round(Figures& figures, std::optional<Figures> round) {
    if (!round) return false;
    if (figures.rounds == 0) {
        figures = std::move(*round);
    } else {
        add_rounds(figures, *round);
    }
    return true;
}

}  // namespace

Toolchain measuring_toolchain(const scheduler::Target& target, const BuildOptions& options) {
    Toolchain toolchain = choose_toolchain(target, options.compiler);
    if (!toolchain.launcher.empty())
        unsupported(tuning_error::machine, {},
                    fmt::format("code for {} runs on this machine under an emulator only, whose times say "
                                "nothing about the target",
                                target.name),
                    "Write a program with --emit-bench DIR, run it on the target, and give its output to "
                    "--read.");
    return toolchain;
}

BuiltBench::BuiltBench(const BenchProgram& program, const BuildOptions& options, fs::path directory,
                       Console& console)
    : toolchain_(measuring_toolchain(program.target, options)),
      directory_(std::move(directory)),
      executable_(directory_ / "bench"),
      threads_(options.threads) {
    const std::vector<codegen::CFile> files = write_bench_program(program);
    codegen::write_directory(files, directory_);
    Sources sources;
    for (const codegen::CFile& file : files)
        if (file.path == bench_hook_file)
            sources.hook = directory_ / file.path;
        else if (file.path.ends_with(".c"))
            sources.written.push_back(directory_ / file.path);
    console.step(fmt::format("building {} with {}", frontend::counted(sources.written.size(), "file"),
                             toolchain_.compiler.front()));
    std::vector<std::string> flags = bench_compile_options(program, directory_.string());
    flags.insert(flags.begin(), "-O3");
    const TemporaryDirectory objects;
    build_executable(toolchain_, sources, flags, objects.path(), executable_);
}

std::optional<Figures> BuiltBench::measure_round(double seconds, MeasuringTime& time, int only) const {
    if (time.left <= 0) return std::nullopt;
    std::vector<std::string> command = {fs::absolute(executable_).string(),
                                        "--directory",
                                        fs::absolute(directory_).string(),
                                        "--rounds",
                                        "1",
                                        "--seconds",
                                        fmt::format("{:.6f}", time.left),
                                        "--round-seconds",
                                        fmt::format("{:.6f}", std::min(seconds, time.left)),
                                        "--threads",
                                        std::to_string(threads_)};
    if (only >= 0) command.insert(command.end(), {"--only", std::to_string(only)});
    const auto begun = std::chrono::steady_clock::now();
    const ProcessResult result = run_process(command);
    time.left -= std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    check_run(result);
    if (result.output.find("\nend\n") == std::string::npos) return std::nullopt;
    return parse_figures(result.output, executable_.string());
}

bool WholeProgram::is_faster() const {
    std::size_t turns_won = 0;
    for (std::size_t turn = 0; turn < standard.rounds; turn++)
        turns_won += least_time(tuned, 0, -1, turn, turn + 1) < least_time(standard, 0, -1, turn, turn + 1);
    return tuned_ns() < whole_faster * standard_ns() && 2 * turns_won > standard.rounds;
}

Figures measure_libraries(const BuiltBench& bench, double seconds, MeasuringTime& time, Console& console) {
    Figures figures;
    MeasuringTime own{std::min(seconds, time.left)};
    const double before = own.left;
    for (int round = 0; round < rounds; round++) {
        console.progress(static_cast<double>(round) / rounds);
        // The time to start processes counts, too.
        if (!add_round(figures, bench.measure_round(0.9 * own.left / (rounds - round), own))) break;
    }
    time.left -= before - own.left;
    return figures;
}

WholeProgram measure_whole_program(const BuiltBench& standard, const BuiltBench& tuned, double seconds,
                                   MeasuringTime& time, Console& console) {
    WholeProgram whole;
    MeasuringTime own{std::min(seconds, time.left)};
    const double before = own.left;
    for (int turn = 0; turn < turns; turn++) {
        console.progress(static_cast<double>(turn) / turns);
        const double share = 0.9 * own.left / (2 * (turns - turn));
        std::optional<Figures> first = standard.measure_round(share, own, 0);
        std::optional<Figures> second = tuned.measure_round(share, own, 0);
        // A turn counts for both or for neither.
        if (!first || !second) break;
        add_round(whole.standard, std::move(first));
        add_round(whole.tuned, std::move(second));
    }
    time.left -= before - own.left;
    return whole;
}

}  // namespace hlo2c::driver

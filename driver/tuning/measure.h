#pragma once

#include <filesystem>
#include <optional>

#include "driver/execution/toolchain.h"
#include "driver/tuning/bench_program.h"
#include "driver/tuning/figures.h"

namespace hlo2c::driver {

/// Seconds that may still be spent on measuring.
struct MeasuringTime {
    double left = 60;
};

/// The tools that build and run what is measured on this machine. Fails with H0656 (unsupported) if the
/// target's code runs only under an emulator.
Toolchain measuring_toolchain(const scheduler::Target& target, const BuildOptions& options);

/// A bench program that was written to a directory and built there.
class BuiltBench {
public:
    BuiltBench(const BenchProgram& program, const BuildOptions& options, std::filesystem::path directory,
               Console& console);

    /// Runs one round in a process of its own, for about `seconds` and never longer than the time that is
    /// left: all libraries in turns, or library `only`. Nothing if the time did not suffice.
    std::optional<Figures> measure_round(double seconds, MeasuringTime& time, int only = -1) const;

private:
    Toolchain toolchain_;
    std::filesystem::path directory_, executable_;
    int threads_ = 1;
};

/// Rounds of all libraries for about `seconds`.
Figures measure_libraries(const BuiltBench& bench, double seconds, MeasuringTime& time, Console& console);

/// The first library of two bench programs, each in processes of its own that take turns.
struct WholeProgram {
    Figures standard, tuned;
    double standard_ns() const { return least_time(standard, 0, -1); }
    double tuned_ns() const { return least_time(tuned, 0, -1); }
    /// True if the tuned one takes clearly less time, and less in most turns.
    bool is_faster() const;
};
WholeProgram measure_whole_program(const BuiltBench& standard, const BuiltBench& tuned, double seconds,
                                   MeasuringTime& time, Console& console);

}  // namespace hlo2c::driver

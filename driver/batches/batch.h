#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "driver/options.h"
#include "frontend/test_modules/cases.h"
#include "frontend/test_modules/outcome.h"
#include "frontend/test_modules/test_module.h"

namespace hlo2c::driver {

/// One way to build emitted C. "" leaves the compiler to BuildOptions.
struct BuildMode {
    std::string name;      ///< "" where there is one mode only
    std::string compiler;  ///< a command with options
    std::string optimisation = "-O1";
    /// Each case is executed with each of these numbers of threads, and has to leave equal bits; with those
    /// of BuildOptions where there are none.
    std::vector<int> threads = {};
};

struct BatchOptions {
    bool evaluator = false;  ///< by the reference evaluator; else through emitted C
    std::string target;
    std::string float_rules = "strict";
    BuildOptions build;
    int time_limit = 60;                           ///< seconds for one case to be compiled, or executed
    std::filesystem::path directory;               ///< where the library and its executable go
    std::vector<BuildMode> modes = {BuildMode{}};  ///< each case is executed in each of them
    /// What a case stands for.
    std::function<frontend::TestProgram(const frontend::TestCase&)> read = frontend::make_test_program;
};

/// What a batch says while it runs; numbers are positions in `cases`.
struct BatchObserver {
    std::function<void(std::size_t)> begins;  ///< a case is compiled, or executed
    std::function<void()> builds;             ///< what was compiled is built: no case's own time
    std::function<void(std::size_t, const frontend::TestOutcome&)> ends;
};

/// Runs the cases and reports the outcome of each. Through emitted C, all of them are compiled into one
/// library, which is built once per mode; each is then executed in a process of its own. Where the C compiler
/// rejects the library, its halves are built apart until the case that it rejects stands alone.
void run_batch(const std::vector<const frontend::TestCase*>& cases, const BatchOptions& options,
               const BatchObserver& observer);

}  // namespace hlo2c::driver

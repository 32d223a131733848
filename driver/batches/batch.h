#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "driver/options.h"
#include "frontend/test_modules/cases.h"
#include "frontend/test_modules/outcome.h"
#include "frontend/test_modules/test_module.h"

namespace hlo2c::driver {

/// One way to build emitted C. An empty compiler means that of BuildOptions.
struct BuildMode {
    std::string name;      ///< "" where there is one mode only
    std::string compiler;  ///< a command with options
    std::string optimisation = "-O1";
    /// Each case runs with each of these thread counts and must give the same bits; if empty, it runs with
    /// that of BuildOptions.
    std::vector<int> threads = {};
};

struct BatchOptions {
    bool evaluator = false;  ///< use the reference evaluator instead of emitted C
    std::string target;
    std::string float_rules = "strict";
    BuildOptions build;
    int time_limit = 60;   ///< seconds of processor time for compiling one case, and for executing it
    int idle_limit = 600;  ///< seconds for which a case may wait without computing
    std::filesystem::path directory;               ///< directory of the library and its executable
    std::vector<BuildMode> modes = {BuildMode{}};  ///< each case runs in every mode
    bool certified = true;                         ///< check the libraries as `compile` checks them
    /// Loads the program and arguments of a case.
    std::function<frontend::TestProgram(const frontend::TestCase&, const frontend::Observer&)> read =
        frontend::make_test_program;
    /// Steps of the front end whose program is shown on stderr; "all" for every one.
    std::vector<std::string> dump_after = {};
};

/// Progress of a batch; numbers are indices into `cases`.
struct BatchObserver {
    std::function<void(std::size_t)> begins;  ///< compiling or executing of a case begins
    std::function<void()> builds;             ///< the C compiler runs, which counts for no case
    std::function<void(std::size_t, const frontend::TestOutcome&)> ends;
};

/// Runs the cases and reports the outcome of each. With emitted C, all of them are compiled into one library,
/// which is checked and then built once per mode; each case runs in its own process. If the check or the C
/// compiler rejects the library, bisection finds the rejected case.
void run_batch(const std::vector<const frontend::TestCase*>& cases, const BatchOptions& options,
               const BatchObserver& observer);

}  // namespace hlo2c::driver

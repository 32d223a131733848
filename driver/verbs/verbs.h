#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <vector>

#include "driver/console.h"
#include "driver/report.h"

namespace hlo2c::driver {

/// Runs a verb with the parsed options.
using Run = std::function<Report(Console&)>;

/// One subcommand. `declare` adds its options to `app` and returns the function that runs it after parsing.
struct Verb {
    const char* name;
    const char* summary;
    Run (*declare)(CLI::App& app);
};

/// Every subcommand, in the order in which help shows them.
const std::vector<Verb>& verbs();

/// Adds all verbs to `app`, from which help, man page and completions are generated; `runs` gets one entry
/// per verb, in the same order.
void declare_verbs(CLI::App& app, std::vector<Run>& runs);

Run declare_bench(CLI::App& app);
Run declare_check(CLI::App& app);
Run declare_compile(CLI::App& app);
Run declare_completion(CLI::App& app);
Run declare_convert(CLI::App& app);
Run declare_eval(CLI::App& app);
Run declare_explain(CLI::App& app);
Run declare_inspect(CLI::App& app);
Run declare_man(CLI::App& app);
Run declare_memplan(CLI::App& app);
Run declare_ops(CLI::App& app);
Run declare_run(CLI::App& app);
Run declare_targets(CLI::App& app);
Run declare_test(CLI::App& app);
Run declare_tune(CLI::App& app);
Run declare_verify(CLI::App& app);
Run declare_version(CLI::App& app);

}  // namespace hlo2c::driver

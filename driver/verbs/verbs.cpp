#include "driver/verbs/verbs.h"

namespace hlo2c::driver {
namespace {

/// An empty value, such as that of a shell variable that is not set, is a mistake: it names nothing.
void refuse_empty_values(CLI::App& app) {
    const auto reason = [](const std::string& value) {
        return value.empty() ? std::string("the value is empty") : std::string();
    };
    for (CLI::Option* option : app.get_options({}))
        if (option->get_items_expected_max() > 0) option->check(reason, "", "");
}

}  // namespace

const std::vector<Verb>& verbs() {
    static const std::vector<Verb> table = {
        {"compile", "Write a self-contained C library for a program", declare_compile},
        {"run", "Compile a program, build it, execute it and compare its results", declare_run},
        {"eval", "Execute a program in the reference evaluator", declare_eval},
        {"check", "Read and verify programs", declare_check},
        {"test", "Run test modules, and programs with expected results beside them", declare_test},
        {"verify", "Compare the emitted C with the reference evaluator", declare_verify},
        {"bench", "Measure the emitted C", declare_bench},
        {"tune", "Measure candidate schedules of a program, and keep the faster ones", declare_tune},
        {"inspect", "Write a page with steps, kernels, C and memory map", declare_inspect},
        {"convert", "Write a program in another form", declare_convert},
        {"memplan", "Plan memory for a list of buffers", declare_memplan},
        {"targets", "List the machines that hlo2c compiles for", declare_targets},
        {"ops", "Show which operations and element types are read, evaluated and emitted", declare_ops},
        {"explain", "Explain an error number", declare_explain},
        {"completion", "Print a completion script for a shell", declare_completion},
        {"man", "Print the manual page", declare_man},
        {"version", "Print the version", declare_version},
    };
    return table;
}

void declare_verbs(CLI::App& app, std::vector<Run>& runs) {
    const auto json = [](std::int64_t) {};  // main handles it before parsing
    for (const Verb& verb : verbs()) {
        CLI::App* subcommand = app.add_subcommand(verb.name, verb.summary);
        runs.push_back(verb.declare(*subcommand));
        refuse_empty_values(*subcommand);
        subcommand->add_flag("--json", json, "print the result, and an error, as JSON");
    }
}

}  // namespace hlo2c::driver

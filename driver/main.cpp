#include <fmt/format.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>

#include "codegen/text/escape.h"
#include "driver/error_numbers.h"
#include "driver/execution/interruption.h"
#include "driver/option_table.h"
#include "driver/verbs/verbs.h"
#include "driver/version.h"
#include "frontend/error_numbers.h"

namespace hlo2c::driver {
namespace {

bool wants_json(int count, char** words) {
    for (int i = 1; i < count; i++)
        if (std::string_view(words[i]) == "--json") return true;
    return false;
}

void print(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

int show_error(const Diagnostic& diagnostic, bool json, Console& console) {
    console.clear();
    if (json)
        print(json_text(to_json(diagnostic)));
    else
        std::fputs(error_text(diagnostic, console.colour()).c_str(), stderr);
    return static_cast<int>(diagnostic.severity);
}

/// Strips folders from file names, because libraries report the paths of their sources at build time.
std::string without_folders(const std::string& text) {
    std::string result;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find_first_of(" \t\n:'\"", begin), text.size());
        std::string_view word = std::string_view(text).substr(begin, end - begin);
        const std::size_t first = word.find('/'), last = word.rfind('/');
        if (first != last) {
            result += word.substr(0, first);
            word.remove_prefix(last + 1);
        }
        result += word;
        if (end < text.size()) result += text[end];
        begin = end + 1;
    }
    return result;
}

Diagnostic bug(const std::string& what) {
    return {Severity::Bug,
            frontend::bug_error::unexpected,
            {},
            "unexpected failure: " + without_folders(what),
            "This is a bug in hlo2c. Please report it with the command line and the program that caused it."};
}

/// The word that CLI11 rejected, which ends its messages: "... not expected: --targte".
std::string last_word(const std::string& message) {
    const std::size_t end = message.find_last_not_of(" \n");
    const std::size_t begin = message.rfind(' ', end);
    return begin == std::string::npos ? message : message.substr(begin + 1, end - begin);
}

Diagnostic usage_error(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App* verb = app.get_subcommands().empty() ? &app : app.get_subcommands().front();
    const std::string command = verb == &app ? "hlo2c" : "hlo2c " + verb->get_name();
    std::string message = error.what();
    std::string remedy = fmt::format("'{} --help' lists the verbs and options.", command);
    const std::vector<std::string> rest = app.remaining(true);
    if (dynamic_cast<const CLI::ExtrasError*>(&error) || (verb == &app && !rest.empty())) {
        const std::string word = rest.empty() ? last_word(message) : rest.front();
        message = word.starts_with('-') ? fmt::format("{} has no option '{}'", command, word)
                  : verb == &app        ? fmt::format("hlo2c has no verb '{}'", word)
                                        : fmt::format("{} does not accept '{}'", command, word);
        const std::string near = nearest_name(*verb, word);
        if (!near.empty()) remedy = fmt::format("Did you mean '{}'? {}", near, remedy);
    } else if (verb == &app && dynamic_cast<const CLI::RequiredError*>(&error)) {
        message = "a verb is needed: compile, run, ...";
    }
    return {Severity::UserError, command_error::command_line, {}, message, remedy};
}

int run_command(CLI::App& app, const std::vector<Run>& runs, bool json, Console& console) {
    for (std::size_t i = 0; i < runs.size(); i++) {
        if (!app.got_subcommand(verbs()[i].name)) continue;
        const Report report = runs[i](console);
        console.clear();
        if (!json) std::fputs(report.measurements.c_str(), stderr);
        print(json ? json_text(report.json) : codegen::terminal_text(report.text));
        return report.exit_code;
    }
    broken_invariant("subcommand", __FILE__, __LINE__, "a verb was parsed that is not in the table");
}

/// Freed memory stays with the process: the evaluator frees an array per op and needs another one.
void keep_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

int command(int count, char** words) {
    keep_freed_memory();
    clean_up_when_interrupted();
    Console console;
    const bool json = wants_json(count, words);
    console.set_json(json);
    CLI::App app("ahead-of-time compiler from StableHLO programs to C11 libraries", "hlo2c");
    app.require_subcommand(1);
    app.set_version_flag("--version", std::string("hlo2c ") + version_text, "print the version");
    std::vector<Run> runs;
    try {
        declare_verbs(app, runs);
        app.parse(count, words);
        return run_command(app, runs, json, console);
    } catch (const CLI::CallForHelp&) {
        print(app.help());
        return 0;
    } catch (const CLI::CallForVersion& version) {
        print(version.what() + std::string("\n"));
        return 0;
    } catch (const CLI::ParseError& error) {
        return show_error(usage_error(app, error), json, console);
    } catch (const DiagnosticError& error) {
        return show_error(error.diagnostic(), json, console);
    } catch (const std::bad_alloc&) {
        return show_error(bug("out of memory"), json, console);
    } catch (const std::exception& error) {
        return show_error(bug(error.what()), json, console);
    }
}

}  // namespace
}  // namespace hlo2c::driver

int main(int count, char** words) {
    return hlo2c::driver::command(count, words);
}

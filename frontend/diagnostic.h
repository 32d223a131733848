#pragma once

#include <exception>
#include <string>

namespace hlo2c {

/// What kind of failure a diagnostic reports; it decides the exit code.
enum class Severity { UserError = 1, Unsupported = 2, ResultsDiffer = 3, Bug = 70 };

/// A position in an input file. `line` and `column` are 1-based; 0 means unknown. `line_text` is the source
/// line shown above the caret; binary formats set `byte_offset` instead.
struct Place {
    std::string file;
    int line = 0;
    int column = 0;
    std::string line_text;
    std::string op;  ///< op name or path, e.g. "stablehlo.add" or "main/while/stablehlo.add"
    long long byte_offset = -1;
};

/// One error as the user sees it: `number` is stable and known to `hlo2c explain`, `message` says what was
/// found and what was expected, `remedy` how to fix it, each in one line.
struct Diagnostic {
    Severity severity = Severity::UserError;
    int number = 0;
    Place place;
    std::string message;
    std::string remedy;
    std::string details = {};  ///< lines below the message, such as what another program printed
};

/// The only exception that the compiler throws on purpose; only the driver catches it.
class DiagnosticError : public std::exception {
public:
    explicit DiagnosticError(Diagnostic diagnostic);
    const Diagnostic& diagnostic() const { return diagnostic_; }
    const char* what() const noexcept override { return text_.c_str(); }

private:
    Diagnostic diagnostic_;
    std::string text_;
};

/// Throw a diagnostic: `fail` for invalid input (exit code 1), `unsupported` for valid input that this
/// compiler does not handle (exit code 2).
[[noreturn]] void fail(int number, Place place, std::string message, std::string remedy,
                       std::string details = {});
[[noreturn]] void unsupported(int number, Place place, std::string message, std::string remedy,
                              std::string details = {});

/// Formats the diagnostic as plain text: "file:3:7: error H0102: ...", the details, the source line, a caret,
/// the remedy. All lines but the first are indented, so that no name can look like another line of output: a
/// line break elsewhere than in the details becomes '?'.
std::string format(const Diagnostic& diagnostic);

/// Checks an internal invariant in every build type; on failure throws a Bug diagnostic that names the
/// condition. The message's lines after the first one become the details.
#define HLO2C_CHECK(condition, message)                                                       \
    do {                                                                                      \
        if (!(condition)) ::hlo2c::broken_invariant(#condition, __FILE__, __LINE__, message); \
    } while (false)
[[noreturn]] void broken_invariant(const char* condition, const char* file, int line,
                                   const std::string& message);

}  // namespace hlo2c

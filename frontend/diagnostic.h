#pragma once

#include <exception>
#include <string>

namespace hlo2c {

/// What kind of failure a diagnostic reports; it decides the exit code.
enum class Severity { UserError = 1, Unsupported = 2, ResultsDiffer = 3, Bug = 70 };

/// A position in a file that was read. `line` and `column` count from 1; 0 means unknown. `line_text` is the
/// source line that the caret goes under; binary formats give a byte offset and the path of ops instead.
struct Place {
    std::string file;
    int line = 0;
    int column = 0;
    std::string line_text;
    std::string op;  ///< op name or path, e.g. "stablehlo.add" or "main/while/stablehlo.add"
    long long byte_offset = -1;
};

/// One error as the user reads it: `number` is stable and known to `hlo2c explain`, `message` says what was
/// found and what was expected, `remedy` what to do about it.
struct Diagnostic {
    Severity severity = Severity::UserError;
    int number = 0;
    Place place;
    std::string message;
    std::string remedy;
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

/// Throws the diagnostic: a mistake in the input (exit 1), or input that this compiler does not handle (exit
/// 2).
[[noreturn]] void fail(int number, Place place, std::string message, std::string remedy);
[[noreturn]] void unsupported(int number, Place place, std::string message, std::string remedy);

/// The diagnostic as plain text: "file:3:7: error H0102: ...", the line, a caret, the remedy.
std::string format(const Diagnostic& diagnostic);

/// Checks an invariant of the compiler itself in every build; a failure throws a Bug diagnostic that names
/// it.
#define HLO2C_CHECK(condition, message)                                                       \
    do {                                                                                      \
        if (!(condition)) ::hlo2c::broken_invariant(#condition, __FILE__, __LINE__, message); \
    } while (false)
[[noreturn]] void broken_invariant(const char* condition, const char* file, int line,
                                   const std::string& message);

}  // namespace hlo2c

#include "frontend/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "frontend/error_numbers.h"

namespace hlo2c {
namespace {

const char* label(Severity severity) {
    switch (severity) {
        case Severity::UserError: return "error";
        case Severity::Unsupported: return "unsupported";
        case Severity::ResultsDiffer: return "difference";
        case Severity::Bug: return "internal error";
    }
    return "error";
}

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', '?');
    return text;
}

std::string indented(std::string_view lines) {
    std::string text;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        text += fmt::format("    {}\n", lines.substr(0, end));
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return text;
}

}  // namespace

DiagnosticError::DiagnosticError(Diagnostic diagnostic)
    : diagnostic_(std::move(diagnostic)), text_(format(diagnostic_)) {}

void fail(int number, Place place, std::string message, std::string remedy, std::string details) {
    throw DiagnosticError({Severity::UserError, number, std::move(place), std::move(message),
                           std::move(remedy), std::move(details)});
}

void unsupported(int number, Place place, std::string message, std::string remedy, std::string details) {
    throw DiagnosticError({Severity::Unsupported, number, std::move(place), std::move(message),
                           std::move(remedy), std::move(details)});
}

std::string format(const Diagnostic& diagnostic) {
    const Place& place = diagnostic.place;
    std::string text = one_line(place.file);
    if (place.line > 0) text += fmt::format(":{}:{}", place.line, place.column);
    if (place.byte_offset >= 0) text += fmt::format(": byte {}", place.byte_offset);
    if (!text.empty()) text += ": ";
    text += fmt::format("{} H{:04}: {}\n", label(diagnostic.severity), diagnostic.number,
                        one_line(diagnostic.message));
    text += indented(diagnostic.details);
    if (!place.op.empty()) text += fmt::format("  in {}\n", one_line(place.op));
    if (!place.line_text.empty()) {
        constexpr std::size_t shown = 160;
        const std::size_t column = place.column > 0 ? static_cast<std::size_t>(place.column - 1) : 0;
        const std::size_t begin = column > shown / 2 ? column - shown / 2 : 0;
        text +=
            "  | " + one_line(place.line_text.substr(std::min(begin, place.line_text.size()), shown)) + "\n";
        if (place.column > 0) text += "  | " + std::string(column - begin, ' ') + "^\n";
    }
    if (!diagnostic.remedy.empty()) text += "  " + one_line(diagnostic.remedy) + "\n";
    return text;
}

namespace {

/// The path of a source file relative to the source root of this build; the base name of a file outside it.
/// A compiler cache may have made paths relative to the build folder, which is inside the source root.
std::string source_name(std::string_view file) {
    constexpr std::string_view here = __FILE__, own_name = "frontend/diagnostic.cpp";
    static_assert(here.ends_with(own_name));
    constexpr std::string_view root = here.substr(0, here.size() - own_name.size());
    if (file.starts_with(root)) return std::string(file.substr(root.size()));
    while (file.starts_with("../")) file.remove_prefix(3);
    return std::string(file.starts_with('/') ? file.substr(file.rfind('/') + 1) : file);
}

}  // namespace

void broken_invariant(const char* condition, const char* file, int line, const std::string& message) {
    throw DiagnosticError({Severity::Bug, frontend::bug_error::invariant,
                           Place{.file = source_name(file), .line = line, .column = 1},
                           fmt::format("{} (invariant: {})", message, condition),
                           "This is a bug in hlo2c. Please report it with the program that caused it."});
}

}  // namespace hlo2c

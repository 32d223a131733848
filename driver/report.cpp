#include "driver/report.h"

#include <fmt/format.h>

#include "codegen/text/escape.h"

namespace hlo2c::driver {
namespace {

constexpr const char* bold = "\033[1m";
constexpr const char* red = "\033[1;31m";
constexpr const char* green = "\033[1;32m";
constexpr const char* plain = "\033[0m";

const char* severity_name(Severity severity) {
    switch (severity) {
        case Severity::UserError: return "error";
        case Severity::Unsupported: return "unsupported";
        case Severity::ResultsDiffer: return "difference";
        case Severity::Bug: return "bug";
    }
    return "error";
}

std::string coloured_line(const std::string& line, bool is_first) {
    if (is_first) {
        const std::size_t number = line.find(" H");
        const std::size_t colon = line.find(": ", number == std::string::npos ? 0 : number);
        if (number == std::string::npos || colon == std::string::npos) return line;
        const std::size_t label = line.rfind(": ", number);
        const std::size_t begin = label == std::string::npos ? 0 : label + 2;
        return fmt::format("{}{}{}{}{}{}{}{}{}", bold, line.substr(0, begin), plain, red,
                           line.substr(begin, colon - begin), plain, bold, line.substr(colon), plain);
    }
    if (line.starts_with("  | ") && line.find_first_not_of(" |") == line.size() - 1 && line.back() == '^')
        return line.substr(0, line.size() - 1) + green + "^" + plain;
    return line;
}

}  // namespace

void Report::add_line(std::string_view line) {
    text += codegen::terminal_line(line) + "\n";
}

Json to_json(const Diagnostic& diagnostic) {
    const Place& place = diagnostic.place;
    Json error;
    error["number"] = fmt::format("H{:04}", diagnostic.number);
    error["severity"] = severity_name(diagnostic.severity);
    error["message"] = diagnostic.message;
    error["remedy"] = diagnostic.remedy;
    if (!diagnostic.details.empty()) error["details"] = diagnostic.details;
    if (!place.file.empty()) error["file"] = place.file;
    if (place.line > 0) error["line"] = place.line;
    if (place.column > 0) error["column"] = place.column;
    if (place.byte_offset >= 0) error["byte_offset"] = place.byte_offset;
    if (!place.op.empty()) error["op"] = place.op;
    return Json{{"error", error}};
}

std::string json_text(const Json& json) {
    return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

std::string error_text(const Diagnostic& diagnostic, bool colour) {
    const std::string text = codegen::terminal_text(format(diagnostic));
    if (!colour) return text;
    std::string out;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        out += coloured_line(text.substr(begin, end - begin), begin == 0) + "\n";
        begin = end + 1;
    }
    return out;
}

}  // namespace hlo2c::driver

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "frontend/diagnostic.h"

namespace hlo2c::driver {

/// Keys stay in the order in which a verb adds them.
using Json = nlohmann::ordered_json;

/// Output of a verb: `text` goes to stdout, or `json` if --json was given.
struct Report {
    int exit_code = 0;
    std::string text;
    Json json = Json::object();
    std::string measurements = {};  ///< goes to stderr, unless --json was given

    /// Adds exactly one line of text, even if names in it contain line breaks.
    void add_line(std::string_view line);
};

/// The exit code of a verb whose results differ from those expected.
inline constexpr int results_differ = 3;
/// The exit code of a verb that could compare nothing at all, or nothing in one of the results.
inline constexpr int nothing_compared = 2;

/// {"error": {number, severity, message, remedy, details, file, line, column, op, byte_offset}}; unknown
/// parts are omitted.
Json to_json(const Diagnostic& diagnostic);
/// The text of a JSON value, indented. Invalid UTF-8, which broken input may contain, is replaced.
std::string json_text(const Json& json);
/// format(diagnostic), with label and caret coloured if `colour`.
std::string error_text(const Diagnostic& diagnostic, bool colour);

}  // namespace hlo2c::driver

#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "frontend/diagnostic.h"

namespace hlo2c::driver {

/// Keys stay in the order in which a verb adds them.
using Json = nlohmann::ordered_json;

/// What a verb has to say: `text` goes to stdout, or `json` where --json was given.
struct Report {
    int exit_code = 0;
    std::string text;
    Json json = Json::object();
};

/// {"error": {number, severity, message, remedy, file, line, column, op, byte_offset}}; unknown parts are
/// left out.
Json to_json(const Diagnostic& diagnostic);
/// The text of a JSON value, indented. Bytes that are no UTF-8, as a broken input may have them, are
/// replaced.
std::string json_text(const Json& json);
/// format(diagnostic), with the label and the caret in colour where `colour`.
std::string error_text(const Diagnostic& diagnostic, bool colour);

}  // namespace hlo2c::driver

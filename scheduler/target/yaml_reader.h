#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

namespace hlo2c::scheduler {

/// Reads one YAML text and can point at its nodes in errors.
struct YamlReader {
    const std::string& origin;  ///< names the text in errors
    int syntax_error = 0;       ///< number of the error for invalid YAML
    int value_error = 0;        ///< and for a wrong key or value

    [[noreturn]] void fail_at(int number, const YAML::Mark& mark, std::string message,
                              std::string remedy) const;
    YAML::Node parse(const std::string& yaml) const;
    /// A single value.
    std::string text(const YAML::Node& node, const std::string& key) const;
};

}  // namespace hlo2c::scheduler

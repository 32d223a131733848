#include "scheduler/target/yaml_reader.h"

#include <fmt/format.h>

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler {

void YamlReader::fail_at(int number, const YAML::Mark& mark, std::string message, std::string remedy) const {
    Place place{.file = origin};
    if (!mark.is_null()) {
        place.line = mark.line + 1;
        place.column = mark.column + 1;
    }
    fail(number, place, std::move(message), std::move(remedy));
}

YAML::Node YamlReader::parse(const std::string& yaml) const {
    try {
        return YAML::Load(yaml);
    } catch (const YAML::Exception& error) {
        fail_at(syntax_error, error.mark, fmt::format("invalid YAML: {}", error.msg), "Correct the file.");
    }
}

std::string YamlReader::text(const YAML::Node& node, const std::string& key) const {
    if (!node.IsScalar()) {
        fail_at(value_error, node.Mark(),
                fmt::format("'{}' must be a single value, not a list or a map", key),
                fmt::format("Write '{}: value'.", key));
    }
    return node.Scalar();
}

}  // namespace hlo2c::scheduler

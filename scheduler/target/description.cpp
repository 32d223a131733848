#include "scheduler/target/description.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "frontend/diagnostic.h"
#include "scheduler/target/builtin.h"
#include "scheduler/target/settings.h"
#include "scheduler/target/yaml_reader.h"

namespace hlo2c::scheduler {
namespace {

/// Reads the values of a description.
struct Reader : YamlReader {
    explicit Reader(const std::string& origin)
        : YamlReader{.origin = origin, .syntax_error = 482, .value_error = 484} {}

    std::int64_t bytes(const YAML::Node& node, const std::string& key, std::int64_t least,
                       std::int64_t most) const {
        const std::string written = text(node, key);
        std::int64_t number = 0;
        std::size_t digits = 0;
        for (; digits < written.size() && digits < 15 && written[digits] >= '0' && written[digits] <= '9';
             digits++)
            number = number * 10 + (written[digits] - '0');
        const std::string unit = written.substr(digits);
        static const std::map<std::string, std::int64_t> units = {{"", 1}, {"K", 1024}, {"M", 1048576}};
        if (digits == 0 || !units.count(unit)) {
            fail_at(value_error, node.Mark(),
                    fmt::format("'{}' is '{}', expected a whole number", key, written),
                    "Write a number of bytes, optionally followed by K or M: 32768, 32K, 2M.");
        }
        number *= units.at(unit);
        if (number < least || number > most) {
            fail_at(value_error, node.Mark(),
                    fmt::format("'{}' is {}, expected a number from {} to {}", key, written, least, most),
                    "Correct the value.");
        }
        return number;
    }

    int power_of_two(const YAML::Node& node, const std::string& key, int least, int most) const {
        const auto number = static_cast<int>(bytes(node, key, least, most));
        if ((number & (number - 1)) != 0) {
            fail_at(value_error, node.Mark(), fmt::format("'{}' is {}, expected a power of two", key, number),
                    "Correct the value.");
        }
        return number;
    }

    bool boolean(const YAML::Node& node, const std::string& key) const {
        const std::string written = text(node, key);
        if (written != "true" && written != "false") {
            fail_at(value_error, node.Mark(),
                    fmt::format("'{}' is '{}', expected true or false", key, written), "Correct the value.");
        }
        return written == "true";
    }

    std::vector<std::string> list(const YAML::Node& node, const std::string& key) const {
        if (!node.IsSequence()) {
            fail_at(value_error, node.Mark(), fmt::format("'{}' is not a list", key),
                    fmt::format("Write '{}: [a, b]'.", key));
        }
        std::vector<std::string> values;
        for (const YAML::Node& element : node) values.push_back(text(element, key));
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
        return values;
    }

    std::string architecture(const YAML::Node& node, const std::string& key) const {
        static const std::vector<std::string> known = {"aarch64", "arm", "x86-64"};
        std::string name = text(node, key);
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            fail_at(value_error, node.Mark(), fmt::format("'{}' is '{}'", key, name),
                    fmt::format("Known architectures: {}.", fmt::join(known, ", ")));
        }
        return name;
    }

    std::vector<TargetExtension> extensions(const YAML::Node& node, const std::string& key) const {
        if (!node.IsSequence())
            fail_at(value_error, node.Mark(), fmt::format("'{}' is not a list", key), "Write a list.");
        std::vector<TargetExtension> values;
        for (const YAML::Node& element : node) {
            if (!element.IsMap() || !element["cpu_flag"] || !element["feature"] || !element["c_flag"]) {
                fail_at(value_error, element.Mark(), "an extension has the keys cpu_flag, feature and c_flag",
                        "Write {cpu_flag: avx512_vnni, feature: avx512vnni, c_flag: -mavx512vnni}.");
            }
            values.push_back({text(element["cpu_flag"], "cpu_flag"), text(element["feature"], "feature"),
                              text(element["c_flag"], "c_flag")});
        }
        return values;
    }
};

using Apply =
    std::function<void(const Reader&, const YAML::Node&, const std::string& key, TargetDescription&)>;
constexpr std::int64_t most_cache = std::int64_t{1} << 34;

/// One key, one row.
const std::map<std::string, Apply>& keys() {
    using Node = YAML::Node;
    using Key = std::string;
    using Out = TargetDescription;
    static const std::map<std::string, Apply> table = {
        {"name", [](const Reader& r, const Node& n, const Key& k, Out& o) { o.target.name = r.text(n, k); }},
        {"base", [](const Reader&, const Node&, const Key&, Out&) {}},
        {"architecture", [](const Reader& r, const Node& n, const Key& k,
                            Out& o) { o.target.architecture = r.architecture(n, k); }},
        {"vector_bytes", [](const Reader& r, const Node& n, const Key& k,
                            Out& o) { o.target.vector_bytes = r.power_of_two(n, k, 8, 256); }},
        {"vector_registers",
         [](const Reader& r, const Node& n, const Key& k, Out& o) {
             o.target.vector_registers = static_cast<int>(r.bytes(n, k, 8, 256));
         }},
        {"fma",
         [](const Reader& r, const Node& n, const Key& k, Out& o) { o.target.has_fma = r.boolean(n, k); }},
        {"features",
         [](const Reader& r, const Node& n, const Key& k, Out& o) { o.target.features = r.list(n, k); }},
        {"cpu_flags",
         [](const Reader& r, const Node& n, const Key& k, Out& o) { o.cpu_flags = r.list(n, k); }},
        {"extensions",
         [](const Reader& r, const Node& n, const Key& k, Out& o) { o.extensions = r.extensions(n, k); }},
        {"l1", [](const Reader& r, const Node& n, const Key& k,
                  Out& o) { o.target.l1_bytes = r.bytes(n, k, 1024, most_cache); }},
        {"l2", [](const Reader& r, const Node& n, const Key& k,
                  Out& o) { o.target.l2_bytes = r.bytes(n, k, 0, most_cache); }},
        {"l3", [](const Reader& r, const Node& n, const Key& k,
                  Out& o) { o.target.l3_bytes = r.bytes(n, k, 0, most_cache); }},
        {"cache_line", [](const Reader& r, const Node& n, const Key& k,
                          Out& o) { o.target.cache_line_bytes = r.power_of_two(n, k, 8, 1024); }},
        {"cores", [](const Reader& r, const Node& n, const Key& k,
                     Out& o) { o.target.cores = static_cast<int>(r.bytes(n, k, 1, 65536)); }},
        {"c_flags",
         [](const Reader& r, const Node& n, const Key& k, Out& o) { o.target.c_flags = r.text(n, k); }},
        {"triple",
         [](const Reader& r, const Node& n, const Key& k, Out& o) { o.target.triple = r.text(n, k); }},
        {"emulator",
         [](const Reader& r, const Node& n, const Key& k, Out& o) { o.target.emulator = r.text(n, k); }},
    };
    return table;
}

std::string known_keys() {
    std::vector<std::string> names;
    for (const auto& [name, apply] : keys()) names.push_back(name);
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

TargetDescription parse_description(const std::string& yaml, const std::string& origin) {
    const Reader reader(origin);
    const YAML::Node root = reader.parse(yaml);
    if (!root.IsMap()) {
        reader.fail_at(reader.syntax_error, root.Mark(),
                       "a target description must be a map of keys to values",
                       "Write lines such as 'vector_bytes: 32'. Keys: " + known_keys() + ".");
    }
    TargetDescription description;
    if (const YAML::Node base = root["base"]) description = builtin_description(reader.text(base, "base"));
    for (const auto& entry : root) {
        const std::string key = reader.text(entry.first, "key");
        const auto row = keys().find(key);
        if (row == keys().end()) {
            reader.fail_at(reader.value_error, entry.first.Mark(), fmt::format("unknown key '{}'", key),
                           "Known keys: " + known_keys() + ".");
        }
        row->second(reader, entry.second, key, description);
    }
    std::vector<std::string> missing;
    for (const char* key : {"name", "architecture", "vector_bytes", "vector_registers", "c_flags", "triple"})
        if (!root[key] && !root["base"]) missing.push_back(key);
    if (root["base"] && !root["name"]) missing.push_back("name");
    if (!missing.empty()) {
        reader.fail_at(reader.value_error, root.Mark(), fmt::format("missing: {}", fmt::join(missing, ", ")),
                       "Add the keys, or 'base: NAME' to take them from a built-in target.");
    }
    return description;
}

Target with_settings(const Target& target, const std::vector<std::string>& settings) {
    TargetDescription description{.target = target};
    for (const std::string& setting : settings) {
        const std::string origin = "--set " + setting;
        const Reader reader(origin);
        const std::size_t equals = setting.find('=');
        const std::string key = setting.substr(0, equals);
        const auto row = keys().find(key);
        if (equals == std::string::npos || row == keys().end() || key == "base")
            fail(reader.value_error, {}, fmt::format("'{}' does not set a value of a target", setting),
                 "Write KEY=VALUE. Known keys: " + known_keys() + ".");
        row->second(reader, reader.parse(setting.substr(equals + 1)), key, description);
    }
    return description.target;
}

TargetDescription builtin_description(const std::string& name) {
    const auto& files = builtin_target_files();
    const auto file = files.find(name + ".yaml");
    if (file == files.end()) {
        fail(481, {}, fmt::format("unknown target '{}'", name),
             fmt::format("Built-in targets: {}, native. A path to a YAML file is accepted, too.",
                         fmt::join(target_names(), ", ")));
    }
    return parse_description(std::string(file->second), file->first);
}

}  // namespace hlo2c::scheduler

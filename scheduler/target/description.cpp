#include "scheduler/target/description.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "frontend/diagnostic.h"
#include "scheduler/error_numbers.h"
#include "scheduler/target/builtin.h"
#include "scheduler/target/settings.h"
#include "scheduler/target/yaml_reader.h"

namespace hlo2c::scheduler {
namespace {

constexpr std::int64_t most_cache = std::int64_t{1} << 34, most_pool = std::int64_t{1} << 46,
                       most_work = std::int64_t{1} << 46;

/// Reads the values of a description.
struct Reader : YamlReader {
    explicit Reader(const std::string& origin)
        : YamlReader{
              .origin = origin, .syntax_error = target_error::syntax, .value_error = target_error::value} {}

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

    /// A key of a map, which may have each key once.
    std::string new_key(const YAML::Node& node, std::set<std::string>& seen) const {
        std::string key = text(node, "key");
        if (!seen.insert(key).second)
            fail_at(value_error, node.Mark(), fmt::format("'{}' is given twice", key), "Remove one of them.");
        return key;
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

    Architecture architecture(const YAML::Node& node, const std::string& key) const {
        const std::string name = text(node, key);
        std::vector<std::string> known;
        for (const Architecture each : {Architecture::Aarch64, Architecture::Arm, Architecture::X86_64}) {
            if (name == spelling(each)) return each;
            known.push_back(spelling(each));
        }
        fail_at(value_error, node.Mark(), fmt::format("'{}' is '{}'", key, name),
                fmt::format("Known architectures: {}.", fmt::join(known, ", ")));
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

    std::vector<ProcessorSettings> processors(const YAML::Node& node, const std::string& key) const {
        if (!node.IsSequence())
            fail_at(value_error, node.Mark(), fmt::format("'{}' is not a list", key), "Write a list.");
        std::vector<ProcessorSettings> values;
        for (const YAML::Node& element : node) {
            if (!element.IsMap() || !element["cpu_flag"] || element.size() < 2) {
                fail_at(value_error, element.Mark(), "a processor has the key cpu_flag and keys of a target",
                        "Write {cpu_flag: amx_tile, far_bandwidth: 4}.");
            }
            ProcessorSettings processor;
            for (const auto& entry : element) {
                const std::string name = text(entry.first, "key"), value = text(entry.second, name);
                if (name == "cpu_flag") {
                    processor.cpu_flag = value;
                } else {
                    processor.settings.push_back(name + "=" + value);
                }
            }
            values.push_back(std::move(processor));
        }
        return values;
    }

    /// One memory pool: {name: sram, bytes: 256K, alignment: 16, section: .bss.sram, holds: values}.
    MemoryPool pool(const YAML::Node& node) const {
        static const std::set<std::string> known = {"alignment", "bytes", "holds", "name", "section"};
        const char* const example =
            "Write {name: sram, bytes: 256K}. Optional keys: alignment, section, holds.";
        if (!node.IsMap()) fail_at(value_error, node.Mark(), "a pool is not a map", example);
        std::set<std::string> seen;
        for (const auto& entry : node) {
            const std::string key = new_key(entry.first, seen);
            if (!known.count(key))
                fail_at(value_error, entry.first.Mark(), fmt::format("unknown key '{}' of a pool", key),
                        fmt::format("Known keys: {}.", fmt::join(known, ", ")));
        }
        for (const char* key : {"name", "bytes"})
            if (!node[key])
                fail_at(value_error, node.Mark(), fmt::format("a pool has no '{}'", key), example);
        MemoryPool pool;
        pool.name = characters(node["name"], "name", "abcdefghijklmnopqrstuvwxyz0123456789_",
                               "lower-case letters, digits and _");
        if (pool.name.front() >= '0' && pool.name.front() <= '9')
            fail_at(value_error, node["name"].Mark(), fmt::format("'name' is '{}'", pool.name),
                    "A pool's name begins with a letter.");
        pool.bytes = bytes(node["bytes"], "bytes", 1, most_pool);
        if (node["alignment"]) pool.alignment = power_of_two(node["alignment"], "alignment", 16, 65536);
        if (node["section"])
            pool.section = characters(node["section"], "section",
                                      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._,$-",
                                      "letters, digits and ._,$-");
        const std::string holds = node["holds"] ? text(node["holds"], "holds") : "values";
        if (holds != "values" && holds != "weights")
            fail_at(value_error, node["holds"].Mark(),
                    fmt::format("'holds' is '{}', expected values or weights", holds), "Correct the value.");
        pool.holds_weights = holds == "weights";
        return pool;
    }

    /// A text that is not empty and has only the given characters.
    std::string characters(const YAML::Node& node, const std::string& key, const char* allowed,
                           const char* described) const {
        std::string written = text(node, key);
        if (written.empty() || written.find_first_not_of(allowed) != std::string::npos)
            fail_at(value_error, node.Mark(),
                    fmt::format("'{}' is '{}', expected {}", key, written, described), "Correct the value.");
        return written;
    }

    std::vector<MemoryPool> pools(const YAML::Node& node, const std::string& key) const {
        if (!node.IsSequence())
            fail_at(value_error, node.Mark(), fmt::format("'{}' is not a list", key),
                    "Write one line '- {name: sram, bytes: 256K}' for each pool, the fastest first.");
        std::vector<MemoryPool> pools;
        for (const YAML::Node& element : node) {
            MemoryPool next = pool(element);
            for (const MemoryPool& other : pools) {
                if (other.name == next.name)
                    fail_at(value_error, element.Mark(), fmt::format("two pools are called {}", next.name),
                            "Give each pool a name of its own.");
                if (other.holds_weights && next.holds_weights)
                    fail_at(value_error, element.Mark(), "two pools hold weights",
                            "Give 'holds: weights' to one pool only.");
            }
            pools.push_back(std::move(next));
        }
        return pools;
    }
};

using Apply =
    std::function<void(const Reader&, const YAML::Node&, const std::string& key, TargetDescription&)>;

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
        {"processors",
         [](const Reader& r, const Node& n, const Key& k, Out& o) { o.processors = r.processors(n, k); }},
        {"l1", [](const Reader& r, const Node& n, const Key& k,
                  Out& o) { o.target.l1_bytes = r.bytes(n, k, 1024, most_cache); }},
        {"l2", [](const Reader& r, const Node& n, const Key& k,
                  Out& o) { o.target.l2_bytes = r.bytes(n, k, 0, most_cache); }},
        {"l3", [](const Reader& r, const Node& n, const Key& k,
                  Out& o) { o.target.l3_bytes = r.bytes(n, k, 0, most_cache); }},
        {"far_bandwidth", [](const Reader& r, const Node& n, const Key& k,
                             Out& o) { o.target.far_bandwidth = static_cast<int>(r.bytes(n, k, 1, 1024)); }},
        {"cache_line", [](const Reader& r, const Node& n, const Key& k,
                          Out& o) { o.target.cache_line_bytes = r.power_of_two(n, k, 8, 1024); }},
        {"cores", [](const Reader& r, const Node& n, const Key& k,
                     Out& o) { o.target.cores = static_cast<int>(r.bytes(n, k, 1, 65536)); }},
        {"parallel_work", [](const Reader& r, const Node& n, const Key& k,
                             Out& o) { o.target.parallel_work = r.bytes(n, k, 1, most_work); }},
        {"c_flags",
         [](const Reader& r, const Node& n, const Key& k, Out& o) { o.target.c_flags = r.text(n, k); }},
        {"triple",
         [](const Reader& r, const Node& n, const Key& k, Out& o) { o.target.triple = r.text(n, k); }},
        {"emulator",
         [](const Reader& r, const Node& n, const Key& k, Out& o) { o.target.emulator = r.text(n, k); }},
        {"pools",
         [](const Reader& r, const Node& n, const Key& k, Out& o) { o.target.pools = r.pools(n, k); }},
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
    std::set<std::string> seen;
    for (const auto& entry : root) {
        const std::string key = reader.new_key(entry.first, seen);
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
            fail(reader.value_error, {}, fmt::format("'{}' names no key of a target", setting),
                 "Write KEY=VALUE. Known keys: " + known_keys() + ".");
        row->second(reader, reader.parse(setting.substr(equals + 1)), key, description);
    }
    return description.target;
}

TargetDescription builtin_description(const std::string& name) {
    const auto& files = builtin_target_files();
    const auto file = files.find(name + ".yaml");
    if (file == files.end()) {
        fail(target_error::name, {}, fmt::format("unknown target '{}'", name),
             fmt::format("Built-in targets: {}, native. A path to a YAML file is accepted, too.",
                         fmt::join(target_names(), ", ")));
    }
    return parse_description(std::string(file->second), file->first);
}

}  // namespace hlo2c::scheduler

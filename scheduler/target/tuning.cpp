#include "scheduler/target/tuning.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>

#include "frontend/diagnostic.h"
#include "scheduler/error_numbers.h"
#include "scheduler/target/builtin.h"
#include "scheduler/target/yaml_reader.h"

namespace hlo2c::scheduler {
namespace {

/// The longest text of a problem or a schedule that is read.
constexpr std::size_t longest_text = 1 << 16;
constexpr const char* remedy = "Make a new file with `hlo2c tune`.";

struct TuningReader : YamlReader {
    explicit TuningReader(const std::string& origin)
        : YamlReader{
              .origin = origin, .syntax_error = tuning_error::syntax, .value_error = tuning_error::value} {}

    [[noreturn]] void wrong(const YAML::Node& node, std::string message) const {
        fail_at(value_error, node.Mark(), std::move(message), remedy);
    }

    std::string word(const YAML::Node& node, const std::string& key) const {
        std::string written = text(node, key);
        if (written.empty()) wrong(node, fmt::format("'{}' is empty", key));
        if (written.size() > longest_text)
            wrong(node,
                  fmt::format("'{}' has {} bytes, expected at most {}", key, written.size(), longest_text));
        return written;
    }

    /// Microseconds: digits, with a fraction or without.
    double time(const YAML::Node& node, const std::string& key) const {
        const std::string written = text(node, key);
        const std::size_t point = std::min(written.find('.'), written.size());
        const bool has_digits = point > 0 && point + 1 != written.size() &&
                                written.find_first_not_of("0123456789.") == std::string::npos &&
                                written.find('.', point + 1) == std::string::npos;
        if (!has_digits || written.size() > 20)
            wrong(node, fmt::format("'{}' is '{}', expected microseconds such as 12.50", key, written));
        double value = 0, digit = 1;
        for (std::size_t i = 0; i < point; i++) value = value * 10 + (written[i] - '0');
        for (std::size_t i = point + 1; i < written.size(); i++) value += (digit /= 10) * (written[i] - '0');
        return value;
    }

    using Read = std::function<void(const YAML::Node&, const std::string& key)>;

    /// Reads a map that has each of the keys once and no other.
    void map(const YAML::Node& node, const std::string& what,
             const std::map<std::string, Read>& readers) const {
        std::string keys;
        for (const auto& [key, read] : readers) keys += (keys.empty() ? "" : ", ") + key;
        if (!node.IsMap()) wrong(node, fmt::format("{} is not a map with the keys {}", what, keys));
        std::set<std::string> seen;
        for (const auto& entry : node) {
            const std::string key = text(entry.first, "key");
            const auto reader = readers.find(key);
            if (reader == readers.end())
                fail_at(value_error, entry.first.Mark(), fmt::format("unknown key '{}'", key),
                        fmt::format("The keys of {}: {}.", what, keys));
            if (!seen.insert(key).second) wrong(entry.first, fmt::format("'{}' is given twice", key));
            reader->second(entry.second, key);
        }
        for (const auto& [key, read] : readers)
            if (!seen.count(key)) wrong(node, fmt::format("{} lacks '{}'", what, key));
    }

    void schedule(const YAML::Node& node, Tuning& tuning) const {
        std::string problem;
        TunedSchedule tuned;
        const auto read_time = [&](double& value) {
            return [this, &value](const YAML::Node& n, const std::string& key) { value = time(n, key); };
        };
        map(node, "a schedule",
            {{"problem", [&](const YAML::Node& n, const std::string& key) { problem = word(n, key); }},
             {"schedule",
              [&](const YAML::Node& n, const std::string& key) { tuned.schedule = word(n, key); }},
             {"default_us", read_time(tuned.default_us)},
             {"tuned_us", read_time(tuned.tuned_us)}});
        if (!tuning.schedules.emplace(problem, tuned).second)
            wrong(node, fmt::format("there are two schedules for the problem '{}'", problem));
    }

    void schedules(const YAML::Node& node, Tuning& tuning) const {
        if (!node.IsSequence()) wrong(node, "'schedules' is not a list");
        for (const YAML::Node& element : node) schedule(element, tuning);
    }
};

/// A scalar in double quotes, which may hold any text.
std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        const auto byte = static_cast<unsigned char>(c);
        out += byte < 32 || byte == 127 ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
    }
    return out + "\"";
}

}  // namespace

std::string to_yaml(const Tuning& tuning) {
    std::string yaml = fmt::format(
        "# Schedules that were measured to be faster than those with the best estimates. Written by\n"
        "# `hlo2c tune`, read by `hlo2c compile --tuning FILE`.\n"
        "target: {}\ncompiler: {}\nfp: {}\nschedules:",
        quoted(tuning.target), quoted(tuning.compiler), tuning.rules);
    if (tuning.schedules.empty()) return yaml + " []\n";
    yaml += "\n";
    for (const auto& [problem, tuned] : tuning.schedules)
        yaml +=
            fmt::format("  - problem: {}\n    schedule: {}\n    default_us: {:.2f}\n    tuned_us: {:.2f}\n",
                        quoted(problem), quoted(tuned.schedule), tuned.default_us, tuned.tuned_us);
    return yaml;
}

Tuning parse_tuning(const std::string& yaml, const std::string& origin) {
    const TuningReader reader(origin);
    const YAML::Node root = reader.parse(yaml);
    if (!root.IsMap())
        reader.fail_at(reader.syntax_error, root.Mark(), "a tuning must be a map of keys to values", remedy);
    Tuning tuning;
    const auto read_word = [&](std::string& value) {
        return
            [&reader, &value](const YAML::Node& n, const std::string& key) { value = reader.word(n, key); };
    };
    reader.map(
        root, "a tuning",
        {{"target", read_word(tuning.target)},
         {"compiler", read_word(tuning.compiler)},
         {"fp",
          [&](const YAML::Node& n, const std::string& key) {
              tuning.rules = reader.word(n, key);
              if (tuning.rules != "strict" && tuning.rules != "contract" && tuning.rules != "fast")
                  reader.wrong(n,
                               fmt::format("'fp' is '{}', expected strict, contract or fast", tuning.rules));
          }},
         {"schedules", [&](const YAML::Node& n, const std::string&) { reader.schedules(n, tuning); }}});
    return tuning;
}

Tuning shipped_tuning(const std::string& target, const std::string& rules) {
    const auto& files = builtin_tuning_files();
    const auto file = files.find(target + ".yaml");
    if (file == files.end()) return {};
    Tuning tuning = parse_tuning(std::string(file->second), file->first);
    return tuning.rules == rules ? tuning : Tuning{};
}

Tuning load_tuning(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file || std::filesystem::is_directory(path))
        fail(tuning_error::file, Place{.file = path}, "cannot read the tuning",
             "Check the path given to --tuning.");
    return parse_tuning({std::istreambuf_iterator<char>(file), {}}, path);
}

}  // namespace hlo2c::scheduler

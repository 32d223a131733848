#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <thread>

#include "frontend/diagnostic.h"
#include "scheduler/error_numbers.h"
#include "scheduler/target/description.h"
#include "scheduler/target/settings.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {
namespace {

constexpr std::optional<Architecture> host_architecture =
#if defined(__x86_64__)
    Architecture::X86_64;
#elif defined(__aarch64__)
    Architecture::Aarch64;
#elif defined(__arm__)
    Architecture::Arm;
#else
    std::nullopt;
#endif

constexpr std::string_view native_suffix = " (native)";

std::vector<std::string> read_cpu_flags() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("flags") && !line.starts_with("Features")) continue;
        std::istringstream words(line.substr(line.find(':') + 1));
        std::vector<std::string> flags;
        for (std::string word; words >> word;) flags.push_back(word);
        return flags;
    }
    return {};
}

std::string first_word(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::string word;
    file >> word;
    return word;
}

/// Parses a size such as "512K" or "32M" from sysfs; 0 if there is no number.
std::int64_t sysfs_size(const std::string& text) {
    std::istringstream stream(text);
    std::int64_t number = 0;
    char unit = 0;
    if (!(stream >> number)) return 0;
    stream >> unit;
    return unit == 'K' ? number * 1024 : unit == 'M' ? number * 1048576 : number;
}

void read_caches(Machine& machine) {
    const std::filesystem::path folder = "/sys/devices/system/cpu/cpu0/cache";
    for (int index = 0; index < 8; index++) {
        const std::filesystem::path cache = folder / fmt::format("index{}", index);
        if (first_word(cache / "type") == "Instruction") continue;
        const std::int64_t bytes = sysfs_size(first_word(cache / "size"));
        const std::string level = first_word(cache / "level");
        if (level == "1") machine.l1_bytes = bytes;
        if (level == "2") machine.l2_bytes = bytes;
        if (level == "3") machine.l3_bytes = bytes;
    }
}

bool supports(const Machine& machine, const TargetDescription& description) {
    if (description.target.architecture != machine.architecture || description.cpu_flags.empty())
        return false;
    const std::set<std::string> flags(machine.cpu_flags.begin(), machine.cpu_flags.end());
    return std::all_of(description.cpu_flags.begin(), description.cpu_flags.end(),
                       [&](const std::string& flag) { return flags.count(flag) != 0; });
}

}  // namespace

Machine this_machine() {
    Machine machine;
    machine.architecture = host_architecture;
    machine.cpu_flags = read_cpu_flags();
    machine.cores = static_cast<int>(std::thread::hardware_concurrency());
    read_caches(machine);
    return machine;
}

Target best_target(const Machine& machine) {
    std::optional<TargetDescription> best;
    for (const std::string& name : target_names()) {
        TargetDescription candidate = builtin_description(name);
        if (!supports(machine, candidate)) continue;
        const bool wider = !best || candidate.target.vector_bytes > best->target.vector_bytes;
        if (wider) best = std::move(candidate);
    }
    if (!best) {
        fail(target_error::machine, {},
             fmt::format("no built-in target fits this machine ({})",
                         machine.architecture ? spelling(*machine.architecture) : "unknown"),
             "Name a target with --target, or write a YAML description of the machine.");
    }
    Target target = best->target;
    const std::set<std::string> flags(machine.cpu_flags.begin(), machine.cpu_flags.end());
    for (const TargetExtension& extension : best->extensions) {
        if (!flags.count(extension.cpu_flag)) continue;
        target.features.push_back(extension.feature);
        target.c_flags += " " + extension.c_flag;
    }
    std::sort(target.features.begin(), target.features.end());
    for (const ProcessorSettings& processor : best->processors)
        if (flags.count(processor.cpu_flag)) target = with_settings(target, processor.settings);
    if (machine.l1_bytes > 0) target.l1_bytes = machine.l1_bytes;
    if (machine.l2_bytes > 0) target.l2_bytes = machine.l2_bytes;
    if (machine.l1_bytes > 0) target.l3_bytes = machine.l3_bytes;
    if (machine.cores > 0) target.cores = machine.cores;
    target.built_in = target.name;
    target.name += native_suffix;
    target.emulator.clear();
    return target;
}

std::string target_option(const std::string& target_name) {
    return target_name.ends_with(native_suffix) ? "native" : target_name;
}

bool runs_here(const Target& target) {
    if (target.architecture != host_architecture) return false;
    const Machine machine = this_machine();
    for (const std::string& name : target_names()) {
        const TargetDescription description = builtin_description(name);
        if (description.target.features == target.features &&
            description.target.architecture == target.architecture)
            return description.cpu_flags.empty() || supports(machine, description);
    }
    return true;
}

}  // namespace hlo2c::scheduler

#include "scheduler/target/target.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "frontend/diagnostic.h"
#include "scheduler/error_numbers.h"
#include "scheduler/target/builtin.h"
#include "scheduler/target/description.h"

namespace hlo2c::scheduler {

std::string spelling(Architecture architecture) {
    switch (architecture) {
        case Architecture::X86_64: return "x86-64";
        case Architecture::Aarch64: return "aarch64";
        case Architecture::Arm: return "arm";
    }
    return "";
}

bool Target::has(const std::string& feature) const {
    return std::binary_search(features.begin(), features.end(), feature);
}

std::vector<MemoryPool> Target::value_pools() const {
    std::vector<MemoryPool> chosen;
    std::copy_if(pools.begin(), pools.end(), std::back_inserter(chosen),
                 [](const MemoryPool& pool) { return !pool.holds_weights; });
    return chosen;
}

const MemoryPool* Target::weights_pool() const {
    const auto found =
        std::find_if(pools.begin(), pools.end(), [](const MemoryPool& pool) { return pool.holds_weights; });
    return found != pools.end() ? &*found : nullptr;
}

std::vector<std::string> target_names() {
    std::vector<std::string> names;
    for (const auto& [file, text] : builtin_target_files()) names.push_back(file.substr(0, file.rfind('.')));
    return names;
}

Target load_target(const std::string& name) {
    if (name == "native") return best_target(this_machine());
    const bool is_path =
        name.find('/') != std::string::npos || name.ends_with(".yaml") || name.ends_with(".yml");
    if (!is_path) {
        Target target = builtin_description(name).target;
        target.built_in = name;
        return target;
    }
    std::ifstream file(name, std::ios::binary);
    if (!file || std::filesystem::is_directory(name)) {
        fail(target_error::file, Place{.file = name}, "cannot read the target description",
             "Check the path given to --target.");
    }
    return parse_target({std::istreambuf_iterator<char>(file), {}}, name);
}

Target parse_target(const std::string& yaml, const std::string& origin) {
    return parse_description(yaml, origin).target;
}

}  // namespace hlo2c::scheduler

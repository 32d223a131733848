#pragma once

#include <map>
#include <string>
#include <string_view>

namespace hlo2c::scheduler {

/// The YAML files of this folder, embedded at build time, by base name ("armv7.yaml").
const std::map<std::string, std::string_view>& builtin_target_files();
/// The YAML files of the folder `tunings`, embedded likewise, by the name of their target ("x86-64-v3.yaml").
const std::map<std::string, std::string_view>& builtin_tuning_files();

}  // namespace hlo2c::scheduler

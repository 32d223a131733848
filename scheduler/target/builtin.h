#pragma once

#include <map>
#include <string>
#include <string_view>

namespace hlo2c::scheduler {

/// The YAML files of this folder, embedded at build time, by base name ("armv7.yaml").
const std::map<std::string, std::string_view>& builtin_target_files();

}  // namespace hlo2c::scheduler

#pragma once

#include <string>
#include <vector>

#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// `target` with some keys of a description overridden, each given as KEY=VALUE ("l2=512K").
Target with_settings(const Target& target, const std::vector<std::string>& settings);

}  // namespace hlo2c::scheduler

#pragma once

#include <string>
#include <vector>

#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// Something that only some machines of a target have; `native` adds it where cpuinfo shows the flag.
struct TargetExtension {
    std::string cpu_flag, feature, c_flag;
};

/// A target file as written: the target and what finds the machines that run it.
struct TargetDescription {
    Target target;
    std::vector<std::string> cpu_flags;  ///< empty: never chosen for `native`
    std::vector<TargetExtension> extensions;
};

/// Reads one YAML text; `origin` names it in errors.
TargetDescription parse_description(const std::string& yaml, const std::string& origin);
/// The built-in description `name`, or a user's error (H0481) that lists the known ones.
TargetDescription builtin_description(const std::string& name);

}  // namespace hlo2c::scheduler

#pragma once

#include <string>
#include <vector>

#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// A feature that only some machines of a target have; `native` adds it if cpuinfo shows the flag.
struct TargetExtension {
    std::string cpu_flag, feature, c_flag;
};

/// Values of keys that `native` takes on machines whose cpuinfo shows the flag, written as KEY=VALUE.
struct ProcessorSettings {
    std::string cpu_flag;
    std::vector<std::string> settings;
};

/// The content of a target file: the target, and how to recognise machines that run it.
struct TargetDescription {
    Target target;
    std::vector<std::string> cpu_flags;  ///< empty: `native` never chooses it
    std::vector<TargetExtension> extensions;
    std::vector<ProcessorSettings> processors;
};

/// Reads one YAML text; `origin` names it in errors.
TargetDescription parse_description(const std::string& yaml, const std::string& origin);
/// The built-in description `name`. An unknown name is a user error (H0481) that lists the known ones.
TargetDescription builtin_description(const std::string& name);

}  // namespace hlo2c::scheduler

#pragma once

#include <map>
#include <string>

namespace hlo2c::scheduler {

/// The schedule that was the fastest of a problem's candidates, and what was measured.
struct TunedSchedule {
    std::string schedule;   ///< its decisions, as text
    double default_us = 0;  ///< microseconds of all kernels of the problem, with the lowest estimate
    double tuned_us = 0;    ///< and with this schedule
    bool operator==(const TunedSchedule&) const = default;
};

/// Measured choices of schedules: for one target, one C compiler and one mode of floating point.
struct Tuning {
    std::string target;                              ///< "x86-64-v3"
    std::string compiler;                            ///< "gcc 12.2.0", for people
    std::string rules;                               ///< "strict", "contract" or "fast"
    std::map<std::string, TunedSchedule> schedules;  ///< by the text of a problem
    bool operator==(const Tuning&) const = default;
};

/// The YAML of a tuning; equal tunings give equal bytes.
std::string to_yaml(const Tuning& tuning);
/// Reads YAML; `origin` names it in errors: H0486 (invalid YAML, or not a map) and H0487 (wrong key or
/// value).
Tuning parse_tuning(const std::string& yaml, const std::string& origin);
/// The schedules that ship with the compiler for a built-in target, measured under these rules; empty if
/// there are none.
Tuning shipped_tuning(const std::string& target, const std::string& rules);
/// Reads the file, or fails with H0485.
Tuning load_tuning(const std::string& path);

}  // namespace hlo2c::scheduler

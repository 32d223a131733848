#include "driver/stage_times.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>

namespace hlo2c::driver {
namespace {

/// Stages that take a smaller part of the time share one line of the table.
constexpr double least_share = 0.005;

double processor_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// The most memory that was resident since `forget_peak`, or since the start where that has no effect.
std::int64_t peak_bytes() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        std::int64_t kilobytes = 0;
        if (word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

void forget_peak() {
    std::ofstream("/proc/self/clear_refs") << "5\n";
}

std::string row(const std::string& name, const StageTime& time, double all_seconds) {
    return fmt::format("{:<18}{:>9.3f} s{:>9.3f} s{:>6.1f} %{:>9} MB\n", name, time.seconds,
                       time.processor_seconds, all_seconds > 0 ? 100 * time.seconds / all_seconds : 0.0,
                       time.peak_bytes / 1'000'000);
}

void add(StageTime& sum, const StageTime& time) {
    sum.seconds += time.seconds;
    sum.processor_seconds += time.processor_seconds;
    sum.peak_bytes = std::max(sum.peak_bytes, time.peak_bytes);
}

}  // namespace

StageTimes::StageTimes(bool measures) : measures_(measures) {
    skip();
}

void StageTimes::ended(const std::string& stage) {
    if (!measures_) return;
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - wall_;
    const StageTime time{stage, wall.count(), processor_seconds() - processor_, peak_bytes()};
    const auto known = std::find_if(stages_.begin(), stages_.end(),
                                    [&](const StageTime& each) { return each.name == stage; });
    if (known != stages_.end())
        add(*known, time);
    else
        stages_.push_back(time);
    skip();
}

void StageTimes::skip() {
    if (!measures_) return;
    forget_peak();
    processor_ = processor_seconds();
    wall_ = std::chrono::steady_clock::now();
}

void StageTimes::add_to(Report& report) const {
    if (!measures_) return;
    StageTime all, others;
    int other_count = 0;
    for (const StageTime& stage : stages_) add(all, stage);
    std::string table =
        fmt::format("{:<18}{:>11}{:>11}{:>8}{:>12}\n", "stage", "time", "processor", "share", "peak memory");
    Json rows = Json::array();
    for (const StageTime& stage : stages_) {
        rows.push_back({{"name", stage.name},
                        {"seconds", stage.seconds},
                        {"processor_seconds", stage.processor_seconds},
                        {"peak_bytes", stage.peak_bytes}});
        if (stage.seconds >= least_share * all.seconds) {
            table += row(stage.name, stage, all.seconds);
        } else {
            add(others, stage);
            other_count++;
        }
    }
    if (other_count > 0) table += row(fmt::format("{} others", other_count), others, all.seconds);
    report.measurements = table + row("all", all, all.seconds);
    report.json["stages"] = std::move(rows);
}

}  // namespace hlo2c::driver

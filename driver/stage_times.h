#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "driver/report.h"

namespace hlo2c::driver {

/// The time and memory that one stage of a command took.
struct StageTime {
    std::string name;
    double seconds = 0;            ///< of wall time
    double processor_seconds = 0;  ///< of all threads
    std::int64_t peak_bytes = 0;   ///< most memory that was resident during the stage
};

/// Measures the stages of a command, for --time-report. A call of `ended` names the stage that ends, and the
/// next stage begins.
class StageTimes {
public:
    StageTimes() = default;
    /// Without `measures`, nothing is measured.
    explicit StageTimes(bool measures);

    /// Ends a stage. The times of a stage that ends several times are added up.
    void ended(const std::string& stage);
    /// The time since the last stage ended belongs to no stage.
    void skip();
    /// Adds "stages" to the report's JSON, and the table that goes to stderr.
    void add_to(Report& report) const;

private:
    bool measures_ = false;
    std::chrono::steady_clock::time_point wall_;
    double processor_ = 0;
    std::vector<StageTime> stages_;
};

}  // namespace hlo2c::driver

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "driver/options.h"
#include "driver/stage_times.h"
#include "frontend/pipeline.h"
#include "scheduler/schedule.h"

namespace hlo2c::driver {

/// Fails with H0640 if one of `names` is neither "all" nor one of `steps`, which the error calls `title`.
void require_steps(const std::vector<std::string>& names, const std::vector<std::string>& steps,
                   std::string_view title);

/// Follows the steps of a compilation: shows their results, on stderr or as DIR/NN_NAME.txt, and measures
/// them. With --json, results are JSON: lines of stderr, or DIR/NN_NAME.json.
class Dump {
public:
    /// `names`: the steps to show; "all" for every one.
    Dump(std::vector<std::string> names, std::string directory);
    Dump(const CompilationOptions& options, bool json) : Dump(options.dump_after, options.dump_directory) {
        is_json_ = json;
        times_ = StageTimes(options.time_report);
    }
    Dump() = default;  ///< shows nothing

    /// Shows programs, as StableHLO text or as JSON.
    frontend::Observer observer();
    /// The steps that follow belong to this part of the compilation; "" for all of it.
    void begin_part(const std::string& part);
    /// A step has ended; shows its result if it is selected.
    void ended(const std::string& step, const scheduler::StageResult& result);
    /// Fails with H0640 if a selected step did not occur in the compilation.
    void require_all_shown() const;
    StageTimes& times() { return times_; }

private:
    bool wants(const std::string& step) const;
    void show(std::size_t number, const std::string& step, const scheduler::StageResult& result) const;

    std::vector<std::string> names_;
    std::string directory_;
    std::string part_;
    bool is_json_ = false;
    std::vector<std::string> seen_;
    StageTimes times_;
};

}  // namespace hlo2c::driver

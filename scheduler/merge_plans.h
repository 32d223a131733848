#pragma once

#include <string>

#include "scheduler/plan.h"
#include "scheduler/steps/kernel_table.h"

namespace hlo2c::scheduler {

/// Merges plans for one target into one plan, so that one library holds all their functions. Equal kernels
/// and weights are kept once.
class MergedPlan {
public:
    MergedPlan(std::string program_name, std::string source_file, const Target& target);
    MergedPlan(const MergedPlan&) = delete;
    MergedPlan& operator=(const MergedPlan&) = delete;

    /// Adds the first function of `plan` under `function_name`, which must be unique in the merged plan.
    void add(const Plan& plan, const std::string& function_name);
    const Plan& plan() const { return plan_; }

private:
    Plan plan_;
    KernelTable table_;
};

}  // namespace hlo2c::scheduler

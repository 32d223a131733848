#pragma once

#include <string>
#include <vector>

#include "driver/options.h"
#include "scheduler/plan.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::driver {

/// How the options choose among candidate schedules. Fails with H0488 if the tuning is for another target or
/// other rules of floating point.
scheduler::ScheduleChoice schedule_choice(const CompilationOptions& options, const scheduler::Target& target);

/// Fails with H0648 if nothing in the plans has a candidate of this number.
void require_candidate(int number, const std::vector<scheduler::Plan>& plans);

/// Notes for the user on entries of the tuning that were not used: problems and schedules that the plans do
/// not have.
std::vector<std::string> tuning_notes(const scheduler::Tuning& tuning,
                                      const std::vector<scheduler::Plan>& plans);

}  // namespace hlo2c::driver

#pragma once

#include <functional>
#include <vector>

#include "driver/batches/batch.h"

namespace hlo2c::driver {

/// Runs cases in batches, `jobs` of them at the same time, each in a process of its own: where one crashes or
/// hangs, the case at hand has failed and the others go on. Batches go to the folders 000, 001, ... below
/// `options.directory`. `ended` is called as cases end, in any order. One outcome per case.
std::vector<frontend::TestOutcome> run_in_workers(const std::vector<const frontend::TestCase*>& cases,
                                                  const BatchOptions& options, int jobs,
                                                  const std::function<void(std::size_t ended)>& ended);

}  // namespace hlo2c::driver

#pragma once

#include <functional>
#include <vector>

#include "driver/batches/batch.h"

namespace hlo2c::driver {

/// Runs cases in batches, up to `jobs` of them concurrently, each in its own process: if one crashes or
/// hangs, its current case fails and the others continue. Batches use the folders 000, 001, ... below
/// `options.directory`. `ended` is called whenever a case ends, in any order. Returns one outcome per case.
std::vector<frontend::TestOutcome> run_in_workers(const std::vector<const frontend::TestCase*>& cases,
                                                  const BatchOptions& options, int jobs,
                                                  const std::function<void(std::size_t ended)>& ended);

}  // namespace hlo2c::driver

#pragma once

#include <string>
#include <vector>

#include "frontend/ir/program.h"
#include "frontend/partition/value_sharding.h"

namespace hlo2c::frontend {

/// The sharding of each value of the entry point: as the program states it, or by propagation.
struct ShardingChoice {
    std::vector<ValueSharding> shardings;  ///< by value
    /// For each result of the entry point, the value whose sharding is that of the result; no_value for
    /// results that are no tensors.
    std::vector<ValueId> results;
};

/// Chooses them. Adds values to the entry point that stand for its results. Fails with H0325 and H0327.
ShardingChoice choose_shardings(Program& program, const DeviceGrid& grid, int ranks);

/// The sharding as axes of the grid. Fails with H0327 if it is none, or unreduced.
ValueSharding stated_axes(const DeviceGrid& grid, const Place& place, const Sharding& sharding);

[[noreturn]] void refuse_partitioning(const Place& place, const std::string& why);

}  // namespace hlo2c::frontend

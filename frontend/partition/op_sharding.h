#pragma once

#include <vector>

#include "frontend/partition/propagation.h"
#include "frontend/partition/resharding.h"

namespace hlo2c::frontend {

/// Along which axes the devices divide the factors of an op among themselves.
struct OpSharding {
    std::vector<AxisList> factors;
    bool operator==(const OpSharding&) const = default;
};

/// What is known of an op when its sharding is chosen.
struct OpShardingProblem {
    ShardingRule rule;
    std::vector<std::vector<std::int64_t>> shapes;  ///< of the operands, then of the results
    std::vector<std::int64_t> bytes;                ///< of these tensors, as a whole
    std::vector<std::vector<Cut>> operand_cuts;  ///< cuts in which each operand exists; none: free in any cut
    std::vector<Cut> result_cuts;                ///< cuts that the users of the results prefer
    std::vector<std::int64_t> most_parts;        ///< by factor: into how many the op can be divided
};

/// The cut of a tensor under the sharding.
Cut cut_of(const std::vector<DimensionFactors>& dimensions, const OpSharding& sharding);

/// The axes that reductions combine, by factor number.
AxisList reduced_axes(const ShardingRule& rule, const OpSharding& sharding);

/// The sharding for which the devices receive the fewest bytes and compute the least: chosen among those that
/// the operands and the results have, their mixtures, and the undivided op.
OpSharding choose_op_sharding(const DeviceGrid& grid, const OpShardingProblem& problem);

}  // namespace hlo2c::frontend

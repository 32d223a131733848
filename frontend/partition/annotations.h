#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/processes/sharding.h"

namespace hlo2c::frontend {

/// Where a manual region begins or ends: the shardings of the values that pass, as texts, and the axes along
/// which values inside are parts.
struct ManualBorder {
    std::vector<std::string> shardings;
    std::vector<std::string> axes;
};

/// The borders of an sdy.manual_computation.
ManualBorder entry_of(const Op& op);
ManualBorder exit_of(const Op& op);
/// The border that a call of @xla.sdy.GlobalToLocalShape or @xla.sdy.LocalToGlobalShape marks.
ManualBorder entry_of_call(const Op& op);
ManualBorder exit_of_call(const Op& op);

/// The shardings that an op states of its results: one per result of sdy.sharding_constraint, sdy.reshard,
/// @Sharding, @xla.sdy.FuncResultSharding and @SPMDShardToFullShape; empty for other ops.
std::vector<Sharding> stated_by(const Program& program, const Function& function, const Op& op, int ranks);

/// The sharding of an argument or result of the entry point; nullopt if none is stated.
std::optional<Sharding> argument_sharding(const Program& program, std::size_t argument, int ranks);
std::optional<Sharding> result_sharding(const Program& program, std::size_t result, int ranks);

/// Every sharding that the program states: of arguments and results of the entry point, and in ops.
std::vector<Sharding> stated_shardings(const Program& program, int ranks);

}  // namespace hlo2c::frontend

#pragma once

#include <vector>

#include "frontend/ir/program.h"
#include "frontend/partition/sharding_rule.h"
#include "frontend/partition/value_sharding.h"

namespace hlo2c::frontend {

/// When and in which direction shardings pass an op.
enum class StepKind : std::uint8_t {
    Elementwise,   ///< also reshapes, transposes and edges of control flow: first
    DynamicSlice,  ///< also its update: first, from operands to results
    Broadcast,     ///< from results to operands, and last in both directions
    Other,
};

/// An op, or an edge of control flow, along which shardings propagate.
struct PropagationStep {
    ShardingRule rule;
    std::vector<ValueId> operands, results;  ///< the tensors of the rule
    StepKind kind = StepKind::Other;
    bool is_elementwise = false;
    bool is_single_use = false;  ///< each operand that is no scalar has one use
};

/// The steps of a function, in the order of its ops.
std::vector<PropagationStep> propagation_steps(const Function& function);

enum class Direction : std::uint8_t { None = 0, Forward = 1, Backward = 2, Both = 3 };

/// How conflicts between factors are resolved: `Basic` stops before axes that would conflict in any tensor,
/// `Aggressive` gives them to the factor of the largest tensor.
enum class Strategy : std::uint8_t { Basic, Aggressive };

/// Propagates the shardings of one step's tensors along its pass-through factors, or along all factors.
/// Returns whether one changed. `shapes` and `shardings` are those of the operands, then of the results.
bool propagate_step(const DeviceGrid& grid, const PropagationStep& step,
                    const std::vector<std::vector<std::int64_t>>& shapes, Direction direction,
                    Strategy strategy, bool all_factors, std::vector<ValueSharding>& shardings);

/// Propagates shardings to all values of the function, by Shardy's rules: dimensions by their priorities, ops
/// by level from elementwise ones to all. `shardings` has one entry per value; those of values that are no
/// tensors do not count. Returns when nothing changes.
void propagate(const DeviceGrid& grid, const Function& function, const std::vector<PropagationStep>& steps,
               std::vector<ValueSharding>& shardings);

}  // namespace hlo2c::frontend

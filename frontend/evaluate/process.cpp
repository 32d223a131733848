#include "frontend/evaluate/hooks.h"

namespace hlo2c::frontend {
namespace {

/// Custom calls that leave their operand as it is in one process: places, layouts and shardings.
bool is_identity(const std::string& target) {
    for (const char* name :
         {"Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement",
          "MoveToHost", "MoveToDevice", "LayoutConstraint", "xla.sdy.FuncResultSharding",
          "xla.sdy.PropagationBarrier", "stablehlo.shape_refinement_operand_wrapper"})
        if (target == name) return true;
    return false;
}

/// The message of a failed assertion with {0}, {1}, ... replaced by the integers that follow the condition.
std::string assertion_message(const OpCall& call) {
    std::string message = call.op().text("error_message", "an assertion of the program does not hold");
    for (int i = 1; i < call.operand_count(); i++) {
        const std::string mark = "{" + std::to_string(i - 1) + "}";
        for (std::size_t at = message.find(mark); at != std::string::npos; at = message.find(mark))
            message.replace(at, mark.size(), std::to_string(call.operand(i).integer(0)));
    }
    return message;
}

}  // namespace

/// The evaluator is one process, the first of its grid.
void evaluate_PartitionId(OpCall& call) {
    call.give(from_integers(call.result_type(), {0}));
}
void evaluate_ReplicaId(OpCall& call) {
    call.give(from_integers(call.result_type(), {0}));
}

void evaluate_SdyReshard(OpCall& call) {
    call.give(call.datum(0));
}
void evaluate_SdyShardingConstraint(OpCall& call) {
    call.give(call.datum(0));
}

void evaluate_CustomCall(OpCall& call) {
    const std::string target = call.op().text("call_target_name", "");
    if (target == "shape_assertion") {
        if (call.operand(0).integer(0) == 0)
            call.fail_here(assertion_message(call), "Give arguments of sizes that the program allows.");
        return;
    }
    if (!is_identity(target)) call.refuse("the custom call @" + target);
    call.give(call.datum(0));
}

}  // namespace hlo2c::frontend

#include "frontend/passes/forward_loop_invariants.h"

#include <map>

namespace hlo2c::frontend {
namespace {

void replace_operands(Region& region, const std::map<ValueId, ValueId>& replacements) {
    for_each_op(region, [&](Op& op) {
        // The terminator of the loop's own body keeps handing the carried value on.
        const bool hands_on = !region.ops.empty() && &op == &region.ops.back();
        if (hands_on) return;
        for (ValueId& operand : op.operands) {
            const auto found = replacements.find(operand);
            if (found != replacements.end()) operand = found->second;
        }
    });
}

void forward(Region& region) {
    for (Op& op : region.ops) {
        if (op.code == OpCode::While) {
            const std::vector<ValueId>& next = op.regions[1].ops.back().operands;
            for (Region& inner : op.regions) {
                std::map<ValueId, ValueId> replacements;
                for (std::size_t i = 0; i < op.operands.size(); i++)
                    if (next[i] == op.regions[1].arguments[i])
                        replacements[inner.arguments[i]] = op.operands[i];
                if (!replacements.empty()) replace_operands(inner, replacements);
            }
        }
        for (Region& inner : op.regions) forward(inner);
    }
}

}  // namespace

void forward_loop_invariants(Program& program) {
    for (Function& function : program.functions) forward(function.body);
}

}  // namespace hlo2c::frontend

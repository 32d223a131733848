#include "frontend/passes/decompose.h"

#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {

void decompose(Program& program) {
    const RuleTable table = {
        batch_norm_rules, broadcasting_rules, collective_rules, contraction_rules, custom_call_rules,
        fft_rules,        function_rules,     indexing_rules,   integer_rules,     loop_rules,
        precision_rules,  random_rules,       scatter_rules,    top_k_rules,
    };
    for (Function& function : program.functions)
        Rewriter(program, function).run([&](Rewriter& rewriter, Op& op) -> Replacement {
            return apply_rules(table, rewriter, op);
        });
}

}  // namespace hlo2c::frontend

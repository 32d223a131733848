#include "frontend/passes/decompose.h"

#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {

void decompose(Program& program) {
    std::map<OpCode, SimplifyRule> table;
    add_batch_norm_rules(table);
    add_broadcasting_rules(table);
    add_custom_call_rules(table);
    add_fft_rules(table);
    add_function_rules(table);
    add_random_rules(table);
    add_scatter_rules(table);
    add_top_k_rules(table);
    for (Function& function : program.functions)
        Rewriter(program, function).run([&](Rewriter& rewriter, Op& op) -> Replacement {
            const auto rule = table.find(op.code);
            return rule == table.end() ? std::nullopt : rule->second(rewriter, op);
        });
}

}  // namespace hlo2c::frontend

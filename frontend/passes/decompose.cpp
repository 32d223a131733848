#include "frontend/passes/decompose.h"

#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {

void decompose(Program& program) {
    std::map<OpCode, SimplifyRule> table;
    add_batch_norm_rules(table);
    add_broadcasting_rules(table);
    add_contraction_rules(table);
    add_custom_call_rules(table);
    add_fft_rules(table);
    add_function_rules(table);
    add_indexing_rules(table);
    add_integer_rules(table);
    add_loop_rules(table);
    add_precision_rules(table);
    add_random_rules(table);
    add_scatter_rules(table);
    add_top_k_rules(table);
    for (Function& function : program.functions)
        Rewriter(program, function).run([&](Rewriter& rewriter, Op& op) -> Replacement {
            return apply_rules(table, rewriter, op);
        });
}

}  // namespace hlo2c::frontend

#include "frontend/passes/simplify.h"

#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {
namespace {

using Table = std::map<OpCode, SimplifyRule>;

Table all_rules() {
    Table table;
    add_arithmetic_rules(table);
    add_movement_rules(table);
    add_selection_rules(table);
    add_control_rules(table);
    add_dynamic_rules(table);
    return table;
}

}  // namespace

void simplify(Program& program) {
    const Table table = all_rules();
    for (Function& function : program.functions)
        Rewriter(program, function).run([&](Rewriter& rewriter, Op& op) -> Replacement {
            const auto rule = table.find(op.code);
            return rule == table.end() ? std::nullopt : rule->second(rewriter, op);
        });
}

}  // namespace hlo2c::frontend

#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {

Replacement apply_rules(const std::map<OpCode, SimplifyRule>& table, Rewriter& rewriter, Op& op) {
    for (auto rule = table.find(op.code); rule != table.end(); rule = table.find(op.code)) {
        const OpCode before = op.code;
        Replacement replacement = rule->second(rewriter, op);
        if (replacement || op.code == before) return replacement;
    }
    return std::nullopt;
}

}  // namespace hlo2c::frontend

#include "frontend/passes/decompose_rules.h"

#include "frontend/diagnostic.h"

namespace hlo2c::frontend {

RuleTable::RuleTable(std::initializer_list<RuleRows> families, bool (*takes)(OpCode code)) {
    for (const RuleRows family : families)
        for (const RuleEntry& row : family) {
            if (!takes(row.code)) continue;
            SimplifyRule& rule = rules_[static_cast<std::size_t>(row.code)];
            HLO2C_CHECK(rule == nullptr, "an op has one rule");
            rule = row.behaviour;
        }
}

Replacement apply_rules(const RuleTable& table, Rewriter& rewriter, Op& op) {
    for (SimplifyRule rule = table.find(op.code); rule != nullptr; rule = table.find(op.code)) {
        const OpCode before = op.code;
        Replacement replacement = rule(rewriter, op);
        if (replacement || op.code == before) return replacement;
    }
    return std::nullopt;
}

}  // namespace hlo2c::frontend

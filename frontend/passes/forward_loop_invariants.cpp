#include "frontend/passes/forward_loop_invariants.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

using Replacements = std::map<ValueId, ValueId>;

void replace_operands(Region& region, const Replacements& replacements) {
    for_each_op(region, [&](Op& op) {
        // The terminator of the loop's own body still passes the carried value on.
        const bool hands_on = !region.ops.empty() && &op == &region.ops.back();
        if (hands_on) return;
        for (ValueId& operand : op.operands) {
            const auto found = replacements.find(operand);
            if (found != replacements.end()) operand = found->second;
        }
    });
}

class Forwarding {
public:
    explicit Forwarding(Function& function) : function_(function) {}

    void run() {
        for_each_op(function_.body, [&](const Op& op) {
            if (op.code == OpCode::Constant) constants_[op.results[0]] = &op[attr::value];
        });
        forward(function_.body);
        if (replacements_.empty()) return;
        for_each_op(function_.body, [&](Op& op) {
            for (ValueId& operand : op.operands) operand = replaced(operand);
        });
    }

private:
    /// The value itself, or the replacement of a loop result.
    ValueId replaced(ValueId value) const {
        for (auto found = replacements_.find(value); found != replacements_.end();
             found = replacements_.find(value))
            value = found->second;
        return value;
    }

    bool same(ValueId a, ValueId b) const {
        a = replaced(a);
        b = replaced(b);
        if (a == b) return true;
        const auto x = constants_.find(a), y = constants_.find(b);
        return x != constants_.end() && y != constants_.end() && *x->second == *y->second;
    }

    /// Per carried value: true if the loop never changes it. Optimistic fixed point: all values count as
    /// unchanged until the body returns another value in their place.
    std::vector<bool> unchanged(const Op& loop) const {
        const Region& body = loop.regions[1];
        const std::vector<ValueId>& next = body.ops.back().operands;
        std::vector<bool> stays(loop.operands.size(), true);
        std::unordered_map<ValueId, std::size_t> carried;
        for (std::size_t i = 0; i < body.arguments.size(); i++) carried.emplace(body.arguments[i], i);
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < stays.size(); i++) {
                if (!stays[i]) continue;
                ValueId given = next[i];
                if (const auto from = carried.find(given);
                    from != carried.end() && (from->second == i || stays[from->second]))
                    given = loop.operands[from->second];
                if (same(given, loop.operands[i])) continue;
                stays[i] = false;
                changed = true;
            }
        }
        return stays;
    }

    void forward(Region& region) {
        for (Op& op : region.ops) {
            if (op.code == OpCode::While) {
                const std::vector<bool> stays = unchanged(op);
                for (std::size_t i = 0; i < stays.size(); i++)
                    if (stays[i]) replacements_[op.results[i]] = op.operands[i];
                for (Region& inner : op.regions) {
                    Replacements arguments;
                    for (std::size_t i = 0; i < stays.size(); i++)
                        if (stays[i]) arguments[inner.arguments[i]] = op.operands[i];
                    if (!arguments.empty()) replace_operands(inner, arguments);
                }
            }
            for (Region& inner : op.regions) forward(inner);
        }
    }

    Function& function_;
    std::map<ValueId, const Literal*> constants_;
    Replacements replacements_;
};

}  // namespace

void forward_loop_invariants(Program& program) {
    for (Function& function : program.functions) Forwarding(function).run();
}

}  // namespace hlo2c::frontend

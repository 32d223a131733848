#include "scheduler/rewrite/double_loops.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/copy_ops.h"
#include "frontend/ops/op_traits.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"
#include "scheduler/rewrite/counted_loop.h"

namespace hlo2c::scheduler {
namespace {

using frontend::WhileCounter;

/// A smaller state is copied, which takes less than the code of a second iteration.
constexpr std::int64_t least_state_bytes = 4096;
constexpr std::size_t most_body_ops = 48;

class Doubler {
public:
    explicit Doubler(Function& function) : function_(function), constants_(function) {}

    void run(Region& region) {
        for (Op& op : region.ops) {
            for (Region& inner : op.regions) run(inner);
            if (op.code != OpCode::While || !copies_state(op)) continue;
            if (const auto counter = counter_of(op)) repeat(op.regions[1], *counter);
        }
    }

private:
    /// True if a contraction reads some large state and, in its epilogue, makes the next one. There is
    /// nothing in the body but ops on tensors.
    bool copies_state(const Op& loop) const {
        const Region& body = loop.regions[1];
        if (body.ops.size() > most_body_ops) return false;
        for (const Op& op : body.ops)
            if (!op.regions.empty() || frontend::has_trait(op.code, frontend::op_trait::SideEffect))
                return false;
        for (std::size_t i = 0; i < body.arguments.size(); i++) {
            if (!function_.type(body.arguments[i]).is_tensor()) return false;
            if (function_.tensor(body.arguments[i]).byte_size() >= least_state_bytes &&
                contracts(body, body.ops.back().operands[i], body.arguments[i]))
                return true;
        }
        return false;
    }

    bool is_contraction(const Op& op) const {
        const OpRule& rule = rule_of(op);
        return rule.role == Role::Anchor && rule.group(function_, op) == GroupKind::Contraction;
    }

    bool contracts(const Region& body, ValueId next, ValueId state) const {
        const std::set<ValueId> made = reached(body, {next}, [&](const Op& op) {
            return op.code == OpCode::Reshape || rule_of(op).is_aligned();
        });
        for (const Op& op : body.ops) {
            if (!is_contraction(op) || !made.count(op.results[0])) continue;
            const std::set<ValueId> read = reached(body, op.operands, [](const Op& view) {
                return view.code == OpCode::Pad || rule_of(view).movement != Movement::None;
            });
            if (read.count(state)) return true;
        }
        return false;
    }

    /// The values in `from`, and transitively the operands of the ops that `passes` accepts.
    template <typename Passes>
    static std::set<ValueId> reached(const Region& body, std::vector<ValueId> from, Passes passes) {
        std::set<ValueId> found;
        while (!from.empty()) {
            const ValueId value = from.back();
            from.pop_back();
            if (!found.insert(value).second) continue;
            const Op* op = frontend::definition(body, value);
            if (op && passes(*op)) from.insert(from.end(), op->operands.begin(), op->operands.end());
        }
        return found;
    }

    /// The counter of a loop that runs an even number of times, until the counter is at its limit.
    std::optional<WhileCounter> counter_of(const Op& loop) const {
        const auto counted = counted_loop(function_, loop, constants_);
        const bool is_even = counted && counted->trips > 0 && counted->trips % 2 == 0;
        if (!is_even) return std::nullopt;
        const frontend::Wide last = counted->first + frontend::Wide{counted->trips} * counted->counter.step;
        return last == counted->limit ? std::optional(counted->counter) : std::nullopt;
    }

    void repeat(Region& body, const WhileCounter& counter) {
        const Op end = body.ops.back();
        body.ops.pop_back();
        const std::vector<Op> once = body.ops;
        frontend::OpCopier second([&](ValueId value) {
            const frontend::Value& first = function_.values[value];
            return function_.add_value(frontend::Type(first.type), {}, first.location);
        });
        for (std::size_t i = 0; i < body.arguments.size(); i++)
            second.rename(body.arguments[i], end.operands[i]);
        for (const Op& op : once) {
            if (op.results[0] == counter.next)
                second.rename(counter.next, advance(body, op, counter));
            else
                body.ops.push_back(second.copy(op));
        }
        body.ops.push_back(second.copy(end));
        const auto reads_next = [&](const Op& op) {
            return std::find(op.operands.begin(), op.operands.end(), counter.next) != op.operands.end();
        };
        if (std::none_of(body.ops.begin(), body.ops.end(), reads_next))
            std::erase_if(body.ops, [&](const Op& op) { return op.results == std::vector{counter.next}; });
    }

    /// Adds two steps to the counter.
    ValueId advance(Region& body, const Op& add, const WhileCounter& counter) {
        const TensorType type = function_.tensor(add.results[0]);
        Op steps{.code = OpCode::Constant, .location = add.location, .position = add.position};
        steps.set(attr::value, Literal::scalar(type.element, 2 * counter.step));
        steps.results = {function_.add_value(frontend::Type(type), {}, add.location)};
        Op sum = add;
        sum.code = OpCode::Add;
        sum.operands = {body.arguments[counter.state], steps.results[0]};
        sum.results = {function_.add_value(frontend::Type(type), {}, add.location)};
        body.ops.push_back(std::move(steps));
        body.ops.push_back(std::move(sum));
        return body.ops.back().results[0];
    }

    Function& function_;
    const IntegerConstants constants_;
};

}  // namespace

void double_loops(frontend::Program& program) {
    for (Function& function : program.functions) Doubler(function).run(function.body);
}

}  // namespace hlo2c::scheduler

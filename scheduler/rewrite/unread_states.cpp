#include "scheduler/rewrite/unread_states.h"

#include <algorithm>
#include <map>
#include <optional>

#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/dimension_lists.h"
#include "scheduler/program_names.h"
#include "scheduler/rewrite/counted_loop.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Wide;

/// first, first + step, ...: the values that an index takes in the iterations of a loop.
struct Positions {
    Wide first = 0, step = 0;
};

/// How often the ops of a region and of those inside read a value.
int uses(const Region& region, ValueId value) {
    int count = 0;
    frontend::for_each_op(region, [&](const Op& op) {
        count += static_cast<int>(std::count(op.operands.begin(), op.operands.end(), value));
    });
    return count;
}

class Marker {
public:
    explicit Marker(const Function& function) : function_(function), constants_(function) {}

    void run(Region& region) {
        for (Op& op : region.ops) {
            for (Region& inner : op.regions) run(inner);
            if (op.code == OpCode::While) mark(op);
        }
    }

private:
    void mark(Op& loop) const {
        const auto counted = counted_loop(function_, loop, constants_);
        if (!counted || counted->trips == 0) return;
        const ValueId count = loop.regions[1].arguments[counted->counter.state];
        const std::map<ValueId, Positions> known = {{count, {counted->first, counted->counter.step}}};
        std::vector<std::int64_t> unread = loop[attr::unread_operands];
        for (std::size_t state = 0; state < loop.operands.size(); state++)
            if (const auto operand = static_cast<std::int64_t>(state);
                !frontend::contains(unread, operand) && is_overwritten(loop, state, known, counted->trips))
                unread.push_back(operand);
        if (!unread.empty()) loop.set(attr::unread_operands, unread);
    }

    /// True if the iterations only write the state, and write all of it.
    bool is_overwritten(const Op& loop, std::size_t state, const std::map<ValueId, Positions>& known,
                        std::int64_t trips) const {
        const Region &condition = loop.regions[0], &body = loop.regions[1];
        const ValueId old = body.arguments[state];
        const Op* update = frontend::definition(body, body.ops.back().operands[state]);
        if (update == nullptr || update->code != OpCode::DynamicUpdateSlice || update->operands[0] != old ||
            uses(condition, condition.arguments[state]) != 0 || uses(body, old) != 1 ||
            uses(body, update->results[0]) != 1)
            return false;
        const auto& whole = function_.tensor(old).shape;
        const auto& part = function_.tensor(update->operands[1]).shape;
        std::optional<std::size_t> cut;
        for (std::size_t d = 0; d < whole.size(); d++) {
            if (part[d] == whole[d]) continue;
            if (cut) return false;
            cut = d;
        }
        if (!cut) return true;
        const auto starts = positions(body, update->operands[2 + *cut], known);
        if (!starts) return false;
        const Wide last = starts->first + starts->step * (trips - 1);
        const Wide size = starts->step < 0 ? -starts->step : starts->step;
        return size == part[*cut] && std::min(starts->first, last) == 0 &&
               std::max(starts->first, last) + size == whole[*cut];
    }

    /// The values of an index that the body computes from the counter by additions and subtractions.
    std::optional<Positions> positions(const Region& body, ValueId index,
                                       const std::map<ValueId, Positions>& known) const {
        if (const auto constant = constants_.of(index)) return Positions{*constant, 0};
        if (const auto found = known.find(index); found != known.end()) return found->second;
        const Op* op = frontend::definition(body, index);
        const int sign = op == nullptr ? 0 : frontend::sign_of_second_operand(op->code);
        if (sign == 0) return std::nullopt;
        const auto a = positions(body, op->operands[0], known), b = positions(body, op->operands[1], known);
        if (!a || !b) return std::nullopt;
        return Positions{a->first + sign * b->first, a->step + sign * b->step};
    }

    const Function& function_;
    const IntegerConstants constants_;
};

}  // namespace

void mark_unread_states(frontend::Program& program) {
    for (Function& function : program.functions) Marker(function).run(function.body);
}

}  // namespace hlo2c::scheduler

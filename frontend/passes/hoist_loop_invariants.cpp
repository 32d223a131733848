#include "frontend/passes/hoist_loop_invariants.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "frontend/ops/op_traits.h"
#include "frontend/ops/removable.h"

namespace hlo2c::frontend {
namespace {

constexpr std::int64_t small_bytes = 65536;

bool is_worth_moving(const Op& op) {
    const OpFamily family = family_of(op.code);
    return family == OpFamily::Contraction || family == OpFamily::Reduction || op.code == OpCode::Sort;
}

class Hoisting {
public:
    explicit Hoisting(Function& function) : function_(function) {}

    void region(Region& region) {
        std::vector<Op> ops;
        for (Op& op : region.ops) {
            for (Region& inner : op.regions) this->region(inner);
            if (op.code == OpCode::While)
                for (Region& inner : op.regions) hoist_from(inner, ops);
            ops.push_back(std::move(op));
        }
        region.ops = std::move(ops);
    }

private:
    /// Positions of the loop-invariant ops of a region, by the values they define.
    using Makers = std::map<ValueId, std::size_t>;

    void hoist_from(Region& region, std::vector<Op>& before) {
        std::set<ValueId> inside(region.arguments.begin(), region.arguments.end());
        Makers makers;
        std::vector<std::size_t> wanted;
        for (std::size_t i = 0; i < region.ops.size(); i++) {
            const Op& op = region.ops[i];
            const bool moves = !has_trait(op.code, op_trait::Terminator) && is_removable(op) &&
                               op.code != OpCode::While && !reads(op, inside);
            for (const ValueId result : op.results) {
                if (moves)
                    makers[result] = i;
                else
                    inside.insert(result);
            }
            if (moves && is_worth_moving(op) && is_worth_keeping(op)) wanted.push_back(i);
        }
        if (wanted.empty()) return;
        moved_.assign(region.ops.size(), false);
        copies_.clear();
        for (const std::size_t i : wanted) move(region, i, makers, before);
        std::vector<Op> rest;
        for (std::size_t i = 0; i < region.ops.size(); i++)
            if (!moved_[i]) rest.push_back(std::move(region.ops[i]));
        region.ops = std::move(rest);
    }

    /// True if the op, or an op in its regions, reads one of these values.
    static bool reads(const Op& op, const std::set<ValueId>& values) {
        const auto one = [&](const Op& reader) {
            return std::any_of(reader.operands.begin(), reader.operands.end(),
                               [&](ValueId operand) { return values.count(operand) != 0; });
        };
        bool found = one(op);
        for (const Region& inner : op.regions)
            for_each_op(inner, [&](const Op& nested) { found = found || one(nested); });
        return found;
    }

    std::int64_t bytes(const std::vector<ValueId>& values) const {
        std::int64_t sum = 0;
        for (const ValueId value : values) {
            const Type& type = function_.type(value);
            if (type.is_tensor() && type.as_tensor().is_static()) sum += type.as_tensor().byte_size();
        }
        return sum;
    }

    bool is_worth_keeping(const Op& op) const {
        return bytes(op.results) <= std::max(small_bytes, bytes(op.operands));
    }

    /// Moves the op at `position` and the ops that compute its operands. Cheap ops are copied, so that their
    /// readers inside the loop keep the originals.
    void move(Region& region, std::size_t position, const Makers& makers, std::vector<Op>& before) {
        if (moved_[position]) return;
        moved_[position] = true;
        Op op = std::move(region.ops[position]);
        bring_operands(region, op, makers, before);
        before.push_back(std::move(op));
    }

    void bring_operands(Region& region, Op& op, const Makers& makers, std::vector<Op>& before) {
        const auto bring = [&](Op& reader) {
            for (ValueId& operand : reader.operands) operand = brought(region, operand, makers, before);
        };
        bring(op);
        for (Region& inner : op.regions) for_each_op(inner, bring);
    }

    /// The value before the loop that equals `value`.
    ValueId brought(Region& region, ValueId value, const Makers& makers, std::vector<Op>& before) {
        const auto made = makers.find(value);
        if (made == makers.end()) return value;
        const std::size_t position = made->second;
        if (moved_[position]) return value;
        const Op& maker = region.ops[position];
        if (!maker.regions.empty() || is_worth_moving(maker)) {
            move(region, position, makers, before);
            return value;
        }
        const auto known = copies_.find(value);
        if (known != copies_.end()) return known->second;
        Op copy = maker;
        for (ValueId& result : copy.results) {
            const Value original = function_.values[result];
            const ValueId fresh = function_.add_value(original.type, original.name, original.location);
            copies_[std::exchange(result, fresh)] = fresh;
        }
        bring_operands(region, copy, makers, before);
        before.push_back(std::move(copy));
        return copies_.at(value);
    }

    Function& function_;
    std::vector<bool> moved_;            ///< per op of the current region
    std::map<ValueId, ValueId> copies_;  ///< of the results of its cheap ops
};

}  // namespace

void hoist_loop_invariants(Program& program) {
    for (Function& function : program.functions) Hoisting(function).region(function.body);
}

}  // namespace hlo2c::frontend

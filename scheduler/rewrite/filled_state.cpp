#include "scheduler/rewrite/filled_state.h"

#include <numeric>
#include <set>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// Weights are aligned to this; smaller constants are copied.
constexpr std::int64_t least_bytes = 64;

class Filler {
public:
    explicit Filler(Function& function) : function_(function) {}

    void run(Region& region) {
        std::vector<Op> ops;
        for (Op& op : region.ops) {
            if (op.code == OpCode::Constant && is_large_splat(op)) splats_.insert(op.results[0]);
            for (Region& inner : op.regions) run(inner);
            const auto unread = op[attr::unread_operands];
            for (std::size_t i = 0; i < written_operands(op); i++)
                if (splats_.count(op.operands[i]) &&
                    !frontend::contains(unread, static_cast<std::int64_t>(i)))
                    op.operands[i] = filled(op, op.operands[i], ops);
            ops.push_back(std::move(op));
        }
        region.ops = std::move(ops);
    }

private:
    bool is_large_splat(const Op& op) const {
        const TensorType& type = function_.tensor(op.results[0]);
        return op[attr::value].is_splat() && type.byte_size() > least_bytes &&
               !frontend::is_complex(type.element);
    }

    /// The number of leading operands whose elements end up in memory that the op or the caller writes.
    static std::size_t written_operands(const Op& op) {
        if (op.code == OpCode::While || rule_of(op).role == Role::Terminator) return op.operands.size();
        return op.code == OpCode::DynamicUpdateSlice ? 1 : 0;
    }

    ValueId filled(const Op& user, ValueId constant, std::vector<Op>& ops) {
        const TensorType type = function_.tensor(constant);
        std::vector<std::int64_t> dimensions(type.shape.size());
        std::iota(dimensions.begin(), dimensions.end(), std::int64_t{0});
        Op fill{.code = OpCode::BroadcastInDim,
                .operands = {constant},
                .location = user.location,
                .position = user.position};
        fill.set(attr::broadcast_dimensions, dimensions);
        fill.results = {function_.add_value(frontend::Type(type), {}, user.location)};
        ops.push_back(std::move(fill));
        return ops.back().results[0];
    }

    Function& function_;
    std::set<ValueId> splats_;
};

}  // namespace

void fill_states(frontend::Program& program) {
    for (Function& function : program.functions) Filler(function).run(function.body);
}

}  // namespace hlo2c::scheduler

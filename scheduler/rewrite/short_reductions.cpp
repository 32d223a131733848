#include "scheduler/rewrite/short_reductions.h"

#include <algorithm>
#include <map>
#include <set>

#include "frontend/ir/attributes.h"
#include "frontend/ir/combiner.h"
#include "frontend/ir/strided.h"
#include "frontend/ops/op_traits.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

using Shape = std::vector<std::int64_t>;

/// Reductions of more elements have a kernel of their own.
constexpr std::int64_t most_elements = 4;
/// Fewer results do not fill vectors.
constexpr std::int64_t fewest_results = 16;

/// What reductions over the same rows have in common.
using ReducedRows = std::pair<Shape, Shape>;  // shape of the operand, reduced dimensions

class ShortReductions {
public:
    explicit ShortReductions(Function& function) : function_(function) {
        frontend::for_each_op(function.body, [&](const Op& op) {
            for (const ValueId operand : op.operands) readers_[operand]++;
        });
    }

    void run(Region& region) {
        std::vector<Op> ops;
        for (Op& op : region.ops) {
            for (Region& inner : op.regions)
                if (op.code != OpCode::Reduce) run(inner);
            note_rows(op);
            if (is_short(op))
                unroll(op, ops);
            else
                ops.push_back(std::move(op));
        }
        region.ops = std::move(ops);
    }

private:
    const TensorType& tensor(ValueId value) const { return function_.tensor(value); }

    static ReducedRows rows_of(const Function& function, const Op& reduce) {
        return {function.tensor(reduce.operands[0]).shape, reduce[attr::dimensions]};
    }

    /// Records the reductions from which the op's results are computed through inlined ops.
    void note_rows(const Op& op) {
        std::set<ReducedRows> rows;
        if (op.code == OpCode::Reduce)
            rows.insert(rows_of(function_, op));
        else if (rule_of(op).is_inlinable())
            for (const ValueId operand : op.operands)
                if (const auto found = rows_.find(operand); found != rows_.end())
                    rows.insert(found->second.begin(), found->second.end());
        if (!rows.empty())
            for (const ValueId result : op.results) rows_[result] = rows;
    }

    /// The op that combines two elements, if the region is that op alone and commutative.
    static const Op* combiner(const Op& reduce) {
        const Op* op = frontend::combiner(reduce.regions[0]);
        return op && frontend::has_trait(op->code, frontend::op_trait::Commutative) ? op : nullptr;
    }

    bool is_short(const Op& op) const {
        if (op.code != OpCode::Reduce || op.results.size() != 1 || combiner(op) == nullptr) return false;
        const TensorType &from = tensor(op.operands[0]), &to = tensor(op.results[0]);
        // Sums of narrower floats are rounded once.
        if (from.element != to.element || frontend::bit_width(to.element) < 8 ||
            frontend::is_complex(to.element) ||
            (frontend::is_float(to.element) && frontend::bit_width(to.element) < 32))
            return false;
        if (!from.is_static() || to.element_count() < fewest_results ||
            from.element_count() > most_elements * to.element_count())
            return false;
        return are_neighbours(op[attr::dimensions], from.shape) && readers_.at(op.operands[0]) == 1 &&
               !reads_rows_of(op);
    }

    /// True if each result is made of neighbours in memory.
    static bool are_neighbours(const Shape& dimensions, const Shape& shape) {
        bool inside = true;
        for (std::size_t d = shape.size(); d-- > 0;) {
            if (shape[d] == 1) continue;
            const bool reduced = std::count(dimensions.begin(), dimensions.end(), d) != 0;
            if (reduced && !inside) return false;
            inside = reduced;
        }
        return true;
    }

    /// True if the operand is computed from a reduction of the same rows: one kernel then takes both.
    bool reads_rows_of(const Op& reduce) const {
        const auto found = rows_.find(reduce.operands[0]);
        return found != rows_.end() && found->second.count(rows_of(function_, reduce)) != 0;
    }

    ValueId emit(std::vector<Op>& ops, const Op& reduce, Op op, TensorType type) {
        op.location = reduce.location;
        op.position = reduce.position;
        op.results = {function_.add_value(frontend::Type(std::move(type)), {}, reduce.location)};
        ops.push_back(std::move(op));
        return ops.back().results[0];
    }

    void unroll(const Op& reduce, std::vector<Op>& ops) {
        const TensorType to = tensor(reduce.results[0]);
        Shape positions(tensor(reduce.operands[0]).shape.size(), 1);
        for (const std::int64_t d : reduce[attr::dimensions])
            positions[static_cast<std::size_t>(d)] =
                tensor(reduce.operands[0]).shape[static_cast<std::size_t>(d)];
        const OpCode code = combiner(reduce)->code;
        Op initial{.code = OpCode::BroadcastInDim, .operands = {reduce.operands[1]}};
        initial.set(attr::broadcast_dimensions, Shape{});
        ValueId sum = emit(ops, reduce, std::move(initial), to);
        Shape start(positions.size(), 0);
        do {
            const ValueId element = element_at(reduce, ops, start, to);
            sum = emit(ops, reduce, Op{.code = code, .operands = {sum, element}}, to);
        } while (frontend::next_index(start, positions));
        ops.back().results = reduce.results;
    }

    /// The elements at one position of the reduced dimensions.
    ValueId element_at(const Op& reduce, std::vector<Op>& ops, const Shape& start, const TensorType& to) {
        TensorType type = tensor(reduce.operands[0]);
        Shape limit = type.shape;
        for (const std::int64_t d : reduce[attr::dimensions]) {
            const auto at = static_cast<std::size_t>(d);
            limit[at] = start[at] + 1;
            type.shape[at] = 1;
        }
        Op slice{.code = OpCode::Slice, .operands = {reduce.operands[0]}};
        slice.set(attr::start_indices, start);
        slice.set(attr::limit_indices, limit);
        slice.set(attr::strides, Shape(start.size(), 1));
        const ValueId part = emit(ops, reduce, std::move(slice), type);
        return emit(ops, reduce, Op{.code = OpCode::Reshape, .operands = {part}}, to);
    }

    Function& function_;
    std::map<ValueId, int> readers_;
    std::map<ValueId, std::set<ReducedRows>> rows_;
};

}  // namespace

void unroll_short_reductions(frontend::Program& program) {
    for (Function& function : program.functions) ShortReductions(function).run(function.body);
}

}  // namespace hlo2c::scheduler

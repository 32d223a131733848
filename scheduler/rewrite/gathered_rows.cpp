#include "scheduler/rewrite/gathered_rows.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"
#include "frontend/passes/dead_code_elimination.h"
#include "frontend/passes/rewriter.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Rewriter;
using Shape = std::vector<std::int64_t>;

/// Of shorter rows, finding the place takes longer than a second copy.
constexpr std::int64_t least_row_bytes = 128;
constexpr std::int64_t most_positions = 4096;

// Whether an op that reads a value keeps the order of neighbours in its innermost dimension.

bool keeps_always(const Function&, const Op&) {
    return true;
}

bool slice_keeps(const Function&, const Op& op) {
    const Shape strides = op[attr::strides];
    return strides.empty() || strides.back() == 1;
}

bool reverse_keeps(const Function& function, const Op& op) {
    const std::int64_t last = function.tensor(op.operands[0]).rank() - 1;
    const Shape reversed = op[attr::dimensions];
    return std::count(reversed.begin(), reversed.end(), last) == 0;
}

bool transpose_keeps(const Function& function, const Op& op) {
    return op[attr::permutation].back() == function.tensor(op.operands[0]).rank() - 1;
}

bool broadcast_keeps(const Function& function, const Op& op) {
    return op[attr::broadcast_dimensions].back() == function.tensor(op.results[0]).rank() - 1;
}

bool reshape_keeps(const Function& function, const Op& op) {
    const Shape &from = function.tensor(op.operands[0]).shape, &to = function.tensor(op.results[0]).shape;
    return !to.empty() && from.back() == to.back();
}

using KeepsRows = bool (*)(const Function& function, const Op& op);
constexpr auto movements = frontend::partial<KeepsRows>({
    {OpCode::BroadcastInDim, broadcast_keeps},
    {OpCode::Concatenate, keeps_always},
    {OpCode::Pad, keeps_always},
    {OpCode::Reshape, reshape_keeps},
    {OpCode::Reverse, reverse_keeps},
    {OpCode::Slice, slice_keeps},
    {OpCode::Transpose, transpose_keeps},
});

bool keeps_rows(const Function& function, const Op& op) {
    if (rule_of(op).is_elementwise()) return true;
    if (op.operands.empty() || !function.type(op.operands[0]).is_tensor() ||
        function.tensor(op.operands[0]).rank() == 0)
        return false;
    const KeepsRows keeps = behaviour(movements, op.code);
    return keeps != nullptr && keeps(function, op);
}

/// Values that only ops of their own region read, which keep their rows.
class InlinedValues {
public:
    explicit InlinedValues(const Function& function) : function_(function) { region(function.body); }
    bool has(ValueId value) const { return read_.count(value) != 0 && refused_.count(value) == 0; }

private:
    void region(const Region& region) {
        for (const ValueId argument : region.arguments) regions_[argument] = &region;
        for (const Op& op : region.ops) {
            const bool keeps = keeps_rows(function_, op);
            for (const ValueId operand : op.operands)
                (keeps && regions_[operand] == &region ? read_ : refused_).insert(operand);
            for (const Region& inner : op.regions) this->region(inner);
            for (const ValueId result : op.results) regions_[result] = &region;
        }
    }

    const Function& function_;
    std::map<ValueId, const Region*> regions_;  ///< that define the values
    std::set<ValueId> read_, refused_;
};

/// Elements of a dimension of `source`, in order.
struct Selection {
    ValueId source = frontend::no_value;
    Shape positions;
};

class RowGatherer {
public:
    explicit RowGatherer(const Function& function) : inlined_(function) {}

    std::optional<std::vector<ValueId>> operator()(Rewriter& rewriter, const Op& op) {
        if (op.code != OpCode::Concatenate || !inlined_.has(op.results[0])) return std::nullopt;
        const TensorType type = rewriter.tensor(op.results[0]);
        const auto dimension = static_cast<std::size_t>(op[attr::dimension]);
        if (!type.is_static() || type.is_quantized() || frontend::is_complex(type.element) ||
            type.shape[dimension] > most_positions)
            return std::nullopt;
        const std::int64_t row = std::accumulate(type.shape.begin() + op[attr::dimension] + 1,
                                                 type.shape.end(), std::int64_t{1}, std::multiplies<>());
        if (row * frontend::bit_width(type.element) < 8 * least_row_bytes) return std::nullopt;
        std::optional<Selection> all;
        for (const ValueId operand : op.operands) {
            const Selection part = selection(rewriter, operand, dimension);
            if (!all) all = Selection{part.source, {}};
            if (part.source != all->source) return std::nullopt;
            all->positions.insert(all->positions.end(), part.positions.begin(), part.positions.end());
        }
        const ValueId result = gather(rewriter, *all, dimension, type);
        gathers_[result] = {dimension, *all};
        return std::vector{result};
    }

private:
    struct Gather {
        std::size_t dimension = 0;
        Selection selection;
    };

    /// Follows a value through ops that select elements of `dimension`.
    Selection selection(const Rewriter& rewriter, ValueId value, std::size_t dimension) const {
        Selection found{value, Shape(static_cast<std::size_t>(rewriter.tensor(value).shape[dimension]))};
        std::iota(found.positions.begin(), found.positions.end(), std::int64_t{0});
        for (;;) {
            if (const auto gather = gathers_.find(found.source);
                gather != gathers_.end() && gather->second.dimension == dimension) {
                for (std::int64_t& each : found.positions)
                    each = gather->second.selection.positions[static_cast<std::size_t>(each)];
                found.source = gather->second.selection.source;
                continue;
            }
            const Op* op = rewriter.definition(found.source);
            const bool moves = op != nullptr && (follow_slice(rewriter, *op, dimension, found.positions) ||
                                                 follow_reverse(rewriter, *op, dimension, found.positions));
            if (!moves) return found;
            found.source = op->operands[0];
        }
    }

    static bool follow_slice(const Rewriter& rewriter, const Op& op, std::size_t dimension,
                             Shape& positions) {
        if (op.code != OpCode::Slice) return false;
        const Shape start = op[attr::start_indices], strides = op[attr::strides];
        const Shape &from = rewriter.tensor(op.operands[0]).shape, &to = rewriter.tensor(op.results[0]).shape;
        for (std::size_t d = 0; d < from.size(); d++)
            if (d != dimension && from[d] != to[d]) return false;
        const std::int64_t stride = strides.empty() ? 1 : strides[dimension];
        for (std::int64_t& each : positions) each = start[dimension] + each * stride;
        return true;
    }

    static bool follow_reverse(const Rewriter& rewriter, const Op& op, std::size_t dimension,
                               Shape& positions) {
        if (op.code != OpCode::Reverse || op[attr::dimensions] != Shape{static_cast<std::int64_t>(dimension)})
            return false;
        const std::int64_t last = rewriter.tensor(op.results[0]).shape[dimension] - 1;
        for (std::int64_t& each : positions) each = last - each;
        return true;
    }

    static ValueId gather(Rewriter& rewriter, const Selection& selection, std::size_t dimension,
                          const TensorType& type) {
        const auto d = static_cast<std::int64_t>(dimension);
        const auto count = static_cast<std::int64_t>(selection.positions.size());
        const TensorType indices{{count, 1}, frontend::ElementType::I32, {}, {}};
        const ValueId positions = rewriter.emit_constant(
            frontend::Literal::from_values<std::int64_t>(indices, selection.positions));
        Shape offsets, sizes = rewriter.tensor(selection.source).shape;
        for (std::int64_t i = 0; i < type.rank(); i++)
            if (i != d) offsets.push_back(i);
        sizes[dimension] = 1;
        Op op{.code = OpCode::Gather, .operands = {selection.source, positions}};
        op.set_attribute(attr::gather_dimension_numbers,
                         attribute_of(frontend::GatherDimensions{.offset_dims = offsets,
                                                                 .collapsed_slice_dims = {d},
                                                                 .operand_batching_dims = {},
                                                                 .start_indices_batching_dims = {},
                                                                 .start_index_map = {d},
                                                                 .index_vector_dim = 1}));
        op.set(attr::slice_sizes, sizes);
        return rewriter.emit(std::move(op), frontend::Type(type));
    }

    const InlinedValues inlined_;
    std::map<ValueId, Gather> gathers_;  ///< by result
};

}  // namespace

void gather_rows(frontend::Program& program) {
    bool changed = false;
    for (Function& function : program.functions) {
        RowGatherer gatherer(function);
        changed = Rewriter(program, function).run(std::ref(gatherer)) || changed;
    }
    if (changed) frontend::dead_code_elimination(program);
}

}  // namespace hlo2c::scheduler

#include "scheduler/rewrite/masked_operand.h"

#include <algorithm>
#include <map>
#include <set>

#include "frontend/ir/attributes.h"
#include "frontend/ir/combiner.h"
#include "frontend/ir/op_set.h"
#include "frontend/ir/total_table.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/rewrite/mask_band.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Rewriter;

/// What is known of the elements that a mask replaces.
enum class Masked {
    Unknown,
    Fill,   ///< the constant
    Below,  ///< the constant less the maximum of its row
    Zero,
};

using Loops = std::vector<LoopOfDimension>;

/// Ops between a reduction of rows and the rows that read it.
constexpr frontend::OpSet row_repeats = {OpCode::BroadcastInDim, OpCode::Reshape};

bool has_loop(const LoopOfDimension& loops, int loop) {
    return std::find(loops.begin(), loops.end(), loop) != loops.end();
}

/// True for a reduction of one operand by this op alone.
bool reduces_by(const Op& op, OpCode code) {
    if (op.code != OpCode::Reduce || op.results.size() != 1 || op.regions.empty()) return false;
    const Op* combiner = frontend::combiner(op.regions.front());
    return combiner && combiner->code == code;
}

class MaskedOperandFinder {
public:
    MaskedOperandFinder(const Rewriter& rewriter, const RegionOps& ops, const Op& root, std::int64_t fewest)
        : rewriter_(rewriter), ops_(ops), root_(root), fewest_(fewest) {}

    std::optional<MaskedOperand> find() {
        const frontend::DotDimensions dims = root_[attr::dot_dimension_numbers];
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
            const auto& contracting = side == 0 ? dims.lhs_contracting : dims.rhs_contracting;
            const auto& batching = side == 0 ? dims.lhs_batching : dims.rhs_batching;
            if (contracting.size() != 1) return std::nullopt;
            const auto column = static_cast<std::size_t>(contracting[0]);
            const auto& shape = tensor(root_.operands[side]).shape;
            // The result has the batching dimensions, then the other ones of both sides in order.
            std::size_t result = batching.size();
            if (side == 1) result += tensor(root_.operands[0]).shape.size() - batching.size() - 1;
            for (std::size_t row = 0; row < shape.size(); row++) {
                if (row == column || std::count(batching.begin(), batching.end(), row)) continue;
                if (shape[row] >= fewest_ && shape[column] >= fewest_ && read(side, row, column, result))
                    return std::move(found_);
                result++;
            }
        }
        return std::nullopt;
    }

private:
    const TensorType& tensor(ValueId value) const { return rewriter_.tensor(value); }
    const Op* definition(ValueId value) const { return ops_.definition(value, root_.results.front()); }

    bool read(std::size_t side, std::size_t row, std::size_t column, std::size_t result_rows) {
        const ValueId weights = root_.operands[side];
        found_ = {.rows = tensor(weights).shape[row],
                  .columns = tensor(weights).shape[column],
                  .result_rows = result_rows,
                  .other = root_.operands[1 - side]};
        numbers_ = {};
        reduced_ = {};
        maximum_ = frontend::no_value;
        LoopOfDimension loops(tensor(weights).shape.size(), -1);
        loops[row] = row_loop;
        loops[column] = column_loop;
        if (masked(weights, loops) != Masked::Zero) return false;
        LoopOfDimension other(tensor(found_.other).shape.size(), -1);
        const frontend::DotDimensions dims = root_[attr::dot_dimension_numbers];
        other[static_cast<std::size_t>((side == 0 ? dims.rhs_contracting : dims.lhs_contracting)[0])] =
            column_loop;
        TilePart part{.value = root_.results.front(), .op = &root_};
        part.loops.assign(tensor(part.value).shape.size(), -1);
        part.loops[result_rows] = row_loop;
        part.operands = {0, 0};
        const std::optional<std::size_t> first = add(weights, loops);
        if (!first || found_.parts[*first].op == nullptr) return false;
        part.operands[side] = *first;
        part.operands[1 - side] = leaf(found_.other, other);
        found_.parts.push_back(std::move(part));
        return maximum_ != frontend::no_value && computes_scores() && is_read_only_here();
    }

public:
    /// What is known of the masked elements of a value; notes the mask.
    Masked masked(ValueId value, const LoopOfDimension& loops);

    Masked masked_view(const Op& op, const LoopOfDimension&, const Loops& loops) {
        return masked(op.operands[0], loops[0]);
    }
    Masked masked_difference(const Op& op, const LoopOfDimension& row, const Loops& loops) {
        const bool is_below = masked(op.operands[0], loops[0]) == Masked::Fill &&
                              combines_row(op.operands[1], op.operands[0], row, OpCode::Maximum);
        return is_below ? Masked::Below : Masked::Unknown;
    }
    Masked masked_power(const Op& op, const LoopOfDimension&, const Loops& loops) {
        return masked(op.operands[0], loops[0]) == Masked::Below ? Masked::Zero : Masked::Unknown;
    }
    Masked masked_quotient(const Op& op, const LoopOfDimension& row, const Loops& loops) {
        const bool is_zero = masked(op.operands[0], loops[0]) == Masked::Zero &&
                             combines_row(op.operands[1], op.operands[0], row, OpCode::Add);
        return is_zero ? Masked::Zero : Masked::Unknown;
    }
    /// 0 stays 0; other constants stay the same in a wider type.
    Masked masked_conversion(const Op& convert, const LoopOfDimension&, const Loops& loops) {
        const Masked operand = masked(convert.operands[0], loops[0]);
        const frontend::ElementType from = tensor(convert.operands[0]).element,
                                    to = tensor(convert.results[0]).element;
        const bool widens = frontend::is_float(from) && frontend::is_float(to) &&
                            frontend::bit_width(to) > frontend::bit_width(from);
        return operand == Masked::Zero || widens ? operand : Masked::Unknown;
    }

    Masked masked_select(const Op& select, const LoopOfDimension&, const Loops& loops) {
        for (const bool kept : {true, false}) {
            const Literal* fill = rewriter_.constant(select.operands[kept ? 2 : 1]);
            if (fill == nullptr || !fill->is_splat()) continue;
            const Band band = band_of(rewriter_, select.operands[0], loops[0], kept);
            if (!band.least && !band.most) continue;
            found_.band = band;
            found_.fill = fill->real(0);
            return Masked::Fill;
        }
        return Masked::Unknown;
    }

private:
    /// True if `value` repeats a reduction of `row`, whose loops are `loops`, over its columns.
    bool combines_row(ValueId value, ValueId row, const LoopOfDimension& loops, OpCode code) {
        const Op* op = definition(value);
        while (op && row_repeats.contains(op->code)) op = definition(op->operands[0]);
        if (op == nullptr || !reduces_by(*op, code) || op->operands[0] != row) return false;
        const auto column = std::find(loops.begin(), loops.end(), column_loop) - loops.begin();
        if ((*op)[attr::dimensions] != std::vector<std::int64_t>{column}) return false;
        reduced_.insert(op->results.front());
        if (code == OpCode::Maximum) maximum_ = op->results.front();
        return true;
    }

    std::size_t leaf(ValueId value, const LoopOfDimension& loops) {
        found_.parts.push_back({.value = value, .loops = loops});
        return found_.parts.size() - 1;
    }

    /// Adds the part of a value in a segment and returns its number: computed if it has rows and columns, or
    /// is computed from such values. Nothing if it cannot be.
    std::optional<std::size_t> add(ValueId value, const LoopOfDimension& loops) {
        const std::pair key{value, loops};
        if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
        std::optional<std::size_t> number;
        if (is_whole(loops) || definition(value) == nullptr)
            number = leaf(value, loops);
        else
            number = add_op(*definition(value), loops);
        if (number) {
            numbers_[key] = *number;
            if (value == maximum_) found_.maxima = *number;
        }
        return number;
    }

    std::optional<std::size_t> add_op(const Op& op, const LoopOfDimension& loops) {
        const bool is_matrix = has_loop(loops, row_loop) && has_loop(loops, column_loop);
        auto operand_loops = loops_of_operands(rewriter_, op, loops);
        const bool is_row = reduced_.count(op.results.front()) > 0;
        if (op.code == OpCode::Reduce && !is_row) operand_loops = std::nullopt;
        if (op.results.size() != 1 || !operand_loops) return leaf(op.results.front(), loops);
        if (is_row) (*operand_loops)[0][static_cast<std::size_t>(op[attr::dimensions][0])] = column_loop;
        const std::size_t first = found_.parts.size();
        TilePart part{.value = op.results.front(), .loops = loops, .op = &op};
        bool computes = is_matrix || is_row;
        for (std::size_t i = 0; i < op.operands.size(); i++) {
            const std::optional<std::size_t> operand = add(op.operands[i], (*operand_loops)[i]);
            if (!operand) return std::nullopt;
            computes = computes || (*operand >= first && found_.parts[*operand].op != nullptr);
            part.operands.push_back(*operand);
        }
        if (!computes) {
            found_.parts.resize(first);
            std::erase_if(numbers_, [&](const auto& known) { return known.second >= first; });
            return leaf(part.value, loops);
        }
        found_.parts.push_back(std::move(part));
        return found_.parts.size() - 1;
    }

    /// True if a contraction computes the scores.
    bool computes_scores() const {
        return std::any_of(found_.parts.begin(), found_.parts.end() - 1, [](const TilePart& part) {
            return part.op && part.op->code == OpCode::DotGeneral;
        });
    }

    /// True if nothing else reads what the segments compute, but for maps of memory such as masks.
    bool is_read_only_here() const {
        std::map<ValueId, int> reads, computed;
        std::vector<bool> is_map(found_.parts.size(), true);
        for (std::size_t i = 0; i < found_.parts.size(); i++) {
            const TilePart& part = found_.parts[i];
            if (part.op == nullptr) continue;
            computed[part.value]++;
            is_map[i] = rule_of(*part.op).is_inlinable();
            for (const std::size_t operand : part.operands) is_map[i] = is_map[i] && is_map[operand];
            for (const ValueId operand : part.op->operands) reads[operand]++;
        }
        for (std::size_t i = 0; i + 1 < found_.parts.size(); i++) {
            const ValueId value = found_.parts[i].value;
            if (found_.parts[i].op == nullptr || is_map[i]) continue;
            if (computed[value] != 1 || reads[value] != rewriter_.uses(value)) return false;
        }
        return true;
    }

    const Rewriter& rewriter_;
    const RegionOps& ops_;
    const Op& root_;
    const std::int64_t fewest_;
    MaskedOperand found_;
    ValueId maximum_ = frontend::no_value;
    std::set<ValueId> reduced_;  ///< reductions over columns to which masked elements add nothing
    std::map<std::pair<ValueId, LoopOfDimension>, std::size_t> numbers_;
};

using ReadMasked = Masked (MaskedOperandFinder::*)(const Op& op, const LoopOfDimension& of_result,
                                                   const Loops& loops);
constexpr auto masked_readers = frontend::partial<ReadMasked>({
    {OpCode::BroadcastInDim, &MaskedOperandFinder::masked_view},
    {OpCode::Convert, &MaskedOperandFinder::masked_conversion},
    {OpCode::Divide, &MaskedOperandFinder::masked_quotient},
    {OpCode::Exponential, &MaskedOperandFinder::masked_power},
    {OpCode::Reshape, &MaskedOperandFinder::masked_view},
    {OpCode::Select, &MaskedOperandFinder::masked_select},
    {OpCode::Subtract, &MaskedOperandFinder::masked_difference},
    {OpCode::Transpose, &MaskedOperandFinder::masked_view},
});

Masked MaskedOperandFinder::masked(ValueId value, const LoopOfDimension& loops) {
    const Op* op = definition(value);
    if (op == nullptr) return Masked::Unknown;
    const ReadMasked read = behaviour(masked_readers, op->code);
    const auto operand_loops = loops_of_operands(rewriter_, *op, loops);
    return read != nullptr && operand_loops ? (this->*read)(*op, loops, *operand_loops) : Masked::Unknown;
}

}  // namespace

std::optional<MaskedOperand> masked_operand(const Rewriter& rewriter, const RegionOps& ops, const Op& root,
                                            std::int64_t fewest) {
    return MaskedOperandFinder(rewriter, ops, root, fewest).find();
}

}  // namespace hlo2c::scheduler

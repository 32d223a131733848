#include "scheduler/rewrite/mask_band.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"
#include "scheduler/ops/op_rule.h"

namespace hlo2c::scheduler {
namespace {

using frontend::ComparisonDirection;
using frontend::Rewriter;

/// Positions and their differences stay exact in every type of this many bits, floats included.
constexpr int fewest_bits = 32;
constexpr std::int64_t largest_position = std::int64_t{1} << 22;
/// Larger constant masks take too long to look at.
constexpr std::int64_t largest_mask = std::int64_t{1} << 24;

/// row * number of the row + column * number of the column + constant.
struct Position {
    std::int64_t row = 0, column = 0, constant = 0;

    Position plus(const Position& other, int sign) const {
        return {row + sign * other.row, column + sign * other.column, constant + sign * other.constant};
    }
};

Band intersection(const Band& a, const Band& b) {
    Band both = a;
    if (b.least) both.least = std::max(*b.least, a.least.value_or(*b.least));
    if (b.most) both.most = std::min(*b.most, a.most.value_or(*b.most));
    return both;
}

ComparisonDirection negated(ComparisonDirection direction) {
    switch (direction) {
        case ComparisonDirection::Eq: return ComparisonDirection::Ne;
        case ComparisonDirection::Ne: return ComparisonDirection::Eq;
        case ComparisonDirection::Lt: return ComparisonDirection::Ge;
        case ComparisonDirection::Le: return ComparisonDirection::Gt;
        case ComparisonDirection::Gt: return ComparisonDirection::Le;
        case ComparisonDirection::Ge: break;
    }
    return ComparisonDirection::Lt;
}

/// The band in which `difference` compares with 0 in this way.
Band band_of_comparison(const Position& difference, ComparisonDirection direction) {
    // The number of the column minus that of the row is the difference, or its negative, plus a constant.
    if (difference.row * difference.column != -1) return {};
    const bool rises = difference.column == 1;
    const std::int64_t zero = rises ? -difference.constant : difference.constant;
    switch (direction) {
        case ComparisonDirection::Eq: return {zero, zero};
        case ComparisonDirection::Ne: return {};
        case ComparisonDirection::Lt: return rises ? Band{{}, zero - 1} : Band{zero + 1, {}};
        case ComparisonDirection::Le: return rises ? Band{{}, zero} : Band{zero, {}};
        case ComparisonDirection::Gt: return rises ? Band{zero + 1, {}} : Band{{}, zero - 1};
        case ComparisonDirection::Ge: break;
    }
    return rises ? Band{zero, {}} : Band{{}, zero};
}

using Loops = std::vector<LoopOfDimension>;

class MaskReader {
public:
    explicit MaskReader(const Rewriter& rewriter) : rewriter_(rewriter) {}

    Band band(ValueId mask, const LoopOfDimension& loops, bool kept) const;

    Band band_of_and(const Op& op, const Loops& loops, bool kept) const {
        return kept ? intersection(band(op.operands[0], loops[0], true), band(op.operands[1], loops[1], true))
                    : Band{};
    }
    Band band_of_or(const Op& op, const Loops& loops, bool kept) const {
        return kept ? Band{}
                    : intersection(band(op.operands[0], loops[0], false),
                                   band(op.operands[1], loops[1], false));
    }
    Band band_of_not(const Op& op, const Loops& loops, bool kept) const {
        return band(op.operands[0], loops[0], !kept);
    }
    Band band_of_view(const Op& op, const Loops& loops, bool kept) const {
        return band(op.operands[0], loops[0], kept);
    }

    /// A select between something and the other boolean is an `and` or an `or`.
    Band band_of_select(const Op& op, const Loops& loops, bool kept) const {
        for (const std::size_t taken : {std::size_t{1}, std::size_t{2}}) {
            const Literal* other = rewriter_.constant(op.operands[3 - taken]);
            if (other && other->is_splat() && (other->integer(0) != 0) != kept)
                return intersection(band(op.operands[0], loops[0], taken == 1),
                                    band(op.operands[taken], loops[taken], kept));
        }
        return {};
    }

    Band band_of_compare(const Op& op, const Loops& loops, bool kept) const {
        const auto a = position(op.operands[0], loops[0]), b = position(op.operands[1], loops[1]);
        if (!a || !b) return {};
        const ComparisonDirection direction = op[attr::comparison_direction];
        return band_of_comparison(a->plus(*b, -1), kept ? direction : negated(direction));
    }

    std::optional<Position> position(ValueId value, const LoopOfDimension& loops) const;

    std::optional<Position> position_of_iota(const Op& op, const LoopOfDimension& loops, const Loops&) const {
        return counted(loops[static_cast<std::size_t>(op[attr::iota_dimension])], 0);
    }
    std::optional<Position> position_of_sum(const Op& op, const LoopOfDimension&, const Loops& loops) const {
        const auto a = position(op.operands[0], loops[0]), b = position(op.operands[1], loops[1]);
        return a && b ? std::optional(a->plus(*b, 1)) : std::nullopt;
    }
    std::optional<Position> position_of_difference(const Op& op, const LoopOfDimension&,
                                                   const Loops& loops) const {
        const auto a = position(op.operands[0], loops[0]), b = position(op.operands[1], loops[1]);
        return a && b ? std::optional(a->plus(*b, -1)) : std::nullopt;
    }
    std::optional<Position> position_of_view(const Op& op, const LoopOfDimension&, const Loops& loops) const {
        return position(op.operands[0], loops[0]);
    }

private:
    static Band band_of_constant(const Literal& mask, const LoopOfDimension& loops, bool kept) {
        const std::vector<std::int64_t>& shape = mask.type().shape;
        const auto row = std::find(loops.begin(), loops.end(), row_loop);
        const auto column = std::find(loops.begin(), loops.end(), column_loop);
        if (mask.is_splat() || row == loops.end() || column == loops.end() ||
            mask.type().element_count() > largest_mask)
            return {};
        const auto strides = frontend::row_major_strides(shape);
        const auto at = [&](auto loop, std::int64_t i) {
            const auto d = static_cast<std::size_t>(loop - loops.begin());
            return i / strides[d] % shape[d];
        };
        std::optional<Band> found;
        for (std::int64_t i = 0; i < mask.type().element_count(); i++) {
            if ((mask.integer(i) != 0) != kept) continue;
            const std::int64_t distance = at(column, i) - at(row, i);
            if (!found) found = Band{distance, distance};
            found->least = std::min(*found->least, distance);
            found->most = std::max(*found->most, distance);
        }
        return found.value_or(Band{});
    }

    static bool is_exact(const TensorType& type) {
        return frontend::bit_width(type.element) >= fewest_bits &&
               (frontend::is_signed_integer(type.element) || frontend::is_float(type.element));
    }

    static std::optional<Position> counted(int loop, std::int64_t first) {
        if (loop == row_loop) return Position{1, 0, first};
        if (loop == column_loop) return Position{0, 1, first};
        return std::nullopt;
    }

    /// One number, or consecutive ones along rows or columns.
    static std::optional<Position> position_of(const Literal& numbers, const LoopOfDimension& loops) {
        const std::int64_t count = numbers.type().element_count();
        if (count == 0 || std::abs(numbers.real(0)) > static_cast<double>(largest_position))
            return std::nullopt;
        const auto first = static_cast<std::int64_t>(numbers.real(0));
        if (static_cast<double>(first) != numbers.real(0)) return std::nullopt;
        if (numbers.is_splat() || count == 1) return Position{0, 0, first};
        for (std::size_t d = 0; d < loops.size(); d++) {
            if (numbers.type().shape[d] != count) continue;
            for (std::int64_t i = 1; i < count; i++)
                if (numbers.real(i) != static_cast<double>(first + i)) return std::nullopt;
            return counted(loops[d], first);
        }
        return std::nullopt;
    }

    const Rewriter& rewriter_;
};

using ReadMask = Band (MaskReader::*)(const Op& op, const Loops& loops, bool kept) const;
constexpr auto mask_readers = frontend::partial<ReadMask>({
    {OpCode::And, &MaskReader::band_of_and},
    {OpCode::BroadcastInDim, &MaskReader::band_of_view},
    {OpCode::Compare, &MaskReader::band_of_compare},
    {OpCode::Not, &MaskReader::band_of_not},
    {OpCode::Or, &MaskReader::band_of_or},
    {OpCode::Reshape, &MaskReader::band_of_view},
    {OpCode::Select, &MaskReader::band_of_select},
    {OpCode::Transpose, &MaskReader::band_of_view},
});

using ReadPosition = std::optional<Position> (MaskReader::*)(const Op& op, const LoopOfDimension& of_result,
                                                             const Loops& loops) const;
constexpr auto position_readers = frontend::partial<ReadPosition>({
    {OpCode::Add, &MaskReader::position_of_sum},
    {OpCode::BroadcastInDim, &MaskReader::position_of_view},
    {OpCode::Convert, &MaskReader::position_of_view},
    {OpCode::Iota, &MaskReader::position_of_iota},
    {OpCode::Reshape, &MaskReader::position_of_view},
    {OpCode::Subtract, &MaskReader::position_of_difference},
    {OpCode::Transpose, &MaskReader::position_of_view},
});

Band MaskReader::band(ValueId mask, const LoopOfDimension& loops, bool kept) const {
    const Op* op = rewriter_.definition(mask);
    if (op == nullptr) return {};
    if (const Literal* constant = rewriter_.constant(mask)) return band_of_constant(*constant, loops, kept);
    const ReadMask read = behaviour(mask_readers, op->code);
    const auto operand_loops = loops_of_operands(rewriter_, *op, loops);
    return read != nullptr && operand_loops ? (this->*read)(*op, *operand_loops, kept) : Band{};
}

std::optional<Position> MaskReader::position(ValueId value, const LoopOfDimension& loops) const {
    const Op* op = rewriter_.definition(value);
    if (op == nullptr || !is_exact(rewriter_.tensor(value))) return std::nullopt;
    if (const Literal* constant = rewriter_.constant(value)) return position_of(*constant, loops);
    const ReadPosition read = behaviour(position_readers, op->code);
    const auto operand_loops = loops_of_operands(rewriter_, *op, loops);
    return read != nullptr && operand_loops ? (this->*read)(*op, loops, *operand_loops) : std::nullopt;
}

}  // namespace

Band band_of(const Rewriter& rewriter, ValueId mask, const LoopOfDimension& loops, bool kept) {
    return MaskReader(rewriter).band(mask, loops, kept);
}

}  // namespace hlo2c::scheduler

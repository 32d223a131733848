#include "frontend/ops/op_row.h"

#include <fmt/format.h>

#include <algorithm>

namespace hlo2c::frontend {

std::optional<WrongCount> wrong_count(OpCode code, std::size_t operands, std::size_t regions) {
    const OpRow& row = frontend::row(code);
    if (!row.takes_operands(operands))
        return WrongCount{
            fmt::format("{} has {} operands where {}{} were expected", spelling(row.code), operands,
                        row.most_operands() == any_number ? "at least " : "", row.least_operands()),
            "Check the operands of this op."};
    if (row.regions != any_number && static_cast<int>(regions) != row.regions)
        return WrongCount{
            fmt::format("{} has {} regions where {} were expected", spelling(row.code), regions, row.regions),
            "Check the regions of this op."};
    return std::nullopt;
}

std::optional<std::size_t> fact_of(std::span<const ValueFact> facts, std::size_t position,
                                   std::size_t count) {
    const auto groups = static_cast<std::size_t>(std::count_if(
        facts.begin(), facts.end(), [](const ValueFact& fact) { return fact.count != ValueCount::One; }));
    const std::size_t single = facts.size() - groups;
    if (groups > 1 && (count < single || (count - single) % groups != 0)) return std::nullopt;
    const std::size_t share = groups == 0 || count < single ? 0 : (count - single) / groups;
    std::size_t end = 0;
    for (std::size_t i = 0; i < facts.size(); i++) {
        end += facts[i].count == ValueCount::One ? 1 : share;
        if (position < end) return i;
    }
    if (facts.empty()) return std::nullopt;
    return facts.size() - 1;
}

std::vector<std::size_t> size_operands(OpCode code) {
    const auto& facts = row(code).operands;
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < facts.size(); i++)
        if (facts[i].kinds.gives != GivenSizes::None) positions.push_back(i);
    return positions;
}

std::optional<std::size_t> shape_operand(OpCode code) {
    const std::vector<std::size_t> positions = size_operands(code);
    if (positions.size() != 1 || row(code).operands[positions[0]].kinds.gives != GivenSizes::All)
        return std::nullopt;
    return positions[0];
}

}  // namespace hlo2c::frontend

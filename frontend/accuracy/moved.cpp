#include <algorithm>

#include "frontend/accuracy/op_run.h"

namespace hlo2c::frontend {

ResultBounds undecided_bounds(const OpRun& run) {
    ResultBounds all;
    for (const Literal& result : run.results) all.push_back({undecided(result).bounds, {}});
    return all;
}

ResultBounds moved_bounds(const OpRun& run) {
    const auto first = static_cast<std::size_t>(run.rule.first_moved);
    const std::size_t count =
        run.rule.moved_count < 0 ? run.operands.size() : static_cast<std::size_t>(run.rule.moved_count);
    std::vector<Literal> operands, open;
    bool exact = true;
    for (std::size_t i = 0; i < run.operands.size(); i++) {
        const Estimate& operand = run.operands[i];
        const bool is_moved = i >= first && i < first + count;
        if (!is_moved && !operand.is_exact()) return undecided_bounds(run);
        exact = exact && operand.is_exact();
        operands.push_back(is_moved ? bounds_tensor(operand) : operand.value);
        open.push_back(is_moved ? open_zeros_tensor(operand) : operand.value);
    }
    if (exact) return ResultBounds(run.results.size());
    const ElementType result = ElementType::F64;
    ElementBounds bounds{parts_of(run.other(operands, {&result, 1}).front()), {}};
    if (std::any_of(run.operands.begin(), run.operands.end(),
                    [](const Estimate& operand) { return !operand.open_zeros.empty(); }))
        for (const double part : parts_of(run.other(open, {&result, 1}).front()))
            bounds.open_zeros.push_back(part != 0);
    return {std::move(bounds)};
}

}  // namespace hlo2c::frontend

#include "frontend/evaluate/uses.h"

#include <algorithm>

#include "frontend/ops/op_traits.h"
#include "frontend/ops/removable.h"

namespace hlo2c::frontend {

Uses uses_of(const Function& function) {
    const std::vector<Op>& ops = function.body.ops;
    Uses uses{std::vector<std::size_t>(function.values.size(), 0), std::vector<bool>(ops.size(), false)};
    std::vector<bool> read(function.values.size(), false);
    for (std::size_t i = ops.size(); i-- > 0;) {
        const Op& op = ops[i];
        uses.runs[i] =
            has_trait(op.code, op_trait::Terminator) || !is_removable(op) ||
            std::any_of(op.results.begin(), op.results.end(), [&](ValueId result) { return read[result]; });
        if (!uses.runs[i]) continue;
        const auto note = [&](const Op& reader) {
            for (ValueId operand : reader.operands) {
                read[operand] = true;
                uses.last[operand] = std::max(uses.last[operand], i);
            }
        };
        note(op);
        for (const Region& region : op.regions) for_each_op(region, note);
    }
    return uses;
}

}  // namespace hlo2c::frontend

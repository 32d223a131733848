#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The op that a computation applies to its two arguments, if it does nothing else; otherwise nullptr.
inline const Op* combiner(const Region& computation) {
    if (computation.ops.size() != 2 || computation.arguments.size() != 2) return nullptr;
    const Op &op = computation.ops[0], &last = computation.ops[1];
    const bool reads_both = std::is_permutation(op.operands.begin(), op.operands.end(),
                                                computation.arguments.begin(), computation.arguments.end());
    return reads_both && last.operands == op.results ? &op : nullptr;
}

/// The op of a computation on several pairs of elements that combines pair `number` alone and makes the
/// result of that number; nullptr if there is none. All first elements come before all second ones.
inline const Op* combiner(const Region& computation, std::size_t number) {
    const std::vector<ValueId>& arguments = computation.arguments;
    const std::size_t pairs = arguments.size() / 2;
    if (number >= pairs) return nullptr;
    const std::vector<ValueId> pair = {arguments[number], arguments[pairs + number]};
    const std::vector<ValueId> made = {computation.ops.back().operands[number]};
    const auto combines = [&](const Op& op) {
        return op.results == made &&
               std::is_permutation(op.operands.begin(), op.operands.end(), pair.begin(), pair.end());
    };
    const auto op = std::find_if(computation.ops.begin(), computation.ops.end(), combines);
    return op == computation.ops.end() ? nullptr : &*op;
}

}  // namespace hlo2c::frontend

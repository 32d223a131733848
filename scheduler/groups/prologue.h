#pragma once

#include <optional>
#include <set>
#include <vector>

#include "scheduler/groups/contraction.h"

namespace hlo2c::scheduler {

/// How a loop of a contraction walks a dimension of an operand's base: at position i it adds
/// i / divisor % modulus * step to the index.
struct DimensionWalk {
    std::size_t loop = 0;  ///< result loops first, then reductions
    std::size_t dimension = 0;
    std::int64_t divisor = 1;
    std::int64_t modulus = 0;  ///< 0: none
    std::int64_t step = 1;
};

/// The index into an operand's base, from the positions of the contraction's loops.
struct BaseIndex {
    std::vector<std::int64_t> starts;  ///< of each dimension
    std::vector<DimensionWalk> walks;
};

/// nullopt if a loop walks against the order of memory, or crosses from one dimension to the next one in a
/// way that its position alone does not tell.
std::optional<BaseIndex> base_index(const Contraction& contraction, bool is_rhs,
                                    const std::vector<std::int64_t>& shape);

/// The constant from which a value is computed element by element, both in the same order, so that the
/// constant can be packed instead of the value; no_value if there is not exactly one, or if it is read in
/// another way, too. `memory` as for affine_view.
frontend::ValueId packable_source(const RegionGraph& graph, const std::set<frontend::ValueId>& memory,
                                  frontend::ValueId value);

/// True if the contraction `op` may compute the elements of an operand's base as it reads them (a prologue),
/// so that no buffer holds them: the base is cheap arithmetic on floats, and the schedules of the contraction
/// read each element for few tiles, or copy it to a panel first. `memory` holds the values that live in
/// memory (see affine_view).
bool may_have_prologue(const RegionGraph& graph, const std::set<frontend::ValueId>& memory,
                       const frontend::Op& op, bool is_rhs);

}  // namespace hlo2c::scheduler

#pragma once

#include <optional>

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// What a comparator compares: the same function of one element and of the other.
struct SortKey {
    frontend::ValueId value =
        frontend::no_value;      ///< the function of one element, in the comparator's region
    bool is_descending = false;  ///< the element with the larger key comes first
    bool orders_zeros = true;    ///< -0 comes before +0; otherwise they are equal
};

/// The key of a sort whose comparator is one comparison, "less" or "greater"; nullopt for other comparators.
std::optional<SortKey> sort_key(const frontend::Function& function, const frontend::Op& sort);

}  // namespace hlo2c::scheduler

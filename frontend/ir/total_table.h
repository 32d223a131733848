#pragma once

#include <array>
#include <cstddef>

#include "frontend/ir/opcode.h"

namespace hlo2c::frontend {

inline constexpr std::size_t op_count = 0
#define OP(...) +1
#include "frontend/ops.def"
    ;

/// One row of a table over all ops.
template <typename T>
struct OpEntry {
    OpCode code;
    T behaviour;
};

/// The behaviours of all ops, in the order of their codes. A table that misses an op, or has one twice, does
/// not compile.
template <typename T, std::size_t count>
consteval std::array<T, op_count> total(const OpEntry<T> (&entries)[count]) {
    static_assert(count == op_count, "the table has one row for each op of ops.def");
    std::array<T, op_count> table{};
    std::array<bool, op_count> filled{};
    for (const OpEntry<T>& entry : entries) {
        const auto at = static_cast<std::size_t>(entry.code);
        if (filled[at]) throw "the table has an op twice";
        filled[at] = true;
        table[at] = entry.behaviour;
    }
    return table;
}

}  // namespace hlo2c::frontend

#pragma once

#include <array>
#include <cstddef>

#include "frontend/ir/opcode.h"

namespace hlo2c::frontend {

/// One row of a table over ops.
template <typename T>
struct OpEntry {
    OpCode code;
    T behaviour;
};

/// Places the entries by their codes. An op with two entries does not compile.
template <typename T>
class TableBuilder {
public:
    constexpr void place(OpCode code, const T& behaviour) {
        const auto at = static_cast<std::size_t>(code);
        if (filled_[at]) throw "the table has an op twice";
        filled_[at] = true;
        table_[at] = behaviour;
    }
    constexpr bool has(OpCode code) const { return filled_[static_cast<std::size_t>(code)]; }
    constexpr std::array<T, op_count> partial() const { return table_; }
    constexpr std::array<T, op_count> total() const {
        for (const bool filled : filled_)
            if (!filled) throw "the table misses an op of ops.def";
        return table_;
    }

private:
    std::array<T, op_count> table_{};
    std::array<bool, op_count> filled_{};
};

/// The behaviour of an op in a table.
template <typename T>
constexpr const T& behaviour(const std::array<T, op_count>& table, OpCode code) {
    return table[static_cast<std::size_t>(code)];
}

/// The behaviours of all ops, in the order of their codes. A table that misses an op, or has one twice, does
/// not compile.
template <typename T, std::size_t count>
consteval std::array<T, op_count> total(const OpEntry<T> (&entries)[count]) {
    TableBuilder<T> builder;
    for (const OpEntry<T>& entry : entries) builder.place(entry.code, entry.behaviour);
    return builder.total();
}

/// The same from rows that have a `code` of their own, in several lists.
template <typename Row, std::size_t... counts>
consteval std::array<Row, op_count> total_rows(const std::array<Row, counts>&... lists) {
    TableBuilder<Row> builder;
    const auto place = [&](const auto& list) {
        for (const Row& row : list) builder.place(row.code, row);
    };
    (place(lists), ...);
    return builder.total();
}

/// The behaviours of some ops; all others have `T{}`. A table that has an op twice does not compile.
template <typename T, std::size_t count>
consteval std::array<T, op_count> partial(const OpEntry<T> (&entries)[count]) {
    TableBuilder<T> builder;
    for (const OpEntry<T>& entry : entries) builder.place(entry.code, entry.behaviour);
    return builder.partial();
}

}  // namespace hlo2c::frontend

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::codegen {

/// Elements of a buffer at constant distances from one index.
struct Row {
    std::string buffer;
    scheduler::NodeId first = scheduler::no_node;  ///< the least index of them
    bool is_written = false;                       ///< by the loop
};

/// A pointer to the first element of a row.
struct RowPointer {
    std::string name;  ///< in C
    Row row;
};

/// An element as one of a row; `pointer` is nullptr if it is in none of the rows.
struct RowElement {
    const RowPointer* pointer = nullptr;
    std::int64_t position = 0;  ///< from the first element on
};
RowElement element_of(const scheduler::LoopNest& nest, const std::vector<RowPointer>& rows,
                      const std::string& buffer, scheduler::NodeId index);

/// The rows that the body of a loop accesses often enough to be worth a pointer, beside those of `known`, in
/// the order of their first accesses. The body accesses the first element of a row in every iteration.
/// `is_visible` is true for symbols that are bound where the body begins. An index of a local that the body
/// assigns to has no pointer.
std::vector<Row> rows_of(const scheduler::LoopNest& nest, scheduler::NodeId body,
                         const std::vector<RowPointer>& known,
                         const std::function<bool(const std::string&)>& is_visible);

}  // namespace hlo2c::codegen

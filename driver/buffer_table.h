#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scheduler/memory/place.h"

namespace hlo2c::driver {

/// A CSV file of buffers: a header with the columns id, lower, upper, size in any order, optionally
/// `alignment`, and any others, which are copied to the output. Lifetimes are half-open: a buffer is live at
/// lower but not at upper.
struct BufferTable {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;        ///< cells, as written
    std::vector<scheduler::memory::Interval> buffers;  ///< one per row
};

/// Reads the text of a file. Errors (H0620, H0621) have line and column.
BufferTable parse_buffer_table(const std::string& text, const std::string& path);
/// The rows with the column `offset` set, or appended.
std::string buffer_table_text(const BufferTable& table, const std::vector<std::int64_t>& offsets);

}  // namespace hlo2c::driver

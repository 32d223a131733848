#include "driver/buffer_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "driver/error_numbers.h"
#include "frontend/byte_order_mark.h"
#include "frontend/diagnostic.h"

namespace hlo2c::driver {
namespace {

constexpr const char* column_form = "The first line names the columns: id,lower,upper,size.";

struct Line {
    const std::string& file;
    int number;
    std::string text;

    Place place(std::size_t column) const { return {file, number, static_cast<int>(column) + 1, text}; }
};

/// The cells of one line, and the column at which each begins.
struct Cells {
    std::vector<std::string> values;
    std::vector<std::size_t> begins;
};

Cells split_cells(const Line& line) {
    Cells cells;
    std::size_t begin = 0;
    for (;;) {
        const std::size_t end = std::min(line.text.find(',', begin), line.text.size());
        cells.values.push_back(line.text.substr(begin, end - begin));
        cells.begins.push_back(begin);
        if (end == line.text.size()) return cells;
        begin = end + 1;
    }
}

std::int64_t parse_number(const Line& line, const Cells& cells, std::size_t index,
                          const std::string& column) {
    const std::string& text = cells.values[index];
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) {
        fail(buffer_error::row, line.place(cells.begins[index]),
             fmt::format("'{}' is '{}', expected a whole number", column, text), "Correct the value.");
    }
    return number;
}

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(text.substr(begin, end - begin));
        if (lines.back().ends_with('\r')) lines.back().pop_back();
        begin = end + 1;
    }
    return lines;
}

std::size_t find_column(const Line& header, const std::vector<std::string>& columns,
                        const std::string& name) {
    const auto found = std::find(columns.begin(), columns.end(), name);
    if (found == columns.end()) {
        fail(buffer_error::columns, header.place(0),
             fmt::format("there is no column '{}' among {}", name, fmt::join(columns, ", ")), column_form);
    }
    return static_cast<std::size_t>(found - columns.begin());
}

}  // namespace

BufferTable parse_buffer_table(const std::string& text, const std::string& path) {
    const std::vector<std::string> lines = split_lines(frontend::without_byte_order_mark(text));
    if (lines.empty()) fail(buffer_error::columns, Place{.file = path}, "the file is empty", column_form);
    const Line header{path, 1, lines[0]};
    BufferTable table;
    table.columns = split_cells(header).values;
    for (const char* name : {"id", "lower", "upper", "size", "alignment", "offset"})
        if (std::count(table.columns.begin(), table.columns.end(), name) > 1)
            fail(buffer_error::columns, header.place(0), fmt::format("there are two columns '{}'", name),
                 column_form);
    find_column(header, table.columns, "id");
    const std::size_t lower = find_column(header, table.columns, "lower");
    const std::size_t upper = find_column(header, table.columns, "upper");
    const std::size_t size = find_column(header, table.columns, "size");
    const auto alignment = std::find(table.columns.begin(), table.columns.end(), "alignment");
    for (std::size_t i = 1; i < lines.size(); i++) {
        if (lines[i].empty()) continue;
        const Line line{path, static_cast<int>(i) + 1, lines[i]};
        const Cells cells = split_cells(line);
        if (cells.values.size() != table.columns.size()) {
            fail(buffer_error::row, line.place(0),
                 fmt::format("{} values, expected {}", cells.values.size(), table.columns.size()),
                 "Give one value per column.");
        }
        scheduler::memory::Interval buffer;
        buffer.lower = parse_number(line, cells, lower, "lower");
        buffer.upper = parse_number(line, cells, upper, "upper");
        buffer.size = parse_number(line, cells, size, "size");
        if (buffer.upper <= buffer.lower) {
            fail(buffer_error::row, line.place(cells.begins[upper]),
                 fmt::format("upper {} is not after lower {}", buffer.upper, buffer.lower),
                 "A buffer is live from lower to upper, excluding upper.");
        }
        if (buffer.size < 0)
            fail(buffer_error::row, line.place(cells.begins[size]),
                 fmt::format("size {} is negative", buffer.size), "Correct it.");
        if (alignment != table.columns.end()) {
            const auto index = static_cast<std::size_t>(alignment - table.columns.begin());
            buffer.alignment = parse_number(line, cells, index, "alignment");
            if (buffer.alignment < 1)
                fail(buffer_error::row, line.place(cells.begins[index]),
                     fmt::format("alignment {} is less than 1", buffer.alignment), "Correct it.");
        }
        table.rows.push_back(cells.values);
        table.buffers.push_back(buffer);
    }
    return table;
}

std::string buffer_table_text(const BufferTable& table, const std::vector<std::int64_t>& offsets) {
    std::vector<std::string> columns = table.columns;
    const auto found = std::find(columns.begin(), columns.end(), "offset");
    const auto offset = static_cast<std::size_t>(found - columns.begin());
    if (found == columns.end()) columns.push_back("offset");
    std::string text = fmt::format("{}\n", fmt::join(columns, ","));
    for (std::size_t i = 0; i < table.rows.size(); i++) {
        std::vector<std::string> row = table.rows[i];
        row.resize(columns.size());
        row[offset] = std::to_string(offsets[i]);
        text += fmt::format("{}\n", fmt::join(row, ","));
    }
    return text;
}

}  // namespace hlo2c::driver

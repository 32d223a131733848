#include "codegen/library/arrays.h"

#include <fmt/format.h>

#include "codegen/library/model.h"

namespace hlo2c::codegen {
namespace {

using scheduler::ScalarKind;

std::uint64_t element_bits(std::span<const std::byte> data, std::size_t index, std::size_t bytes) {
    std::uint64_t bits = 0;
    for (std::size_t i = bytes; i-- > 0;)
        bits = bits << 8 | std::to_integer<std::uint64_t>(data[index * bytes + i]);
    return bits;
}

void append_value(std::string& row, std::uint64_t bits, ScalarKind element) {
    const auto out = std::back_inserter(row);
    const int width = scheduler::bit_width(element);
    if (element == ScalarKind::F32) {
        fmt::format_to(out, "0x{:08x},", bits);
    } else if (element == ScalarKind::F64) {
        fmt::format_to(out, "0x{:016x}u,", bits);
    } else if (!scheduler::is_signed(element)) {
        fmt::format_to(out, "{}{},", bits, width >= 32 ? "u" : "");
    } else {
        const auto value = static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
        const bool is_lowest = width >= 32 && value == INT64_MIN >> (64 - width);  // has no literal in C
        if (is_lowest) fmt::format_to(out, "{}-1,", value + 1);
        if (!is_lowest) fmt::format_to(out, "{},", value);
    }
}

}  // namespace

std::string value_type(ScalarKind element) {
    return scheduler::is_float(element) ? fmt::format("uint{}_t", scheduler::bit_width(element))
                                        : c_type(element);
}

void write_values(TextWriter& writer, std::span<const std::byte> data, ScalarKind element) {
    const auto bytes = static_cast<std::size_t>(scheduler::byte_width(element));
    std::string row, value;
    for (std::size_t i = 0; i < data.size() / bytes; i++) {
        value.clear();
        append_value(value, element_bits(data, i, bytes), element);
        if (row.size() + value.size() + 1 > static_cast<std::size_t>(text_columns - 8)) {
            writer.line(row);
            row.clear();
        }
        if (!row.empty()) row += ' ';
        row += value;
    }
    if (!row.empty()) writer.line(row);
}

}  // namespace hlo2c::codegen

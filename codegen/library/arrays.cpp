#include "codegen/library/arrays.h"

#include <fmt/format.h>

#include "codegen/library/model.h"
#include "codegen/text/literals.h"

namespace hlo2c::codegen {
namespace {

using scheduler::ScalarKind;

std::uint64_t element_bits(std::span<const std::byte> data, std::size_t index, std::size_t bytes) {
    std::uint64_t bits = 0;
    for (std::size_t i = bytes; i-- > 0;)
        bits = bits << 8 | std::to_integer<std::uint64_t>(data[index * bytes + i]);
    return bits;
}

}  // namespace

std::string value_type(ScalarKind element) {
    return scheduler::is_float(element) ? fmt::format("uint{}_t", scheduler::bit_width(element))
                                        : c_type(element);
}

void write_values(Writer& writer, std::span<const std::byte> data, ScalarKind element) {
    const auto bytes = static_cast<std::size_t>(scheduler::byte_width(element));
    std::string row, value;
    for (std::size_t i = 0; i < data.size() / bytes; i++) {
        value.clear();
        append_element(value, element_bits(data, i, bytes), element);
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

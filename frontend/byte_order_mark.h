#pragma once

#include <string_view>

namespace hlo2c::frontend {

/// `text` without the byte-order mark that some editors and spreadsheets write before UTF-8.
constexpr std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

}  // namespace hlo2c::frontend

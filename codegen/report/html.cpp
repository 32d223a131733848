#include "codegen/report/html.h"

#include <fmt/format.h>

namespace hlo2c::codegen {
namespace {

// How many bytes of UTF-8 start at `at`, 0 if they are malformed.
std::size_t sequence_length(std::string_view text, std::size_t at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xC2 && lead < 0xE0 ? 2
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
    if (at + length > text.size()) return 0;
    for (std::size_t k = 1; k < length; ++k) {
        if ((static_cast<unsigned char>(text[at + k]) & 0xC0) != 0x80) return 0;
    }
    return length;
}

}  // namespace

std::string escape_html(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = sequence_length(text, i);
        switch (text[i]) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            case '\'': result += "&#39;"; break;
            default: {
                const auto byte = static_cast<unsigned char>(text[i]);
                const bool control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
                if (length == 0 || control) {
                    result += '?';
                } else {
                    result += text.substr(i, length);
                }
            }
        }
        i += length == 0 ? 1 : length;
    }
    return result;
}

std::string readable_bytes(std::int64_t bytes) {
    if (bytes < 1024) return fmt::format("{} B", bytes);
    double value = static_cast<double>(bytes);
    const char* unit = "B";
    for (const char* next : {"KiB", "MiB", "GiB", "TiB"}) {
        if (value < 1024) break;
        value /= 1024;
        unit = next;
    }
    return fmt::format("{:.{}f} {}", value, value < 10 ? 2 : value < 100 ? 1 : 0, unit);
}

std::string readable_count(std::int64_t count) {
    if (count < 1000) return fmt::format("{}", count);
    double value = static_cast<double>(count);
    const char* unit = "";
    for (const char* next : {"k", "M", "G", "T", "P"}) {
        if (value < 999.5) break;
        value /= 1000;
        unit = next;
    }
    return fmt::format("{:.{}f} {}", value, value < 10 ? 2 : value < 100 ? 1 : 0, unit);
}

std::string grouped_digits(std::int64_t count) {
    std::string digits = fmt::format("{}", count < 0 ? -count : count), result = count < 0 ? "-" : "";
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) result += "\u202F";
        result += digits[i];
    }
    return result;
}

}  // namespace hlo2c::codegen

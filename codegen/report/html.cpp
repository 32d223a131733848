#include "codegen/report/html.h"

#include <fmt/format.h>

namespace hlo2c::codegen {

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

#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace hlo2c::frontend {

/// "1 row", "2 rows".
inline std::string counted(std::integral auto count, std::string_view what) {
    std::string text = std::to_string(count) + ' ';
    text += what;
    return count == 1 ? text : text + 's';
}

}  // namespace hlo2c::frontend

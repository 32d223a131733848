#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Calls visit(text) for each number in `text` and each extreme value, with the number replaced by the value.
/// Digits in names (%0, f32) are not numbers; those in shapes (2x3xf32) are.
template <typename Visit>
void for_each_extreme_text(const std::string& text, Visit&& visit) {
    constexpr std::string_view values[] = {"-9223372036854775808", "9223372036854775807",
                                           "4611686018427387904", "-1"};
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto is_of_name = [](char c) {
        return (c >= 'a' && c <= 'z' && c != 'x') || (c >= 'A' && c <= 'Z') ||
               std::string_view("_.%#@").find(c) != std::string_view::npos;
    };
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_digit(text[end])) end++;
        if (end == at) {
            at++;
            continue;
        }
        if (at == 0 || !is_of_name(text[at - 1])) {
            const std::size_t begin = at > 0 && text[at - 1] == '-' ? at - 1 : at;
            for (const std::string_view value : values)
                visit(text.substr(0, begin) + std::string(value) + text.substr(end));
        }
        at = end;
    }
}

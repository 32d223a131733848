#include "codegen/check/abbreviate.h"

#include <algorithm>
#include <array>

namespace hlo2c::codegen {
namespace {

constexpr std::array<bool, 256> list_characters() {
    std::array<bool, 256> allowed{};
    for (const char character : {',', '{', '}', '+', '-', '.', ' ', '\t', '\n', '\r'})
        allowed[static_cast<unsigned char>(character)] = true;
    for (int character = '0'; character <= '9'; ++character) allowed[character] = true;
    for (const char character :
         {'a', 'b', 'c', 'd', 'e', 'f', 'A', 'B', 'C', 'D', 'E', 'F', 'x', 'X', 'p', 'P', 'u', 'U', 'l', 'L'})
        allowed[static_cast<unsigned char>(character)] = true;
    return allowed;
}

constexpr std::array<bool, 256> allowed_in_list = list_characters();

/// The position after the brace that closes the list at `begin`, or npos if the list holds more than numbers.
std::size_t number_list_end(const std::string& text, std::size_t begin) {
    int depth = 0;
    for (std::size_t position = begin; position < text.size(); ++position) {
        const char character = text[position];
        if (!allowed_in_list[static_cast<unsigned char>(character)]) return std::string::npos;
        if (character == '{') ++depth;
        if (character == '}' && --depth == 0) return position + 1;
    }
    return std::string::npos;
}

/// The position after the comment or literal that begins at `position`, or `position` if none does.
std::size_t skip_opaque(const std::string& text, std::size_t position) {
    const char character = text[position];
    if (character == '"' || character == '\'') {
        for (std::size_t end = position + 1; end < text.size(); ++end) {
            if (text[end] == '\\')
                ++end;
            else if (text[end] == character)
                return end + 1;
        }
        return text.size();
    }
    if (character != '/' || position + 1 >= text.size()) return position;
    const bool block = text[position + 1] == '*';
    if (!block && text[position + 1] != '/') return position;
    const std::size_t end = text.find(block ? "*/" : "\n", position + 2);
    if (end == std::string::npos) return text.size();
    return block ? end + 2 : end;
}

}  // namespace

std::string abbreviate_number_lists(const std::string& text, std::size_t threshold) {
    std::string result;
    std::size_t copied = 0;
    bool after_equals = false;
    for (std::size_t position = 0; position < text.size();) {
        if (const std::size_t end = skip_opaque(text, position); end != position) {
            position = end;
            continue;
        }
        const char character = text[position];
        if (character == '{' && after_equals) {
            const std::size_t end = number_list_end(text, position);
            if (end != std::string::npos && end - position >= threshold) {
                result.append(text, copied, position - copied).append("{0}");
                result.append(
                    static_cast<std::size_t>(std::count(text.begin() + position, text.begin() + end, '\n')),
                    '\n');
                copied = position = end;
                continue;
            }
        }
        if (character == '=')
            after_equals = true;
        else if (character != ' ' && character != '\n' && character != '\r' && character != '\t')
            after_equals = false;
        ++position;
    }
    return result.append(text, copied, std::string::npos);
}

}  // namespace hlo2c::codegen

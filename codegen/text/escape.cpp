#include "codegen/text/escape.h"

#include <fmt/format.h>
#include <utf8.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>

namespace hlo2c::codegen {

namespace {

/// True for control characters other than the newline, invisible characters, line separators, and marks that
/// reorder text.
bool is_hidden(std::uint32_t code) {
    struct Range {
        std::uint32_t first, last;
    };
    static constexpr Range ranges[] = {
        {0x00, 0x09},     {0x0b, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},
        {0x115f, 0x1160}, {0x180b, 0x180f}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
        {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff}};
    return std::any_of(std::begin(ranges), std::end(ranges),
                       [&](Range each) { return code >= each.first && code <= each.last; });
}

/// The text with '?' for what is hidden, except for the characters in `kept`.
std::string shown(std::string_view text, std::string_view kept) {
    std::string visible;
    visible.reserve(text.size());
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        for (const char* const malformed = utf8::find_invalid(at, end); at != malformed;) {
            const char* const character = at;
            if (is_hidden(utf8::unchecked::next(at)) && kept.find(*character) == std::string_view::npos)
                visible += '?';
            else
                visible.append(character, at);
        }
        if (at == end) break;
        visible += '?';
        at++;
    }
    return visible;
}

std::string on_one_line(std::string_view text) {
    std::string line = visible_text(text);
    std::replace(line.begin(), line.end(), '\n', ' ');
    return line;
}

}  // namespace

std::string visible_text(std::string_view text) {
    return shown(text, "");
}

std::string terminal_text(std::string_view text) {
    return shown(text, "\t");
}

std::string terminal_line(std::string_view text) {
    std::string line = terminal_text(text);
    std::replace(line.begin(), line.end(), '\n', '?');
    return line;
}

std::string c_comment(std::string_view text) {
    // A backslash at the end of a line would join it with the next.
    std::string safe;
    for (char c : visible_text(text)) {
        const char before = safe.empty() ? ' ' : safe.back();
        if ((before == '*' && c == '/') || (before == '/' && c == '*') || (before == '?' && c == '?') ||
            (before == '\\' && c == '\n'))
            safe += ' ';
        safe += c;
    }
    if (!safe.empty() && safe.back() == '\\') safe += ' ';
    return safe;
}

std::string c_string(std::string_view text) {
    std::string literal = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\' || c == '?')
            literal += fmt::format("\\{}", c);
        else if (c >= ' ' && c < 0x7f)
            literal += c;
        else
            literal += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    }
    return literal + "\"";
}

std::string c_text(std::string_view text) {
    constexpr std::size_t longest_literal = 4095, per_line = 16;
    if (text.size() <= longest_literal) return c_string(text);
    std::string array = "(const char[]){";
    for (std::size_t i = 0; i < text.size(); i++) {
        if (i % per_line == 0) array += "\n    ";
        array += fmt::format("'\\{:03o}', ", static_cast<unsigned char>(text[i]));
    }
    return array + "0}";
}

std::string hash_comment(std::string_view text) {
    // A backslash at the end would continue the line.
    std::string line = on_one_line(text);
    std::replace(line.begin(), line.end(), '\\', '/');
    return line;
}

std::string plain_value(std::string_view text) {
    std::string value = on_one_line(text);
    for (char& c : value)
        if (std::string_view("$@#\\\"'`;<>&|%{}()[]*!?~=:").find(c) != std::string_view::npos) c = ' ';
    return value;
}

std::string compiler_flags(std::string_view text) {
    std::string flags;
    for (const char c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 ||
            std::string_view("-+=_., /").find(c) != std::string_view::npos)
            flags += c;
    return flags;
}

std::string escape_html(std::string_view text) {
    std::string result, spaced(text);
    std::replace(spaced.begin(), spaced.end(), '\t', ' ');
    for (char c : visible_text(spaced)) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            case '\'': result += "&#39;"; break;
            default: result += c;
        }
    }
    return result;
}

std::string escape_markdown(std::string_view text) {
    std::string result;
    for (char c : on_one_line(text)) {
        if (std::string_view("\\`*_[]<>|#&!~$").find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

}  // namespace hlo2c::codegen

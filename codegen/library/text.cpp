#include "codegen/library/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace hlo2c::codegen {
namespace {

/// Length of the well-formed UTF-8 sequence at `at`, or 0.
std::size_t sequence_length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(at);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xc2 && lead < 0xe0 ? 2
                               : lead >= 0xe0 && lead < 0xf0 ? 3
                               : lead >= 0xf0 && lead < 0xf5 ? 4
                                                             : 0;
    if (length == 0 || at + length > text.size()) return 0;
    for (std::size_t i = 1; i < length; i++)
        if ((byte(at + i) & 0xc0) != 0x80) return 0;
    if (length == 3 && ((lead == 0xe0 && byte(at + 1) < 0xa0) || (lead == 0xed && byte(at + 1) > 0x9f)))
        return 0;
    if (length == 4 && ((lead == 0xf0 && byte(at + 1) < 0x90) || (lead == 0xf4 && byte(at + 1) > 0x8f)))
        return 0;
    return length;
}

/// Marks that reorder text on the screen (U+061C, U+200E, U+200F, U+202A..E, U+2066..9).
bool reorders_text(std::string_view sequence) {
    if (sequence == "\xd8\x9c") return true;
    if (sequence.size() != 3 || sequence[0] != '\xe2') return false;
    const auto last = static_cast<unsigned char>(sequence[2]);
    return (sequence[1] == '\x80' && (last == 0x8e || last == 0x8f || (last >= 0xaa && last <= 0xae))) ||
           (sequence[1] == '\x81' && last >= 0xa6 && last <= 0xa9);
}

}  // namespace

std::string safe_comment(std::string_view text) {
    std::string safe;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequence_length(text, at);
        const std::string_view sequence = text.substr(at, std::max<std::size_t>(length, 1));
        at += sequence.size();
        const char first = sequence[0];
        if (length == 0 || (length == 1 && ((first < ' ' && first != '\n') || first == 0x7f)) ||
            reorders_text(sequence)) {
            safe += '?';
            continue;
        }
        const char before = safe.empty() ? ' ' : safe.back();
        if ((before == '*' && first == '/') || (before == '/' && first == '*') ||
            (before == '?' && first == '?'))
            safe += ' ';
        safe += sequence;
    }
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

std::vector<std::string> wrap(std::string_view text, int columns) {
    std::vector<std::string> lines(1);
    std::size_t at = 0;
    while (at < text.size()) {
        if (text[at] == '\n') {
            lines.emplace_back();
            at++;
            continue;
        }
        const std::size_t start = text.find_first_not_of(' ', at);
        const std::size_t word_at = start == std::string_view::npos ? text.size() : start;
        const std::size_t end = std::min(text.find_first_of(" \n", word_at), text.size());
        const std::string_view gap = text.substr(at, word_at - at),
                               word = text.substr(word_at, end - word_at);
        at = end;
        if (!lines.back().empty() &&
            static_cast<int>(lines.back().size() + gap.size() + word.size()) > columns)
            lines.emplace_back(word);
        else
            lines.back() += std::string(gap) + std::string(word);
    }
    for (std::string& line : lines)
        while (!line.empty() && line.back() == ' ') line.pop_back();
    return lines;
}

void TextWriter::line(std::string_view text) {
    if (!text.empty()) text_.append(static_cast<std::size_t>(4 * depth_), ' ').append(text);
    text_ += '\n';
}

void TextWriter::lines(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void TextWriter::open(std::string_view head) {
    line(std::string(head) + (head.ends_with("{") ? "{" : " {"));
    depth_++;
}

void TextWriter::close(std::string_view tail) {
    depth_--;
    line("}" + std::string(tail));
}

void TextWriter::reopen(std::string_view between) {
    depth_--;
    line("} " + std::string(between) + " {");
    depth_++;
}

void TextWriter::comment(std::string_view text) {
    const std::vector<std::string> wrapped = wrap(safe_comment(text), text_columns - 4 * depth_ - 6);
    for (std::size_t i = 0; i < wrapped.size(); i++) {
        std::string row = (i == 0 ? "/*" : " *") + (wrapped[i].empty() ? "" : " " + wrapped[i]);
        line(row + (i + 1 == wrapped.size() ? " */" : ""));
    }
}

void TextWriter::call(std::string_view head, const std::vector<std::string>& arguments,
                      std::string_view tail) {
    std::string row = std::string(head) + "(";
    const std::size_t room = static_cast<std::size_t>(text_columns - 4 * depth_);
    const std::string margin(row.size() < room / 2 ? row.size() : 8, ' ');
    for (std::size_t i = 0; i < arguments.size(); i++) {
        const std::string piece = arguments[i] + (i + 1 == arguments.size() ? ")" + std::string(tail) : ",");
        const bool fresh = row.back() == '(' || row == margin;
        if (row.size() + piece.size() + (fresh ? 0 : 1) > room && row != margin) {
            line(row);
            row = margin + piece;
        } else {
            row += (fresh ? "" : " ") + piece;
        }
    }
    line(arguments.empty() ? row + ")" + std::string(tail) : row);
}

void TextWriter::values(const std::vector<std::string>& values) {
    const std::size_t room = static_cast<std::size_t>(text_columns - 4 * depth_);
    std::string row;
    for (const std::string& value : values) {
        if (row.size() + value.size() + 2 > room) {
            line(row);
            row.clear();
        }
        row += (row.empty() ? "" : " ") + value + ",";
    }
    if (!row.empty()) line(row);
}

std::string human_bytes(std::int64_t bytes) {
    if (bytes < 1000) return fmt::format("{} bytes", bytes);
    const double value = static_cast<double>(bytes);
    if (bytes < 1'000'000) return fmt::format("{:.1f} KB", value / 1e3);
    if (bytes < 1'000'000'000) return fmt::format("{:.1f} MB", value / 1e6);
    return fmt::format("{:.2f} GB", value / 1e9);
}

std::string fill_in(std::string_view text, const std::map<std::string, std::string>& values) {
    std::string filled(text);
    for (const auto& [key, value] : values) {
        const std::string mark = "@" + key + "@";
        for (std::size_t at = filled.find(mark); at != std::string::npos;
             at = filled.find(mark, at + value.size()))
            filled.replace(at, mark.size(), value);
    }
    return filled;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); i++) text += (i == 0 ? "" : std::string(separator)) + parts[i];
    return text;
}

}  // namespace hlo2c::codegen

#include "codegen/text/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace hlo2c::codegen {

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
    const std::vector<std::string> wrapped = wrap(c_comment(text), text_columns - 4 * depth_ - 6);
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
    // In one pass: what stands in a value is no key.
    std::string filled;
    while (!text.empty()) {
        const std::size_t at = text.find('@'), end = at == text.npos ? at : text.find('@', at + 1);
        if (end == text.npos) break;
        const auto value = values.find(std::string(text.substr(at + 1, end - at - 1)));
        filled += text.substr(0, value == values.end() ? end : at);
        if (value != values.end()) filled += value->second;
        text.remove_prefix(value == values.end() ? end : end + 1);
    }
    return filled += text;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); i++) text += (i == 0 ? "" : std::string(separator)) + parts[i];
    return text;
}

}  // namespace hlo2c::codegen

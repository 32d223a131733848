#include "codegen/text/text.h"

#include <utf8.h>

#include <algorithm>

namespace hlo2c::codegen {
namespace {

/// The most bytes of `word`, and at least one, up to `limit` that end with a whole character.
std::size_t whole_characters(std::string_view word, std::size_t limit) {
    const char* const begin = word.data();
    return std::max<std::size_t>(static_cast<std::size_t>(utf8::find_invalid(begin, begin + limit) - begin),
                                 1);
}

}  // namespace

std::vector<std::string> wrap(std::string_view text, int columns, int hanging) {
    const std::size_t width = static_cast<std::size_t>(columns);
    std::string indentation;
    std::vector<std::string> lines(1);
    bool begins_line = true;
    while (!text.empty()) {
        if (text.front() == '\n') {
            lines.emplace_back();
            text.remove_prefix(1);
            begins_line = true;
            continue;
        }
        const std::size_t gap = std::min(text.find_first_not_of(' '), text.size());
        if (begins_line)
            indentation.assign(std::min(gap, width / 2) + static_cast<std::size_t>(hanging), ' ');
        begins_line = false;
        const std::size_t end = std::min(text.find_first_of(" \n", gap), text.size());
        std::string_view word = text.substr(gap, end - gap);
        const bool fits = lines.back().size() + end <= width;
        if (fits || lines.back().empty())
            lines.back().append(std::min(gap, width / 2), ' ');
        else
            lines.push_back(indentation);
        while (lines.back().size() + word.size() > width) {
            const std::size_t part = whole_characters(word, width - lines.back().size());
            lines.back() += word.substr(0, part);
            lines.push_back(indentation);
            word.remove_prefix(part);
        }
        lines.back() += word;
        text.remove_prefix(end);
    }
    for (std::string& line : lines)
        while (!line.empty() && line.back() == ' ') line.pop_back();
    return lines;
}

std::string fill_in(std::string_view text, const std::map<std::string, std::string>& values) {
    // In one pass, so that keys inside values are not replaced.
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

#include "codegen/text/writer.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "codegen/text/escape.h"

namespace hlo2c::codegen {

namespace {

/// Where a line may be broken, outside of strings: before the space that follows a comma, semicolon or
/// operator, or, where there is none, behind an opening parenthesis. The place with the fewest open
/// parentheses wins, the last one of them. A subscript counts as three more, a place that leaves most of the
/// line empty as two, and so does an assignment: they are for lines with nothing better.
std::size_t break_position(const std::string& text, std::size_t limit) {
    static constexpr std::string_view before_break = ",;=+*?:|&";
    static constexpr int cost_of_parenthesis = 100;
    std::size_t best = 0;
    int best_cost = std::numeric_limits<int>::max();
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 1; i < text.size() && i < limit; i++) {
        const char before = text[i - 1];
        if (before == '"' && (i == 1 || text[i - 2] != '\\')) quoted = !quoted;
        if (quoted) continue;
        if (before == '(' || before == '{') depth++;
        if (before == ')' || before == '}') depth--;
        if (before == '[') depth += 4;
        if (before == ']') depth -= 4;
        int cost = depth + (i > limit / 3 ? 0 : 2) + (before == '=' ? 2 : 0);
        if (before == '(') {
            cost = cost_of_parenthesis;
        } else if (text[i] != ' ' || before_break.find(before) == std::string_view::npos) {
            continue;
        }
        if (cost <= best_cost) {
            best = i;
            best_cost = cost;
        }
    }
    return best;
}

}  // namespace

std::string break_line(const std::string& text, std::size_t indentation) {
    std::string result;
    std::string rest = text;
    std::size_t margin = indentation;
    while (margin + rest.size() > c_columns) {
        const std::size_t at = break_position(rest, c_columns - margin);
        if (at == 0) break;
        result += std::string(margin, ' ') + rest.substr(0, at) + "\n";
        rest = rest.substr(rest[at] == ' ' ? at + 1 : at);
        margin = indentation + 4;
    }
    return result + std::string(margin, ' ') + rest + "\n";
}

void CWriter::line(const std::string& text) {
    text_ += break_line(text, static_cast<std::size_t>(indentation_) * 4);
}

void CWriter::open(const std::string& text) {
    line(text + " {");
    indentation_++;
}

void CWriter::close(const std::string& after) {
    indentation_--;
    line("}" + after);
}

void CWriter::comment(const std::vector<std::string>& lines) {
    const std::string margin(static_cast<std::size_t>(indentation_) * 4, ' ');
    std::vector<std::string> rows;
    for (const std::string& each : lines) {
        std::string rest = c_comment(each);
        std::replace(rest.begin(), rest.end(), '\n', ' ');
        const std::size_t width = c_columns - margin.size() - 6;
        while (rest.size() > width) {
            std::size_t at = rest.rfind(' ', width);
            if (at == std::string::npos || at < width / 2) {
                at = width;
                while (at > 1 && (static_cast<unsigned char>(rest[at]) & 0xc0) == 0x80) at--;
            }
            rows.push_back(rest.substr(0, at));
            rest = "  " + rest.substr(rest[at] == ' ' ? at + 1 : at);
        }
        rows.push_back(rest);
    }
    for (std::size_t i = 0; i < rows.size(); i++) {
        text_ += margin + (i == 0 ? "/* " : " * ") + rows[i] + (i + 1 == rows.size() ? " */" : "") + "\n";
    }
}

}  // namespace hlo2c::codegen

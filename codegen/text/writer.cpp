#include "codegen/text/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "codegen/text/escape.h"
#include "codegen/text/text.h"

namespace hlo2c::codegen {

namespace {

/// The best position to break a line, outside of strings: before the space that follows a comma, semicolon or
/// operator, or, if there is none, after an opening parenthesis. The position with the fewest open
/// parentheses wins; of equals, the last one. A subscript counts as three more parentheses, a position that
/// leaves most of the line empty as two, and an assignment as two: they are last resorts.
std::size_t break_position(std::string_view text, std::size_t limit) {
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

std::string break_line(std::string_view text, std::size_t indentation) {
    std::string result;
    std::size_t margin = indentation;
    while (margin + text.size() > text_columns) {
        const std::size_t at = break_position(text, text_columns - margin);
        if (at == 0) break;
        result.append(margin, ' ').append(text.substr(0, at)) += '\n';
        text.remove_prefix(text[at] == ' ' ? at + 1 : at);
        margin = indentation + 4;
    }
    return result.append(margin, ' ').append(text) += '\n';
}

void Writer::line(std::string_view text) {
    if (!text.empty()) text_.append(margin(), ' ').append(text);
    text_ += '\n';
}

void Writer::lines(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void Writer::statement(std::string_view text) {
    text_ += break_line(text, margin());
}

void Writer::open(std::string_view head, std::string_view braces) {
    statement(fmt::format("{} {}", head, braces));
    depth_++;
}

void Writer::begin() {
    line("{");
    depth_++;
}

void Writer::open_guard(const std::string& macro) {
    line("#ifndef " + macro);
    line("#define " + macro);
    line();
}

void Writer::close(std::string_view tail) {
    depth_--;
    line("}" + std::string(tail));
}

void Writer::reopen(std::string_view between) {
    depth_--;
    line("} " + std::string(between) + " {");
    depth_++;
}

void Writer::comment(std::string_view text, int hanging) {
    const std::vector<std::string> wrapped =
        wrap(c_comment(text), text_columns - static_cast<int>(margin()) - 6, hanging);
    for (std::size_t i = 0; i < wrapped.size(); i++) {
        std::string row = (i == 0 ? "/*" : " *") + (wrapped[i].empty() ? "" : " " + wrapped[i]);
        line(row + (i + 1 == wrapped.size() ? " */" : ""));
    }
}

void Writer::call(std::string_view head, const std::vector<std::string>& arguments, std::string_view tail) {
    std::string row = std::string(head) + "(";
    const std::size_t room = text_columns - margin();
    std::size_t widest = 0;
    for (const std::string& argument : arguments) widest = std::max(widest, argument.size() + 1);
    const bool is_aligned = row.size() < room / 2 && row.size() + widest + tail.size() <= room;
    const std::string margin(is_aligned ? row.size() : 8, ' ');
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

void Writer::values(const std::vector<std::string>& values) {
    const std::size_t room = text_columns - margin();
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

}  // namespace hlo2c::codegen

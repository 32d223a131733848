#include "codegen/report/kernel_source.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "codegen/report/html.h"
#include "scheduler/c_words.h"

namespace hlo2c::codegen {
namespace {

bool in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

// The name of the function whose declaration or definition begins on this line, at the left margin; empty if
// none does.
std::string_view function_on(std::string_view line) {
    if (line.empty() || !in_name(line[0])) return {};
    const std::size_t open = line.find('(');
    if (open == std::string_view::npos) return {};
    std::size_t begin = open;
    while (begin > 0 && in_name(line[begin - 1])) --begin;
    return begin == 0 ? std::string_view() : line.substr(begin, open - begin);
}

}  // namespace

KernelSources::KernelSources(const std::vector<CFile>& files) {
    for (const CFile& file : files) {
        if (file.part != FilePart::Code || !file.path.ends_with(".c")) continue;
        const std::vector<std::string_view> lines = lines_of(file.text);
        std::size_t begin = 0;  // first line that belongs to the next function
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].starts_with("#")) begin = i + 1;
            const std::string_view name = function_on(lines[i]);
            if (name.empty()) continue;
            std::size_t body = i, end = i;
            while (body < lines.size() && lines[body] != "{" && !lines[body].ends_with("{") &&
                   !lines[body].ends_with(";")) {
                ++body;
            }
            if (body == lines.size() || lines[body].ends_with(";")) continue;
            for (end = body; end < lines.size() && !lines[end].starts_with("}");) ++end;
            if (end == lines.size()) break;
            if (!lines[i].starts_with("static ")) {
                while (begin < i && lines[begin].empty()) ++begin;
                KernelSource source{file.path, static_cast<int>(begin) + 1, {}};
                for (std::size_t k = begin; k <= end; ++k) source.text += std::string(lines[k]) + "\n";
                by_function_.emplace(name, std::move(source));
                begin = end + 1;
            }
            i = end;
        }
    }
}

const KernelSource* KernelSources::find(const std::string& name) const {
    const auto exact = by_function_.find(name);
    if (exact != by_function_.end()) return &exact->second;
    const std::string suffix = "_" + name;
    const KernelSource* found = nullptr;
    std::size_t shortest = 0;
    for (const auto& [function, source] : by_function_) {
        if (!function.ends_with(suffix)) continue;
        if (found != nullptr && function.size() >= shortest) continue;
        found = &source;
        shortest = function.size();
    }
    return found;
}

std::string highlight_c(std::string_view code) {
    static const std::set<std::string_view> types = {"int32_t", "int64_t",  "int8_t",   "int16_t", "size_t",
                                                     "uint8_t", "uint16_t", "uint32_t", "uint64_t"};
    std::string result;
    const auto mark = [&](const char* kind, std::string_view text) {
        result += std::string("<i class=") + kind + ">" + escape_html(text) + "</i>";
    };
    for (std::size_t i = 0; i < code.size();) {
        const std::string_view rest = code.substr(i);
        std::size_t length = 1;
        if (rest.starts_with("/*")) {
            const std::size_t end = rest.find("*/", 2);
            length = end == std::string_view::npos ? rest.size() : end + 2;
            mark("c", rest.substr(0, length));
        } else if (rest.starts_with("//") || (rest[0] == '#' && (i == 0 || code[i - 1] == '\n'))) {
            length = std::min(rest.find('\n'), rest.size());
            mark("c", rest.substr(0, length));
        } else if (rest[0] == '"') {
            while (length < rest.size() && rest[length] != '"') length += rest[length] == '\\' ? 2 : 1;
            length = std::min(length + 1, rest.size());
            mark("s", rest.substr(0, length));
        } else if (std::isdigit(static_cast<unsigned char>(rest[0])) != 0) {
            while (length < rest.size() &&
                   (in_name(rest[length]) || rest[length] == '.' ||
                    ((rest[length] == '-' || rest[length] == '+') &&
                     std::string_view("eEpP").find(rest[length - 1]) != std::string_view::npos))) {
                ++length;
            }
            mark("n", rest.substr(0, length));
        } else if (in_name(rest[0])) {
            while (length < rest.size() && in_name(rest[length])) ++length;
            const std::string_view word = rest.substr(0, length);
            if (scheduler::is_c_keyword(word) || types.count(word) != 0) {
                mark("k", word);
            } else {
                result += escape_html(word);
            }
        } else {
            while (length < rest.size() && !in_name(rest[length]) && rest[length] != '/' &&
                   rest[length] != '"' && rest[length] != '#') {
                ++length;
            }
            result += escape_html(rest.substr(0, length));
        }
        i += length;
    }
    return result;
}

}  // namespace hlo2c::codegen

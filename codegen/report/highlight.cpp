#include "codegen/report/highlight.h"

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

}  // namespace

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

#include "frontend/processes/scanner.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

namespace hlo2c::frontend {

void Scanner::skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) at_++;
}

bool Scanner::accept(std::string_view word) {
    skip_blanks();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
}

void Scanner::expect(std::string_view word) {
    if (!accept(word)) refuse(fmt::format("'{}' is missing", word));
}

bool Scanner::at_end() {
    skip_blanks();
    return at_ == text_.size();
}

void Scanner::finish() {
    if (!at_end()) refuse("there is unexpected text after it");
}

std::int64_t Scanner::integer() {
    skip_blanks();
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc()) refuse("a number is missing");
    at_ = static_cast<std::size_t>(stop - text_.data());
    return value;
}

std::string Scanner::quoted() {
    expect("\"");
    const std::size_t end = text_.find('"', at_);
    if (end == std::string_view::npos) refuse("the closing quote of a name is missing");
    std::string name(text_.substr(at_, end - at_));
    at_ = end + 1;
    return name;
}

std::string Scanner::word() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == '_' || text_[at_] == '.'))
        at_++;
    return std::string(text_.substr(begin, at_ - begin));
}

std::string Scanner::until(std::string_view end) {
    const std::size_t found = text_.find(end, at_);
    if (found == std::string_view::npos) refuse(fmt::format("'{}' is missing", end));
    std::string between(text_.substr(at_, found - at_));
    at_ = found + end.size();
    return between;
}

std::vector<std::int64_t> Scanner::integers() {
    const bool braces = accept("{");
    if (!braces) expect("[");
    const std::string_view close = braces ? "}" : "]";
    std::vector<std::int64_t> values;
    while (!accept(close)) {
        if (!values.empty()) expect(",");
        values.push_back(integer());
    }
    return values;
}

void Scanner::refuse(const std::string& why) const {
    fail(number_, place_, fmt::format("cannot read \"{}\": {}", text_, why),
         "Write it in the form of the exporting tool.");
}

}  // namespace hlo2c::frontend

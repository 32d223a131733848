#include "frontend/forms/hlo_text/cursor.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

#include "frontend/error_numbers.h"

namespace hlo2c::frontend {
namespace {

constexpr int nesting_bound = 200;

constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_name_character(char c) {
    return is_letter(c) || is_digit(c) || c == '.' || c == '-';
}

int hexadecimal_value(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// The beginning of `text`, short enough for a message.
std::string excerpt(std::string_view text) {
    if (text.empty()) return "the end of the file";
    std::size_t end = 0;
    while (end < text.size() && end < 24 && is_name_character(text[end])) end++;
    if (end == 0) end = 1;
    const std::string_view shown = text.substr(0, end);
    if (static_cast<unsigned char>(shown[0]) < 0x20 || static_cast<unsigned char>(shown[0]) > 0x7e)
        return fmt::format("byte 0x{:02x}", static_cast<unsigned char>(shown[0]));
    return fmt::format("'{}'", shown);
}

}  // namespace

Cursor::Cursor(std::string_view text, std::string path) : text_(text), path_(std::move(path)) {}

void Cursor::skip() {
    while (position_ < text_.size()) {
        const char c = text_[position_];
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            position_++;
            continue;
        }
        if (c != '/' || position_ + 1 >= text_.size()) return;
        if (text_[position_ + 1] == '/') {
            const std::size_t end = text_.find('\n', position_);
            position_ = end == std::string_view::npos ? text_.size() : end;
        } else if (text_[position_ + 1] == '*') {
            const std::size_t end = text_.find("*/", position_ + 2);
            if (end == std::string_view::npos)
                fail_at(read_error::unfinished, position_, "the comment that begins here is not terminated",
                        "Close the comment with */.");
            position_ = end + 2;
        } else {
            return;
        }
    }
}

std::size_t Cursor::offset() {
    skip();
    return position_;
}

bool Cursor::at(char sign) {
    skip();
    return position_ < text_.size() && text_[position_] == sign;
}

bool Cursor::at(std::string_view signs) {
    skip();
    return text_.substr(position_, signs.size()) == signs;
}

bool Cursor::accept(char sign) {
    if (!at(sign)) return false;
    position_++;
    return true;
}

bool Cursor::accept(std::string_view signs) {
    if (!at(signs)) return false;
    position_ += signs.size();
    return true;
}

void Cursor::expect(char sign, std::string_view after) {
    if (!accept(sign)) unexpected(fmt::format("'{}' {}", sign, after));
}

void Cursor::expect(std::string_view signs, std::string_view after) {
    if (!accept(signs)) unexpected(fmt::format("'{}' {}", signs, after));
}

std::string_view Cursor::peek_word() {
    skip();
    if (position_ >= text_.size() || !is_letter(text_[position_])) return {};
    std::size_t end = position_ + 1;
    while (end < text_.size() && is_name_character(text_[end])) end++;
    // The arrow of a signature may directly follow a word.
    if (end < text_.size() && text_[end] == '>' && text_[end - 1] == '-') end--;
    return text_.substr(position_, end - position_);
}

bool Cursor::accept_word(std::string_view word) {
    if (peek_word() != word) return false;
    position_ += word.size();
    return true;
}

std::string_view Cursor::word(std::string_view what) {
    const std::string_view found = peek_word();
    if (found.empty()) unexpected(what);
    position_ += found.size();
    return found;
}

std::string_view Cursor::name(std::string_view what) {
    if (!accept('%')) return word(what);
    const std::size_t begin = position_;
    while (position_ < text_.size() && is_name_character(text_[position_])) position_++;
    if (position_ == begin) unexpected(what);
    return text_.substr(begin, position_ - begin);
}

bool Cursor::at_integer() {
    skip();
    if (position_ >= text_.size()) return false;
    if (is_digit(text_[position_])) return true;
    return text_[position_] == '-' && position_ + 1 < text_.size() && is_digit(text_[position_ + 1]);
}

std::int64_t Cursor::integer(std::string_view what) {
    if (!at_integer()) unexpected(what);
    std::int64_t value = 0;
    const char* begin = text_.data() + position_;
    const auto parsed = std::from_chars(begin, text_.data() + text_.size(), value);
    if (parsed.ec != std::errc())
        fail_at(read_error::syntax, position_, "this integer does not fit into 64 bits",
                "Write a smaller number.");
    position_ += static_cast<std::size_t>(parsed.ptr - begin);
    return value;
}

double Cursor::real(std::string_view what) {
    skip();
    double value = 0;
    const char* begin = text_.data() + position_;
    const auto parsed = std::from_chars(begin, text_.data() + text_.size(), value);
    if (parsed.ptr == begin) unexpected(what);
    const auto length = static_cast<std::size_t>(parsed.ptr - begin);
    if (parsed.ec != std::errc()) value = std::strtod(std::string(begin, length).c_str(), nullptr);
    position_ += length;
    return value;
}

bool Cursor::boolean(std::string_view what) {
    if (accept_word("true")) return true;
    if (!accept_word("false")) unexpected(what);
    return false;
}

std::string Cursor::string(std::string_view what) {
    if (!at_string()) unexpected(what);
    const std::size_t begin = position_;
    const char quote = text_[position_++];
    std::string content;
    while (true) {
        if (position_ >= text_.size())
            fail_at(read_error::unfinished, begin, "the string that begins here is not terminated",
                    fmt::format("Close the string with {}.", quote));
        const char c = text_[position_++];
        if (c == quote) return content;
        if (c != '\\' || position_ >= text_.size()) {
            content += c;
            continue;
        }
        const char escape = text_[position_++];
        constexpr std::string_view letters = "abfnrtv";
        constexpr std::string_view meanings = "\a\b\f\n\r\t\v";
        if (const std::size_t at = letters.find(escape); at != std::string_view::npos) {
            content += meanings[at];
        } else if (escape >= '0' && escape <= '7') {
            int value = escape - '0';
            for (int i = 0; i < 2 && position_ < text_.size(); i++) {
                const char digit = text_[position_];
                if (digit < '0' || digit > '7') break;
                value = value * 8 + (digit - '0');
                position_++;
            }
            content += static_cast<char>(value & 0xff);
        } else if (escape == 'x' || escape == 'X') {
            int value = 0;
            for (int i = 0; i < 2 && position_ < text_.size(); i++) {
                const int digit = hexadecimal_value(text_[position_]);
                if (digit < 0) break;
                value = value * 16 + digit;
                position_++;
            }
            content += static_cast<char>(value);
        } else {
            content += escape;
        }
    }
}

std::string_view Cursor::braced() {
    const std::size_t begin = offset();
    if (!at('{')) unexpected("'{'");
    int depth = 0;
    while (position_ < text_.size()) {
        const char c = text_[position_];
        if (c == '"') {
            position_++;
            while (position_ < text_.size() && text_[position_] != '"')
                position_ += text_[position_] == '\\' ? 2 : 1;
            if (position_ > text_.size()) position_ = text_.size();
        }
        if (c == '{') depth++;
        position_++;
        if (c == '}' && --depth == 0) return text_.substr(begin, position_ - begin);
    }
    fail_at(read_error::unfinished, begin, "this '{' has no matching '}'", "Close the bracket.");
}

SourcePosition Cursor::position(std::size_t offset) {
    if (offset < counted_) {
        counted_ = 0;
        line_begin_ = 0;
        line_ = 1;
    }
    while (true) {
        const std::size_t end = text_.find('\n', counted_);
        if (end == std::string_view::npos || end >= offset) break;
        counted_ = end + 1;
        line_begin_ = counted_;
        line_++;
    }
    return {.line = line_, .column = static_cast<int>(offset - line_begin_) + 1};
}

Place Cursor::place(std::size_t offset) const {
    offset = std::min(offset, text_.size());
    Place place{.file = path_, .line = 1};
    std::size_t begin = 0;
    for (std::size_t end = text_.find('\n'); end < offset; end = text_.find('\n', begin)) {
        begin = end + 1;
        place.line++;
    }
    constexpr std::size_t longest = 400;
    place.column = static_cast<int>(offset - begin) + 1;
    if (offset - begin < longest) {
        std::string_view line = text_.substr(begin, text_.find('\n', begin) - begin);
        place.line_text = line.substr(0, longest);
    }
    return place;
}

void Cursor::fail_at(int number, std::size_t offset, std::string message, std::string remedy) const {
    fail(number, place(offset), std::move(message), std::move(remedy));
}

void Cursor::unexpected(std::string_view what) {
    skip();
    fail_at(position_ >= text_.size() ? read_error::unfinished : read_error::syntax, position_,
            fmt::format("expected {}, but found {}", what, excerpt(text_.substr(position_))),
            position_ >= text_.size() ? "The file may have been truncated."
                                      : "Correct the text, or print the module again with XLA.");
}

Nesting::Nesting(Cursor& cursor, int& depth) : depth_(depth) {
    if (depth_ >= nesting_bound)
        cursor.fail_at(read_error::nesting, cursor.offset(),
                       fmt::format("brackets are nested deeper than {} levels here", nesting_bound),
                       "Real programs are never nested so deeply: look for a bracket that is not closed.");
    depth_++;
}

}  // namespace hlo2c::frontend

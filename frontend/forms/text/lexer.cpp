#include "frontend/forms/text/lexer.h"

#include <fmt/format.h>

#include <cstring>

#include "frontend/error_numbers.h"

namespace hlo2c::frontend {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_hexadecimal(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_name_character(char c) {
    return is_letter(c) || is_digit(c) || c == '$' || c == '.';
}

int hexadecimal_value(char c) {
    if (is_digit(c)) return c - '0';
    return (c | 0x20) - 'a' + 10;
}

}  // namespace

void Lexer::skip_space() {
    while (position_ < text_.size()) {
        const char c = text_[position_];
        if (c == '\n') {
            line_++;
            line_begin_ = ++position_;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            position_++;
        } else if (c == '/' && position_ + 1 < text_.size() && text_[position_ + 1] == '/') {
            const std::size_t line_end = text_.find('\n', position_);
            position_ = line_end == std::string_view::npos ? text_.size() : line_end;
        } else {
            return;
        }
    }
}

Token Lexer::finish(TokenKind kind, std::size_t begin, std::size_t content_begin, std::size_t content_end) {
    Token token;
    token.kind = kind;
    token.text = text_.substr(content_begin, content_end - content_begin);
    token.begin = begin;
    token.end = position_;
    token.line = line_;
    token.line_begin = line_begin_;
    return token;
}

Token Lexer::name_after(TokenKind kind, std::size_t begin) {
    const bool with_dash = kind == TokenKind::Value;
    position_ = begin + 1;
    while (position_ < text_.size() &&
           (is_name_character(text_[position_]) || (with_dash && text_[position_] == '-')))
        position_++;
    Token token = finish(kind, begin, begin + 1, position_);
    if (token.text.empty())
        fail_at(read_error::syntax, token, fmt::format("a name was expected after '{}'", text_[begin]),
                "Check the text at this place.");
    return token;
}

Token Lexer::number(std::size_t begin) {
    position_ = begin;
    if (text_[begin] == '0' && begin + 2 < text_.size() && text_[begin + 1] == 'x' &&
        is_hexadecimal(text_[begin + 2])) {
        position_ += 2;
        while (position_ < text_.size() && is_hexadecimal(text_[position_])) position_++;
        return finish(TokenKind::Integer, begin, begin, position_);
    }
    const auto digits = [this] {
        while (position_ < text_.size() && is_digit(text_[position_])) position_++;
    };
    digits();
    if (position_ >= text_.size() || text_[position_] != '.')
        return finish(TokenKind::Integer, begin, begin, position_);
    position_++;
    digits();
    if (position_ < text_.size() && (text_[position_] | 0x20) == 'e') {
        std::size_t exponent = position_ + 1;
        if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) exponent++;
        if (exponent < text_.size() && is_digit(text_[exponent])) {
            position_ = exponent;
            digits();
        }
    }
    return finish(TokenKind::Float, begin, begin, position_);
}

Token Lexer::string(TokenKind kind, std::size_t begin, std::size_t quote) {
    std::size_t close = quote;
    do {
        close = text_.find('"', close + 1);
        if (close == std::string_view::npos) {
            position_ = text_.size();
            fail_at(read_error::unfinished, finish(kind, begin, begin, begin),
                    "the file ends inside the string that begins here",
                    "The file is truncated: export it again.");
        }
        std::size_t slashes = 0;
        while (text_[close - 1 - slashes] == '\\') slashes++;
        if (slashes % 2 == 0) break;
    } while (true);
    position_ = close + 1;
    Token token = finish(kind, begin, quote + 1, close);
    token.quoted = true;
    for (std::size_t i = token.text.find('\n'); i != std::string_view::npos;
         i = token.text.find('\n', i + 1)) {
        line_++;
        line_begin_ = quote + 1 + i + 1;
    }
    return token;
}

Token Lexer::next() {
    skip_space();
    const std::size_t begin = position_;
    if (begin >= text_.size()) return finish(TokenKind::End, begin, begin, begin);
    const char c = text_[begin];
    if (is_letter(c)) {
        while (position_ < text_.size() && is_name_character(text_[position_])) position_++;
        return finish(TokenKind::Word, begin, begin, position_);
    }
    if (is_digit(c)) return number(begin);
    const char after = begin + 1 < text_.size() ? text_[begin + 1] : '\0';
    switch (c) {
        case '%': return name_after(TokenKind::Value, begin);
        case '#': return name_after(TokenKind::Hash, begin);
        case '^': return name_after(TokenKind::Caret, begin);
        case '!': return name_after(TokenKind::Exclamation, begin);
        case '@':
            return after == '"' ? string(TokenKind::Symbol, begin, begin + 1)
                                : name_after(TokenKind::Symbol, begin);
        case '"': return string(TokenKind::String, begin, begin);
        case '-':
            if (after == '>') {
                position_ += 2;
                return finish(TokenKind::Arrow, begin, begin, position_);
            }
            break;
        default: break;
    }
    position_++;
    return finish(TokenKind::Punctuation, begin, begin, position_);
}

void Lexer::seek(const Token& from, std::size_t offset) {
    position_ = offset;
    line_ = from.line;
    line_begin_ = from.line_begin;
    const std::string_view passed = text_.substr(0, offset);  // the line may be very long
    for (std::size_t i = passed.find('\n', from.begin); i < offset; i = passed.find('\n', i + 1)) {
        line_++;
        line_begin_ = i + 1;
    }
}

std::string_view Lexer::balanced(const Token& open) {
    std::string expected;
    std::size_t i = open.begin;
    for (; i < text_.size(); i++) {
        const char c = text_[i];
        if (c == '"') {
            for (i++; i < text_.size() && text_[i] != '"'; i++)
                if (text_[i] == '\\') i++;
            continue;
        }
        if (c == '-' && i + 1 < text_.size() && text_[i + 1] == '>') {
            i++;
            continue;
        }
        if (c == '<') expected += '>';
        if (c == '[') expected += ']';
        if (c == '(') expected += ')';
        if (c == '{') expected += '}';
        if (c != '>' && c != ']' && c != ')' && c != '}') continue;
        if (expected.empty())
            fail_at(read_error::syntax, open, fmt::format("an opening bracket was expected before '{}'", c),
                    "Check the brackets around this place.");
        if (expected.back() != c)
            fail_at(read_error::syntax, open,
                    fmt::format("'{}' was expected before '{}'", expected.back(), c),
                    "Check the brackets after this place.");
        expected.pop_back();
        if (!expected.empty()) continue;
        seek(open, i + 1);
        return text_.substr(open.begin, i + 1 - open.begin);
    }
    fail_at(read_error::unfinished, open, "the file ends inside the brackets that begin here",
            "The file is truncated: export it again.");
}

Place Lexer::place(const Token& token) const {
    Place place;
    place.file = path_;
    place.line = token.line;
    place.column = token.column();
    const std::size_t line_end = text_.find('\n', token.line_begin);
    place.line_text = std::string(text_.substr(token.line_begin, line_end == std::string_view::npos
                                                                     ? std::string_view::npos
                                                                     : line_end - token.line_begin));
    if (!place.line_text.empty() && place.line_text.back() == '\r') place.line_text.pop_back();
    return place;
}

void Lexer::fail_at(int number, const Token& token, std::string message, std::string remedy) const {
    fail(number, place(token), std::move(message), std::move(remedy));
}

std::string unescape(std::string_view content) {
    if (content.find('\\') == std::string_view::npos) return std::string(content);
    std::string text;
    for (std::size_t i = 0; i < content.size(); i++) {
        if (content[i] != '\\' || i + 1 == content.size()) {
            text += content[i];
            continue;
        }
        const char c = content[++i];
        if (c == 'n') {
            text += '\n';
        } else if (c == 't') {
            text += '\t';
        } else if (is_hexadecimal(c) && i + 1 < content.size() && is_hexadecimal(content[i + 1])) {
            text += static_cast<char>(hexadecimal_value(c) * 16 + hexadecimal_value(content[++i]));
        } else {
            text += c;
        }
    }
    return text;
}

std::string escape(std::string_view content) {
    std::string text;
    for (const char c : content) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '\\') {
            text += "\\\\";
        } else if (c == '"' || code < 0x20 || code >= 0x7F) {
            text += fmt::format("\\{:02X}", code);
        } else {
            text += c;
        }
    }
    return text;
}

}  // namespace hlo2c::frontend

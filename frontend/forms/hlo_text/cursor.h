#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/forms/text/lexer.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// A position in an HLO text, from which readers consume words, numbers, strings and signs. HLO text has no
/// context-free tokens: `2x3`, `b01f_01io->b01f` and `0_1` each have a meaning in one attribute only. So the
/// reader of each construct asks for what it expects next.
///
/// Each operation first skips blanks and comments (`/* */`, `//` to the end of the line). Returned string
/// views refer to the text. Errors are DiagnosticErrors at the offending byte.
class Cursor {
public:
    Cursor(std::string_view text, std::string path);

    /// The offset of the next item, after blanks and comments.
    std::size_t offset();
    /// Continues at byte `offset`.
    void seek(std::size_t offset) { position_ = offset; }
    bool at_end() { return offset() == text_.size(); }

    bool at(char sign);
    bool at(std::string_view signs);
    bool accept(char sign);
    bool accept(std::string_view signs);
    /// Consumes `sign`; `after` completes the sentence "expected ',' after the operands".
    void expect(char sign, std::string_view after);
    void expect(std::string_view signs, std::string_view after);
    /// Consumes entries separated by commas, then `close`. The opening bracket is already consumed; `after`
    /// is as for `expect`.
    template <typename Read>
    void entries(char close, std::string_view after, Read&& read_entry) {
        while (!at(close)) {
            read_entry();
            if (!accept(',')) break;
        }
        expect(close, after);
    }

    /// The next word (letter or underscore, then letters, digits and `_ . -`) without consuming it; "" if
    /// there is none.
    std::string_view peek_word();
    bool at_word(std::string_view word) { return peek_word() == word; }
    bool accept_word(std::string_view word);
    /// Consumes a word; `what` completes the sentence "expected ...".
    std::string_view word(std::string_view what);
    /// Consumes a name, with or without its %.
    std::string_view name(std::string_view what);
    /// Consumes the longest run of characters that `belongs` accepts; it may be empty.
    template <typename Predicate>
    std::string_view run(Predicate belongs) {
        const std::size_t begin = offset();
        std::size_t end = begin;
        while (end < text_.size() && belongs(text_[end])) end++;
        position_ = end;
        return text_.substr(begin, end - begin);
    }

    /// Whether `sign` comes next, with no blank before it.
    bool glued(char sign) const { return position_ < text_.size() && text_[position_] == sign; }

    bool at_integer();
    /// Consumes a decimal integer that fits in 64 bits.
    std::int64_t integer(std::string_view what);
    double real(std::string_view what);
    bool boolean(std::string_view what);
    /// Consumes a string in double or single quotes; returns it with escapes resolved.
    std::string string(std::string_view what);
    bool at_string() { return at('"') || at('\''); }

    /// The text from `begin` to the current position.
    std::string_view since(std::size_t begin) const { return text_.substr(begin, position_ - begin); }
    /// Consumes a bracketed text that starts with `{`, including its brackets; brackets in strings do not
    /// count.
    std::string_view braced();

    std::string_view text() const { return text_; }
    const std::string& path() const { return path_; }
    SourcePosition position(std::size_t offset);
    Place place(std::size_t offset) const;
    [[noreturn]] void fail_at(int number, std::size_t offset, std::string message, std::string remedy) const;
    /// Reports the next item: "expected `what`, but found ...".
    [[noreturn]] void unexpected(std::string_view what);

private:
    void skip();

    std::string_view text_;
    std::string path_;
    std::size_t position_ = 0;
    std::size_t counted_ = 0;  ///< offset up to which lines have been counted
    std::size_t line_begin_ = 0;
    int line_ = 1;
};

/// Counts nesting levels and limits them, so that no input exhausts the stack.
class Nesting {
public:
    Nesting(Cursor& cursor, int& depth);
    ~Nesting() { depth_--; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

private:
    int& depth_;
};

}  // namespace hlo2c::frontend

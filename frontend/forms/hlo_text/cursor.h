#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/forms/text/lexer.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A place in an HLO text, from which words, numbers, strings and signs are taken. HLO text has no tokens
/// that hold everywhere: `2x3`, `b01f_01io->b01f` and `0_1` mean something in one attribute only, so the
/// reader of each construct says what it expects next.
///
/// Blanks and comments (`/* */`, `//` to the end of the line) are skipped before everything that is taken.
/// Nothing is copied: what is returned views the text. Errors are DiagnosticErrors at the offending byte.
class Cursor {
public:
    Cursor(std::string_view text, std::string path);

    /// Where the next thing begins, blanks and comments skipped.
    std::size_t offset();
    /// Continues at byte `offset`.
    void seek(std::size_t offset) { position_ = offset; }
    bool at_end() { return offset() == text_.size(); }

    bool at(char sign);
    bool at(std::string_view signs);
    bool accept(char sign);
    bool accept(std::string_view signs);
    /// Takes `sign`; `after` completes the sentence "expected ',' after the operands".
    void expect(char sign, std::string_view after);
    void expect(std::string_view signs, std::string_view after);

    /// The word that stands here (letter or underscore, then letters, digits and `_ . -`), "" if none; it is
    /// not taken.
    std::string_view peek_word();
    bool at_word(std::string_view word) { return peek_word() == word; }
    bool accept_word(std::string_view word);
    /// Takes a word; `what` completes the sentence "expected ...".
    std::string_view word(std::string_view what);
    /// Takes a name, with or without its %.
    std::string_view name(std::string_view what);
    /// Takes the longest run of characters that `belongs` accepts, which may be empty.
    template <typename Predicate>
    std::string_view run(Predicate belongs) {
        const std::size_t begin = offset();
        std::size_t end = begin;
        while (end < text_.size() && belongs(text_[end])) end++;
        position_ = end;
        return text_.substr(begin, end - begin);
    }

    /// Whether `sign` stands here without a blank before.
    bool glued(char sign) const { return position_ < text_.size() && text_[position_] == sign; }

    bool at_integer();
    /// Takes a decimal integer that fits 64 bits.
    std::int64_t integer(std::string_view what);
    double real(std::string_view what);
    bool boolean(std::string_view what);
    /// Takes a string in double or single quotes, its escapes resolved.
    std::string string(std::string_view what);
    bool at_string() { return at('"') || at('\''); }

    /// The text from `begin` to the place where the cursor stands now.
    std::string_view since(std::size_t begin) const { return text_.substr(begin, position_ - begin); }
    /// Takes a bracketed text that begins with `{`, strings and inner brackets skipped, brackets included.
    std::string_view braced();

    std::string_view text() const { return text_; }
    const std::string& path() const { return path_; }
    SourcePosition position(std::size_t offset);
    Place place(std::size_t offset) const;
    [[noreturn]] void fail_at(int number, std::size_t offset, std::string message, std::string remedy) const;
    /// Refuses what stands here: "expected `what`, but found ...".
    [[noreturn]] void unexpected(std::string_view what);

private:
    void skip();

    std::string_view text_;
    std::string path_;
    std::size_t position_ = 0;
    std::size_t counted_ = 0;  ///< lines up to here are counted
    std::size_t line_begin_ = 0;
    int line_ = 1;
};

/// Counts nesting, which is bounded so that no input exhausts the stack.
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

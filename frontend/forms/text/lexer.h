#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend {

/// Kinds of tokens of MLIR text. The `text` of a token has no % (value), @ (symbol), # (hash name), ^ (block)
/// or quotes (string); escapes in strings are not resolved.
enum class TokenKind : std::uint8_t {
    End,
    Punctuation,  ///< one character
    Arrow,        ///< ->
    Word,         ///< add, stablehlo.add, tensor, x
    Value,        ///< %0
    Symbol,       ///< @main, @"a name"
    Hash,         ///< #loc1, #stablehlo.gather, and the #1 of %0#1
    Exclamation,  ///< !stablehlo.token, !quant.uniform
    Caret,        ///< ^bb0
    Integer,      ///< 12, 0xFF
    Float,        ///< 1.0e-5
    String,
};

struct Token {
    TokenKind kind = TokenKind::End;
    bool quoted = false;  ///< a symbol in quotes
    std::string_view text;
    std::size_t begin = 0;  ///< byte offset of its first character
    std::size_t end = 0;    ///< byte offset after its last character
    int line = 1;
    std::size_t line_begin = 0;
    int column() const { return static_cast<int>(begin - line_begin) + 1; }
};

/// Splits MLIR text into tokens. Tokens are views of the text, so a constant of many megabytes costs only one
/// scan.
class Lexer {
public:
    Lexer(std::string_view text, std::string path) : text_(text), path_(std::move(path)) {}

    Token next();
    /// Continues at byte `offset`, at or after the end of `from`, and counts the lines in between.
    void seek(const Token& from, std::size_t offset);
    /// Consumes the bracketed text at `open.begin`, with nested brackets and strings, and returns it
    /// including its brackets. Unbalanced brackets are an error.
    std::string_view balanced(const Token& open);

    std::string_view source() const { return text_; }
    const std::string& path() const { return path_; }
    /// The place of a token or byte for a diagnostic, with the text of its line.
    Place place(const Token& token) const;
    [[noreturn]] void fail_at(int number, const Token& token, std::string message, std::string remedy) const;

private:
    void skip_space();
    Token finish(TokenKind kind, std::size_t begin, std::size_t content_begin, std::size_t content_end);
    Token name_after(TokenKind kind, std::size_t begin);
    Token number(std::size_t begin);
    Token string(TokenKind kind, std::size_t begin, std::size_t quote);

    std::string_view text_;
    std::string path_;
    std::size_t position_ = 0;
    int line_ = 1;
    std::size_t line_begin_ = 0;
};

/// Resolves the escapes of a string's content: \", \\, \n, \t and two hexadecimal digits.
std::string unescape(std::string_view content);
/// The inverse of `unescape`, without quotes.
std::string escape(std::string_view content);

}  // namespace hlo2c::frontend

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hlo2c::codegen {

/// Widest line of emitted text.
inline constexpr int text_columns = 110;

/// Lays out C text: keeps the indentation, and breaks statements, comments and lists at `text_columns`.
class Writer {
public:
    explicit Writer(int depth = 0) : depth_(depth) {}

    /// One line as it is; an empty one stays empty.
    void line(std::string_view text = "");
    /// Several lines that are already laid out; each is indented.
    void lines(std::string_view text);
    /// A statement or declaration, broken where it is too long (`break_line`).
    void statement(std::string_view text);
    /// `head`, a space and the opening braces, then one step in.
    void open(std::string_view head, std::string_view braces = "{");
    /// "{" on a line of its own, then one step in.
    void begin();
    /// The lines that open the include guard of a header; "#endif" ends it.
    void open_guard(const std::string& macro);
    /// One step out, then "}" + tail.
    void close(std::string_view tail = "");
    /// Between close and open: "} else {".
    void reopen(std::string_view between);
    void indent() { depth_++; }
    void outdent() { depth_--; }
    /// `/* text */`, wrapped; `text` is made safe first. Newlines in it begin new lines; lines that are
    /// wrapped go on behind `hanging` spaces.
    void comment(std::string_view text, int hanging = 0);
    /// head(a, b, c)tail, broken after commas and aligned with the first argument.
    void call(std::string_view head, const std::vector<std::string>& arguments, std::string_view tail);
    /// Comma-separated values as rows, for initialisers.
    void values(const std::vector<std::string>& values);

    const std::string& text() const { return text_; }

private:
    std::size_t margin() const { return static_cast<std::size_t>(4 * depth_); }

    std::string text_;
    int depth_ = 0;
};

/// `text` (without a newline) as lines of at most `text_columns`: broken after a comma or before an operator,
/// at the outermost parentheses that allow it.
std::string break_line(std::string_view text, std::size_t indentation);

}  // namespace hlo2c::codegen

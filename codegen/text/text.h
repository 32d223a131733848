#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/text/escape.h"

namespace hlo2c::codegen {

/// Widest line of emitted text.
inline constexpr int text_columns = 110;

/// Lays out C text: keeps the indentation and breaks comments and argument lists at `text_columns`.
class TextWriter {
public:
    void line(std::string_view text = "");
    /// Several lines that are laid out already; an indentation is put before each.
    void lines(std::string_view text);
    /// `head` + " {", then one step in.
    void open(std::string_view head);
    /// One step out, then "}" + tail.
    void close(std::string_view tail = "");
    /// Between close and open: "} else {".
    void reopen(std::string_view between);
    void indent() { depth_++; }
    void outdent() { depth_--; }
    /// `/* text */`, wrapped; `text` is made safe first. Newlines in it begin new lines.
    void comment(std::string_view text);
    /// head(a, b, c)tail, broken behind commas and aligned with the first argument.
    void call(std::string_view head, const std::vector<std::string>& arguments, std::string_view tail);
    /// Comma-separated values as rows, for initialisers.
    void values(const std::vector<std::string>& values);

    const std::string& text() const { return text_; }

private:
    std::string text_;
    int depth_ = 0;
};

/// Words of `text` on lines of at most `columns`; newlines are kept.
std::vector<std::string> wrap(std::string_view text, int columns);
/// "12", "73.7 KB", "1.5 MB": for people.
std::string human_bytes(std::int64_t bytes);
/// `text` with each "@key@" of `values` replaced, in one pass.
std::string fill_in(std::string_view text, const std::map<std::string, std::string>& values);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

}  // namespace hlo2c::codegen

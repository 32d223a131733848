#pragma once

#include <string>
#include <vector>

namespace hlo2c::codegen {

inline constexpr std::size_t c_columns = 110;

/// Lines of C with indentation. Lines past the last column are broken after a comma or before an operator, at
/// the outermost parentheses that allow it.
class CWriter {
public:
    explicit CWriter(int indentation = 0) : indentation_(indentation) {}

    void line(const std::string& text);
    void blank() { text_ += "\n"; }
    void open(const std::string& text);         ///< "text {", what follows is indented
    void close(const std::string& after = "");  ///< "}" and what comes after it
    void indent() { indentation_++; }
    void comment(const std::vector<std::string>& lines);  ///< one block comment
    void raw(const std::string& text) { text_ += text; }
    const std::string& text() const { return text_; }

private:
    int indentation_ = 0;
    std::string text_;
};

/// `text` (without a newline) broken into lines of at most c_columns.
std::string break_line(const std::string& text, std::size_t indentation);

}  // namespace hlo2c::codegen

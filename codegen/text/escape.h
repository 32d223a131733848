#pragma once

#include <string>
#include <string_view>

namespace hlo2c::codegen {

/// Text from programs (names, locations, configurations) and file names may hold any bytes. Before it is
/// written to a file or a terminal, it goes through the function for its destination; numbers and our own
/// identifiers do not need that. JSON escapes everything but ASCII.

/// Text that is safe to show: bytes that are not valid UTF-8, control characters other than the newline, and
/// characters that are invisible or reorder others become '?'. Those functions below that keep UTF-8 do this
/// first.
std::string visible_text(std::string_view text);
/// The same, but keeps tabs: for what the command prints.
std::string terminal_text(std::string_view text);
/// One line of that, such as a name in a line of output: a line break becomes '?', too.
std::string terminal_line(std::string_view text);
/// Text inside a block comment of C. Keeps newlines.
std::string c_comment(std::string_view text);
/// A C string literal with quotes.
std::string c_string(std::string_view text);
/// The same as an initialiser of a constant: an array of characters if it is longer than 4095, the limit that
/// every C compiler accepts in one literal.
std::string c_text(std::string_view text);
/// One line after a "#" of Make, CMake or pkg-config.
std::string hash_comment(std::string_view text);
/// One line that Make, CMake, pkg-config and their substitutions take literally: characters that are special
/// to any of them become spaces.
std::string plain_value(std::string_view text);
/// Flags for a C compiler in Make or CMake, without characters that cannot be part of a flag.
std::string compiler_flags(std::string_view text);
/// Content of an element or an attribute of HTML.
std::string escape_html(std::string_view text);
/// One line of Markdown, also inside a table.
std::string escape_markdown(std::string_view text);

}  // namespace hlo2c::codegen

#pragma once

#include <string>
#include <string_view>

namespace hlo2c::codegen {

/// Text that comes from programs (names, locations, configurations) and file names may hold any bytes. Before
/// it reaches a file it goes through the function of its destination; numbers and identifiers of our own do
/// not. JSON is written with all but ASCII escaped.

/// What may be shown: bytes that are no UTF-8, control characters other than the newline, and characters that
/// are invisible or reorder others become '?'. The functions below do this first, where they keep UTF-8.
std::string visible_text(std::string_view text);
/// Inside of a block comment of C. Keeps newlines.
std::string c_comment(std::string_view text);
/// A C string literal with quotes.
std::string c_string(std::string_view text);
/// The same where a constant is initialised: an array of characters where it is longer than the 4095 that
/// every C compiler takes in one literal.
std::string c_text(std::string_view text);
/// One line behind a "#" of Make, CMake or pkg-config.
std::string hash_comment(std::string_view text);
/// One line that Make, CMake, pkg-config and their substitutions take as it is: what means something to any
/// of them becomes a space.
std::string plain_value(std::string_view text);
/// Content of an element or an attribute of HTML.
std::string escape_html(std::string_view text);
/// One line of Markdown, also inside of a table.
std::string escape_markdown(std::string_view text);

}  // namespace hlo2c::codegen

#pragma once

#include <string>

namespace hlo2c::codegen {

/// Replaces long braced lists of plain numbers by "{0}", with as many line ends as the list had, so that a
/// parser does not wade through megabytes of weights. A list counts as long from `threshold` characters on;
/// anything in it but numbers, commas, signs, nested braces and white space leaves it as it is. Comments and
/// strings are respected.
std::string abbreviate_number_lists(const std::string& text, std::size_t threshold = 4096);

}  // namespace hlo2c::codegen

#pragma once

#include <string>

namespace hlo2c::codegen {

/// Replaces long braced lists of plain numbers by "{0}", with as many line ends as the list had, so that a
/// parser need not read megabytes of weights. A list is long from `threshold` characters on. A list that
/// contains anything but numbers, commas, signs, nested braces and white space does not change, nor do
/// comments and strings.
std::string abbreviate_number_lists(const std::string& text, std::size_t threshold = 4096);

}  // namespace hlo2c::codegen

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hlo2c::codegen {

/// Words of `text` on lines of at most `columns`; newlines are kept, a word that is longer is cut. The rest
/// of a wrapped line is indented as its beginning is, and by `hanging` spaces more.
std::vector<std::string> wrap(std::string_view text, int columns, int hanging = 0);
/// `text` with each "@key@" of `values` replaced, in one pass.
std::string fill_in(std::string_view text, const std::map<std::string, std::string>& values);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

}  // namespace hlo2c::codegen

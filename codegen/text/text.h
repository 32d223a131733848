#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hlo2c::codegen {

/// Words of `text` on lines of at most `columns`; newlines are kept, a word that is longer is cut. Lines that
/// are wrapped begin with `hanging` spaces.
std::vector<std::string> wrap(std::string_view text, int columns, int hanging = 0);
/// "12", "73.7 KB", "1.5 MB": for people.
std::string human_bytes(std::int64_t bytes);
/// `text` with each "@key@" of `values` replaced, in one pass.
std::string fill_in(std::string_view text, const std::map<std::string, std::string>& values);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

}  // namespace hlo2c::codegen

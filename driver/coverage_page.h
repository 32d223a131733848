#pragma once

#include <map>
#include <string>
#include <string_view>

namespace hlo2c::driver {

/// COVERAGE.md of this folder as it was at build time, by its name: what is read, evaluated and emitted, by
/// operation and element type.
const std::map<std::string, std::string_view>& coverage_page_files();

}  // namespace hlo2c::driver

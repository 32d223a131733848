#pragma once

#include <map>
#include <string>
#include <string_view>

namespace hlo2c::driver {

/// This folder's COVERAGE.md, embedded at build time: which operations and element types are read, evaluated
/// and emitted.
const std::map<std::string, std::string_view>& coverage_page_files();

}  // namespace hlo2c::driver

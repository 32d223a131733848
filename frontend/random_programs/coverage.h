#pragma once

#include <string>

namespace hlo2c::frontend::random_programs {

/// "N of M ops have rules", then the ops without rules, grouped by the reason.
std::string coverage_text();

}  // namespace hlo2c::frontend::random_programs

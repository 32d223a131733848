#pragma once

#include <string>

namespace hlo2c::frontend::random_programs {

/// "N of M ops have rules", and the others by the reason why they have none.
std::string coverage_text();

}  // namespace hlo2c::frontend::random_programs

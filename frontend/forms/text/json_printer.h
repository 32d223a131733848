#pragma once

#include <string>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The program as JSON, for tools that follow how it is compiled: functions with their ops, regions inside.
/// Values are numbers within their function; types and attributes are text as in StableHLO's form. It cannot
/// be read back.
std::string print_program_json(const Program& program);

}  // namespace hlo2c::frontend

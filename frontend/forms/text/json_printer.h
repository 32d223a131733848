#pragma once

#include <nlohmann/json_fwd.hpp>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The program as JSON, for tools that follow how it is compiled: functions with their ops, regions inside.
/// Values are numbers within their function; types and attributes are text as in StableHLO's form. It cannot
/// be read back.
nlohmann::ordered_json json_of(const Program& program);

}  // namespace hlo2c::frontend

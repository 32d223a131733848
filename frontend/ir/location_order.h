#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Puts the locations of a program into the order in which the parser of text meets them, so that equal
/// programs are equal whatever they were read from. Locations that nothing refers to are dropped.
void order_locations(Program& program);

}  // namespace hlo2c::frontend

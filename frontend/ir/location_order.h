#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Sorts the location table into the order in which the text parser meets the locations, so that a program
/// compares equal whichever form it was read from. Drops unreferenced locations.
void order_locations(Program& program);

}  // namespace hlo2c::frontend

#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Replaces each tuple argument and result of the entry point by its leaves, in order; the body assembles the
/// tuple arguments and extracts the elements of the tuple results. A tuple's attributes go to its first leaf.
/// The signature of a program that calls its entry point stays as it is. Custom calls take and return leaves
/// in all functions.
void flatten_tuples(Program& program);

}  // namespace hlo2c::frontend

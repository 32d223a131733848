#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Gives the entry point one argument and one result for each leaf of the tuples that it takes and gives, in
/// their order; its body puts tuples together and takes them apart. Attributes of a tuple stay with its first
/// leaf. A program that calls its entry point stays as it is.
void flatten_tuples(Program& program);

}  // namespace hlo2c::frontend

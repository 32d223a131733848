#pragma once

#include <map>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Name of the argument attribute that keeps the number an argument had before others were bound.
inline constexpr std::string_view position_attribute = "hlo2c.position";

/// Turns arguments of the entry point into constants: they leave the signature, and their data may be folded
/// and packed. Numbers of arguments never shift: every argument that stays carries its first number in
/// `position_attribute`. A constant is named after its argument.
/// Errors: 0311 a number that is no argument, 0312 data whose type is not the argument's.
void bind_arguments(Program& program, const std::map<int, Literal>& data);

/// The number that argument `index` had when the program was read.
int original_position(const Function& function, int index);

}  // namespace hlo2c::frontend

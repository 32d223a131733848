#pragma once

#include <map>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Name of the argument attribute with an argument's position before others were bound.
inline constexpr std::string_view position_attribute = "hlo2c.position";

/// Turns arguments of the entry point into constants: they leave the signature, and their data may be folded
/// and packed. Argument positions never shift: each remaining argument keeps its original position in
/// `position_attribute`. A constant is named after its argument. Errors: 0311 no argument at that position,
/// 0312 data of another type than the argument's.
void bind_arguments(Program& program, const std::map<int, Literal>& data);

/// The position that argument `index` had when the program was read.
int original_position(const Function& function, int index);

}  // namespace hlo2c::frontend

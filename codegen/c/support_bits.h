#pragma once

#include "codegen/c/support_function.h"

namespace hlo2c::codegen {

/// Prefers x86 instructions that count the bits of integers.
void prefer_bit_instructions(const SupportName& name, FunctionBody& body);

}  // namespace hlo2c::codegen

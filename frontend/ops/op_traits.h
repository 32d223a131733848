#pragma once

#include <cstdint>

#include "frontend/ir/opcode.h"

namespace hlo2c::frontend {

enum class OpFamily : std::uint8_t { Elementwise, Movement, Contraction, Reduction, Indexing, Control };

namespace op_trait {
inline constexpr unsigned None = 0;
inline constexpr unsigned Pure = 1;         ///< no side effect: may be removed, merged, moved
inline constexpr unsigned Commutative = 2;  ///< operands 0 and 1 may be swapped
inline constexpr unsigned Elementwise = 4;  ///< result element i depends on element i of each operand only
inline constexpr unsigned Terminator = 8;
inline constexpr unsigned SideEffect = 16;    ///< keeps its order relative to other side effects
inline constexpr unsigned Broadcasting = 32;  ///< elementwise once its operands are broadcast to one shape
}  // namespace op_trait

// The facts of an op's row that are read most.
OpFamily family_of(OpCode code);
bool has_trait(OpCode code, unsigned trait);

}  // namespace hlo2c::frontend

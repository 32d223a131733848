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
inline constexpr unsigned Branching = 64;     ///< runs one of its regions
inline constexpr unsigned Looping = 128;      ///< runs its regions repeatedly
inline constexpr unsigned ControlFlow = Branching | Looping;  ///< its regions read values from outside
inline constexpr unsigned Transparent = 256;  ///< has no side effects besides those of its regions
inline constexpr unsigned Calling = 512;      ///< runs a function of the program, `callee_name`
inline constexpr unsigned ProcessId = 1024;  ///< its result is the number of the process, in one of two grids
// Quantized operands: elementwise ops and contractions dequantize them, compute, and quantize the results;
// other ops move or convert what is stored. These are the exceptions.
inline constexpr unsigned OnStored = 2048;
inline constexpr unsigned OnExpressed = 4096;
inline constexpr unsigned Reducing = 8192;       ///< combines elements and init_values by its region
inline constexpr unsigned Asynchronous = 16384;  ///< async_start may run it
}  // namespace op_trait

// The most used facts of an op's row.
OpFamily family_of(OpCode code);
/// Whether the op has the trait, or one of several joined by `|`.
bool has_trait(OpCode code, unsigned trait);

/// Whether the op dequantizes its quantized operands, computes, and quantizes the results. Others move or
/// convert what is stored.
bool computes_on_quantized(OpCode code);

}  // namespace hlo2c::frontend

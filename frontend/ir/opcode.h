#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hlo2c::frontend {

/// One enumerator per name in frontend/ops.def.
enum class OpCode : std::uint16_t {
#define OP(name) name,
#include "frontend/ops.def"
};

inline constexpr std::size_t op_count = 0
#define OP(name) +1
#include "frontend/ops.def"
    ;

enum class OpFamily : std::uint8_t { Elementwise, Movement, Contraction, Reduction, Indexing, Control };

namespace op_trait {
inline constexpr unsigned None = 0;
inline constexpr unsigned Pure = 1;         ///< no side effect: may be removed, merged, moved
inline constexpr unsigned Commutative = 2;  ///< operands 0 and 1 may be swapped
inline constexpr unsigned Elementwise = 4;  ///< result element i depends on element i of each operand only
inline constexpr unsigned Terminator = 8;
inline constexpr unsigned SideEffect = 16;  ///< keeps its order relative to other side effects
}  // namespace op_trait

// The facts of an op's row that are read most, defined where the rows are: frontend/ops/rows/table.cpp.
std::string_view spelling(OpCode code);  ///< in StableHLO text, with dialect
OpFamily family_of(OpCode code);
bool has_trait(OpCode code, unsigned trait);
std::optional<OpCode> opcode_from_spelling(std::string_view spelling);

}  // namespace hlo2c::frontend

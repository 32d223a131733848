#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hlo2c::frontend {

/// One enumerator per row of frontend/ops.def.
enum class OpCode : std::uint16_t {
#define OP(name, spelling, family, least, most, regions, traits, verify) name,
#include "frontend/ops.def"
};

enum class OpFamily : std::uint8_t { Elementwise, Movement, Contraction, Reduction, Indexing, Control };

namespace op_trait {
inline constexpr unsigned None = 0;
inline constexpr unsigned Pure = 1;         ///< no side effect: may be removed, merged, moved
inline constexpr unsigned Commutative = 2;  ///< operands 0 and 1 may be swapped
inline constexpr unsigned Elementwise = 4;  ///< result element i depends on element i of each operand only
inline constexpr unsigned Terminator = 8;
inline constexpr unsigned SideEffect = 16;  ///< keeps its order relative to other side effects
}  // namespace op_trait

/// One row of the op table.
struct OpFacts {
    OpCode code;
    std::string_view name;      ///< enumerator
    std::string_view spelling;  ///< StableHLO text, with dialect
    OpFamily family;
    int least_operands, most_operands, regions;  ///< -1: any number
    unsigned traits;
};

const OpFacts& facts(OpCode code);
std::optional<OpCode> opcode_from_spelling(std::string_view spelling);
int opcode_count();

inline std::string_view spelling(OpCode code) {
    return facts(code).spelling;
}
inline bool has_trait(OpCode code, unsigned trait) {
    return (facts(code).traits & trait) != 0;
}

}  // namespace hlo2c::frontend

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hlo2c::frontend {

/// One enumerator per name in frontend/ops.def.
enum class OpCode : std::uint16_t {
#define OP(name, text) name,
#include "frontend/ops.def"
};

inline constexpr std::size_t op_count = 0
#define OP(name, text) +1
#include "frontend/ops.def"
    ;

std::string_view spelling(OpCode code);    ///< in StableHLO text, with dialect
std::string_view dialect_of(OpCode code);  ///< "stablehlo"
std::optional<OpCode> opcode_from_spelling(std::string_view spelling);

}  // namespace hlo2c::frontend

#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "codegen/c/support_function.h"

namespace hlo2c::codegen {

/// A kind of registers that hold vectors of floats, and how C calls their instructions.
struct FloatRegisters {
    std::string condition;  ///< true in C if the compiler has the instructions: "defined(__AVX__)"
    std::string type;       ///< "__m256d"
    std::string prefix;     ///< of the instructions' names: "_mm256_"
    std::string suffix;     ///< "_pd"

    /// "_mm256_max_pd((__m256d)a, (__m256d)b)"
    std::string call(std::string_view instruction, std::initializer_list<std::string_view> operands) const;
};

/// x86's registers for the type: of 16 bytes with SSE2, of 32 with AVX, of 64 with AVX-512. nullopt for
/// other widths.
std::optional<FloatRegisters> x86_registers(scheduler::ValueType type);
/// NEON's registers, of 16 bytes. nullopt for other widths.
std::optional<FloatRegisters> neon_registers(scheduler::ValueType type);

/// Prefers the instruction of these registers, if there are any, as the body of a function that returns {T}.
void prefer_call(FunctionBody& body, const std::optional<FloatRegisters>& registers,
                 std::string_view instruction, std::initializer_list<std::string_view> operands);

}  // namespace hlo2c::codegen

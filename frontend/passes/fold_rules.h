#pragma once

#include <cstddef>
#include <cstdint>

#include "frontend/ir/opcode.h"

namespace hlo2c::frontend {

/// How `fold` treats an op whose operands are constants, or expressions of constants.
struct FoldRule {
    /// Operands that may stay expressions: a kernel computes their elements where it reads them, or writes
    /// them to memory that it needs anyway. Other rules need constant indices.
    enum class Expressions : std::uint8_t { None, First, All };

    bool is_folded = true;
    /// A kernel computes an element of the result at about the cost of reading it from memory.
    bool is_cheap = false;
    bool keeps_splats = false;  ///< the result of splats is a splat, which is computed once
    Expressions expressions = Expressions::None;

    constexpr bool takes_expression(std::size_t operand) const {
        return expressions == Expressions::All || (expressions == Expressions::First && operand == 0);
    }
};

const FoldRule& fold_rule(OpCode code);

}  // namespace hlo2c::frontend

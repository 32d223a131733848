#pragma once

#include <optional>
#include <string>

#include "codegen/text/support_call.h"

namespace hlo2c::codegen {

/// Precedence of C operators, tightest first.
enum Precedence : int {
    primary = 0,
    unary = 2,
    multiplicative = 3,
    additive = 4,
    shift = 5,
    relational = 6,
    equality = 7,
    bitwise = 10,
    logical_and = 11,
    logical_or = 12,
    conditional = 13,
    any_precedence = 99
};

/// An expression of C, and the operator that it applies last.
struct Expression {
    std::string text;
    int precedence = primary;
    std::optional<SupportCall> call = {};  ///< the support function that the text calls, if it does

    /// The text, in parentheses where it binds looser than `loosest`.
    std::string within(int loosest) const { return precedence > loosest ? "(" + text + ")" : text; }
};

}  // namespace hlo2c::codegen

#pragma once

#include <cstdint>
#include <string>

#include "codegen/text/expression.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::codegen {

/// An integer constant of the kind; the lowest integers, which have no literal in C, by their names.
Expression integer_literal(scheduler::ScalarKind kind, std::int64_t value);
/// A float constant in C: the shortest decimal with the same bits; a call of a support function for an
/// infinity, and for a NaN, from its bits.
Expression real_literal(scheduler::ScalarKind kind, std::int64_t bits);
/// An unsigned constant of 64 bits in hexadecimal, with at least `digits` of them.
std::string hexadecimal_literal(std::uint64_t value, int digits = 1);
/// A size as a constant that the preprocessor also accepts.
std::string size_literal(std::int64_t value);
/// Appends an element of an initialiser that preserves every bit: decimal for integers, the bits in
/// hexadecimal for floats.
void append_element(std::string& row, std::uint64_t bits, scheduler::ScalarKind element);

}  // namespace hlo2c::codegen

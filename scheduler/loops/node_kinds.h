#pragma once

#include <string>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// True for the kinds that are executed rather than evaluated.
bool is_statement(NodeKind kind);
/// True for the kinds that give a value a name, as an expression or around a statement.
bool is_let(NodeKind kind);
/// True for the arithmetic of elements and indices, comparisons and selections included.
bool is_arithmetic(NodeKind kind);
/// "fma", "let_statement": the name in dumps and messages.
std::string spelling(NodeKind kind);
std::string spelling(LoopKind loop);      ///< "for", "parallel"
std::string spelling(MemoryKind memory);  ///< "scratch"
/// Smallest and largest number of operands; a maximum of -1 means any number.
struct OperandCount {
    int minimum, maximum;
};
OperandCount operand_count(NodeKind kind);

}  // namespace hlo2c::scheduler

#pragma once

#include <cstddef>

#include "scheduler/schedule/problem.h"
#include "scheduler/schedule/schedule.h"
#include "scheduler/target/target.h"

/// The instructions of a target that multiply several bytes at a time.
namespace hlo2c::scheduler {

/// True if one instruction adds four products of bytes.
bool multiplies_bytes(const Target& target);

/// How the products of a contraction with result loop `vector_loop` in lanes are added. Words need
/// neighbouring bytes of the row operand, and a panel, in which words are made of bytes that are apart.
ByteProducts byte_products(const ContractionProblem& problem, std::size_t vector_loop, bool panel_is_rhs,
                           const Target& target);

}  // namespace hlo2c::scheduler

#pragma once

#include <Halide.h>

#include <vector>

namespace hlo2c::scheduler::halide {

/// The statements of a block and of the blocks inside it, in order. Halide stores the elements of a tuple one
/// after another, even if a later element reads an earlier one; here, the stores of one tuple are one
/// statement that computes all elements before it stores the first.
std::vector<Halide::Internal::Stmt> statements_with_whole_tuples(const Halide::Internal::Stmt& block);

/// Stores to all elements of one tuple with the lets around their block, around each of them: what elements
/// share then has one name. Undefined for other statements.
Halide::Internal::Stmt stores_with_their_lets(const Halide::Internal::Stmt& statement);

}  // namespace hlo2c::scheduler::halide

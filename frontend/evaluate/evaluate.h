#pragma once

#include <span>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Runs the entry point of a program as it was read, before any pass, with its calls and composites.
///
/// The evaluator is the reference for emitted code: it is written to be correct, not fast. Float types
/// narrower than f64 are computed in double and rounded once per op; integers wrap; README.md has the rules
/// for sums. It shares no arithmetic with emitted code. Shapes follow the arguments, so programs with dynamic
/// shapes run too. A token argument is an empty literal; token results are omitted. Errors: 0320 an op that
/// is not supported, 0321 an op that fails at run time, 0322 arguments that do not match.
std::vector<Literal> evaluate(const Program& program, std::span<const Literal> arguments);

/// One of several processes; see evaluate/processes.h.
struct Process;

/// Runs one function of the program; with several processes, as `process`.
std::vector<Literal> evaluate(const Program& program, const Function& function,
                              std::span<const Literal> arguments, Process* process = nullptr);

/// Sums of products are accumulated in double. Compensated sums also accumulate the rounding error of each
/// step if the result is f64, because double is no wider than f64.
enum class ProductSums { Compensated, Plain };

/// Evaluates one op on these operands, for constant folding. Its regions must not capture values, and its
/// results must be tensors.
std::vector<Literal> evaluate_op(const Program& program, const Function& function, const Op& op,
                                 std::span<const Literal> operands,
                                 ProductSums sums = ProductSums::Compensated);

}  // namespace hlo2c::frontend

#pragma once

#include <span>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Runs the entry point of a program as it was read: calls, composites and all, before any pass.
///
/// The evaluator is the reference that emitted code is compared with: it is written for being right. Float
/// types narrower than f64 are computed in double and rounded once per op; integers wrap; what README.md says
/// of sums holds. It shares no arithmetic with emitted code. Shapes follow the arguments, so programs with
/// sizes that are not known are run as well. A token among the arguments is given as an empty literal, and
/// none is among the results. Errors: 0320 an op that is not evaluated, 0321 an op that cannot go on, 0322
/// arguments that do not fit.
std::vector<Literal> evaluate(const Program& program, std::span<const Literal> arguments);

/// One of several processes; see evaluate/processes.h.
struct Process;

/// Runs one function of the program, in `process` where there are several.
std::vector<Literal> evaluate(const Program& program, const Function& function,
                              std::span<const Literal> arguments, Process* process = nullptr);

/// Sums of products are added up in double. Compensated, those for results of f64, which double is no wider
/// than, also keep what each step rounds away.
enum class ProductSums { Compensated, Plain };

/// Evaluates one op whose operands are these tensors and whose regions read nothing from outside: the kernels
/// of constant folding. Results must be tensors.
std::vector<Literal> evaluate_op(const Program& program, const Function& function, const Op& op,
                                 std::span<const Literal> operands,
                                 ProductSums sums = ProductSums::Compensated);

}  // namespace hlo2c::frontend

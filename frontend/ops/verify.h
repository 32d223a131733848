#pragma once

#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Checks the whole program against the specification: every op's operands, attributes, regions and types
/// with the labelled constraints of its section, values defined before use and once, terminators, and calls.
/// Throws the first violation as a DiagnosticError (02xx) that names the op, its place in the file that was
/// read, the constraint by its label, and what to do. Shapes with `?` are checked as far as their sizes are
/// known.
void verify(const Program& program);

/// Checks what `verify` lets pass though it cannot be executed: modules without a function, main or a called
/// function without a body (0205), values of types that have no form here (0201), and reducers of tensors
/// (0202).
void require_executable(const Program& program);

/// Types of the op's results as its operands, attributes and regions give them. What they do not determine
/// (the shape of a reshape, say) is taken from `op.results`. Throws like `verify` when the op is not valid.
std::vector<Type> infer_result_types(const Program& program, const Function& function, const Op& op);

/// Numbers of the diagnostics of verification.
namespace verify_error {
inline constexpr int operands = 201;
inline constexpr int constraint = 202;
inline constexpr int result_type = 203;
inline constexpr int attribute = 204;
inline constexpr int call = 205;
inline constexpr int region = 206;
inline constexpr int value = 207;
}  // namespace verify_error

}  // namespace hlo2c::frontend

#pragma once

#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Checks the whole program against the specification: the operands, attributes, regions and types of every
/// op with the labelled constraints of its section, single definitions that precede uses, terminators, and
/// calls. Throws the first violation as a DiagnosticError (02xx) that names the op, its place in the source
/// file, the label of the constraint, and a remedy. Shapes with `?` are checked as far as their sizes are
/// known.
void verify(const Program& program);

/// Rejects a module without a function (0205).
void require_function(const Program& program);

/// Rejects valid programs that cannot be executed: modules without a function, main or a called function
/// without a body (0205), values of unsupported types (0201), and reducers of tensors (0202).
void require_executable(const Program& program);

/// Result types that follow from the op's operands, attributes and regions. What they do not determine (the
/// shape of a reshape, say) comes from `op.results`. Throws like `verify` if the op is not valid.
std::vector<Type> infer_result_types(const Program& program, const Function& function, const Op& op);

}  // namespace hlo2c::frontend

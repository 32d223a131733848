#pragma once

#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {

/// The rules of `decompose`, by op.
void add_batch_norm_rules(std::map<OpCode, SimplifyRule>& table);
void add_broadcasting_rules(std::map<OpCode, SimplifyRule>& table);
void add_function_rules(std::map<OpCode, SimplifyRule>& table);

}  // namespace hlo2c::frontend

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A part of the results that shares memory with a part of an operand: `output_operand_alias` of custom_call.
/// The indices are paths into nested tuples, outermost first; empty for a whole result or operand.
struct OutputOperandAlias {
    std::vector<std::int64_t> output_tuple_indices;
    std::int64_t operand_index = 0;
    std::vector<std::int64_t> operand_tuple_indices;
};

/// Nothing if the attribute is not a `#stablehlo.output_operand_alias<...>`.
std::optional<OutputOperandAlias> output_operand_alias(const Attribute& attribute);

/// The `output_operand_aliases` of an op, without malformed ones, which the verifier rejects.
std::vector<OutputOperandAlias> output_operand_aliases(const Op& op);

Attribute attribute_of(OutputOperandAlias alias);

/// Sets the attribute, or removes it if the list is empty.
void set_output_operand_aliases(Op& op, std::vector<OutputOperandAlias> aliases);

}  // namespace hlo2c::frontend

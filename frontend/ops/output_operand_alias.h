#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A part of the results that lies where a part of an operand does: `output_operand_alias` of custom_call.
/// The indices lead into tuples, from the outermost; none for a whole result or operand.
struct OutputOperandAlias {
    std::vector<std::int64_t> output_tuple_indices;
    std::int64_t operand_index = 0;
    std::vector<std::int64_t> operand_tuple_indices;
};

/// Nothing where the attribute is no `#stablehlo.output_operand_alias<...>`.
std::optional<OutputOperandAlias> output_operand_alias(const Attribute& attribute);

/// The `output_operand_aliases` of an op; those that are none, which the verifier refuses, are left out.
std::vector<OutputOperandAlias> output_operand_aliases(const Op& op);

Attribute attribute_of(OutputOperandAlias alias);

/// Without any, the op has no such attribute.
void set_output_operand_aliases(Op& op, std::vector<OutputOperandAlias> aliases);

}  // namespace hlo2c::frontend

#include "frontend/ops/ragged_dot.h"

namespace hlo2c::frontend {

RaggedDotDimensions ragged_dot_dimensions(const Op& op) {
    const Attribute* attribute = op.attribute("ragged_dot_dimension_numbers");
    const auto* structure = attribute != nullptr ? attribute->get_if<StructAttribute>() : nullptr;
    const auto list = [&](std::string_view name) {
        if (structure != nullptr)
            for (const NamedAttribute& field : structure->fields)
                if (const auto* values = field.second.get_if<IntegerArray>();
                    field.first == name && values != nullptr)
                    return values->values;
        return std::vector<std::int64_t>();
    };
    return {{list("lhs_batching_dimensions"), list("rhs_batching_dimensions"),
             list("lhs_contracting_dimensions"), list("rhs_contracting_dimensions")},
            list("lhs_ragged_dimensions"),
            list("rhs_group_dimensions")};
}

}  // namespace hlo2c::frontend

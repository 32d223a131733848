#include "frontend/ops/output_operand_alias.h"

#include <utility>

#include "frontend/ir/attributes.h"
#include "frontend/ir/structures.h"

namespace hlo2c::frontend {

std::optional<OutputOperandAlias> output_operand_alias(const Attribute& attribute) {
    const auto* structure = attribute.get_if<StructAttribute>();
    if (structure == nullptr || structure->name != structures::output_operand_alias ||
        !structure->raw.empty())
        return std::nullopt;
    OutputOperandAlias alias;
    for (const auto& [name, value] : structure->fields) {
        const auto* indices = value.get_if<IntegerArray>();
        const auto* index = value.get_if<IntegerAttribute>();
        if (name == "output_tuple_indices" && indices != nullptr)
            alias.output_tuple_indices = indices->values;
        if (name == "operand_index" && index != nullptr) alias.operand_index = index->value;
        if (name == "operand_tuple_indices" && indices != nullptr)
            alias.operand_tuple_indices = indices->values;
    }
    return alias;
}

std::vector<OutputOperandAlias> output_operand_aliases(const Op& op) {
    const Attribute* attribute = op.attribute(attr::output_operand_aliases);
    const auto* list = attribute != nullptr ? attribute->get_if<ArrayAttribute>() : nullptr;
    std::vector<OutputOperandAlias> aliases;
    if (list == nullptr) return aliases;
    for (const Attribute& element : list->elements)
        if (auto alias = output_operand_alias(element)) aliases.push_back(std::move(*alias));
    return aliases;
}

Attribute attribute_of(OutputOperandAlias alias) {
    return StructAttribute{structures::output_operand_alias,
                           {{"output_tuple_indices", IntegerArray{std::move(alias.output_tuple_indices)}},
                            {"operand_index", IntegerAttribute{alias.operand_index}},
                            {"operand_tuple_indices", IntegerArray{std::move(alias.operand_tuple_indices)}}},
                           {}};
}

void set_output_operand_aliases(Op& op, std::vector<OutputOperandAlias> aliases) {
    ArrayAttribute list;
    for (OutputOperandAlias& alias : aliases) list.elements.push_back(attribute_of(std::move(alias)));
    if (list.elements.empty())
        op.remove_attribute(attr::output_operand_aliases);
    else
        op.set_attribute(attr::output_operand_aliases, std::move(list));
}

}  // namespace hlo2c::frontend

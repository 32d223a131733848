#include "frontend/ops/check_row.h"

#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/ops/op_row.h"

namespace hlo2c::frontend {
namespace {

/// Checks the constraints of quantized tensor types, with the labels of the specification's section on types.
void require_quantization(const OpContext& op, std::string_view which, const TensorType& type) {
    if (!type.is_quantized()) return;
    const Quantization& quantization = type.quantization.front();
    const auto refuse = [&](std::string_view label, std::string_view what) {
        op.refuse_as(
            verify_error::constraint,
            fmt::format("{} of {} is {}, whose quantization violates ({}): {}", which, spelling(op.op().code),
                        to_string(type), label, what),
            fmt::format("Correct the type; see constraint ({}) of quantized tensor types in the StableHLO "
                        "specification.",
                        label));
    };
    for (const std::int64_t zero : quantization.zero_points)
        if (zero < quantization.storage_minimum || zero > quantization.storage_maximum)
            refuse("C7", "a zero point lies outside of the storage limits");
    if (quantization.axis < 0) return;
    if (quantization.axis >= type.rank()) refuse("C12", "the axis is not below the rank");
    const std::int64_t size = type.shape[static_cast<std::size_t>(quantization.axis)];
    if (!same_size(size, static_cast<std::int64_t>(quantization.scales.size())))
        refuse("C13",
               fmt::format("there are {} scales for an axis of size {}", quantization.scales.size(), size));
}

/// The operands or the results of an op, as its row numbers and names them.
struct ValueGroup {
    std::span<const ValueFact> facts;
    const std::vector<ValueId>& values;
    std::string (OpContext::*name)(std::size_t i) const;
    char letter;  ///< of the specification's labels
};

void require_kinds(const OpContext& op, const ValueGroup& group) {
    for (std::size_t i = 0; i < group.values.size(); i++) {
        const Type& type = op.function().type(group.values[i]);
        const std::optional<std::size_t> fact = fact_of(group.facts, i, group.values.size());
        const auto accepts_type = [&](const ValueFact& each) { return accepts(each.kinds, type); };
        // Where groups share the values in unknown parts, one of them has to accept each.
        const bool fits =
            fact ? accepts_type(group.facts[*fact])
                 : group.facts.empty() || std::any_of(group.facts.begin(), group.facts.end(), accepts_type);
        const std::size_t named = fact.value_or(0);
        if (!fits)
            op.refuse(fmt::format("{}{}", group.letter, named + 1),
                      fmt::format("{} is {} where {} was expected", (op.*group.name)(i), to_string(type),
                                  describe(group.facts[named].kinds)));
        if (type.is_tensor() && type.as_tensor().is_quantized())
            require_quantization(op, (op.*group.name)(i), type.as_tensor());
    }
}

/// The type of an integer, or of the integers in a list.
std::string_view integer_type(const Attribute& attribute) {
    if (const auto* integer = attribute.get_if<IntegerAttribute>()) return integer->type;
    if (const auto* integers = attribute.get_if<IntegerArray>()) return integers->type;
    return spelling(attribute.get_if<Literal>()->type().element);
}

/// Requires the type with which the specification writes the attribute's integers.
void require_integer_type(const OpContext& op, const AttributeFact& fact, const Attribute& given) {
    if (fact.kind != AttributeKind::Integer && fact.kind != AttributeKind::Integers) return;
    const std::string_view type = integer_type(given), expected = fact.default_value.type;
    if (type == expected) return;
    op.refuse_as(verify_error::attribute,
                 fmt::format("the attribute '{}' of {} has the type {} where {} was expected", fact.name,
                             spelling(op.op().code), type, expected),
                 fmt::format("Write its integers as {}.", expected));
}

}  // namespace

void require_counts(const OpContext& op) {
    if (const auto wrong = wrong_count(op.op().code, op.operand_count(), op.op().regions.size()))
        op.refuse_as(verify_error::operands, wrong->message, wrong->remedy);
}

void require_value_kinds(const OpContext& op) {
    const OpRow& facts = row(op.op().code);
    require_kinds(op, {facts.operands, op.op().operands, &OpContext::operand_name, 'I'});
    require_kinds(op, {facts.results, op.op().results, &OpContext::result_name, 'O'});
}

void require_attributes(const OpContext& op) {
    for (const AttributeFact& fact : row(op.op().code).attributes) {
        op.require_attribute(fact.name, fact.kind, fact.is_required);
        const Attribute* given = op.op().attribute(fact.name);
        if (given == nullptr) continue;
        require_integer_type(op, fact, *given);
        if (fact.keywords == nullptr) continue;
        op.require_keyword("", read_attribute<std::string>(*given, fact.name), *fact.keywords,
                           fact.first_keyword);
    }
}

}  // namespace hlo2c::frontend

#include "frontend/ops/scalar_attribute.h"

#include "frontend/ir/structures.h"

namespace hlo2c::frontend {
namespace {

/// `#complex.number<:f32 1.0, 2.0>`
std::optional<Literal> complex_number(const StructAttribute& number) {
    if (number.name != structures::complex_number || number.fields.size() != 2) return std::nullopt;
    const auto* real = number.fields[0].second.get_if<FloatAttribute>();
    const auto* imag = number.fields[1].second.get_if<FloatAttribute>();
    if (real == nullptr || imag == nullptr) return std::nullopt;
    const std::optional<ElementType> part = element_type_from_spelling(real->type);
    if (part != ElementType::F32 && part != ElementType::F64) return std::nullopt;
    const Literal parts =
        Literal::from_values<double>(TensorType{{2}, *part, {}, {}}, {real->value, imag->value});
    const ElementType whole = part == ElementType::F32 ? ElementType::C64 : ElementType::C128;
    return Literal(TensorType{{}, whole, {}, {}}, {parts.bytes().begin(), parts.bytes().end()});
}

}  // namespace

std::optional<Literal> scalar_value(const Attribute& attribute) {
    if (const bool* flag = attribute.get_if<bool>())
        return Literal::scalar<std::int64_t>(ElementType::I1, *flag);
    if (const auto* integer = attribute.get_if<IntegerAttribute>()) {
        const std::optional<ElementType> type = element_type_from_spelling(integer->type);
        if (type) return Literal::scalar<std::int64_t>(*type, integer->value);
    }
    if (const auto* real = attribute.get_if<FloatAttribute>()) {
        const std::optional<ElementType> type = element_type_from_spelling(real->type);
        if (type) return Literal::scalar<double>(*type, real->value);
    }
    if (const auto* number = attribute.get_if<StructAttribute>()) return complex_number(*number);
    return std::nullopt;
}

}  // namespace hlo2c::frontend

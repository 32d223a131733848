#include "frontend/ops/value_kinds.h"

#include <vector>

namespace hlo2c::frontend {
namespace {

using namespace kinds;

ValueKinds kind_of(ElementType element) {
    switch (kind(element)) {
        case ElementKind::Boolean: return B;
        case ElementKind::Signed: return S;
        case ElementKind::Unsigned: return U;
        case ElementKind::Float: return F;
        case ElementKind::Complex: return C;
    }
    return {};
}

bool accepts_element(ValueKinds kinds, const TensorType& tensor) {
    if (tensor.is_quantized()) return kinds.has(tensor.quantization.front().axis >= 0 ? PerAxis : PerTensor);
    switch (tensor.element) {
        case ElementType::TF32: return false;
        case ElementType::Index: return kinds.has(Index);
        case ElementType::F32:
        case ElementType::F64: return kinds.has(F | F32F64);
        default: return kinds.has(kind_of(tensor.element));
    }
}

std::string describe_elements(ValueKinds kinds) {
    std::vector<std::string> names;
    if (kinds.has(B)) names.emplace_back("boolean");
    if (kinds.has(S) && kinds.has(U)) {
        names.emplace_back("integer");
    } else if (kinds.has(I)) {
        names.emplace_back(kinds.has(S) ? "signed integer" : "unsigned integer");
    }
    if (kinds.has(F)) names.emplace_back("float");
    if (kinds.has(F32F64)) names.emplace_back("f32 or f64");
    if (kinds.has(C)) names.emplace_back("complex");
    if (kinds.has(Q)) names.emplace_back("quantized");
    std::string text;
    for (std::size_t i = 0; i < names.size(); i++)
        text += (i == 0 ? " of " : i + 1 == names.size() ? " or " : ", ") + names[i];
    return text + " elements";
}

}  // namespace

bool accepts(ValueKinds kinds, const Type& type) {
    if (kinds.has(Any)) return true;
    if (std::holds_alternative<TokenType>(type.value)) return kinds.has(Token);
    if (std::holds_alternative<FutureType>(type.value)) return kinds.has(Future);
    if (std::holds_alternative<TupleType>(type.value)) return kinds.has(Tuple);
    if (!type.is_tensor()) return false;
    const TensorType& tensor = type.as_tensor();
    if (kinds.rank >= 0 && tensor.rank() != kinds.rank) return false;
    if (kinds.is_static && !tensor.is_static() && tensor.bounds.empty()) return false;
    return accepts_element(kinds, tensor);
}

std::string describe(ValueKinds kinds) {
    if (kinds.has(Any)) return "any value";
    if (!kinds.has(TQA | F32F64))
        return kinds.has(Token) ? "a token" : kinds.has(Future) ? "a future" : "a tuple";
    std::string text =
        kinds.rank < 0 ? "a tensor" : "a " + std::to_string(kinds.rank) + "-dimensional tensor";
    text += describe_elements(kinds);
    if (kinds.is_static) text += " and of known size";
    if (kinds.has(PerTensor) && !kinds.has(PerAxis)) text += " with one scale";
    return text;
}

}  // namespace hlo2c::frontend

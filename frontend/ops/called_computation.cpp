#include "frontend/ops/called_computation.h"

#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {

std::string called_computation(const Op& op) {
    const Attribute* called = op.attribute(attr::called_computations);
    const auto* names = called != nullptr ? called->get_if<ArrayAttribute>() : nullptr;
    if (names == nullptr || names->elements.size() != 1) return "";
    const auto* symbol = names->elements[0].get_if<SymbolAttribute>();
    return symbol != nullptr ? symbol->name : "";
}

}  // namespace hlo2c::frontend

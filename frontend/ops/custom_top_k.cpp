#include "frontend/ops/custom_top_k.h"

namespace hlo2c::frontend {

CustomTopK custom_top_k(const Op& op) {
    CustomTopK options;
    for (const char* dictionary : {"mhlo.attributes", "mhlo.backend_config", "backend_config"}) {
        const Attribute* attribute = op.attribute(dictionary);
        const auto* entries = attribute != nullptr ? attribute->get_if<DictionaryAttribute>() : nullptr;
        if (entries == nullptr) continue;
        for (const auto& [name, value] : entries->entries) {
            const bool* flag = value.get_if<bool>();
            const auto* number = value.get_if<IntegerAttribute>();
            if (name == "largest" && flag != nullptr) options.largest = *flag;
            if (name == "reduction_dim" && number != nullptr) options.dimension = number->value;
        }
    }
    const Attribute* called = op.attribute("called_computations");
    const auto* names = called != nullptr ? called->get_if<ArrayAttribute>() : nullptr;
    if (names != nullptr && names->elements.size() == 1)
        if (const auto* name = names->elements[0].get_if<SymbolAttribute>()) options.comparator = name->name;
    return options;
}

}  // namespace hlo2c::frontend

#include "frontend/ops/custom_top_k.h"

#include "frontend/ops/called_computation.h"

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
    options.comparator = called_computation(op);
    return options;
}

}  // namespace hlo2c::frontend

#include "frontend/ops/configuration.h"

#include <cstdlib>
#include <string>

#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

/// The number after `name =` or `"name":` in a dictionary stored as text.
std::optional<std::int64_t> number_in_text(const std::string& text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        const std::size_t equals = text.find_first_not_of(" \"", at + name.size());
        const bool whole = at == 0 || text.find_first_of("{, \"", at - 1) == at - 1;
        if (!whole || equals == std::string::npos || (text[equals] != '=' && text[equals] != ':')) continue;
        const std::size_t begin = text.find_first_not_of(' ', equals + 1);
        if (begin == std::string::npos) return std::nullopt;
        if (text.compare(begin, 4, "true") == 0) return 1;
        if (text.compare(begin, 5, "false") == 0) return 0;
        char* end = nullptr;
        const long long value = std::strtoll(text.c_str() + begin, &end, 10);
        if (end != text.c_str() + begin) return value;
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> configured_number(const Op& op, std::string_view name) {
    for (const Attr<Attribute>& where :
         {attr::mhlo_attributes, attr::mhlo_backend_config, attr::backend_config}) {
        const Attribute* attribute = op.attribute(where);
        if (attribute == nullptr) continue;
        if (const auto* dictionary = attribute->get_if<DictionaryAttribute>()) {
            if (const auto* number = find_attribute<IntegerAttribute>(dictionary->entries, name))
                return number->value;
            if (const auto* flag = find_attribute<bool>(dictionary->entries, name)) return *flag ? 1 : 0;
        }
        if (const auto* text = attribute->get_if<std::string>())
            if (const auto number = number_in_text(*text, name)) return number;
    }
    return std::nullopt;
}

}  // namespace hlo2c::frontend

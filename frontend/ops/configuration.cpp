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
    for (const Attr<Attribute>& dictionary :
         {attr::mhlo_attributes, attr::mhlo_backend_config, attr::backend_config}) {
        const Attribute* attribute = op.attribute(dictionary);
        if (attribute == nullptr) continue;
        if (const auto* entries = attribute->get_if<DictionaryAttribute>())
            for (const auto& [key, value] : entries->entries) {
                if (key != name) continue;
                if (const auto* number = value.get_if<IntegerAttribute>()) return number->value;
                if (const auto* flag = value.get_if<bool>()) return *flag ? 1 : 0;
            }
        if (const auto* text = attribute->get_if<std::string>())
            if (const auto number = number_in_text(*text, name)) return number;
    }
    return std::nullopt;
}

}  // namespace hlo2c::frontend

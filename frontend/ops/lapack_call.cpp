#include "frontend/ops/lapack_call.h"

#include <cstdlib>
#include <map>

namespace hlo2c::frontend {
namespace {

/// The number behind `name = ` in a dictionary that is kept as text.
std::optional<std::int64_t> number_in_text(const std::string& text, const std::string& name) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        const std::size_t equals = text.find_first_not_of(" \"", at + name.size());
        const bool whole = at == 0 || text.find_first_of("{, \"", at - 1) == at - 1;
        if (!whole || equals == std::string::npos || (text[equals] != '=' && text[equals] != ':')) continue;
        const char* begin = text.c_str() + equals + 1;
        char* end = nullptr;
        const long long value = std::strtoll(begin, &end, 10);
        if (end != begin) return value;
    }
    return std::nullopt;
}

std::optional<std::int64_t> configured(const Op& op, std::string_view name) {
    for (const char* dictionary : {"mhlo.backend_config", "backend_config"}) {
        const Attribute* attribute = op.attribute(dictionary);
        if (attribute == nullptr) continue;
        if (const auto* entries = attribute->get_if<DictionaryAttribute>())
            for (const auto& [key, value] : entries->entries) {
                if (key != name) continue;
                if (const auto* number = value.get_if<IntegerAttribute>()) return number->value;
                if (const auto* flag = value.get_if<bool>()) return *flag ? 1 : 0;
            }
        if (const auto* text = attribute->get_if<std::string>())
            if (const auto number = number_in_text(*text, std::string(name))) return number;
    }
    return std::nullopt;
}

}  // namespace

char LapackCall::letter(std::string_view name, char otherwise) const {
    return static_cast<char>(integer(name, otherwise));
}

std::int64_t LapackCall::integer(std::string_view name, std::int64_t otherwise) const {
    return configured(*op, name).value_or(otherwise);
}

std::optional<LapackCall> lapack_call(const Op& op) {
    if (op.code != OpCode::CustomCall) return std::nullopt;
    const std::string target = op.text("call_target_name", "");
    const std::string prefix = "lapack_", suffix = "_ffi";
    if (!target.starts_with(prefix) || !target.ends_with(suffix) ||
        target.size() < prefix.size() + suffix.size() + 2)
        return std::nullopt;
    const std::string name = target.substr(prefix.size(), target.size() - prefix.size() - suffix.size());
    if (std::string("sdcz").find(name[0]) == std::string::npos) return std::nullopt;
    static const std::map<std::string, std::string> real_names = {
        {"ungqr", "orgqr"}, {"unmqr", "ormqr"}, {"heevd", "syevd"}, {"hetrd", "sytrd"}};
    const std::string plain = name.substr(1);
    const auto real_name = real_names.find(plain);
    return LapackCall{real_name == real_names.end() ? plain : real_name->second, &op};
}

}  // namespace hlo2c::frontend

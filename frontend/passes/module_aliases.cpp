#include "frontend/passes/module_aliases.h"

#include <optional>

#include "frontend/ir/declarations.h"
#include "frontend/ir/donation.h"

namespace hlo2c::frontend {
namespace {

struct Alias {
    std::size_t argument = 0, result = 0;
};

/// `{alias = {kind = "may_alias", parameter_index = array<i64>, parameter_number = 4 : i64}, output_index =
/// array<i64: 7>}`; an empty output index is the only result.
std::optional<Alias> alias_of(const Attribute& attribute) {
    const auto* const both = attribute.get_if<DictionaryAttribute>();
    if (both == nullptr) return std::nullopt;
    const auto* const from = find_attribute<DictionaryAttribute>(both->entries, "alias");
    const auto* const to = find_attribute<IntegerArray>(both->entries, "output_index");
    if (from == nullptr || to == nullptr || to->values.size() > 1) return std::nullopt;
    const auto* const number = find_attribute<IntegerAttribute>(from->entries, "parameter_number");
    const auto* const inside = find_attribute<IntegerArray>(from->entries, "parameter_index");
    if (number == nullptr || (inside != nullptr && !inside->values.empty())) return std::nullopt;
    return Alias{static_cast<std::size_t>(number->value),
                 to->values.empty() ? 0 : static_cast<std::size_t>(to->values[0])};
}

}  // namespace

void apply_module_aliases(Program& program) {
    const auto* const stated =
        find_attribute<ArrayAttribute>(program.attributes, declarations::input_output_alias);
    if (stated == nullptr || stated->elements.empty() || program.functions.empty()) return;
    Function& function = program.main();
    function.argument_attributes.resize(function.arguments().size());
    for (const Attribute& each : stated->elements) {
        const std::optional<Alias> alias = alias_of(each);
        if (!alias || alias->argument >= function.arguments().size() ||
            alias->result >= function.result_types.size() ||
            function.type(function.arguments()[alias->argument]) != function.result_types[alias->result] ||
            aliased_result(function, alias->argument))
            continue;
        function.argument_attributes[alias->argument].entries.emplace_back(
            declarations::aliasing_output, IntegerAttribute{static_cast<std::int64_t>(alias->result), "i32"});
    }
}

}  // namespace hlo2c::frontend

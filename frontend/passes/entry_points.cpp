#include "frontend/passes/entry_points.h"

#include <set>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend {
namespace {

/// Adds the names of all symbols in an attribute, nested ones included.
void collect_symbols(const Attribute& attribute, std::set<std::string>& names) {
    if (const auto* symbol = attribute.get_if<SymbolAttribute>()) {
        names.insert(symbol->name);
    } else if (const auto* array = attribute.get_if<ArrayAttribute>()) {
        for (const Attribute& element : array->elements) collect_symbols(element, names);
    } else if (const auto* dictionary = attribute.get_if<DictionaryAttribute>()) {
        for (const NamedAttribute& entry : dictionary->entries) collect_symbols(entry.second, names);
    } else if (const auto* structure = attribute.get_if<StructAttribute>()) {
        for (const NamedAttribute& field : structure->fields) collect_symbols(field.second, names);
    }
}

}  // namespace

std::vector<std::string> entry_points(const Program& program) {
    std::set<std::string> referred;
    for (const Function& function : program.functions) {
        std::set<std::string> names;
        for_each_op(function.body, [&](const Op& op) {
            for (const NamedAttribute& attribute : op.attributes) collect_symbols(attribute.second, names);
        });
        names.erase(function.name);
        referred.insert(names.begin(), names.end());
    }
    std::vector<std::string> points;
    for (const Function& function : program.functions)
        if (function.is_public && referred.count(function.name) == 0) points.push_back(function.name);
    return points;
}

void select_entry_point(Program& program, const std::string& name) {
    HLO2C_CHECK(program.function(name) != nullptr, "the entry point is a function of the program");
    for (Function& function : program.functions) function.is_public = function.name == name;
}

}  // namespace hlo2c::frontend

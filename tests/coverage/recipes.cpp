#include "tests/coverage/recipes.h"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <stdexcept>

#include "frontend/ops/op_row.h"

namespace hlo2c::coverage {
namespace {

using frontend::ElementType;
using frontend::OpCode;
using frontend::OpRow;

constexpr std::string_view heading = "// ----- ", separator = " | ";

/// One shape for all operands and the result.
Recipe elementwise(const OpRow& row) {
    std::string arguments, values, types;
    for (int i = 0; i < row.least_operands(); i++) {
        const char* comma = i == 0 ? "" : ", ";
        arguments += fmt::format("{}%{}: tensor<2x3x$T>", comma, i);
        values += fmt::format("{}%{}", comma, i);
        types += fmt::format("{}tensor<2x3x$T>", comma);
    }
    return {row.code, "",
            fmt::format("func.func @main({}) -> tensor<2x3x$T> {{\n"
                        "  %r = \"{}\"({}) : ({}) -> tensor<2x3x$T>\n"
                        "  return %r : tensor<2x3x$T>\n}}\n",
                        arguments, spelling(row.code), values, types)};
}

Recipe headed(const std::string& line) {
    const std::string title = line.substr(heading.size());
    const std::size_t bar = title.find(separator);
    const auto code = frontend::opcode_from_spelling(title.substr(0, bar));
    if (!code) throw std::runtime_error("a recipe for an op that is not in the table: " + title);
    return {*code, bar == std::string::npos ? "" : title.substr(bar + separator.size()), ""};
}

std::multimap<OpCode, Recipe> read_rows(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::multimap<OpCode, Recipe> rows;
    auto current = rows.end();
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(heading)) {
            const Recipe recipe = headed(line);
            current = rows.emplace(recipe.code, recipe);
        } else if (current != rows.end()) {
            current->second.program += line + "\n";
        }
    }
    return rows;
}

std::string literal_one(const Column& column) {
    if (column.quantized || is_integer(column.element)) return "1";
    if (is_boolean(column.element)) return "true";
    return is_complex(column.element) ? "(1.0, 0.0)" : "1.0";
}

/// A number as an attribute, with its type.
std::string attribute_one(const Column& column) {
    if (is_boolean(column.element)) return "true";
    if (is_complex(column.element))
        return fmt::format("#complex.number<:{} 1.0, 0.0> : {}", spelling(real_part(column.element)),
                           column.type);
    return fmt::format("{} : {}", literal_one(column), column.type);
}

std::string text_for(char placeholder, const Column& column) {
    const std::string_view element = spelling(column.element);
    switch (placeholder) {
        case 'T': return column.type;
        case 'P': return std::string(spelling(real_part(column.element)));
        case 'C': return fmt::format("complex<{}>", spelling(real_part(column.element)));
        case 'E': return std::string(element);
        case 'L': return column.name == "q axis" ? columns()[columns().size() - 2].type : column.type;
        case '1': return literal_one(column);
        case 'A': return attribute_one(column);
    }
    throw std::runtime_error(fmt::format("a recipe has the placeholder ${}", placeholder));
}

}  // namespace

const std::vector<Column>& columns() {
    static const std::vector<Column> all = [] {
        std::vector<Column> made;
#define HLO2C_COLUMN(name, text, hlo, bits, kind)                                          \
    if (ElementType::name != ElementType::TF32 && ElementType::name != ElementType::Index) \
        made.push_back({ElementType::name == ElementType::C64    ? "c64"                   \
                        : ElementType::name == ElementType::C128 ? "c128"                  \
                                                                 : text,                   \
                        text, ElementType::name});
        HLO2C_ELEMENT_TYPES(HLO2C_COLUMN)
#undef HLO2C_COLUMN
        made.push_back({"quantized", "!quant.uniform<i8:f32, 0.5:1>", ElementType::F32, true});
        made.push_back({"q axis", "!quant.uniform<i8:f32:0, {0.5, 0.25}>", ElementType::F32, true});
        return made;
    }();
    return all;
}

std::vector<Recipe> read_recipes(const std::string& path) {
    const std::multimap<OpCode, Recipe> rows = read_rows(path);
    std::vector<Recipe> made;
    for (const OpRow& op : frontend::op_rows()) {
        if (has_no_recipe(op.code)) continue;
        const auto [begin, end] = rows.equal_range(op.code);
        if (begin == end) made.push_back(elementwise(op));
        for (auto row = begin; row != end; ++row) made.push_back(row->second);
    }
    return made;
}

bool is_defined_for(const Recipe& recipe, const Column& column) {
    const frontend::ElementType part = real_part(column.element);
    if (column.quantized && recipe.program.find("$A") != std::string::npos) return false;
    return (part == ElementType::F32 || part == ElementType::F64) ||
           recipe.program.find("$C") == std::string::npos;
}

std::string instantiate(const Recipe& recipe, const Column& column) {
    std::string text;
    for (std::size_t i = 0; i < recipe.program.size(); i++) {
        if (recipe.program[i] == '$')
            text += text_for(recipe.program[++i], column);
        else
            text += recipe.program[i];
    }
    return text;
}

bool has_no_recipe(OpCode code) {
    const std::string_view name = frontend::spelling(code);
    return has_trait(code, frontend::op_trait::Terminator) || code == OpCode::SdyMesh ||
           name.starts_with("check.") || name.starts_with("interpreter.");
}

}  // namespace hlo2c::coverage

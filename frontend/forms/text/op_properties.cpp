#include "frontend/forms/text/op_properties.h"

#include <algorithm>
#include <array>
#include <utility>

#include "frontend/forms/vhlo/op_table.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/op_row.h"
#include "frontend/take_word.h"

namespace hlo2c::frontend {
namespace {

/// The properties of ops that have no row, by name. `?`: may be absent; `+`: may be absent, and older
/// versions never write it.
using Row = std::pair<std::string_view, std::string_view>;

constexpr auto other_ops = std::to_array<Row>({
    {"builtin.module", "sym_name? sym_visibility?"},
    {"builtin.unrealized_conversion_cast", ""},
    {"func.call", "arg_attrs+ callee no_inline+ res_attrs+"},
    {"func.func", "arg_attrs? function_type no_inline+ res_attrs? sym_name sym_visibility?"},
    {"vhlo.func_v1", "arg_attrs function_type res_attrs sym_name sym_visibility"},
});

/// The property that a newer version of CHLO, which VHLO does not version, added to an op.
constexpr auto added_to_chlo = partial<std::string_view>({
    {OpCode::ChloScan, attr::scan_dim_size},
});

PropertyLayout parsed(std::string_view text) {
    PropertyLayout layout;
    while (!text.empty()) {
        std::string_view word = take_word(text);
        const bool added = word.back() == '+', optional = added || word.back() == '?';
        if (optional) word.remove_suffix(1);
        layout.properties.push_back({word, optional, added});
    }
    return layout;
}

void mark_added(PropertyLayout& layout, std::string_view name) {
    const auto known = std::find_if(layout.properties.begin(), layout.properties.end(),
                                    [&](const auto& property) { return property.name == name; });
    if (known != layout.properties.end())
        known->added = true;
    else
        layout.properties.push_back({name, true, true});
}

/// Marks the properties that the op's first version in VHLO does not have.
void mark_added(PropertyLayout& layout, const vhlo::AttributeRows& rows) {
    const auto attribute_of = [](const vhlo::AttributeRow& row) {
        return row.structure != nullptr ? row.structure->attribute : row.name;
    };
    for (const vhlo::AttributeRow& row : rows) {
        const std::string_view name = attribute_of(row);
        if (std::all_of(rows.begin(), rows.end(), [&](const vhlo::AttributeRow& other) {
                return attribute_of(other) != name || other.first > 1;
            }))
            mark_added(layout, name);
    }
}

/// Properties are the attributes of the op's row; the sizes of groups of operands and results are encoded
/// apart.
PropertyLayout layout_of(OpCode code) {
    PropertyLayout layout;
    for (const AttributeFact& fact : row(code).attributes) {
        if (fact.name == attr::operand_segment_sizes.name) {
            layout.has_segments = true;
            continue;
        }
        layout.properties.push_back({fact.name, !fact.is_required});
    }
    if (const vhlo::OpVersions* versions = vhlo::versions_of(code)) mark_added(layout, versions->attributes);
    if (const std::string_view name = behaviour(added_to_chlo, code); !name.empty()) mark_added(layout, name);
    std::sort(layout.properties.begin(), layout.properties.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    return layout;
}

}  // namespace

bool PropertyLayout::has(std::string_view name) const {
    if (has_segments && (name == attr::operand_segment_sizes.name || name == attr::result_segment_sizes.name))
        return true;
    return std::any_of(properties.begin(), properties.end(),
                       [&](const Property& property) { return property.name == name; });
}

bool PropertyLayout::select(std::size_t count) {
    if (count < properties.size())
        std::erase_if(properties, [](const Property& property) { return property.added; });
    return count == properties.size();
}

std::optional<PropertyLayout> property_layout(std::string_view op) {
    for (const auto& [name, text] : other_ops)
        if (name == op) return parsed(text);
    constexpr std::string_view vhlo_prefix = "vhlo.";
    if (op.starts_with(vhlo_prefix)) {
        const auto versioned = vhlo::op_from_name(op.substr(vhlo_prefix.size()));
        if (!versioned) return std::nullopt;
        PropertyLayout layout;
        for (const vhlo::AttributeRow* row : vhlo::attributes_of(*versioned->row, versioned->version))
            layout.properties.push_back({row->name});
        return layout;
    }
    const std::optional<OpCode> code = opcode_from_spelling(op);
    if (!code) return std::nullopt;
    return layout_of(*code);
}

}  // namespace hlo2c::frontend

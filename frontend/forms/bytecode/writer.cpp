#include "frontend/forms/bytecode/writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/forms/bytecode/container.h"
#include "frontend/forms/bytecode/entry_writer.h"
#include "frontend/forms/text/op_properties.h"
#include "frontend/forms/vhlo/to_vhlo.h"

namespace hlo2c::frontend {
namespace {

using bytecode::ByteWriter;
using bytecode::EntryWriter;

/// The StableHLO release that an artifact targets, 1.17, unless an op needs a newer one.
constexpr int baseline_release = 17;

/// The dialect of value types: builtin for operands, results and region arguments of sdy ops, VHLO for all
/// others.
enum class TypeDialect { Vhlo, Builtin };

bool is_sharding_op(OpCode code) {
    return dialect_of(code) == "sdy";
}

/// The op's name without its dialect.
std::string_view sharding_name(OpCode code) {
    return spelling(code).substr(dialect_of(code).size() + 1);
}

/// The parts of an op that follow its location, with the mask of the parts that are present.
struct OpParts {
    static constexpr std::uint8_t attributes = 0x01, results = 0x02, operands = 0x04, regions = 0x10,
                                  properties = 0x40;
    std::uint8_t mask = 0;
    ByteWriter bytes;

    void add(std::uint8_t part, std::uint64_t value) {
        mask |= part;
        bytes.varint(value);
    }
    void add_list(std::uint8_t part, const std::vector<std::uint64_t>& values) {
        if (values.empty()) return;
        add(part, values.size());
        for (const std::uint64_t value : values) bytes.varint(value);
    }
};

class ArtifactWriter {
public:
    explicit ArtifactWriter(const Program& program) : program_(program), entries_(program) {}

    std::string write() {
        ByteWriter items;
        items.varint(1).varint(0).flagged_varint(program_.symbols.size() + program_.functions.size(), false);
        for (const Op& symbol : program_.symbols) write_mesh(items, symbol);
        for (const Function& function : program_.functions) write_function(items, function);
        ByteWriter operations;
        operations.flagged_varint(1, false);
        OpParts parts;
        if (!program_.attributes.empty())
            parts.add(OpParts::attributes, entries_.dictionary(program_.attributes, false));
        ByteWriter blob;
        if (program_.name.empty()) {
            blob.flagged_varint(0, false);
        } else {
            blob.flagged_varint(entries_.builtin_attribute(program_.name), true);
        }
        blob.flagged_varint(0, false);  // no visibility
        parts.add(OpParts::properties, entries_.property(blob.data()));
        add_isolated_region(parts, items);
        write_op(operations, entries_.op_name("builtin", "module"), program_.location, parts);
        return entries_.file(fmt::format("StableHLO_v1.{}.0", release_), operations.data());
    }

private:
    void write_op(ByteWriter& into, std::uint64_t name, LocationId location, const OpParts& parts) {
        into.varint(name).byte(parts.mask).varint(entries_.location(location)).bytes(parts.bytes.data());
    }

    void add_isolated_region(OpParts& parts, const ByteWriter& region) {
        parts.mask |= OpParts::regions;
        parts.bytes.flagged_varint(1, true).section(bytecode::section_id::ir, region.data());
    }

    std::uint64_t type_index(const Type& type, TypeDialect dialect) {
        return dialect == TypeDialect::Vhlo ? entries_.vhlo_type(type) : entries_.builtin_type(type);
    }

    void write_mesh(ByteWriter& into, const Op& op) {
        entries_.set_op(&op);
        if (!is_sharding_op(op.code)) entries_.refuse(std::string(spelling(op.code)));
        OpParts parts;
        add_sharding_properties(parts, op);
        write_op(into, entries_.op_name("sdy", sharding_name(op.code)), op.location, parts);
        entries_.set_op(nullptr);
    }

    /// Adds the attributes of an sdy op: those of its row as properties, the others as attributes.
    void add_sharding_properties(OpParts& parts, const Op& op) {
        const PropertyLayout layout = *property_layout(spelling(op.code));
        std::vector<NamedAttribute> others = op.attributes;
        for (const PropertyLayout::Property& property : layout.properties)
            std::erase_if(others, [&](const NamedAttribute& named) { return named.first == property.name; });
        if (!others.empty()) parts.add(OpParts::attributes, entries_.dictionary(others, false));
        if (layout.properties.empty()) return;
        ByteWriter blob;
        for (const PropertyLayout::Property& property : layout.properties) {
            const Attribute* value = op.attribute(property.name);
            if (value == nullptr)
                entries_.refuse(fmt::format("{} without {}", spelling(op.code), property.name));
            blob.varint(entries_.builtin_attribute(*value));
        }
        parts.add(OpParts::properties, entries_.property(blob.data()));
    }

    std::uint64_t dictionaries(const std::vector<DictionaryAttribute>& list) {
        const bool any = std::any_of(list.begin(), list.end(), [](const DictionaryAttribute& dictionary) {
            return !dictionary.entries.empty();
        });
        ArrayAttribute array;
        if (any) array.elements.assign(list.begin(), list.end());
        return entries_.vhlo_attribute(array);
    }

    void write_function(ByteWriter& into, const Function& function) {
        function_ = &function;
        numbers_.assign(function.values.size(), 0);
        std::vector<Type> inputs;
        for (const ValueId argument : function.arguments()) inputs.push_back(function.type(argument));
        OpParts parts;
        if (!function.attributes.empty())
            parts.add(OpParts::attributes, entries_.dictionary(function.attributes, true));
        const std::uint64_t type = entries_.vhlo_function_type(inputs, function.result_types);
        ByteWriter blob;  // by name: arg_attrs, function_type, res_attrs, sym_name, sym_visibility
        blob.varint(dictionaries(function.argument_attributes)).varint(entries_.vhlo_type_attribute(type));
        blob.varint(dictionaries(function.result_attributes)).varint(entries_.vhlo_string(function.name));
        blob.varint(entries_.vhlo_string(function.is_public ? "public" : "private"));
        parts.add(OpParts::properties, entries_.property(blob.data()));
        ByteWriter body;
        if (function.body.ops.empty()) {
            body.varint(0);
        } else {
            write_region(body, function.body, 0, TypeDialect::Vhlo);
        }
        add_isolated_region(parts, body);
        write_op(into, entries_.op_name("vhlo", "func_v1"), function.location, parts);
        function_ = nullptr;
    }

    /// Number of values that an op defines in its region, including the type conversions around an sdy op.
    std::uint64_t values_of(const Op& op) const {
        if (!is_sharding_op(op.code)) return op.results.size();
        return op.operands.size() + 2 * op.results.size();
    }

    /// Number of ops written for an op: an sdy op also has a type conversion per operand and result.
    std::uint64_t ops_of(const Op& op) const {
        if (!is_sharding_op(op.code)) return 1;
        return 1 + op.operands.size() + op.results.size();
    }

    /// `first` is the number of the region's first value. Arguments of builtin types are converted to VHLO
    /// types before the first op.
    void write_region(ByteWriter& into, const Region& region, std::uint64_t first, TypeDialect arguments) {
        const std::uint64_t converted = arguments == TypeDialect::Builtin ? region.arguments.size() : 0;
        std::uint64_t values = region.arguments.size() + converted, ops = converted;
        for (const Op& op : region.ops) {
            values += values_of(op);
            ops += ops_of(op);
        }
        into.varint(1).varint(values).flagged_varint(ops, !region.arguments.empty());
        std::uint64_t next = first;
        const std::uint64_t inner = first + values;  // nested regions number their values after all of these
        if (!region.arguments.empty()) {
            into.varint(region.arguments.size());
            for (const ValueId argument : region.arguments) {
                const Value& value = function_->values[argument];
                into.flagged_varint(type_index(value.type, arguments), value.location != unknown_location);
                if (value.location != unknown_location) into.varint(entries_.location(value.location));
                numbers_[argument] = next++;
            }
            into.byte(0);  // no use-list order
        }
        if (converted > 0)
            for (const ValueId argument : region.arguments)
                numbers_[argument] = convert(into, numbers_[argument], function_->values[argument].type,
                                             TypeDialect::Vhlo, unknown_location, next);
        for (const Op& op : region.ops) {
            entries_.set_op(&op);
            if (is_sharding_op(op.code)) {
                write_sharding_op(into, op, next, inner);
            } else {
                write_vhlo_op(into, op, next, inner);
            }
        }
        entries_.set_op(nullptr);
    }

    /// Writes a conversion of one value to its type in dialect `to`; returns the number of the result.
    std::uint64_t convert(ByteWriter& into, std::uint64_t value, const Type& type, TypeDialect to,
                          LocationId location, std::uint64_t& next) {
        OpParts parts;
        parts.add_list(OpParts::results, {type_index(type, to)});
        parts.add_list(OpParts::operands, {value});
        write_op(into, entries_.op_name("builtin", "unrealized_conversion_cast"), location, parts);
        return next++;
    }

    void add_regions(OpParts& parts, const Op& op, std::uint64_t inner, TypeDialect dialect) {
        if (op.regions.empty()) return;
        parts.mask |= OpParts::regions;
        parts.bytes.flagged_varint(op.regions.size(), false);
        for (const Region& region : op.regions) write_region(parts.bytes, region, inner, dialect);
        entries_.set_op(&op);
    }

    void write_sharding_op(ByteWriter& into, const Op& op, std::uint64_t& next, std::uint64_t inner) {
        OpParts parts;
        add_sharding_properties(parts, op);
        std::vector<std::uint64_t> operands, results;
        for (const ValueId operand : op.operands)
            operands.push_back(convert(into, numbers_[operand], function_->type(operand),
                                       TypeDialect::Builtin, op.location, next));
        for (const ValueId result : op.results)
            results.push_back(entries_.builtin_type(function_->type(result)));
        parts.add_list(OpParts::results, results);
        parts.add_list(OpParts::operands, operands);
        const std::uint64_t first_result = next;
        next += results.size();
        add_regions(parts, op, inner, TypeDialect::Builtin);
        write_op(into, entries_.op_name("sdy", sharding_name(op.code)), op.location, parts);
        for (std::size_t i = 0; i < op.results.size(); i++)
            numbers_[op.results[i]] = convert(into, first_result + i, function_->type(op.results[i]),
                                              TypeDialect::Vhlo, op.location, next);
    }

    std::uint64_t attribute_value(const vhlo::AttributeRow& row, const Op& op) {
        const std::optional<Attribute> value = vhlo::vhlo_attribute(row, *function_, op);
        if (!value)
            entries_.refuse(
                fmt::format("{} without {}, or with another form of it", spelling(op.code), row.name));
        if (op.code == OpCode::CustomCall && row.name == "api_version") {
            const auto* number = value->get_if<IntegerAttribute>();
            if (number == nullptr || number->value < 0)
                entries_.refuse("this version of a custom call's interface");
            return entries_.vhlo(5, ByteWriter().varint(static_cast<std::uint64_t>(number->value)));
        }
        return entries_.vhlo_attribute(*value);
    }

    void write_vhlo_op(ByteWriter& into, const Op& op, std::uint64_t& next, std::uint64_t inner) {
        const vhlo::OpVersions* row = vhlo::versions_of(op.code);
        if (row == nullptr) entries_.refuse(std::string(spelling(op.code)));
        const vhlo::ChosenVersion chosen = vhlo::choose_version(*row, op, baseline_release);
        release_ = std::max(release_, chosen.since);
        OpParts parts;
        if (const std::vector<NamedAttribute> others = vhlo::other_attributes(*row, op); !others.empty())
            parts.add(OpParts::attributes, entries_.dictionary(others, true));
        const auto attributes = vhlo::attributes_of(*row, chosen.version);
        if (!attributes.empty()) {
            ByteWriter blob;
            for (const vhlo::AttributeRow* attribute : attributes)
                blob.varint(attribute_value(*attribute, op));
            parts.add(OpParts::properties, entries_.property(blob.data()));
        }
        std::vector<std::uint64_t> results, operands;
        for (const ValueId result : op.results) {
            results.push_back(entries_.vhlo_type(function_->type(result)));
            numbers_[result] = next++;
        }
        for (const ValueId operand : op.operands) operands.push_back(numbers_[operand]);
        parts.add_list(OpParts::results, results);
        parts.add_list(OpParts::operands, operands);
        add_regions(parts, op, inner, TypeDialect::Vhlo);
        write_op(into,
                 entries_.op_name("vhlo", fmt::format("{}_v{}", vhlo::vhlo_name(op.code), chosen.version)),
                 op.location, parts);
    }

    const Program& program_;
    EntryWriter entries_;
    const Function* function_ = nullptr;
    std::vector<std::uint64_t> numbers_;  ///< numbers of the function's values in the file
    int release_ = baseline_release;
};

}  // namespace

std::string write_portable_artifact(const Program& program) {
    return ArtifactWriter(program).write();
}

}  // namespace hlo2c::frontend

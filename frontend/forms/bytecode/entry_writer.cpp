#include "frontend/forms/bytecode/entry_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "frontend/error_numbers.h"
#include "frontend/forms/bytecode/container.h"
#include "frontend/forms/bytecode/tensor_data.h"
#include "frontend/forms/text/text_parser.h"
#include "frontend/forms/vhlo/enumerations.h"
#include "frontend/forms/vhlo/types.h"
#include "frontend/ir/structures.h"

namespace hlo2c::frontend::bytecode {
namespace {

namespace attribute_code = vhlo::attribute_code;
namespace type_code = vhlo::type_code;

std::uint64_t real_bits(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

void number_bits(ByteWriter& writer, ElementType type, std::uint64_t bits) {
    const int width = bit_width(type);
    if (width < 64) bits &= (std::uint64_t{1} << width) - 1;
    if (type == ElementType::TF32) bits >>= 32 - 19;
    if (width <= 8) {
        writer.byte(static_cast<std::uint8_t>(bits));
    } else {
        writer.signed_varint(static_cast<std::int64_t>(bits));
    }
}

ByteWriter list(const std::vector<std::uint64_t>& values) {
    ByteWriter writer;
    writer.varint(values.size());
    for (const std::uint64_t value : values) writer.varint(value);
    return writer;
}

void signed_list(ByteWriter& writer, const std::vector<std::int64_t>& values) {
    writer.varint(values.size());
    for (const std::int64_t value : values) writer.signed_varint(value);
}

/// Parses the text of a tensor type; returns a non-tensor type if it is malformed.
Type tensor_type_from_text(const std::string& text) {
    try {
        TextParser parser(text, {});
        parser.take();  // advance to the first token
        return parser.parse_type();
    } catch (const DiagnosticError&) {
        return TokenType{};
    }
}

}  // namespace

void EntryWriter::refuse(const std::string& what) const {
    Place place{.file = program_.source_path};
    if (op_ != nullptr) place = place_of(program_, *op_);
    unsupported(write_error::no_portable_form, std::move(place),
                fmt::format("{} cannot be written as a portable artifact", what),
                "Write the program as StableHLO text.");
}

std::uint64_t EntryWriter::string(std::string_view text) {
    if (const auto found = string_index_.find(text); found != string_index_.end()) return found->second;
    string_index_.emplace(text, strings_.size());
    strings_.emplace_back(text);
    return strings_.size() - 1;
}

std::uint64_t EntryWriter::dialect(std::string_view name) {
    const auto found = std::find(dialects_.begin(), dialects_.end(), name);
    const auto index = static_cast<std::uint64_t>(found - dialects_.begin());
    if (found == dialects_.end()) {
        string(name);
        dialects_.emplace_back(name);
    }
    return index;
}

std::uint64_t EntryWriter::op_name(std::string_view owner, std::string_view name) {
    const std::pair key{dialect(owner), string(name)};
    const auto [entry, added] = op_name_index_.try_emplace(key, op_names_.size());
    if (added) op_names_.push_back(key);
    return entry->second;
}

std::uint64_t EntryWriter::property(const std::string& blob) {
    const auto [entry, added] = property_index_.try_emplace(blob, properties_.size());
    if (added) properties_.push_back(blob);
    return entry->second;
}

std::uint64_t EntryWriter::add(Table& table, std::string_view owner, std::string body, bool own_encoding) {
    constexpr std::size_t largest_shared = 4096;
    const std::uint64_t number = dialect(owner), next = table.entries.size();
    if (body.size() <= largest_shared) {
        const std::string key = fmt::format("{}{}", number, own_encoding ? 'e' : 't') + body;
        const auto [entry, added] = table.index.try_emplace(key, next);
        if (!added) return entry->second;
    }
    table.entries.push_back({number, own_encoding, std::move(body)});
    return next;
}

std::uint64_t EntryWriter::attribute(std::string_view owner, std::uint64_t code, const ByteWriter& content) {
    return add(attributes_, owner, ByteWriter().varint(code).bytes(content.data()).take());
}

std::uint64_t EntryWriter::type(std::string_view owner, std::uint64_t code, const ByteWriter& content) {
    return add(types_, owner, ByteWriter().varint(code).bytes(content.data()).take());
}

std::uint64_t EntryWriter::vhlo(std::uint64_t code, const ByteWriter& content) {
    return attribute("vhlo", code, content);
}

ElementType EntryWriter::named_element(const std::string& name) const {
    if (const auto element = element_type_from_spelling(name)) return *element;
    refuse(fmt::format("a number of type {}", name));
}

std::uint64_t EntryWriter::element_type(ElementType element, bool of_vhlo) {
    ByteWriter content;
    if (is_complex(element)) {
        content.varint(element_type(real_part(element), of_vhlo));
        return of_vhlo ? type("vhlo", type_code::complex, content) : type("builtin", 9, content);
    }
    if (of_vhlo) {
        for (const vhlo::ElementCode& row : vhlo::element_codes)
            if (row.type == element) return type("vhlo", row.code, content);
        refuse(fmt::format("the element type {}", spelling(element)));
    }
    switch (element) {
        case ElementType::Index: return type("builtin", 1, content);
        case ElementType::BF16: return type("builtin", 3, content);
        case ElementType::F16: return type("builtin", 4, content);
        case ElementType::F32: return type("builtin", 5, content);
        case ElementType::F64: return type("builtin", 6, content);
        default: break;
    }
    if (is_float(element))  // these are encoded as text only
        return add(types_, "builtin", std::string(spelling(element)) + '\0', false);
    const std::uint64_t sign = is_unsigned_integer(element) ? 2 : 0;
    return type("builtin", 0, content.varint(static_cast<std::uint64_t>(bit_width(element)) << 2 | sign));
}

std::uint64_t EntryWriter::vhlo_quantization(const Quantization& quantization) {
    ByteWriter content;
    const bool is_signed = is_signed_integer(quantization.storage), per_axis = quantization.axis >= 0;
    const ElementType storage =
        *element_type_from_spelling(fmt::format("i{}", bit_width(quantization.storage)));
    content.varint(is_signed ? 1 : 0).varint(element_type(storage, true));
    content.varint(element_type(quantization.expressed, true));
    if (per_axis) {
        content.varint(static_cast<std::uint64_t>(quantization.axis));
    } else {
        content.signed_varint(static_cast<std::int64_t>(real_bits(quantization.scales.at(0))));
        content.signed_varint(quantization.zero_points.at(0));
    }
    content.signed_varint(quantization.storage_minimum).signed_varint(quantization.storage_maximum);
    if (!per_axis) return type("vhlo", type_code::quantized_per_tensor, content);
    content.varint(quantization.scales.size());
    for (const double scale : quantization.scales)
        content.signed_varint(static_cast<std::int64_t>(real_bits(scale)));
    signed_list(content, quantization.zero_points);
    return type("vhlo", type_code::quantized_per_axis, content);
}

std::uint64_t EntryWriter::vhlo_type(const Type& value) {
    ByteWriter content;
    const auto all = [&](const std::vector<Type>& types) {
        std::vector<std::uint64_t> indices;
        for (const Type& element : types) indices.push_back(vhlo_type(element));
        return list(indices);
    };
    if (const auto* tuple = std::get_if<TupleType>(&value.value))
        return type("vhlo", type_code::tuple, all(tuple->elements));
    if (const auto* future = std::get_if<FutureType>(&value.value))
        return type("vhlo", type_code::future, all(future->elements));
    if (const auto* foreign = std::get_if<ForeignType>(&value.value)) return vhlo_foreign_type(*foreign);
    if (!value.is_tensor()) return type("vhlo", type_code::token, content);
    const TensorType& tensor = value.as_tensor();
    const std::uint64_t element = tensor.is_quantized() ? vhlo_quantization(tensor.quantization.front())
                                                        : element_type(tensor.element, true);
    if (!tensor.bounds.empty()) {
        ByteWriter bounds;
        signed_list(bounds, tensor.bounds);
        content.varint(vhlo(attribute_code::type_extensions, bounds));
    }
    signed_list(content, tensor.shape);
    content.varint(element);
    return type("vhlo", tensor.bounds.empty() ? type_code::tensor : type_code::tensor_with_encoding, content);
}

std::uint64_t EntryWriter::vhlo_foreign_type(const ForeignType& foreign) {
    const auto rest_after = [&](std::string_view prefix) {
        return foreign.text.starts_with(prefix) ? foreign.text.substr(prefix.size()) : std::string();
    };
    const std::string buffer = rest_after("memref<"), unranked = rest_after("tensor<*x");
    if (buffer.empty() && unranked.empty()) refuse("the type " + foreign.text);
    const Type like = tensor_type_from_text("tensor<" + (buffer.empty() ? unranked : buffer));
    if (!like.is_tensor() || !like.as_tensor().bounds.empty() || !like.as_tensor().encoding.empty())
        refuse("the type " + foreign.text);
    const TensorType& tensor = like.as_tensor();
    const std::uint64_t element = tensor.is_quantized() ? vhlo_quantization(tensor.quantization.front())
                                                        : element_type(tensor.element, true);
    ByteWriter content;
    if (!buffer.empty()) signed_list(content, tensor.shape);
    content.varint(element);
    return type("vhlo", buffer.empty() ? type_code::unranked_tensor : type_code::buffer, content);
}

std::uint64_t EntryWriter::vhlo_function_type(const std::vector<Type>& inputs,
                                              const std::vector<Type>& results) {
    ByteWriter content;
    for (const std::vector<Type>* side : {&inputs, &results}) {
        content.varint(side->size());
        for (const Type& element : *side) content.varint(vhlo_type(element));
    }
    return type("vhlo", type_code::function, content);
}

std::uint64_t EntryWriter::builtin_type(const Type& value) {
    if (!value.is_tensor() || value.as_tensor().is_quantized() || !value.as_tensor().bounds.empty())
        refuse(fmt::format("the type {} at an op of sdy", to_string(value)));
    ByteWriter content;
    signed_list(content, value.as_tensor().shape);
    content.varint(element_type(value.as_tensor().element, false));
    return type("builtin", 13, content);
}

std::uint64_t EntryWriter::vhlo_type_attribute(std::uint64_t index) {
    return vhlo(attribute_code::type, ByteWriter().varint(index));
}

std::uint64_t EntryWriter::vhlo_none_type() {
    return vhlo_type_attribute(type("vhlo", type_code::none, {}));
}

std::uint64_t EntryWriter::vhlo_string(std::string_view text) {
    return vhlo(attribute_code::string, ByteWriter().varint(string(text)));
}

std::uint64_t EntryWriter::vhlo_literal(const Literal& literal) {
    if (literal.type().element == ElementType::TF32) refuse("a constant of tf32");
    const std::uint64_t index = vhlo_type(literal.type());
    constexpr std::size_t large = 4096;
    const std::byte* const begin = literal.bytes().data();
    const bool is_large = literal.bytes().size() > large;
    if (is_large)
        if (const auto found = large_literals_.find({begin, index}); found != large_literals_.end())
            return found->second;
    const std::string data = data_of(literal);
    ByteWriter content;
    content.varint(index).varint(data.size()).bytes(data);
    const std::uint64_t result = vhlo(attribute_code::tensor, content);
    if (is_large) large_literals_.emplace(std::pair(begin, index), result);
    return result;
}

std::uint64_t EntryWriter::vhlo_number(const IntegerAttribute& number) {
    const ElementType type = named_element(number.type);
    ByteWriter content;
    content.varint(element_type(type, true));
    number_bits(content, type, static_cast<std::uint64_t>(number.value));
    return vhlo(attribute_code::integer, content);
}

std::uint64_t EntryWriter::vhlo_keyword(const EnumAttribute& keyword) {
    if (keyword.enumeration.empty()) {
        if (keyword.value == "none") return vhlo_none_type();
        return vhlo_type_attribute(element_type(named_element(keyword.value), true));
    }
    for (const vhlo::Enumeration& enumeration : vhlo::enumerations) {
        if (enumeration.name != keyword.enumeration) continue;
        const auto found = std::find(enumeration.keywords.begin(), enumeration.keywords.end(), keyword.value);
        if (found == enumeration.keywords.end()) break;
        const auto value = static_cast<std::uint64_t>(found - enumeration.keywords.begin());
        return vhlo(static_cast<std::uint64_t>(enumeration.vhlo_code), ByteWriter().varint(value));
    }
    refuse(fmt::format("the keyword {} of {}", keyword.value, keyword.enumeration));
}

std::uint64_t EntryWriter::vhlo_structure(const StructAttribute& structure) {
    constexpr std::string_view sharding_prefix = "sdy";
    if (structure.name == sharding_prefix || structure.name.starts_with("sdy."))
        return add(attributes_, sharding_prefix, fmt::format("#{}<{}>", structure.name, structure.raw) + '\0',
                   false);
    const auto value = [&](std::string_view name) -> const Attribute& {
        if (const Attribute* field = structure.field(name)) return *field;
        refuse(fmt::format("{} without {}", structure.name, name));
    };
    const auto number = [&](std::string_view name) {
        const auto* integer = value(name).get_if<IntegerAttribute>();
        if (integer == nullptr) refuse(fmt::format("{} of this form", structure.name));
        return integer->value;
    };
    const auto numbers = [&](std::string_view name) {
        const auto* array = value(name).get_if<IntegerArray>();
        if (array == nullptr) refuse(fmt::format("{} of this form", structure.name));
        return array->values;
    };
    const auto has = [&](std::string_view name) { return structure.field(name) != nullptr; };
    ByteWriter content;
    if (structure.name == structures::result_accuracy_mode)
        return vhlo_keyword({"result_accuracy_mode", structure.raw});
    if (structure.name == structures::output_operand_alias) {
        signed_list(content, numbers("output_tuple_indices"));
        content.signed_varint(number("operand_index"));
        signed_list(content, numbers("operand_tuple_indices"));
        return vhlo(attribute_code::output_operand_alias, content);
    }
    if (structure.name == structures::result_accuracy) {
        for (const std::string_view name : {"atol", "rtol"}) {
            const auto* real = value(name).get_if<FloatAttribute>();
            if (real == nullptr) refuse(fmt::format("{} of this form", structure.name));
            content.signed_varint(static_cast<std::int64_t>(real_bits(real->value)));
        }
        content.signed_varint(number("ulps")).varint(vhlo_attribute(value("mode")));
        return vhlo(attribute_code::result_accuracy, content);
    }
    if (structure.name == structures::sub_axis_info) {
        content.signed_varint(number("pre_size")).signed_varint(number("size"));
        return vhlo(attribute_code::sub_axis, content);
    }
    if (structure.name == structures::axis_ref) {
        content.varint(vhlo_attribute(value("name"))).varint(has("sub_axis_info") ? 1 : 0);
        if (has("sub_axis_info")) content.varint(vhlo_attribute(value("sub_axis_info")));
        return vhlo(attribute_code::axis, content);
    }
    if (structure.name == structures::replica_group_mesh_axes) {
        content.varint(vhlo_attribute(value("mesh"))).varint(vhlo_attribute(value("axes")));
        return vhlo(attribute_code::replica_group_mesh_axes, content);
    }
    refuse(fmt::format("the attribute #{}", structure.name));
}

std::uint64_t EntryWriter::vhlo_attribute(const Attribute& attribute) {
    struct Writer {
        EntryWriter& entries;

        std::uint64_t operator()(const UnitAttribute& unit) { return entries.builtin_attribute(unit); }
        std::uint64_t operator()(bool flag) {
            return entries.vhlo(attribute_code::boolean, ByteWriter().varint(flag ? 1 : 0));
        }
        std::uint64_t operator()(const IntegerAttribute& number) { return entries.vhlo_number(number); }
        std::uint64_t operator()(const FloatAttribute& real) {
            const ElementType type = entries.named_element(real.type);
            ByteWriter content;
            content.varint(entries.element_type(type, true));
            number_bits(content, type, encode_float(type, real.value));
            return entries.vhlo(attribute_code::real, content);
        }
        std::uint64_t operator()(const std::string& text) { return entries.vhlo_string(text); }
        std::uint64_t operator()(const EnumAttribute& keyword) { return entries.vhlo_keyword(keyword); }
        std::uint64_t operator()(const SymbolAttribute& symbol) { return entries.vhlo_string(symbol.name); }
        std::uint64_t operator()(const IntegerArray& array) { return entries.builtin_attribute(array); }
        std::uint64_t operator()(const FloatArray& array) { return entries.builtin_attribute(array); }
        std::uint64_t operator()(const Literal& literal) { return entries.vhlo_literal(literal); }
        std::uint64_t operator()(const Type& type) {
            return entries.vhlo_type_attribute(entries.vhlo_type(type));
        }
        std::uint64_t operator()(const ArrayAttribute& array) {
            std::vector<std::uint64_t> indices;
            for (const Attribute& element : array.elements)
                indices.push_back(entries.vhlo_attribute(element));
            return entries.vhlo(attribute_code::array, list(indices));
        }
        std::uint64_t operator()(const DictionaryAttribute& dictionary) {
            ByteWriter content;
            content.varint(dictionary.entries.size());
            for (const auto& [name, value] : dictionary.entries)
                content.varint(entries.vhlo_string(name)).varint(entries.vhlo_attribute(value));
            return entries.vhlo(attribute_code::dictionary, content);
        }
        std::uint64_t operator()(const StructAttribute& structure) {
            if (structure.name == "function") {
                entries.refuse("the type of a function as an attribute");
            }
            return entries.vhlo_structure(structure);
        }
    };
    return std::visit(Writer{*this}, attribute.value);
}

std::uint64_t EntryWriter::builtin_array(const std::string& name, std::size_t count, std::string data) {
    ByteWriter content;
    content.varint(element_type(named_element(name), false)).varint(count);
    content.varint(data.size()).bytes(data);
    return attribute("builtin", 17, content);
}

struct EntryWriter::BuiltinAttributes {
    EntryWriter& entries;

    std::uint64_t of(std::uint64_t code, const ByteWriter& content = {}) {
        return entries.attribute("builtin", code, content);
    }
    std::uint64_t number(ElementType type, std::uint64_t bits, std::uint64_t code) {
        ByteWriter content;
        content.varint(entries.element_type(type, false));
        number_bits(content, type, bits);
        return of(code, content);
    }
    std::uint64_t operator()(const UnitAttribute&) { return of(7); }
    std::uint64_t operator()(bool flag) { return number(ElementType::I1, flag ? 1 : 0, 8); }
    std::uint64_t operator()(const IntegerAttribute& integer) {
        return number(entries.named_element(integer.type), static_cast<std::uint64_t>(integer.value), 8);
    }
    std::uint64_t operator()(const FloatAttribute& real) {
        const ElementType type = entries.named_element(real.type);
        return number(type, encode_float(type, real.value), 9);
    }
    std::uint64_t operator()(const std::string& text) {
        return of(2, ByteWriter().varint(entries.string(text)));
    }
    std::uint64_t operator()(const EnumAttribute& keyword) {
        if (!keyword.enumeration.empty()) entries.refuse("a keyword outside of an op");
        return of(6, ByteWriter().varint(entries.element_type(entries.named_element(keyword.value), false)));
    }
    std::uint64_t operator()(const SymbolAttribute& symbol) {
        return of(4, ByteWriter().varint((*this)(symbol.name)));
    }
    std::uint64_t operator()(const IntegerArray& array) {
        const auto width = static_cast<std::size_t>(byte_width(entries.named_element(array.type)));
        std::string data;
        for (const std::int64_t element : array.values)
            for (std::size_t i = 0; i < width; i++) data += static_cast<char>(element >> (8 * i));
        return entries.builtin_array(array.type, array.values.size(), std::move(data));
    }
    std::uint64_t operator()(const FloatArray& array) {
        const ElementType type = entries.named_element(array.type);
        std::string data;
        for (const double element : array.values)
            for (int i = 0; i < byte_width(type); i++)
                data += static_cast<char>(encode_float(type, element) >> (8 * i));
        return entries.builtin_array(array.type, array.values.size(), std::move(data));
    }
    std::uint64_t operator()(const Literal& literal) {
        const std::string data = data_of(literal);
        ByteWriter content;
        content.varint(entries.builtin_type(literal.type())).varint(data.size()).bytes(data);
        return of(18, content);
    }
    std::uint64_t operator()(const Type& type) {
        return of(6, ByteWriter().varint(entries.builtin_type(type)));
    }
    std::uint64_t operator()(const ArrayAttribute& array) {
        std::vector<std::uint64_t> indices;
        for (const Attribute& element : array.elements) indices.push_back(entries.builtin_attribute(element));
        return of(0, list(indices));
    }
    std::uint64_t operator()(const DictionaryAttribute& dictionary) {
        return entries.dictionary(dictionary.entries, false);
    }
    std::uint64_t operator()(const StructAttribute& structure) { return entries.vhlo_structure(structure); }
};

std::uint64_t EntryWriter::builtin_attribute(const Attribute& value) {
    return std::visit(BuiltinAttributes{*this}, value.value);
}

std::uint64_t EntryWriter::dictionary(const std::vector<NamedAttribute>& entries, bool of_vhlo) {
    std::vector<const NamedAttribute*> sorted;
    for (const NamedAttribute& entry : entries) sorted.push_back(&entry);
    std::sort(sorted.begin(), sorted.end(),
              [](const NamedAttribute* a, const NamedAttribute* b) { return a->first < b->first; });
    ByteWriter content;
    content.varint(sorted.size());
    for (const NamedAttribute* entry : sorted) {
        content.varint(builtin_attribute(entry->first));
        content.varint(of_vhlo ? vhlo_attribute(entry->second) : builtin_attribute(entry->second));
    }
    return attribute("builtin", 1, content);
}

std::uint64_t EntryWriter::location(LocationId id) {
    if (const auto found = locations_.find(id); found != locations_.end()) return found->second;
    const Location& location = program_.locations[id];
    ByteWriter content;
    std::uint64_t result = 0;
    switch (location.kind) {
        case Location::Kind::Unknown: result = attribute("builtin", 15, content); break;
        case Location::Kind::File: {
            content.varint(builtin_attribute(location.text));
            const bool is_range = location.end_line != 0 || location.end_column != 0;
            std::vector<int> numbers = {location.line, location.column};
            if (is_range && location.end_line != location.line) numbers.push_back(location.end_line);
            if (is_range) {
                numbers.push_back(location.end_column);
                content.varint(numbers.size());
            }
            for (const int number : numbers) content.varint(static_cast<std::uint64_t>(number));
            result = attribute("builtin", is_range ? 22 : 11, content);
            break;
        }
        case Location::Kind::Name:
            content.varint(builtin_attribute(location.text));
            content.varint(
                this->location(location.children.empty() ? unknown_location : location.children.front()));
            result = attribute("builtin", 14, content);
            break;
        case Location::Kind::CallSite:
            for (const LocationId child : location.children) content.varint(this->location(child));
            result = attribute("builtin", 10, content);
            break;
        case Location::Kind::Fused:
            content.varint(location.children.size());
            for (const LocationId child : location.children) content.varint(this->location(child));
            result = attribute("builtin", 12, content);
            break;
    }
    locations_.emplace(id, result);
    return result;
}

void EntryWriter::offsets(ByteWriter& into, const std::vector<Entry>& entries) const {
    std::size_t begin = 0;
    while (begin < entries.size()) {
        std::size_t end = begin;
        while (end < entries.size() && entries[end].dialect == entries[begin].dialect) end++;
        into.varint(entries[begin].dialect).varint(end - begin);
        for (; begin < end; begin++)
            into.flagged_varint(entries[begin].body.size(), entries[begin].own_encoding);
    }
}

std::string EntryWriter::file(std::string_view producer, const std::string& operations) {
    ByteWriter names;
    names.varint(dialects_.size());
    for (const std::string& name : dialects_) names.flagged_varint(string(name), false);
    names.varint(op_names_.size());
    for (const auto& [owner, name] : op_names_) names.varint(owner).varint(1).flagged_varint(name, true);

    ByteWriter sizes;
    sizes.varint(attributes_.entries.size()).varint(types_.entries.size());
    offsets(sizes, attributes_.entries);
    offsets(sizes, types_.entries);
    std::size_t total = 0;
    for (const Table* table : {&attributes_, &types_})
        for (const Entry& entry : table->entries) total += entry.body.size();

    ByteWriter texts;
    texts.varint(strings_.size());
    for (auto text = strings_.rbegin(); text != strings_.rend(); ++text) texts.varint(text->size() + 1);
    for (const std::string& text : strings_) texts.bytes(text).byte(0);

    ByteWriter blobs;
    blobs.varint(properties_.size());
    for (const std::string& blob : properties_) blobs.varint(blob.size()).bytes(blob);

    ByteWriter file;
    file.bytes(magic).varint(newest_version).bytes(producer).byte(0);
    file.section(section_id::dialects, names.data()).section(section_id::entry_offsets, sizes.data());
    file.byte(section_id::entries).varint(total);
    for (const Table* table : {&attributes_, &types_})
        for (const Entry& entry : table->entries) file.bytes(entry.body);
    file.section(section_id::ir, operations);
    file.section(section_id::resource_offsets, ByteWriter().varint(0).data());
    file.section(section_id::resources, {});
    file.section(section_id::strings, texts.data()).section(section_id::properties, blobs.data());
    return file.take();
}

}  // namespace hlo2c::frontend::bytecode

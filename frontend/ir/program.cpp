#include "frontend/ir/program.h"

#include <algorithm>

#include "frontend/file_bytes.h"

namespace hlo2c::frontend {
namespace {

std::vector<std::int64_t> integers_of(const Attribute& attribute) {
    if (const auto* array = attribute.get_if<IntegerArray>()) return array->values;
    if (const auto* single = attribute.get_if<IntegerAttribute>()) return {single->value};
    std::vector<std::int64_t> values;
    if (const auto* literal = attribute.get_if<Literal>()) {
        const std::int64_t count = literal->type().element_count();
        for (std::int64_t i = 0; i < count; i++) values.push_back(literal->integer(i));
        return values;
    }
    const auto* list = attribute.get_if<ArrayAttribute>();
    HLO2C_CHECK(list != nullptr, "the attribute is not a list of integers");
    for (const Attribute& element : list->elements) {
        if (const auto* flag = element.get_if<bool>()) {
            values.push_back(*flag);
            continue;
        }
        const auto* integer = element.get_if<IntegerAttribute>();
        HLO2C_CHECK(integer != nullptr, "the attribute is not a list of integers");
        values.push_back(integer->value);
    }
    return values;
}

const Attribute* entry(const std::vector<NamedAttribute>& entries, std::string_view name) {
    for (const NamedAttribute& named : entries)
        if (named.first == name) return &named.second;
    return nullptr;
}

/// Reads the fields of a structured attribute; absent fields are empty lists and `otherwise`.
struct Fields {
    const StructAttribute& structure;

    std::vector<std::int64_t> list(std::string_view name) const {
        const Attribute* field = entry(structure.fields, name);
        return field != nullptr ? integers_of(*field) : std::vector<std::int64_t>{};
    }
    std::int64_t integer(std::string_view name, std::int64_t otherwise) const {
        const Attribute* field = entry(structure.fields, name);
        return field != nullptr ? integers_of(*field).at(0) : otherwise;
    }
};

Fields structure_of(const Op& op, std::string_view name) {
    const Attribute* attribute = op.attribute(name);
    const auto* structure = attribute != nullptr ? attribute->get_if<StructAttribute>() : nullptr;
    HLO2C_CHECK(structure != nullptr, std::string(spelling(op.code)) + " has no " + std::string(name));
    return {*structure};
}

std::vector<std::pair<std::int64_t, std::int64_t>> padding_pairs(const Op& op, std::size_t rank) {
    std::vector<std::pair<std::int64_t, std::int64_t>> pairs(rank);
    const std::vector<std::int64_t> flat = op.integers("padding");
    HLO2C_CHECK(flat.empty() || flat.size() == 2 * rank, "padding does not have two numbers per dimension");
    for (std::size_t i = 0; i < flat.size() / 2; i++) pairs[i] = {flat[2 * i], flat[2 * i + 1]};
    return pairs;
}

}  // namespace

bool Region::operator==(const Region& other) const {
    return arguments == other.arguments && ops == other.ops;
}

bool Program::operator==(const Program& other) const {
    return name == other.name && attributes == other.attributes && functions == other.functions &&
           symbols == other.symbols && location == other.location && locations == other.locations;
}

const Attribute* Op::attribute(std::string_view name) const {
    return entry(attributes, name);
}

void Op::set_attribute(std::string_view name, Attribute value) {
    for (NamedAttribute& named : attributes) {
        if (named.first != name) continue;
        named.second = std::move(value);
        return;
    }
    attributes.emplace_back(std::string(name), std::move(value));
}

void Op::remove_attribute(std::string_view name) {
    std::erase_if(attributes, [name](const NamedAttribute& named) { return named.first == name; });
}

std::int64_t Op::integer(std::string_view name, std::int64_t otherwise) const {
    const Attribute* found = attribute(name);
    if (found == nullptr) return otherwise;
    if (const auto* flag = found->get_if<bool>()) return *flag;
    const std::vector<std::int64_t> values = integers_of(*found);
    HLO2C_CHECK(values.size() == 1, "attribute " + std::string(name) + " is not one integer");
    return values.front();
}

bool Op::boolean(std::string_view name, bool otherwise) const {
    const Attribute* found = attribute(name);
    if (found == nullptr) return otherwise;
    if (found->get_if<UnitAttribute>() != nullptr) return true;
    return integer(name, otherwise) != 0;
}

double Op::real(std::string_view name, double otherwise) const {
    const Attribute* found = attribute(name);
    if (found == nullptr) return otherwise;
    if (const auto* value = found->get_if<FloatAttribute>()) return value->value;
    if (const auto* literal = found->get_if<Literal>()) return literal->real(0);
    return static_cast<double>(integer(name, 0));
}

std::string Op::text(std::string_view name, std::string_view otherwise) const {
    const Attribute* found = attribute(name);
    if (found == nullptr) return std::string(otherwise);
    if (const auto* text = found->get_if<std::string>()) return *text;
    if (const auto* keyword = found->get_if<EnumAttribute>()) return keyword->value;
    const auto* symbol = found->get_if<SymbolAttribute>();
    HLO2C_CHECK(symbol != nullptr, "attribute " + std::string(name) + " is not text");
    return symbol->name;
}

std::vector<std::int64_t> Op::integers(std::string_view name, std::vector<std::int64_t> otherwise) const {
    const Attribute* found = attribute(name);
    return found != nullptr ? integers_of(*found) : otherwise;
}

const Literal& Op::literal(std::string_view name) const {
    const Attribute* found = attribute(name);
    const auto* literal = found != nullptr ? found->get_if<Literal>() : nullptr;
    HLO2C_CHECK(literal != nullptr, "attribute " + std::string(name) + " is not a constant");
    return *literal;
}

const TensorType& Function::tensor(ValueId id) const {
    HLO2C_CHECK(id < values.size() && values[id].type.is_tensor(), "the value is not a tensor");
    return values[id].type.as_tensor();
}

ValueId Function::add_value(Type type, std::string value_name, LocationId value_location) {
    values.push_back({std::move(type), std::move(value_name), value_location});
    return static_cast<ValueId>(values.size() - 1);
}

const Function* Program::function(std::string_view wanted) const {
    for (const Function& candidate : functions)
        if (candidate.name == wanted) return &candidate;
    return nullptr;
}

Function* Program::function(std::string_view wanted) {
    return const_cast<Function*>(std::as_const(*this).function(wanted));
}

const Function& Program::main() const {
    HLO2C_CHECK(!functions.empty(), "the program has no function");
    if (const Function* entry_point = function("main"); entry_point != nullptr && entry_point->is_public)
        return *entry_point;
    const auto is_public = [](const Function& candidate) { return candidate.is_public; };
    const auto found = std::find_if(functions.begin(), functions.end(), is_public);
    if (found != functions.end()) return *found;
    return functions.front();
}

Function& Program::main() {
    return const_cast<Function&>(std::as_const(*this).main());
}

Place place_of(const Program& program, const Op& op) {
    Place place{.file = program.source_path, .line = op.position.line, .column = op.position.column};
    place.op = spelling(op.code);
    if (const std::string source = program.locations.describe(op.location); !source.empty())
        place.op += " (" + source + ")";
    if (place.line == 0 && place.column > 0) {  // binary forms have no lines: columns count all bytes
        place.byte_offset = place.column - 1;
        place.column = 0;
    }
    return with_line(std::move(place));
}

DotDimensions dot_dimensions(const Op& op) {
    const Fields fields = structure_of(op, "dot_dimension_numbers");
    return {fields.list("lhs_batching_dimensions"), fields.list("rhs_batching_dimensions"),
            fields.list("lhs_contracting_dimensions"), fields.list("rhs_contracting_dimensions")};
}

ConvolutionDimensions convolution_dimensions(const Op& op) {
    const Fields fields = structure_of(op, "dimension_numbers");
    ConvolutionDimensions dimensions;
    dimensions.input_batch = fields.integer("input_batch_dimension", 0);
    dimensions.input_feature = fields.integer("input_feature_dimension", 1);
    dimensions.input_spatial = fields.list("input_spatial_dimensions");
    dimensions.kernel_input_feature = fields.integer("kernel_input_feature_dimension", 0);
    dimensions.kernel_output_feature = fields.integer("kernel_output_feature_dimension", 1);
    dimensions.kernel_spatial = fields.list("kernel_spatial_dimensions");
    dimensions.output_batch = fields.integer("output_batch_dimension", 0);
    dimensions.output_feature = fields.integer("output_feature_dimension", 1);
    dimensions.output_spatial = fields.list("output_spatial_dimensions");
    return dimensions;
}

Window convolution_window(const Op& op, const TensorType& kernel) {
    const ConvolutionDimensions dimensions = convolution_dimensions(op);
    const std::size_t rank = dimensions.kernel_spatial.size();
    const std::vector<std::int64_t> ones(rank, 1);
    Window window;
    for (std::int64_t dimension : dimensions.kernel_spatial)
        window.size.push_back(kernel.shape.at(static_cast<std::size_t>(dimension)));
    window.strides = op.integers("window_strides", ones);
    window.base_dilation = op.integers("lhs_dilation", ones);
    window.window_dilation = op.integers("rhs_dilation", ones);
    window.padding = padding_pairs(op, rank);
    window.reversal.assign(rank, false);
    const std::vector<std::int64_t> reversal = op.integers("window_reversal");
    for (std::size_t i = 0; i < reversal.size(); i++) window.reversal.at(i) = reversal[i] != 0;
    return window;
}

Window reduce_window_window(const Op& op) {
    Window window;
    window.size = op.integers("window_dimensions");
    const std::vector<std::int64_t> ones(window.size.size(), 1);
    window.strides = op.integers("window_strides", ones);
    window.base_dilation = op.integers("base_dilations", ones);
    window.window_dilation = op.integers("window_dilations", ones);
    window.padding = padding_pairs(op, window.size.size());
    window.reversal.assign(window.size.size(), false);
    return window;
}

GatherDimensions gather_dimensions(const Op& op) {
    const Fields fields = structure_of(op, "dimension_numbers");
    return {fields.list("offset_dims"),           fields.list("collapsed_slice_dims"),
            fields.list("operand_batching_dims"), fields.list("start_indices_batching_dims"),
            fields.list("start_index_map"),       fields.integer("index_vector_dim", 0)};
}

ScatterDimensions scatter_dimensions(const Op& op) {
    const Fields fields = structure_of(op, "scatter_dimension_numbers");
    return {fields.list("update_window_dims"),           fields.list("inserted_window_dims"),
            fields.list("input_batching_dims"),          fields.list("scatter_indices_batching_dims"),
            fields.list("scatter_dims_to_operand_dims"), fields.integer("index_vector_dim", 0)};
}

}  // namespace hlo2c::frontend

#include "frontend/ops/op_context.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/elided.h"
#include "frontend/ops/op_row.h"

namespace hlo2c::frontend {
namespace {

bool is_integer_list(const Attribute& attribute) {
    if (const auto* integers = attribute.get_if<IntegerArray>())
        return integers->type == "i64" || integers->type == "i32" || integers->type == "i1";
    if (const auto* literal = attribute.get_if<Literal>())
        return literal->type().element == ElementType::I64 || literal->type().element == ElementType::I1;
    return false;
}

bool is_of_kind(const Attribute& attribute, AttributeKind kind) {
    const auto* integer = attribute.get_if<IntegerAttribute>();
    switch (kind) {
        case AttributeKind::Any: return true;
        case AttributeKind::Integer: return integer != nullptr;
        case AttributeKind::Boolean:
            return (integer != nullptr && integer->type == "i1") ||
                   attribute.get_if<UnitAttribute>() != nullptr || attribute.get_if<bool>() != nullptr;
        case AttributeKind::Real:
            return attribute.get_if<FloatAttribute>() != nullptr || attribute.get_if<Literal>() != nullptr;
        case AttributeKind::Text:
        case AttributeKind::Keyword:
            return attribute.get_if<std::string>() != nullptr ||
                   attribute.get_if<EnumAttribute>() != nullptr ||
                   attribute.get_if<SymbolAttribute>() != nullptr;
        case AttributeKind::Integers: return is_integer_list(attribute);
        case AttributeKind::Table: return attribute.get_if<Literal>() != nullptr;
        case AttributeKind::Structure: return attribute.get_if<StructAttribute>() != nullptr;
    }
    return false;
}

/// What is wrong with an attribute of another kind, in the order of AttributeKind.
struct Wording {
    std::string_view message, remedy;
};
constexpr std::string_view look = "Check the attributes of this op.";
constexpr Wording wordings[] = {
    {"", ""},
    {"not one integer", "Write it as 1 : i64."},
    {"not a boolean", "Write it as true or false."},
    {"not a number", "Write it as 1.0 : f32."},
    {"not text, keyword or name", look},
    {"not text, keyword or name", look},
    {"not a list of integers", "Write it as array<i64: 1, 2>."},
    {"not a constant", "Write it as dense<...> : tensor<...>."},
    {"not a structure", look},
};

/// The values of ops with segment sizes go without names, since the row does not say how many each name has.
std::string value_name(const Op& op, std::string_view noun, std::span<const ValueFact> facts, std::size_t i,
                       std::size_t count) {
    const std::optional<std::size_t> fact = fact_of(facts, i, count);
    const bool has_name =
        fact && !facts[*fact].name.starts_with(noun) && !op.has(attr::operand_segment_sizes);
    return has_name ? fmt::format("{} {} ({})", noun, i, facts[*fact].name) : fmt::format("{} {}", noun, i);
}

}  // namespace

void OpContext::refuse_as(int number, std::string message, std::string remedy) const {
    fail(number, place_of(program_, op_), std::move(message), std::move(remedy));
}

void OpContext::refuse(std::string_view label, std::string message) const {
    const std::string_view name = spelling(op_.code);
    if (label.empty())
        refuse_as(verify_error::constraint, fmt::format("{}: {}", name, message),
                  fmt::format("Correct the op or its exporter; see {} in the specification.", name));
    refuse_as(verify_error::constraint, fmt::format("{} violates ({}): {}", name, label, message),
              fmt::format("Correct the op or its exporter; see constraint ({}) of {} in the "
                          "StableHLO specification.",
                          label, name));
}

std::string OpContext::operand_name(std::size_t i) const {
    return value_name(op_, "operand", row(op_.code).operands, i, operand_count());
}

std::string OpContext::result_name(std::size_t i) const {
    return value_name(op_, "result", row(op_.code).results, i, result_count());
}

const Type& OpContext::result_type(std::size_t i) const {
    if (i >= op_.results.size())
        refuse_as(verify_error::operands,
                  fmt::format("{} has {} results; more were expected", spelling(op_.code), i),
                  "Give the op all of its results.");
    return function_.type(op_.results[i]);
}

const TensorType& OpContext::tensor_of(const Type& type, bool is_result, std::size_t i) const {
    if (!type.is_tensor())
        refuse_as(
            is_result ? verify_error::result_type : verify_error::operands,
            fmt::format("{} of {} is {} where a tensor was expected",
                        is_result ? result_name(i) : operand_name(i), spelling(op_.code), to_string(type)),
            is_result ? "Check the types of this op." : "Check the operands of this op.");
    return type.as_tensor();
}

const TensorType& OpContext::operand(std::size_t i) const {
    return tensor_of(operand_type(i), false, i);
}

const TensorType& OpContext::result(std::size_t i) const {
    return tensor_of(result_type(i), true, i);
}

std::optional<Sizes> OpContext::constant_integers(std::size_t i) const {
    if (constants_ == nullptr) return std::nullopt;
    const auto constant = constants_->find(op_.operands[i]);
    if (constant == constants_->end()) return std::nullopt;
    const Attribute* value = constant->second->attribute(attr::value);
    const auto* literal = value != nullptr ? value->get_if<Literal>() : nullptr;
    constexpr std::int64_t most_sizes = 1 << 20;
    if (literal == nullptr || is_elided(*literal) || !is_integer(literal->type().element) ||
        literal->type().element_count() > most_sizes || !operand(i).is_static())
        return std::nullopt;
    return read_attribute<Sizes>(*value, attr::value);
}

Types OpContext::operand_types(std::size_t begin, std::size_t end) const {
    Types types;
    for (std::size_t i = begin; i < end; i++) types.push_back(operand_type(i));
    return types;
}

Types OpContext::declared() const {
    Types types;
    for (const ValueId id : op_.results) types.push_back(function_.type(id));
    return types;
}

void OpContext::require_attribute(std::string_view name, AttributeKind kind, bool required) const {
    const Attribute* attribute = op_.attribute(name);
    if (attribute == nullptr) {
        if (!required) return;
        refuse_as(verify_error::attribute,
                  fmt::format("{} lacks the attribute '{}'", spelling(op_.code), name),
                  "Give the op this attribute.");
    }
    if (is_of_kind(*attribute, kind)) return;
    const Wording& wording = wordings[static_cast<std::size_t>(kind)];
    refuse_as(verify_error::attribute,
              fmt::format("the attribute '{}' of {} is {}", name, spelling(op_.code), wording.message),
              std::string(wording.remedy));
}

void OpContext::require_keyword(std::string_view label, std::string_view word, const KeywordList& known,
                                std::size_t first) const {
    const auto begin = known.begin() + static_cast<std::ptrdiff_t>(first),
               end = std::find(begin, known.end(), "");
    if (std::find(begin, end, word) != end) return;
    refuse(label,
           fmt::format("'{}' is none of {} and {}", word, fmt::join(begin, end - 1, ", "), *(end - 1)));
}

void OpContext::require_structure(std::string_view name, std::string_view kind) const {
    require_attribute(name, AttributeKind::Any, true);
    const auto* structure = op_.attribute(name)->get_if<StructAttribute>();
    const bool good =
        structure != nullptr && structure->name == kind && structure->raw.empty() &&
        std::all_of(structure->fields.begin(), structure->fields.end(), [](const NamedAttribute& field) {
            const auto* single = field.second.get_if<IntegerAttribute>();
            return single != nullptr || field.second.get_if<IntegerArray>() != nullptr;
        });
    if (!good)
        refuse_as(verify_error::attribute,
                  fmt::format("the attribute '{}' of {} is not #{}<...> with integers and lists of them",
                              name, spelling(op_.code), kind),
                  "Check the attributes of this op.");
}

void OpContext::require_in_range(const Sizes& dimensions, std::int64_t rank, std::string_view label,
                                 std::string_view what) const {
    for (const std::int64_t dimension : dimensions)
        if (dimension < 0 || dimension >= rank)
            refuse(label, fmt::format("{} has {}, which is not in 0 .. {}", what, dimension, rank - 1));
}

void OpContext::require_unique(const Sizes& dimensions, std::string_view label, std::string_view what) const {
    Sizes sorted = dimensions;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) refuse(label, fmt::format("{} has {} twice", what, *twice));
}

void OpContext::require_sorted(const Sizes& dimensions, std::string_view label, std::string_view what) const {
    if (!std::is_sorted(dimensions.begin(), dimensions.end()))
        refuse(label, fmt::format("{} is not sorted", what));
}

void OpContext::require_positive(const Sizes& values, std::string_view label, std::string_view what) const {
    for (const std::int64_t value : values)
        if (value <= 0) refuse(label, fmt::format("{} has {}, which is not positive", what, value));
}

void OpContext::require_size(const Sizes& values, std::size_t size, std::string_view label,
                             std::string_view what) const {
    if (values.size() != size)
        refuse(label, fmt::format("{} has {} entries where {} were expected", what, values.size(), size));
}

std::int64_t OpContext::require_possible(Wide size, std::size_t dimension, std::string_view label,
                                         std::string_view whose) const {
    if (size < 0 || size > most_elements)
        refuse(label, fmt::format("dimension {} of {} would have size {}", dimension, whose, size));
    return static_cast<std::int64_t>(size);
}

Types OpContext::returned_types(std::size_t index) const {
    const Region& region = op_.regions[index];
    Types types;
    if (region.ops.empty()) return types;
    for (const ValueId id : region.ops.back().operands) types.push_back(function_.type(id));
    return types;
}

void OpContext::require_region(std::size_t index, const Types& arguments, const std::optional<Types>& results,
                               std::string_view label) const {
    const Region& region = op_.regions[index];
    if (region.arguments.size() != arguments.size())
        refuse(label, fmt::format("region {} has {} arguments where {} were expected", index,
                                  region.arguments.size(), arguments.size()));
    for (std::size_t i = 0; i < arguments.size(); i++) {
        const Type& type = function_.type(region.arguments[i]);
        if (!compatible(type, arguments[i]))
            refuse(label, fmt::format("argument {} of region {} is {} where {} was expected", i, index,
                                      to_string(type), to_string(arguments[i])));
    }
    if (!results) return;
    const Types returned = returned_types(index);
    if (returned.size() != results->size())
        refuse(label, fmt::format("region {} returns {} values where {} were expected", index,
                                  returned.size(), results->size()));
    for (std::size_t i = 0; i < returned.size(); i++)
        if (!compatible(returned[i], (*results)[i]))
            refuse(label, fmt::format("region {} returns {} where {} was expected", index,
                                      to_string(returned[i]), to_string((*results)[i])));
}

bool same_shape(const Sizes& a, const Sizes& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same_size);
}

bool equal_element(const TensorType& a, const TensorType& b) {
    return a.element == b.element && a.quantization == b.quantization;
}

bool same_element(const TensorType& a, const TensorType& b) {
    if (a.is_quantized() != b.is_quantized()) return false;
    if (!a.is_quantized()) return a.element == b.element;
    return a.quantization.front().storage == b.quantization.front().storage &&
           a.quantization.front().expressed == b.quantization.front().expressed;
}

ElementType expressed_element(const TensorType& type) {
    return type.is_quantized() ? type.quantization.front().expressed : type.element;
}

bool same_baseline(const TensorType& a, const TensorType& b) {
    return same_shape(a.shape, b.shape) && expressed_element(a) == expressed_element(b);
}

namespace {

/// True if no static size of `fixed` exceeds its bound in `bounded`.
bool within_bounds(const TensorType& bounded, const TensorType& fixed) {
    for (std::size_t d = 0; d < bounded.bounds.size() && d < fixed.shape.size(); d++) {
        const std::int64_t bound = bounded.bounds[d], size = fixed.shape[d];
        if (bound != dynamic_size && size != dynamic_size && size > bound) return false;
    }
    return true;
}

/// True if quantized types are equal up to scales and zero points, which inference does not distinguish.
bool same_storage(const TensorType& a, const TensorType& b) {
    if (!a.is_quantized() || !b.is_quantized()) return a.is_quantized() == b.is_quantized();
    const Quantization& left = a.quantization.front();
    const Quantization& right = b.quantization.front();
    return left.storage == right.storage && left.expressed == right.expressed &&
           left.storage_minimum == right.storage_minimum && left.storage_maximum == right.storage_maximum &&
           (left.axis >= 0) == (right.axis >= 0);
}

}  // namespace

bool compatible(const Type& a, const Type& b) {
    if (a.is_tensor() != b.is_tensor()) return false;
    if (!a.is_tensor()) return a == b;
    return same_baseline(a.as_tensor(), b.as_tensor()) && same_storage(a.as_tensor(), b.as_tensor()) &&
           within_bounds(a.as_tensor(), b.as_tensor()) && within_bounds(b.as_tensor(), a.as_tensor());
}

bool is_promotable(const TensorType& from, const TensorType& to) {
    if (from.is_quantized() != to.is_quantized()) return false;
    if (from.is_quantized() && expressed_element(from) != expressed_element(to)) return false;
    const ElementType a = from.element, b = to.element;
    if (a == b) return true;
    return kind(a) == kind(b) && bit_width(a) <= bit_width(b);
}

Sizes merged_bounds(const TensorType& a, const TensorType& b) {
    if (a.bounds.empty()) return b.bounds;
    if (b.bounds.empty()) return a.bounds;
    Sizes bounds = a.bounds;
    for (std::size_t d = 0; d < bounds.size() && d < b.bounds.size(); d++)
        if (bounds[d] == dynamic_size || (b.bounds[d] != dynamic_size && b.bounds[d] < bounds[d]))
            bounds[d] = b.bounds[d];
    return bounds;
}

void require_padding_table(const OpContext& op, std::size_t rows, std::string_view label) {
    const Attribute* padding = op.op().attribute(attr::padding);
    if (padding == nullptr) return;
    const auto* table = padding->get_if<Literal>();
    const Sizes shape{static_cast<std::int64_t>(rows), 2};
    op.require(table != nullptr && table->type().shape == shape, label,
               fmt::format("padding is not a table with {} rows of low and high", rows));
}

TensorType with_shape(TensorType type, Sizes shape) {
    type.shape = std::move(shape);
    type.bounds.clear();
    return type;
}

TensorType scalar_of(TensorType type) {
    return with_shape(std::move(type), {});
}

Sizes merged_shape(const Sizes& a, const Sizes& b) {
    Sizes merged = a;
    for (std::size_t i = 0; i < merged.size() && i < b.size(); i++)
        if (merged[i] == dynamic_size) merged[i] = b[i];
    return merged;
}

Wide window_count(std::int64_t extent, std::int64_t size, std::int64_t stride, std::int64_t base_dilation,
                  std::int64_t window_dilation, std::int64_t low, std::int64_t high) {
    const Wide dilated = extent == 0 ? 0 : (Wide{extent} - 1) * base_dilation + 1;
    const Wide padded = low + dilated + high;
    const Wide window = size == 0 ? 0 : (Wide{size} - 1) * window_dilation + 1;
    if (padded <= 0 || window > padded) return 0;
    return (padded - window) / stride + 1;
}

}  // namespace hlo2c::frontend

#include "frontend/ops/attribute_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "frontend/ir/keywords.h"
#include "frontend/ir/structures.h"
#include "frontend/ops/dot_algorithms.h"

namespace hlo2c::frontend {
namespace {

struct KnownKeywords {
    std::string_view enumeration;
    const KeywordList* keywords;
};

template <typename... E>
constexpr auto known_keywords() {
    return std::to_array<KnownKeywords>({{Enumeration<E>::name, &Enumeration<E>::keywords}...});
}

constexpr auto enumerations =
    known_keywords<ComparisonDirection, ComparisonType, FftType, Precision, ResultAccuracyMode, RngAlgorithm,
                   RngDistribution, Transposition>();

/// The text of a type in the algorithm, which may be a keyword or a type attribute.
std::string type_of(const StructAttribute& attribute, std::string_view name) {
    const Attribute* value = attribute.field(name);
    if (value == nullptr) return "";
    if (const auto* keyword = value->get_if<EnumAttribute>()) return keyword->value;
    if (const auto* type = value->get_if<Type>()) return to_string(*type);
    return "";
}

std::int64_t integer_of(const StructAttribute& attribute, std::string_view name, std::int64_t otherwise) {
    const Attribute* value = attribute.field(name);
    const auto* integer = value != nullptr ? value->get_if<IntegerAttribute>() : nullptr;
    return integer != nullptr ? integer->value : otherwise;
}

std::optional<Violation> violation_of_algorithm(const StructAttribute& algorithm) {
    const std::string lhs = type_of(algorithm, "lhs_precision_type"),
                      rhs = type_of(algorithm, "rhs_precision_type"),
                      sums = type_of(algorithm, "accumulation_type");
    const std::pair<std::string_view, std::string_view> counts[] = {
        {"lhs_component_count", "C22"}, {"rhs_component_count", "C23"}, {"num_primitive_operations", "C24"}};
    for (const auto& [name, label] : counts)
        if (integer_of(algorithm, name, 1) <= 0)
            return Violation{label, fmt::format("{} is not positive", name)};
    const std::int64_t left = integer_of(algorithm, "lhs_component_count", 1),
                       right = integer_of(algorithm, "rhs_component_count", 1),
                       steps = integer_of(algorithm, "num_primitive_operations", 1);
    const Attribute* imprecise_field = algorithm.field("allow_imprecise_accumulation");
    const auto* flag = imprecise_field != nullptr ? imprecise_field->get_if<bool>() : nullptr;
    const bool imprecise = flag != nullptr && *flag;
    const auto is_f8 = [](std::string_view type) { return type.substr(0, 2) == "f8"; };
    const bool small = is_f8(lhs) && is_f8(rhs) && sums == "f32" && steps == 1;
    const bool known =
        std::any_of(known_dot_algorithms.begin(), known_dot_algorithms.end(), [&](const DotAlgorithm& row) {
            return lhs == row.operands && rhs == row.operands && sums == row.sums && steps == row.products &&
                   !imprecise;
        });
    if (left == 1 && right == 1 && (small || known)) return std::nullopt;
    return Violation{
        "I8", fmt::format("there is no algorithm with lhs {} in {} parts, rhs {} in {} parts, sums in {}, "
                          "{} products each and {} accumulation",
                          lhs, left, rhs, right, sums, steps, imprecise ? "imprecise" : "precise")};
}

std::optional<Violation> violation_of_accuracy(const StructAttribute& accuracy) {
    std::string mode;
    if (const Attribute* value = accuracy.field("mode")) {
        if (const auto* keyword = value->get_if<EnumAttribute>()) mode = keyword->value;
        if (const auto* structure = value->get_if<StructAttribute>()) mode = structure->raw;
    }
    if (const std::optional<Violation> violation = violation_of(EnumAttribute{"result_accuracy_mode", mode}))
        return violation;
    const auto real = [&](std::string_view name) {
        const Attribute* value = accuracy.field(name);
        const auto* number = value != nullptr ? value->get_if<FloatAttribute>() : nullptr;
        return number != nullptr ? number->value : 0.0;
    };
    const double absolute = real("atol"), relative = real("rtol");
    const std::int64_t ulps = integer_of(accuracy, "ulps", 0);
    if (absolute < 0 || relative < 0 || ulps < 0)
        return Violation{"", "a tolerance of result_accuracy is negative"};
    const bool given = absolute != 0 || relative != 0 || ulps != 0;
    if (mode != keyword(ResultAccuracyMode::Tolerance) && given)
        return Violation{"", "result_accuracy has tolerances, which require the mode TOLERANCE"};
    return std::nullopt;
}

}  // namespace

std::optional<Violation> violation_of(const StructAttribute& attribute) {
    if (attribute.name == structures::dot_algorithm) return violation_of_algorithm(attribute);
    if (attribute.name == structures::result_accuracy) return violation_of_accuracy(attribute);
    return std::nullopt;
}

std::string_view enumeration_name(const EnumAttribute& keyword) {
    constexpr std::string_view dialect = "chlo.";
    std::string_view name = keyword.enumeration;
    if (name.starts_with(dialect)) name.remove_prefix(dialect.size());
    return name;
}

std::optional<Violation> violation_of(const EnumAttribute& keyword) {
    const std::string_view name = enumeration_name(keyword);
    for (const KnownKeywords& row : enumerations) {
        if (row.enumeration != name) continue;
        std::vector<std::string_view> known(row.keywords->begin(), row.keywords->end());
        std::erase(known, "");
        if (std::find(known.begin(), known.end(), keyword.value) != known.end()) return std::nullopt;
        return Violation{
            "", fmt::format("'{}' is not a keyword of {}: {}", keyword.value, name, fmt::join(known, ", "))};
    }
    return std::nullopt;
}

std::int64_t longest_splat(const Attribute& attribute) {
    std::int64_t longest = 0;
    const auto take = [&](const Attribute& part) { longest = std::max(longest, longest_splat(part)); };
    if (const auto* literal = attribute.get_if<Literal>()) {
        if (literal->is_splat()) longest = literal->type().element_count();
    } else if (const auto* array = attribute.get_if<ArrayAttribute>()) {
        for (const Attribute& element : array->elements) take(element);
    } else if (const auto* dictionary = attribute.get_if<DictionaryAttribute>()) {
        for (const NamedAttribute& entry : dictionary->entries) take(entry.second);
    } else if (const auto* structure = attribute.get_if<StructAttribute>()) {
        for (const NamedAttribute& given : structure->fields) take(given.second);
    }
    return longest;
}

}  // namespace hlo2c::frontend

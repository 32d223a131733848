#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs::make {

namespace {

Wanted first_operand(const Rule& rule) {
    return {rule.kinds, rule.tolerates, {}, 0};
}

TensorType with_element(TensorType type, ElementType element) {
    type.element = element;
    return type;
}

}  // namespace

void unary(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(first_operand(rule));
    draft.emit(rule.code, {x}, draft.type(x));
}

void binary(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(first_operand(rule));
    const ValueId y = draft.random().chance(4) ? x : draft.of_type(draft.type(x), rule.tolerates);
    const bool swapped = draft.random().chance(30);
    draft.emit(rule.code, {swapped ? y : x, swapped ? x : y}, draft.type(x));
}

void compare(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(first_operand(rule));
    const ElementType element = draft.type(x).element;
    const bool total =
        is_float(element) && draft.random().chance(25) && draft.accuracy(x) == Accuracy::Verbatim;
    const ValueId y = draft.of_type(draft.type(x), total ? Accuracy::Verbatim : Accuracy::Exact);
    static const std::vector<ComparisonDirection> orders = {ComparisonDirection::Eq, ComparisonDirection::Ne,
                                                            ComparisonDirection::Lt, ComparisonDirection::Le,
                                                            ComparisonDirection::Gt, ComparisonDirection::Ge};
    static const std::vector<ComparisonDirection> equalities = {ComparisonDirection::Eq,
                                                                ComparisonDirection::Ne};
    const ComparisonDirection direction =
        draft.random().pick(frontend::is_complex(element) ? equalities : orders);
    ComparisonType type = total ? ComparisonType::TotalOrder : ComparisonType::Float;
    if (is_signed_integer(element)) type = ComparisonType::Signed;
    if (is_unsigned_integer(element) || is_boolean(element)) type = ComparisonType::Unsigned;
    std::vector<NamedAttribute> attributes = {attr::comparison_direction.with(direction)};
    if (total || draft.random().chance(70)) attributes.push_back(attr::compare_type.with(type));
    draft.emit(rule.code, {x, y}, with_element(draft.type(x), ElementType::I1), std::move(attributes));
}

void select(Draft& draft, const Rule& rule) {
    const ValueId yes = draft.operand(first_operand(rule));
    const ValueId no = draft.of_type(draft.type(yes));
    TensorType predicate = with_element(draft.type(yes), ElementType::I1);
    if (draft.random().chance(15)) predicate.shape.clear();
    draft.emit(rule.code, {draft.of_type(predicate), yes, no}, draft.type(yes));
}

void clamp(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(first_operand(rule));
    const auto bound = [&] {
        TensorType type = draft.type(x);
        if (draft.random().chance(50)) type.shape.clear();
        return draft.of_type(type);
    };
    const ValueId low = bound(), high = bound();
    draft.emit(rule.code, {low, x, high}, draft.type(x));
}

void convert(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(first_operand(rule));
    draft.emit(rule.code, {x}, with_element(draft.type(x), random_element(draft.random(), kinds::Any)));
}

void bitcast_convert(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(first_operand(rule));
    const TensorType from = draft.type(x);
    const unsigned targets = frontend::is_complex(from.element) ? kinds::C : kinds::Number & ~kinds::C;
    TensorType to = with_element(from, random_element(draft.random(), targets));
    const int from_bits = bit_width(from.element), to_bits = bit_width(to.element);
    if (to.element == ElementType::TF32 || from.element == ElementType::TF32) throw Rejected{};
    if (to_bits < from_bits) to.shape.push_back(from_bits / to_bits);
    if (to_bits > from_bits && !to.shape.empty()) to.shape.pop_back();
    draft.emit(rule.code, {x}, to);
}

void reduce_precision(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(first_operand(rule));
    const std::int64_t exponent = draft.random().between(1, 11), mantissa = draft.random().between(0, 24);
    draft.emit(rule.code, {x}, draft.type(x),
               {attr::exponent_bits.with(exponent), attr::mantissa_bits.with(mantissa)});
}

void complex(Draft& draft, const Rule& rule) {
    Wanted wanted = first_operand(rule);
    wanted.also = [](const TensorType& type) {
        return type.element == ElementType::F32 || type.element == ElementType::F64;
    };
    const ValueId re = draft.operand(wanted), im = draft.of_type(draft.type(re));
    const bool narrow = draft.type(re).element == ElementType::F32;
    draft.emit(rule.code, {re, im},
               with_element(draft.type(re), narrow ? ElementType::C64 : ElementType::C128));
}

void map(Draft& draft, const Rule& rule) {
    std::vector<ValueId> inputs = {draft.operand(first_operand(rule))};
    const std::vector<std::int64_t> shape = draft.shape(inputs[0]);
    for (std::int64_t more = draft.random().between(0, 2); more > 0; more--)
        inputs.push_back(draft.of_type(TensorType{shape, random_element(draft.random(), kinds::Any), {}, {}},
                                       Accuracy::Exact));
    std::vector<TensorType> elements;
    for (const ValueId input : inputs) elements.push_back(scalar_type(draft.type(input).element));
    TensorType result;
    Op op{.code = rule.code, .operands = inputs};
    op.regions.push_back(draft.region(
        elements, Accuracy::Exact,
        [&](const std::vector<ValueId>&) {
            const std::size_t before = draft.visible_count();
            draft.grow(static_cast<int>(draft.random().between(1, 4)), true);
            if (draft.visible_count() == before) throw Rejected{};
            const ValueId returned = draft.visible(draft.visible_count() - 1);
            result = draft.type(returned);
            return std::vector<ValueId>{returned};
        },
        Accuracy::Close));
    for (const Op& inner : op.regions[0].ops)
        for (const ValueId value : inner.results)
            if (draft.type(value).rank() != 0 || draft.type(value).is_quantized()) throw Rejected{};
    if (result.rank() != 0) throw Rejected{};
    std::vector<std::int64_t> dimensions;
    for (std::size_t d = 0; d < shape.size(); d++) dimensions.push_back(static_cast<std::int64_t>(d));
    op.set_attribute(attr::dimensions, integers(std::move(dimensions)));
    result.shape = shape;
    draft.emit(std::move(op), {result});
}

void broadcasting(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(first_operand(rule));
    TensorType other = draft.type(x);
    other.shape.erase(other.shape.begin(), other.shape.begin() + draft.random().between(0, other.rank()));
    for (std::int64_t& size : other.shape)
        if (draft.random().chance(30)) size = 1;
    const ValueId y = draft.of_type(other);
    const bool swapped = draft.random().chance(30);
    draft.emit(rule.code, {swapped ? y : x, swapped ? x : y}, draft.type(x));
}

void broadcasting_compare(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(first_operand(rule));
    TensorType other = draft.type(x);
    other.shape.erase(other.shape.begin(), other.shape.begin() + draft.random().between(0, other.rank()));
    const bool is_complex = frontend::is_complex(other.element);
    static const std::vector<ComparisonDirection> directions = {
        ComparisonDirection::Eq, ComparisonDirection::Ne, ComparisonDirection::Lt,
        ComparisonDirection::Le, ComparisonDirection::Gt, ComparisonDirection::Ge};
    const ComparisonDirection direction =
        is_complex ? directions[static_cast<std::size_t>(draft.random().between(0, 1))]
                   : draft.random().pick(directions);
    draft.emit(rule.code, {x, draft.of_type(other, rule.tolerates)},
               with_element(draft.type(x), ElementType::I1), {attr::comparison_direction.with(direction)});
}

void broadcasting_complex(Draft& draft, const Rule& rule) {
    Wanted wanted = first_operand(rule);
    wanted.also = [](const TensorType& type) {
        return type.element == ElementType::F32 || type.element == ElementType::F64;
    };
    const ValueId re = draft.operand(wanted);
    TensorType other = draft.type(re);
    if (other.rank() > 0 && draft.random().chance(50)) other.shape.erase(other.shape.begin());
    const bool narrow = other.element == ElementType::F32;
    draft.emit(rule.code, {re, draft.of_type(other)},
               with_element(draft.type(re), narrow ? ElementType::C64 : ElementType::C128));
}

void broadcasting_select(Draft& draft, const Rule& rule) {
    const ValueId yes = draft.operand(first_operand(rule));
    const auto smaller = [&](TensorType type) {
        type.shape.erase(type.shape.begin(), type.shape.begin() + draft.random().between(0, type.rank()));
        for (std::int64_t& size : type.shape)
            if (draft.random().chance(20)) size = 1;
        return type;
    };
    const TensorType type = draft.type(yes);
    const ValueId flag = draft.of_type(with_element(smaller(type), ElementType::I1)),
                  no = draft.of_type(smaller(type));
    draft.emit(rule.code, {flag, yes, no}, type);
}

}  // namespace hlo2c::frontend::random_programs::make

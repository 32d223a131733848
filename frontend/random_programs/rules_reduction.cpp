#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ops/op_context.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs {

using Sizes = std::vector<std::int64_t>;

namespace {

OpCode random_sum(Random& random, const TensorType& type) {
    // quantized partial sums are clamped to the storage type, so the order matters
    if (type.is_quantized()) return random.chance(50) ? OpCode::Maximum : OpCode::Minimum;
    const ElementType element = type.element;
    std::vector<OpCode> codes = {OpCode::Add, OpCode::Add, OpCode::Multiply};
    if (!is_complex(element)) codes.insert(codes.end(), {OpCode::Maximum, OpCode::Minimum});
    if (is_boolean(element) || is_integer(element))
        codes.insert(codes.end(), {OpCode::And, OpCode::Or, OpCode::Xor});
    return random.pick(codes);
}

ValueId comparison(Draft& draft, ComparisonDirection direction, ValueId a, ValueId b) {
    return draft.emit(OpCode::Compare, {a, b}, scalar_type(ElementType::I1),
                      {attr::comparison_direction.with(direction)});
}

/// The larger value with its index; of equal values, the lower index.
std::vector<ValueId> larger_with_number(Draft& draft, const std::vector<ValueId>& values) {
    const ValueId a = values[0], i = values[1], b = values[2], j = values[3];
    const TensorType flag = scalar_type(ElementType::I1);
    const ValueId earlier = draft.emit(
        OpCode::And,
        {comparison(draft, ComparisonDirection::Eq, a, b), comparison(draft, ComparisonDirection::Lt, i, j)},
        flag);
    const ValueId left =
        draft.emit(OpCode::Or, {comparison(draft, ComparisonDirection::Gt, a, b), earlier}, flag);
    return {draft.emit(OpCode::Select, {left, a, b}, draft.type(a)),
            draft.emit(OpCode::Select, {left, i, j}, draft.type(i))};
}

}  // namespace

Region reducer(Draft& draft, const std::vector<TensorType>& elements, Accuracy accuracy) {
    std::vector<TensorType> arguments = elements;
    arguments.insert(arguments.end(), elements.begin(), elements.end());
    return draft.region(arguments, accuracy, [&](const std::vector<ValueId>& values) {
        const bool led = elements.size() == 2 && draft.style() == ValueStyle::Moderate &&
                         !is_complex(elements[0].element) && is_integer(elements[1].element) &&
                         draft.random().chance(60);
        if (led) return larger_with_number(draft, values);
        std::vector<ValueId> results;
        for (std::size_t i = 0; i < elements.size(); i++)
            results.push_back(draft.emit(random_sum(draft.random(), elements[i]),
                                         {values[i], values[elements.size() + i]}, elements[i]));
        return results;
    });
}

namespace make {
namespace {

/// Inputs of one shape, and an initial scalar for each.
struct Inputs {
    std::vector<ValueId> operands;
    std::vector<TensorType> elements;
    std::vector<Type> types;
    Sizes shape;
    Accuracy accuracy = Accuracy::Verbatim;
};

/// Sometimes a function of the value that takes longer to compute again than to load.
ValueId maybe_costly(Draft& draft, ValueId value) {
    const TensorType type = draft.type(value);
    if (type.is_quantized() || !is_float(type.element) || !draft.random().chance(50)) return value;
    return draft.emit(draft.random().pick(std::vector{OpCode::Exponential, OpCode::Tanh, OpCode::Logistic}),
                      {value}, type);
}

Inputs reduced_inputs(Draft& draft, const Rule& rule) {
    Inputs inputs;
    inputs.operands = {maybe_costly(draft, draft.operand({rule.kinds, rule.tolerates, {}, 0, true}))};
    inputs.shape = draft.shape(inputs.operands[0]);
    if (draft.type(inputs.operands[0]).is_quantized()) {
        TensorType element = draft.type(inputs.operands[0]);
        element.shape.clear();
        inputs.types = {draft.type(inputs.operands[0])};
        inputs.elements = {element};
        inputs.operands.push_back(draft.argument(element));
        return inputs;
    }
    if (draft.random().chance(25))
        inputs.operands.push_back(draft.of_type(
            TensorType{inputs.shape, random_element(draft.random(), kinds::I), {}, {}}, Accuracy::Exact));
    if (draft.random().chance(5))
        inputs.operands.push_back(draft.of_type(
            TensorType{inputs.shape, random_element(draft.random(), rule.kinds), {}, {}}, rule.tolerates));
    for (const ValueId input : inputs.operands) {
        inputs.elements.push_back(scalar_type(draft.type(input).element));
        inputs.types.emplace_back(draft.type(input));
        inputs.accuracy = std::max(inputs.accuracy, draft.accuracy(input));
    }
    for (const TensorType& element : inputs.elements)
        inputs.operands.push_back(draft.of_type(element, Accuracy::Exact));
    return inputs;
}

Literal padding_table(const Sizes& padding) {
    return Literal::from_values(
        TensorType{{static_cast<std::int64_t>(padding.size() / 2), 2}, ElementType::I64, {}, {}}, padding);
}

Sizes random_sizes(Random& random, std::size_t count, int unusual, std::int64_t usual, std::int64_t low,
                   std::int64_t high) {
    Sizes sizes;
    for (std::size_t i = 0; i < count; i++)
        sizes.push_back(random.chance(unusual) ? random.between(low, high) : usual);
    return sizes;
}

/// Combines elements with the total of their row, as softmax and norms do.
void combine_with_total(Draft& draft, ValueId value, ValueId total, const Sizes& reduced) {
    const TensorType type = draft.type(value);
    if (draft.type(total).element != type.element || type.is_quantized()) return;
    Sizes kept;
    for (std::int64_t d = 0; d < type.rank(); d++)
        if (std::find(reduced.begin(), reduced.end(), d) == reduced.end()) kept.push_back(d);
    const ValueId spread =
        draft.emit(OpCode::BroadcastInDim, {total}, type, {attr::broadcast_dimensions.with(kept)});
    std::vector<OpCode> codes = {OpCode::Add, OpCode::Multiply};
    if (!is_boolean(type.element)) codes.push_back(OpCode::Subtract);
    if (!is_complex(type.element)) codes.push_back(OpCode::Maximum);
    draft.emit(draft.random().pick(codes), {value, spread}, type);
}

}  // namespace

void reduce(Draft& draft, const Rule& rule) {
    const Inputs inputs = reduced_inputs(draft, rule);
    Sizes dimensions;
    for (const std::int64_t d : draft.random().permutation(static_cast<std::int64_t>(inputs.shape.size())))
        if (draft.random().chance(50)) dimensions.push_back(d);
    Op op{.code = rule.code, .operands = inputs.operands};
    op.regions.push_back(reducer(draft, inputs.elements, inputs.accuracy));
    op.set_attribute(attr::dimensions, integers(dimensions));
    const ValueId total = draft.emit(std::move(op), inputs.types)[0];
    if (draft.random().chance(50)) combine_with_total(draft, inputs.operands[0], total, dimensions);
}

void reduce_window(Draft& draft, const Rule& rule) {
    const Inputs inputs = reduced_inputs(draft, rule);
    const std::size_t rank = inputs.shape.size();
    Random& random = draft.random();
    Op op{.code = rule.code, .operands = inputs.operands};
    op.regions.push_back(reducer(draft, inputs.elements, inputs.accuracy));
    op.set_attribute(attr::window_dimensions, integers(random_sizes(random, rank, 60, 1, 1, 4)));
    if (random.chance(60))
        op.set_attribute(attr::window_strides, integers(random_sizes(random, rank, 40, 1, 1, 3)));
    if (random.chance(25))
        op.set_attribute(attr::base_dilations, integers(random_sizes(random, rank, 40, 1, 1, 3)));
    if (random.chance(25))
        op.set_attribute(attr::window_dilations, integers(random_sizes(random, rank, 40, 1, 1, 3)));
    if (random.chance(50))
        op.set_attribute(attr::padding, padding_table(random_sizes(random, 2 * rank, 50, 0, -1, 3)));
    draft.emit(std::move(op), inputs.types);
}

void scan(Draft& draft, const Rule& rule) {
    if (draft.depth() >= 2) throw Rejected{};
    std::vector<ValueId> operands = {draft.operand({rule.kinds, Accuracy::Exact, {}, 1})};
    const Sizes shape = draft.shape(operands[0]);
    const std::int64_t dimension = draft.random().between(0, static_cast<std::int64_t>(shape.size()) - 1);
    std::vector<TensorType> arguments;
    const auto add_input = [&](ValueId value) {
        TensorType part = draft.type(value);
        part.shape.erase(part.shape.begin() + dimension);
        arguments.push_back(part);
    };
    add_input(operands[0]);
    if (draft.random().chance(25)) {
        const TensorType other{shape, random_element(draft.random(), kinds::Any), {}, {}};
        operands.push_back(draft.of_type(other, Accuracy::Exact));
        add_input(operands.back());
    }
    const std::size_t inputs = operands.size();
    for (std::int64_t more = draft.random().between(1, 2); more > 0; more--) {
        const TensorType carry =
            draft.random().chance(70)
                ? arguments[0]
                : TensorType{
                      random_shape(draft.random(), 64), random_element(draft.random(), kinds::Any), {}, {}};
        operands.push_back(draft.of_type(carry, Accuracy::Exact));
        arguments.push_back(carry);
    }
    Op op{.code = rule.code, .operands = operands};
    std::vector<Type> declared;
    op.regions.push_back(draft.region(
        arguments, Accuracy::Exact,
        [&](const std::vector<ValueId>&) {
            const std::size_t before = draft.visible_count();
            draft.grow(static_cast<int>(draft.random().between(1, 3)), draft.random().chance(50));
            if (draft.visible_count() == before) throw Rejected{};
            std::vector<ValueId> returned = {draft.visible(draft.visible_count() - 1)};
            TensorType output = draft.type(returned[0]);
            if (output.is_quantized() || output.rank() < dimension) throw Rejected{};
            declared = {output};
            for (std::size_t i = inputs; i < arguments.size(); i++) {
                returned.push_back(draft.of_type(arguments[i], Accuracy::Exact));
                declared.emplace_back(arguments[i]);
            }
            return returned;
        },
        Accuracy::Exact));
    op.set(attr::operand_segment_sizes,
           {static_cast<std::int64_t>(inputs), static_cast<std::int64_t>(operands.size() - inputs)});
    op.set(attr::dimension, dimension);
    op.set(attr::is_reverse, draft.random().chance(40));
    draft.emit(std::move(op), declared);
}

void select_and_scatter(Draft& draft, const Rule& rule) {
    const ValueId operand = draft.operand({rule.kinds, Accuracy::Verbatim, {}, 1});
    const TensorType type = draft.type(operand), element = scalar_type(type.element);
    const auto rank = type.shape.size();
    Random& random = draft.random();
    const Sizes window = random_sizes(random, rank, 60, 1, 1, 3),
                strides = random_sizes(random, rank, 50, 1, 1, 3),
                padding = random_sizes(random, 2 * rank, 40, 0, 0, 2);
    TensorType source = type;
    for (std::size_t d = 0; d < rank; d++) {
        source.shape[d] =
            window_count(type.shape[d], window[d], strides[d], 1, 1, padding[2 * d], padding[2 * d + 1]);
        if (window[d] <= padding[2 * d] || window[d] <= padding[2 * d + 1]) throw Rejected{};
    }
    const ValueId updates = draft.of_type(source, Accuracy::Exact),
                  initial = draft.of_type(element, Accuracy::Exact);
    Op op{.code = rule.code, .operands = {operand, updates, initial}};
    op.regions.push_back(
        draft.region({element, element}, Accuracy::Verbatim, [&](const std::vector<ValueId>& values) {
            return std::vector<ValueId>{
                comparison(draft, random.chance(50) ? ComparisonDirection::Ge : ComparisonDirection::Le,
                           values[0], values[1])};
        }));
    op.regions.push_back(reducer(draft, {element}, Accuracy::Verbatim));
    op.set_attribute(attr::window_dimensions, integers(window));
    op.set_attribute(attr::window_strides, integers(strides));
    op.set_attribute(attr::padding, padding_table(padding));
    draft.emit(std::move(op), {type});
}

void batch_norm(Draft& draft, const Rule& rule) {
    const ValueId operand = draft.operand({rule.kinds, rule.tolerates, {}, 1});
    const TensorType type = draft.type(operand);
    Random& random = draft.random();
    const std::int64_t feature = random.between(0, type.rank() - 1);
    TensorType vector = type;
    vector.shape = {type.shape[static_cast<std::size_t>(feature)]};
    const auto any = [&] { return draft.of_type(vector, Accuracy::Exact); };
    const auto positive = [&] { return draft.emit(OpCode::Abs, {draft.argument(vector)}, vector); };
    Op op{.code = rule.code, .operands = {operand}};
    std::vector<Type> declared = {type};
    op.operands.push_back(any());
    if (rule.code == OpCode::BatchNormGrad) {
        op.operands.insert(op.operands.end(), {any(), positive()});
        op.operands.push_back(draft.of_type(type, Accuracy::Exact));
    } else {
        op.operands.push_back(any());
        if (rule.code == OpCode::BatchNormInference) {
            op.operands.push_back(any());
            op.operands.push_back(positive());
        }
    }
    if (rule.code != OpCode::BatchNormInference) declared.insert(declared.end(), 2, Type(vector));
    op.set_attribute(attr::epsilon, FloatAttribute{0.25 * static_cast<double>(random.between(1, 4)), "f32"});
    op.set(attr::feature_index, feature);
    draft.emit(std::move(op), declared);
}

}  // namespace make
}  // namespace hlo2c::frontend::random_programs

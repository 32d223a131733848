#include <algorithm>
#include <array>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs::make {

using Sizes = std::vector<std::int64_t>;

namespace {

/// Windows of a tensor, placed by index vectors, as gather and scatter have them.
struct Windows {
    Sizes window_dimensions;  ///< of the slices or updates, for the window
    Sizes removed;            ///< of the tensor, not in the window
    Sizes batching, indices_batching;
    Sizes index_map;
    std::int64_t index_vector_dimension = 0;
    Sizes sizes;    ///< of the window, per dimension of the tensor
    Sizes indices;  ///< shape of the indices
    Sizes slices;   ///< shape of the slices or updates
    IndexRange range;
};

Windows random_windows(Random& random, const Sizes& shape) {
    Windows windows;
    Sizes batch, kept;
    std::int64_t largest = 1;
    for (std::int64_t d = 0; d < static_cast<std::int64_t>(shape.size()); d++) {
        const std::int64_t size = shape[static_cast<std::size_t>(d)];
        if (size > 0 && random.chance(15)) {
            windows.batching.push_back(d);
            windows.sizes.push_back(1);
            continue;
        }
        if (random.chance(60)) windows.index_map.push_back(d), largest = std::max(largest, size);
        const bool removed = size > 0 && random.chance(45);
        if (removed) windows.removed.push_back(d);
        windows.sizes.push_back(removed ? 1 : random.chance(40) ? size : random.between(size > 0, size));
        if (!removed) kept.push_back(windows.sizes.back());
    }
    Sizes shuffled;
    for (const std::int64_t i : random.permutation(static_cast<std::int64_t>(windows.index_map.size())))
        shuffled.push_back(windows.index_map[static_cast<std::size_t>(i)]);
    windows.index_map = shuffled;
    // the batch of windows: the batching dimensions and some more, in any order
    for (const std::int64_t d : windows.batching) batch.push_back(shape[static_cast<std::size_t>(d)]);
    for (std::int64_t more = random.between(0, 2); more > 0; more--) batch.push_back(random.between(1, 5));
    const Sizes order = random.permutation(static_cast<std::int64_t>(batch.size()));
    Sizes positions(batch.size());
    for (std::size_t i = 0; i < order.size(); i++) {
        windows.indices.push_back(batch[static_cast<std::size_t>(order[i])]);
        positions[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
    }
    const Sizes batch_shape = windows.indices;
    const auto vector = static_cast<std::int64_t>(windows.index_map.size());
    const auto rank = static_cast<std::int64_t>(batch.size());
    windows.index_vector_dimension = random.chance(70) ? rank : random.between(0, rank);
    if (vector != 1 || windows.index_vector_dimension != rank || random.chance(50))
        windows.indices.insert(windows.indices.begin() + windows.index_vector_dimension, vector);
    for (std::size_t i = 0; i < windows.batching.size(); i++)
        windows.indices_batching.push_back(positions[i] + (positions[i] >= windows.index_vector_dimension &&
                                                           windows.indices.size() > batch.size()));
    // window dimensions among those of the batch
    const std::int64_t whole = rank + static_cast<std::int64_t>(kept.size());
    Sizes places = random.permutation(whole);
    places.resize(kept.size());
    std::sort(places.begin(), places.end());
    windows.window_dimensions = places;
    std::size_t next_batch = 0, next_kept = 0;
    for (std::int64_t d = 0; d < whole; d++)
        windows.slices.push_back(contains(places, d) ? kept[next_kept++] : batch_shape[next_batch++]);
    windows.range = {-1, largest};
    return windows;
}

/// The dimension numbers of a gather or a scatter.
template <typename Dimensions>
Attribute numbers_of(const Windows& windows) {
    return attribute_of(Dimensions{windows.window_dimensions, windows.removed, windows.batching,
                                   windows.indices_batching, windows.index_map,
                                   windows.index_vector_dimension});
}

}  // namespace

void gather(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand({rule.kinds, rule.tolerates, {}, 0, true});
    const Windows windows = random_windows(draft.random(), draft.shape(x));
    const ValueId indices = draft.positions(windows.indices, windows.range);
    const Attribute numbers = numbers_of<GatherDimensions>(windows);
    const TensorType declared = draft.type(x);
    Op op{.code = rule.code, .operands = {x, indices}};
    op.set_attribute(attr::gather_dimension_numbers, numbers);
    op.set(attr::indices_are_sorted, false);
    if (rule.code == OpCode::DynamicGather)
        op.operands.push_back(draft.constant_sizes(windows.sizes));
    else
        op.set_attribute(attr::slice_sizes, integers(windows.sizes));
    draft.emit(std::move(op), {declared});
}

void scatter(Draft& draft, const Rule& rule) {
    std::vector<ValueId> inputs = {draft.operand({rule.kinds, rule.tolerates, {}, 0})}, updates;
    const Sizes shape = draft.shape(inputs[0]);
    if (draft.random().chance(15))
        inputs.push_back(draft.of_type(TensorType{shape, random_element(draft.random(), rule.kinds), {}, {}},
                                       rule.tolerates));
    const Windows windows = random_windows(draft.random(), shape);
    const ValueId indices = draft.positions(windows.indices, windows.range);
    std::vector<TensorType> elements;
    std::vector<Type> declared;
    for (const ValueId input : inputs) {
        TensorType type = draft.type(input);
        declared.emplace_back(type);
        elements.push_back(scalar_type(type.element));
        type.shape = windows.slices;
        updates.push_back(draft.of_type(type, rule.tolerates));
    }
    const Attribute numbers = numbers_of<ScatterDimensions>(windows);
    Op op{.code = rule.code, .operands = inputs};
    op.operands.push_back(indices);
    op.operands.insert(op.operands.end(), updates.begin(), updates.end());
    if (draft.random().chance(30)) {  // the update replaces what was there
        std::vector<TensorType> arguments = elements;
        arguments.insert(arguments.end(), elements.begin(), elements.end());
        op.regions.push_back(
            draft.region(arguments, Accuracy::Verbatim, [&](const std::vector<ValueId>& values) {
                return std::vector<ValueId>(values.begin() + static_cast<std::ptrdiff_t>(elements.size()),
                                            values.end());
            }));
    } else {
        op.regions.push_back(reducer(draft, elements, Accuracy::Verbatim));
    }
    op.set_attribute(attr::scatter_dimension_numbers, numbers);
    op.set(attr::indices_are_sorted, false);
    op.set(attr::unique_indices, false);
    draft.emit(std::move(op), declared);
}

namespace {

/// Compares two elements of an operand of a sort.
ValueId ordered(Draft& draft, ComparisonDirection direction, ValueId a, ValueId b) {
    std::vector<NamedAttribute> attributes = {attr::comparison_direction.with(direction)};
    // only the total order defines a position for NaN
    if (is_float(draft.type(a).element))
        attributes.push_back(attr::compare_type.with(ComparisonType::TotalOrder));
    return draft.emit(OpCode::Compare, {a, b}, scalar_type(ElementType::I1), std::move(attributes));
}

/// A strict order of pairs of elements, those of each operand side by side: by the first operand, its negated
/// elements, or by the second one where the first ones are equal.
ValueId comes_before(Draft& draft, const std::vector<ValueId>& values) {
    Random& random = draft.random();
    const ComparisonDirection direction =
        random.chance(50) ? ComparisonDirection::Lt : ComparisonDirection::Gt;
    const ElementType element = draft.type(values[0]).element;
    if (random.chance(15) && is_integer(element)) {  // the sign of a negated NaN is unspecified
        const auto negated = [&](ValueId value) {
            return draft.emit(OpCode::Negate, {value}, draft.type(value));
        };
        const ValueId a = negated(values[0]);
        return ordered(draft, direction, a, negated(values[1]));
    }
    const ValueId first = ordered(draft, direction, values[0], values[1]);
    if (values.size() < 4 || is_complex(draft.type(values[2]).element) || random.chance(40)) return first;
    const ValueId second = ordered(
        draft, random.chance(50) ? ComparisonDirection::Lt : ComparisonDirection::Gt, values[2], values[3]);
    const ValueId equal = ordered(draft, ComparisonDirection::Eq, values[0], values[1]);
    const TensorType flag = scalar_type(ElementType::I1);
    if (random.chance(50)) return draft.emit(OpCode::Select, {equal, second, first}, flag);
    return draft.emit(OpCode::Or, {first, draft.emit(OpCode::And, {equal, second}, flag)}, flag);
}

}  // namespace

void sort(Draft& draft, const Rule& rule) {
    const ValueId key = draft.operand({rule.kinds, Accuracy::Verbatim, {}, 1});
    std::vector<ValueId> operands = {key};
    const Sizes shape = draft.shape(key);
    for (std::int64_t more = draft.random().between(0, 2); more > 0; more--)
        operands.push_back(draft.of_type(
            TensorType{shape, random_element(draft.random(), kinds::Any), {}, {}}, Accuracy::Verbatim));
    std::vector<TensorType> arguments;
    std::vector<Type> declared;
    for (const ValueId operand : operands) {
        arguments.insert(arguments.end(), 2, scalar_type(draft.type(operand).element));
        declared.emplace_back(draft.type(operand));
    }
    Op op{.code = rule.code, .operands = operands};
    op.regions.push_back(draft.region(arguments, Accuracy::Verbatim, [&](const std::vector<ValueId>& values) {
        return std::vector<ValueId>{comes_before(draft, values)};
    }));
    const auto rank = static_cast<std::int64_t>(shape.size());
    op.set(attr::dimension, draft.random().between(-rank, rank - 1));
    op.set(attr::is_stable, true);
    draft.emit(std::move(op), declared);
}

void top_k(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand({rule.kinds, Accuracy::Verbatim, {}, 1});
    TensorType values = draft.type(x);
    const std::int64_t k = draft.random().between(0, values.shape.back());
    values.shape.back() = k;
    TensorType positions = values;
    positions.element = ElementType::I32;
    Op op{.code = rule.code, .operands = {x}};
    op.set(attr::k, k);
    draft.emit(std::move(op), {values, positions});
}

void torch_index_select(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand({rule.kinds, rule.tolerates, {}, 1});
    Sizes shape = draft.shape(x);
    const std::int64_t dimension = draft.random().between(0, draft.type(x).rank() - 1),
                       batch = draft.random().between(0, dimension),
                       size = shape[static_cast<std::size_t>(dimension)];
    if (size == 0) throw Rejected{};  // there is nothing to select
    shape.resize(static_cast<std::size_t>(batch));
    for (std::int64_t more = draft.random().between(0, 2); more > 0; more--)
        shape.push_back(draft.random().between(1, 5));
    const ValueId index = draft.positions(shape, {0, std::max<std::int64_t>(0, size - 1)});
    const TensorType declared = draft.type(x);
    draft.emit(rule.code, {x, index}, declared, {attr::dim.with(dimension), attr::batch_dims.with(batch)});
}

}  // namespace hlo2c::frontend::random_programs::make

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/structures.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs::make {

using Sizes = std::vector<std::int64_t>;

namespace {

Wanted operand_of(const Rule& rule, int least_rank = 0) {
    return {rule.kinds, rule.tolerates, {}, least_rank, rule.accuracy == Accuracy::Verbatim};
}

TensorType resized(TensorType type, Sizes shape) {
    type.shape = std::move(shape);
    return type;
}

}  // namespace

void broadcast(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    const Sizes sizes = random_shape(draft.random(), 16), own = draft.shape(x);
    Sizes shape = sizes;
    shape.insert(shape.end(), own.begin(), own.end());
    draft.emit(rule.code, {x}, resized(draft.type(x), shape), {attr::broadcast_sizes.with(sizes)});
}

void broadcast_in_dim(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    Random& random = draft.random();
    const Sizes from = draft.shape(x);
    const auto rank = static_cast<std::int64_t>(from.size());
    const std::int64_t more = random.between(0, std::max<std::int64_t>(0, 5 - rank));
    Sizes order = random.permutation(rank + more), shape;
    order.resize(static_cast<std::size_t>(rank));
    if (random.chance(70)) std::sort(order.begin(), order.end());
    for (std::int64_t d = 0; d < rank + more; d++) shape.push_back(random.between(1, 6));
    for (std::size_t d = 0; d < from.size(); d++)
        if (from[d] != 1 || random.chance(50)) shape[static_cast<std::size_t>(order[d])] = from[d];
    std::vector<ValueId> operands = {x};
    if (rule.code == OpCode::DynamicBroadcastInDim) operands.push_back(draft.constant_sizes(shape));
    TensorType type = resized(draft.type(x), shape);
    if (type.is_quantized() && type.quantization.front().axis >= 0) {
        int& axis = type.quantization.front().axis;
        axis = static_cast<int>(order[static_cast<std::size_t>(axis)]);
    }
    draft.emit(rule.code, operands, type, {attr::broadcast_dimensions.with(order)});
}

void concatenate(Draft& draft, const Rule& rule) {
    const ValueId first = draft.operand(operand_of(rule, 1));
    const std::int64_t dimension = draft.random().between(0, draft.type(first).rank() - 1);
    std::vector<ValueId> inputs = {first};
    for (std::int64_t more = draft.random().between(0, 3); more > 0; more--) {
        TensorType type = draft.type(first);
        if (draft.random().chance(60))
            type.shape[static_cast<std::size_t>(dimension)] = draft.random().between(0, 7);
        inputs.push_back(draft.of_type(type));
    }
    const TensorType declared = draft.type(first);
    draft.emit(rule.code, inputs, declared, {attr::dimension.with(dimension)});
}

void constant(Draft& draft, const Rule& rule) {
    const TensorType type{draft.depth() > 0 ? Sizes{} : random_shape(draft.random(), 64),
                          random_element(draft.random(), rule.kinds),
                          {},
                          {}};
    const Literal literal = random_literal(draft.random(), type, draft.style());
    draft.emit(rule.code, {}, type, {attr::value.with(literal)});
}

void constant_like(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    const ElementType element = draft.type(x).element;
    Random& random = draft.random();
    Attribute value = IntegerAttribute{random.between(0, 1), std::string(spelling(element))};
    if (is_integer(element))
        value = IntegerAttribute{random.between(0, 7) - 4 * is_signed_integer(element),
                                 std::string(spelling(element))};
    if (is_float(element))
        value =
            FloatAttribute{0.25 * static_cast<double>(random.between(-8, 8)), std::string(spelling(element))};
    if (is_complex(element)) {
        const auto part = [&] {
            return FloatAttribute{0.25 * static_cast<double>(random.between(-8, 8)),
                                  std::string(spelling(real_part(element)))};
        };
        const FloatAttribute real = part(), imag = part();
        value = StructAttribute{structures::complex_number, {{"real", real}, {"imag", imag}}, {}};
    }
    draft.emit(rule.code, {x}, draft.type(x), {attr::scalar_value.with(value)});
}

void rng(Draft& draft, const Rule& rule) {
    Random& random = draft.random();
    const bool normal = random.chance(40);
    const TensorType type{
        random_shape(random, 256), random_element(random, normal ? kinds::F : rule.kinds), {}, {}};
    const ValueId a = draft.argument(resized(type, {})), b = draft.argument(resized(type, {}));
    draft.emit(rule.code, {a, b, draft.constant_sizes(type.shape)}, type,
               {attr::rng_distribution.with(normal ? RngDistribution::Normal : RngDistribution::Uniform)});
}

void set_dimension_size(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand({rule.kinds, rule.tolerates, {}, 1});
    const TensorType type = draft.type(x);
    const std::int64_t dimension = draft.random().between(0, type.rank() - 1),
                       size = type.shape[static_cast<std::size_t>(dimension)];
    const ValueId wanted = draft.argument(scalar_type(ElementType::I32), IndexRange{0, size});
    TensorType bounded = type;
    bounded.bounds.assign(type.shape.size(), dynamic_size);
    bounded.shape[static_cast<std::size_t>(dimension)] = dynamic_size;
    bounded.bounds[static_cast<std::size_t>(dimension)] = size;
    const ValueId part = draft.emit(rule.code, {x, wanted}, bounded, {attr::dimension.with(dimension)});
    if (draft.random().chance(30))
        draft.emit(OpCode::GetDimensionSize, {part}, scalar_type(ElementType::I32),
                   {attr::dimension.with(dimension)});
    // Elements past the size may contribute the initial value any number of times.
    if (is_complex(type.element)) throw Rejected{};
    const TensorType element = scalar_type(type.element);
    const OpCode extremum = draft.random().chance(50) ? OpCode::Maximum : OpCode::Minimum;
    Op op{.code = OpCode::Reduce, .operands = {part, draft.of_type(element, Accuracy::Exact)}};
    op.regions.push_back(
        draft.region({element, element}, draft.accuracy(x), [&](const std::vector<ValueId>& values) {
            return std::vector<ValueId>{draft.emit(extremum, values, element)};
        }));
    op.set_attribute(attr::dimensions, integers({dimension}));
    draft.emit(std::move(op), {type});
}

namespace {

/// Where slices of `sizes` start: scalars of one integer type, partly out of bounds.
std::vector<ValueId> starts(Draft& draft, const Sizes& shape, const Sizes& sizes) {
    std::vector<ValueId> values;
    for (std::size_t d = 0; d < shape.size(); d++) {
        const IndexRange range{-2, shape[d] - sizes[d] + 2};
        if (values.empty()) {
            values.push_back(draft.positions({}, range));
        } else {
            const TensorType type = draft.type(values[0]);
            values.push_back(draft.random().chance(20) ? values[0] : draft.argument(type, range));
        }
    }
    return values;
}

Sizes part_of(Random& random, const Sizes& shape) {
    Sizes sizes;
    for (const std::int64_t size : shape)
        sizes.push_back(random.chance(40) ? size : random.between(size > 0 ? 1 : 0, size));
    return sizes;
}

}  // namespace

void dynamic_slice(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    const Sizes sizes = part_of(draft.random(), draft.shape(x));
    std::vector<ValueId> operands = {x};
    for (const ValueId start : starts(draft, draft.shape(x), sizes)) operands.push_back(start);
    draft.emit(rule.code, operands, resized(draft.type(x), sizes), {attr::slice_sizes.with(sizes)});
}

void dynamic_update_slice(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    const Sizes sizes = part_of(draft.random(), draft.shape(x));
    std::vector<ValueId> operands = {x, draft.of_type(resized(draft.type(x), sizes))};
    for (const ValueId start : starts(draft, draft.shape(x), sizes)) operands.push_back(start);
    draft.emit(rule.code, operands, draft.type(x));
}

void get_dimension_size(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule, 1));
    const std::int64_t dimension = draft.random().between(0, draft.type(x).rank() - 1);
    draft.emit(rule.code, {x}, scalar_type(ElementType::I32), {attr::dimension.with(dimension)});
}

void iota(Draft& draft, const Rule& rule) {
    const TensorType type{random_shape(draft.random()), random_element(draft.random(), rule.kinds), {}, {}};
    if (type.rank() == 0) throw Rejected{};
    std::vector<ValueId> operands;
    if (rule.code == OpCode::DynamicIota) operands.push_back(draft.constant_sizes(type.shape));
    draft.emit(rule.code, operands, type,
               {attr::iota_dimension.with(draft.random().between(0, type.rank() - 1))});
}

namespace {

/// Vectors of constant integers.
std::vector<ValueId> constants_of_one_type(Draft& draft, const std::vector<Sizes>& vectors) {
    std::vector<ValueId> values;
    for (const Sizes& sizes : vectors)
        values.push_back(draft.constant(Literal::from_values(
            TensorType{{static_cast<std::int64_t>(sizes.size())}, ElementType::I64, {}, {}}, sizes)));
    return values;
}

}  // namespace

void pad(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    Random& random = draft.random();
    Sizes low, high, interior;
    for (int d = 0; d < draft.type(x).rank(); d++) {
        low.push_back(random.chance(40) ? 0 : random.between(-2, 3));
        high.push_back(random.chance(40) ? 0 : random.between(-2, 3));
        interior.push_back(random.chance(60) ? 0 : random.between(0, 2));
    }
    const ValueId value = draft.of_type(resized(draft.type(x), {}));
    if (rule.code == OpCode::DynamicPad) {
        Sizes shape = draft.shape(x);
        for (std::size_t d = 0; d < shape.size(); d++)
            shape[d] += low[d] + high[d] + std::max<std::int64_t>(shape[d] - 1, 0) * interior[d];
        if (std::any_of(shape.begin(), shape.end(), [](std::int64_t size) { return size < 0; }))
            throw Rejected{};
        const std::vector<ValueId> sizes = constants_of_one_type(draft, {low, high, interior});
        draft.emit(rule.code, {x, value, sizes[0], sizes[1], sizes[2]}, resized(draft.type(x), shape));
        return;
    }
    draft.emit(rule.code, {x, value}, draft.type(x),
               {attr::edge_padding_low.with(low), attr::edge_padding_high.with(high),
                attr::interior_padding.with(interior)});
}

namespace {

struct Ranges {
    Sizes starts, limits, strides, shape;
};

Ranges ranges_of(Random& random, const Sizes& shape) {
    Ranges ranges;
    for (const std::int64_t size : shape) {
        const bool whole = random.chance(40);
        const std::int64_t start = whole ? 0 : random.between(0, size),
                           limit = whole ? size : random.between(start, size),
                           stride = random.chance(60) ? 1 : random.between(1, 4);
        ranges.starts.push_back(start);
        ranges.limits.push_back(limit);
        ranges.strides.push_back(stride);
        ranges.shape.push_back((limit - start + stride - 1) / stride);
    }
    return ranges;
}

}  // namespace

void real_dynamic_slice(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule, 1));
    const Ranges ranges = ranges_of(draft.random(), draft.shape(x));
    const std::vector<ValueId> sizes =
        constants_of_one_type(draft, {ranges.starts, ranges.limits, ranges.strides});
    draft.emit(rule.code, {x, sizes[0], sizes[1], sizes[2]}, resized(draft.type(x), ranges.shape));
}

void reshape(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    Random& random = draft.random();
    std::int64_t left = draft.type(x).element_count();
    Sizes shape;
    if (left == 0) {
        shape = draft.shape(x);
        std::reverse(shape.begin(), shape.end());
    } else {
        for (std::int64_t factor = 2; left > 1 && shape.size() < 4; factor++) {
            if (left % factor != 0) {
                if (factor * factor > left) break;
                continue;
            }
            std::int64_t size = factor;
            left /= factor;
            while (left % factor == 0 && random.chance(60)) size *= factor, left /= factor;
            shape.push_back(size);
            factor--;
        }
        if (left > 1 || random.chance(20)) shape.push_back(left);
        Sizes shuffled;
        for (const std::int64_t d : random.permutation(static_cast<std::int64_t>(shape.size())))
            shuffled.push_back(shape[static_cast<std::size_t>(d)]);
        shape = shuffled;
        if (random.chance(20)) shape.insert(shape.begin(), 1);
    }
    std::vector<ValueId> operands = {x};
    if (rule.code == OpCode::DynamicReshape) operands.push_back(draft.constant_sizes(shape));
    draft.emit(rule.code, operands, resized(draft.type(x), shape));
}

void reverse(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    Sizes dimensions;
    for (int d = 0; d < draft.type(x).rank(); d++)
        if (draft.random().chance(60)) dimensions.push_back(d);
    draft.emit(rule.code, {x}, draft.type(x), {attr::dimensions.with(dimensions)});
}

void rng_bit_generator(Draft& draft, const Rule& rule) {
    static const std::vector<RngAlgorithm> algorithms = {RngAlgorithm::Default, RngAlgorithm::ThreeFry,
                                                         RngAlgorithm::Philox};
    static const std::vector<ElementType> elements = {ElementType::UI32, ElementType::UI64, ElementType::UI8,
                                                      ElementType::UI16, ElementType::I32};
    const RngAlgorithm algorithm = draft.random().pick(algorithms);
    const std::int64_t state = algorithm == RngAlgorithm::Philox ? draft.random().between(2, 3) : 2;
    const ValueId x = draft.argument(TensorType{{state}, ElementType::UI64, {}, {}});
    const TensorType type{random_shape(draft.random(), 256), draft.random().pick(elements), {}, {}};
    Op op{.code = rule.code, .operands = {x}};
    op.set(attr::rng_algorithm, algorithm);
    draft.emit(std::move(op), {draft.type(x), type});
}

void slice(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    const Ranges ranges = ranges_of(draft.random(), draft.shape(x));
    draft.emit(rule.code, {x}, resized(draft.type(x), ranges.shape),
               {attr::start_indices.with(ranges.starts), attr::limit_indices.with(ranges.limits),
                attr::strides.with(ranges.strides)});
}

void transpose(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule, 1));
    draft.emit(rule.code, {x}, draft.type(x),
               {attr::permutation.with(draft.random().permutation(draft.type(x).rank()))});
}

}  // namespace hlo2c::frontend::random_programs::make

#include <algorithm>

#include "driver/random_programs/rules.h"

namespace hlo2c::driver::make {

using frontend::ElementType;
using frontend::EnumAttribute;
using frontend::IntegerAttribute;
using frontend::TensorType;
using frontend::ValueId;
using Sizes = std::vector<std::int64_t>;

namespace {

Wanted operand_of(const Rule& rule, int least_rank = 0) {
    return {rule.kinds, rule.tolerates, {}, least_rank};
}

TensorType with_shape(TensorType type, Sizes shape) {
    type.shape = std::move(shape);
    return type;
}

}  // namespace

void broadcast(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    const Sizes sizes = random_shape(draft.random(), 16), own = draft.shape(x);
    Sizes shape = sizes;
    shape.insert(shape.end(), own.begin(), own.end());
    draft.emit(rule.code, {x}, with_shape(draft.type(x), shape), {{"broadcast_sizes", integers(sizes)}});
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
    draft.emit(rule.code, {x}, with_shape(draft.type(x), shape), {{"broadcast_dimensions", integers(order)}});
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
    draft.emit(rule.code, inputs, declared, {{"dimension", IntegerAttribute{dimension}}});
}

void constant(Draft& draft, const Rule& rule) {
    const TensorType type{draft.depth() > 0 ? Sizes{} : random_shape(draft.random(), 64),
                          random_element(draft.random(), rule.kinds),
                          {},
                          {}};
    draft.constant(random_literal(draft.random(), type, draft.style()));
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
    draft.emit(rule.code, operands, with_shape(draft.type(x), sizes), {{"slice_sizes", integers(sizes)}});
}

void dynamic_update_slice(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    const Sizes sizes = part_of(draft.random(), draft.shape(x));
    std::vector<ValueId> operands = {x, draft.of_type(with_shape(draft.type(x), sizes))};
    for (const ValueId start : starts(draft, draft.shape(x), sizes)) operands.push_back(start);
    draft.emit(rule.code, operands, draft.type(x));
}

void get_dimension_size(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule, 1));
    const std::int64_t dimension = draft.random().between(0, draft.type(x).rank() - 1);
    draft.emit(rule.code, {x}, scalar_type(ElementType::I32), {{"dimension", IntegerAttribute{dimension}}});
}

void iota(Draft& draft, const Rule& rule) {
    const TensorType type{random_shape(draft.random()), random_element(draft.random(), rule.kinds), {}, {}};
    if (type.rank() == 0) throw Rejected{};
    draft.emit(rule.code, {}, type,
               {{"iota_dimension", IntegerAttribute{draft.random().between(0, type.rank() - 1)}}});
}

void pad(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    Random& random = draft.random();
    Sizes low, high, interior;
    for (int d = 0; d < draft.type(x).rank(); d++) {
        low.push_back(random.chance(40) ? 0 : random.between(-2, 3));
        high.push_back(random.chance(40) ? 0 : random.between(-2, 3));
        interior.push_back(random.chance(60) ? 0 : random.between(0, 2));
    }
    const ValueId value = draft.of_type(scalar_type(draft.type(x).element));
    draft.emit(rule.code, {x, value}, draft.type(x),
               {{"edge_padding_low", integers(low)},
                {"edge_padding_high", integers(high)},
                {"interior_padding", integers(interior)}});
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
    const TensorType type{{draft.type(x).rank()}, ElementType::I64, {}, {}};
    const auto vector = [&](const Sizes& sizes) {
        return draft.constant(frontend::Literal::from_values(type, sizes));
    };
    const ValueId begin = vector(ranges.starts), end = vector(ranges.limits), step = vector(ranges.strides);
    draft.emit(rule.code, {x, begin, end, step}, with_shape(draft.type(x), ranges.shape));
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
    draft.emit(rule.code, {x}, with_shape(draft.type(x), shape));
}

void reverse(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    Sizes dimensions;
    for (int d = 0; d < draft.type(x).rank(); d++)
        if (draft.random().chance(60)) dimensions.push_back(d);
    draft.emit(rule.code, {x}, draft.type(x), {{"dimensions", integers(dimensions)}});
}

void rng_bit_generator(Draft& draft, const Rule& rule) {
    static const std::vector<std::string> algorithms = {"DEFAULT", "THREE_FRY", "PHILOX"};
    static const std::vector<ElementType> elements = {ElementType::UI32, ElementType::UI64, ElementType::UI8,
                                                      ElementType::UI16, ElementType::I32};
    const std::string algorithm = draft.random().pick(algorithms);
    const std::int64_t state = algorithm == "PHILOX" ? draft.random().between(2, 3) : 2;
    const ValueId x = draft.argument(TensorType{{state}, ElementType::UI64, {}, {}});
    const TensorType type{random_shape(draft.random(), 256), draft.random().pick(elements), {}, {}};
    frontend::Op op{.code = rule.code, .operands = {x}};
    op.set_attribute("rng_algorithm", EnumAttribute{"rng_algorithm", algorithm});
    draft.emit(std::move(op), {draft.type(x), type});
}

void slice(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule));
    const Ranges ranges = ranges_of(draft.random(), draft.shape(x));
    draft.emit(rule.code, {x}, with_shape(draft.type(x), ranges.shape),
               {{"start_indices", integers(ranges.starts)},
                {"limit_indices", integers(ranges.limits)},
                {"strides", integers(ranges.strides)}});
}

void transpose(Draft& draft, const Rule& rule) {
    const ValueId x = draft.operand(operand_of(rule, 1));
    draft.emit(rule.code, {x}, draft.type(x),
               {{"permutation", integers(draft.random().permutation(draft.type(x).rank()))}});
}

}  // namespace hlo2c::driver::make

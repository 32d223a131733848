#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/simplify_rules.h"
#include "frontend/passes/slice_range.h"

namespace hlo2c::frontend {
namespace {

using Shape = std::vector<std::int64_t>;

bool equal_values(const Rewriter& rewriter, ValueId a, ValueId b);

bool equal_operands(const Rewriter& rewriter, const Op& a, const Op& b) {
    return a.operands.size() == b.operands.size() &&
           std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(),
                      [&](ValueId x, ValueId y) { return equal_values(rewriter, x, y); });
}

constexpr OpSet moves_sizes = {OpCode::Concatenate, OpCode::Convert, OpCode::Reshape};

/// True if two values are computed by the same data movement from the same values.
bool equal_values(const Rewriter& rewriter, ValueId a, ValueId b) {
    if (a == b) return true;
    const Op *first = rewriter.definition(a), *second = rewriter.definition(b);
    if (first == nullptr || second == nullptr || first->code != second->code) return false;
    if (first->code == OpCode::Constant)
        return rewriter.constant(a) != nullptr && rewriter.constant(b) != nullptr &&
               *rewriter.constant(a) == *rewriter.constant(b);
    return moves_sizes.contains(first->code) && rewriter.type(a) == rewriter.type(b) &&
           equal_operands(rewriter, *first, *second);
}

/// Integer arithmetic modulo 2^64, as in programs.
std::int64_t wrapped_sum(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t wrapped_difference(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

/// Data movement whose result has the elements of its operands one after another.
constexpr OpSet joining = {OpCode::Concatenate, OpCode::Reshape};

/// limit - start per element, if every difference follows from how the two are computed.
std::optional<Shape> difference(const Rewriter& rewriter, ValueId limit, ValueId start) {
    const TensorType& type = rewriter.tensor(limit);
    if (!type.is_static() || rewriter.tensor(start).shape != type.shape) return std::nullopt;
    if (equal_values(rewriter, limit, start)) return Shape(static_cast<std::size_t>(type.element_count()), 0);
    const std::optional<Shape> limits = known_integers(rewriter, limit);
    const std::optional<Shape> starts = known_integers(rewriter, start);
    if (limits && starts) {
        Shape differences(limits->size());
        std::transform(limits->begin(), limits->end(), starts->begin(), differences.begin(),
                       wrapped_difference);
        return differences;
    }
    const Op* op = rewriter.definition(limit);
    if (op == nullptr) return std::nullopt;
    if (op->code == OpCode::Add) {
        for (const std::size_t i : {0, 1}) {
            const std::optional<Shape> added = known_integers(rewriter, op->operands[1 - i]);
            std::optional<Shape> sum = added ? difference(rewriter, op->operands[i], start) : std::nullopt;
            if (!sum) continue;
            std::transform(sum->begin(), sum->end(), added->begin(), sum->begin(), wrapped_sum);
            return sum;
        }
        return std::nullopt;
    }
    const Op* other = rewriter.definition(start, op->code);
    if (!joining.contains(op->code) || other == nullptr || other->operands.size() != op->operands.size())
        return std::nullopt;
    Shape differences;
    for (std::size_t i = 0; i < op->operands.size(); i++) {
        const std::optional<Shape> part = difference(rewriter, op->operands[i], other->operands[i]);
        if (!part) return std::nullopt;
        differences.insert(differences.end(), part->begin(), part->end());
    }
    return differences;
}

/// The elements of a vector as scalars.
std::vector<ValueId> elements_of(Rewriter& rewriter, ValueId vector) {
    TensorType part = rewriter.tensor(vector), scalar = part;
    const std::int64_t count = part.element_count();
    part.shape = {1};
    scalar.shape = {};
    std::vector<ValueId> elements;
    for (std::int64_t i = 0; i < count; i++) {
        Op slice{.code = OpCode::Slice, .operands = {vector}};
        slice.set(attr::limit_indices, {i + 1});
        slice.set(attr::start_indices, {i});
        slice.set(attr::strides, {1});
        const ValueId element = rewriter.emit(std::move(slice), part);
        elements.push_back(rewriter.emit(Op{.code = OpCode::Reshape, .operands = {element}}, scalar));
    }
    return elements;
}

struct Range {
    Shape start, limit;
};

/// The range of the slice: it has the result's length, and is shifted inside the operand if it fits.
Range moved_inside(Range range, const Shape& strides, const Shape& operand, const Shape& result) {
    for (std::size_t i = 0; i < operand.size(); i++) {
        if (operand[i] == dynamic_size || result[i] == dynamic_size || strides[i] <= 0) continue;
        if (const auto inside = range_inside(range.start[i], result[i], strides[i], operand[i])) {
            range.start[i] = inside->start;
            range.limit[i] = inside->limit;
        }
    }
    return range;
}

}  // namespace

std::optional<Shape> real_dynamic_slice_shape(const Rewriter& rewriter, const Op& op) {
    const std::optional<Shape> strides = known_integers(rewriter, op.operands[3]);
    const std::optional<Shape> range = difference(rewriter, op.operands[2], op.operands[1]);
    const TensorType& operand = rewriter.tensor(op.operands[0]);
    if (!strides || !range || !operand.is_static() || strides->size() != operand.shape.size())
        return std::nullopt;
    Shape shape(range->size());
    for (std::size_t i = 0; i < shape.size(); i++) {
        const std::int64_t stride = (*strides)[i];
        if (stride <= 0) return std::nullopt;
        const std::int64_t length = std::clamp<std::int64_t>((*range)[i], 0, operand.shape[i]);
        shape[i] = length / stride + (length % stride != 0 ? 1 : 0);
    }
    return shape;
}

Replacement simplify_real_dynamic_slice(Rewriter& rewriter, Op& op) {
    const std::optional<Shape> start = known_integers(rewriter, op.operands[1]);
    const std::optional<Shape> limit = known_integers(rewriter, op.operands[2]);
    const std::optional<Shape> strides = known_integers(rewriter, op.operands[3]);
    if (!strides) return std::nullopt;
    if (start && limit) {
        const Range range = moved_inside({*start, *limit}, *strides, rewriter.tensor(op.operands[0]).shape,
                                         rewriter.tensor(op.results[0]).shape);
        op.set(attr::limit_indices, range.limit);
        op.set(attr::start_indices, range.start);
        op.set(attr::strides, *strides);
        op.code = OpCode::Slice;
        op.operands.resize(1);
        rewriter.touch();
        return std::nullopt;
    }
    const TensorType &operand = rewriter.tensor(op.operands[0]), &result = rewriter.tensor(op.results[0]);
    if (!operand.is_static() || !result.is_static() || !result.bounds.empty()) return std::nullopt;
    TensorType covered = operand;
    for (std::size_t i = 0; i < covered.shape.size(); i++) {
        const std::int64_t size = result.shape[i];
        covered.shape[i] = size == 0 ? 0 : (size - 1) * (*strides)[i] + 1;
        if ((*strides)[i] <= 0 || covered.shape[i] > operand.shape[i]) return std::nullopt;
    }
    Builder builder(rewriter);
    const ValueId source = op.operands[0];
    const TensorType type = result;
    const ValueId part = builder.dynamic_slice(source, elements_of(rewriter, op.operands[1]), covered.shape);
    if (covered.shape == type.shape) return std::vector{part};
    Op every{.code = OpCode::Slice, .operands = {part}};
    every.set(attr::limit_indices, covered.shape);
    every.set(attr::start_indices, Shape(covered.shape.size(), 0));
    every.set(attr::strides, *strides);
    return std::vector{rewriter.emit(std::move(every), type)};
}

}  // namespace hlo2c::frontend

#pragma once

#include <functional>

#include "frontend/ir/dimension_numbers.h"
#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

/// Emits ops in front of the one that a rewrite looks at, with the types that follow from the operands.
class Builder {
public:
    explicit Builder(Rewriter& rewriter) : rewriter_(rewriter) {}

    const TensorType& tensor(ValueId value) const { return rewriter_.tensor(value); }

    ValueId unary(OpCode code, ValueId a) { return emit(code, {a}, tensor(a)); }
    ValueId binary(OpCode code, ValueId a, ValueId b) { return emit(code, {a, b}, tensor(a)); }
    ValueId add(ValueId a, ValueId b) { return binary(OpCode::Add, a, b); }
    ValueId subtract(ValueId a, ValueId b) { return binary(OpCode::Subtract, a, b); }
    ValueId multiply(ValueId a, ValueId b) { return binary(OpCode::Multiply, a, b); }
    ValueId divide(ValueId a, ValueId b) { return binary(OpCode::Divide, a, b); }

    ValueId convert(ValueId a, ElementType element);
    /// The bits of `a` as an element type of the same width.
    ValueId bitcast(ValueId a, ElementType element) {
        return emit(OpCode::BitcastConvert, {a}, TensorType{tensor(a).shape, element, {}, {}});
    }

    /// All elements of `type` equal to `value`.
    ValueId uniform(const TensorType& type, double value);
    /// The same for the type of another value.
    ValueId uniform_like(ValueId like, double value) { return uniform(tensor(like), value); }
    ValueId compare(ComparisonDirection direction, ValueId a, ValueId b);
    ValueId select(ValueId condition, ValueId yes, ValueId no);
    ValueId broadcast(ValueId a, std::vector<std::int64_t> dimensions, std::vector<std::int64_t> shape);
    ValueId reshape(ValueId a, std::vector<std::int64_t> shape);
    /// Positions along a dimension, 0, 1, ...
    ValueId iota(const TensorType& type, std::int64_t dimension);
    /// The part that starts at 0 in every dimension.
    ValueId slice_to(ValueId a, std::vector<std::int64_t> limits);
    /// All operands in the order of the first one's elements, stable; `direction` is Lt or Gt, floats are
    /// in total order.
    std::vector<ValueId> sort(std::vector<ValueId> operands, std::int64_t dimension,
                              ComparisonDirection direction);
    /// The part of size `sizes` that starts at these scalars.
    ValueId dynamic_slice(ValueId a, std::vector<ValueId> starts, std::vector<std::int64_t> sizes);
    /// `a` with `part` in the place that starts at these scalars.
    ValueId dynamic_update_slice(ValueId a, ValueId part, std::vector<ValueId> starts);
    ValueId transpose(ValueId a, std::vector<std::int64_t> permutation);
    /// Contraction: batching and contracting dimensions are given in pairs, one of each side.
    ValueId dot_general(ValueId a, ValueId b, const DotDimensions& dimensions, const TensorType& type,
                        const Attribute* precision = nullptr);
    /// A loop of `count` steps: `step` is given the number of the step, an i64 scalar, and the values of the
    /// state, and gives those after it.
    using Step = std::function<std::vector<ValueId>(ValueId number, const std::vector<ValueId>& state)>;
    std::vector<ValueId> loop(std::int64_t count, const std::vector<ValueId>& state, const Step& step);
    /// Sum over dimensions.
    ValueId sum(ValueId a, std::vector<std::int64_t> dimensions);

private:
    ValueId emit(OpCode code, std::vector<ValueId> operands, TensorType type);
    /// The type of elements of `a` in another shape: a scale and zero point of the whole tensor stay.
    TensorType moved_to(ValueId a, std::vector<std::int64_t> shape) const;
    Rewriter& rewriter_;
};

}  // namespace hlo2c::frontend

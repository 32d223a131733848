#pragma once

#include <functional>

#include "frontend/ir/dimension_numbers.h"
#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

/// Emits ops before the rewriter's current op, with types inferred from the operands.
class Builder {
public:
    explicit Builder(Rewriter& rewriter) : rewriter_(rewriter) {}

    const TensorType& tensor(ValueId value) const { return rewriter_.tensor(value); }

    ValueId unary(OpCode code, ValueId a) { return emit(code, {a}, tensor(a)); }
    ValueId binary(OpCode code, ValueId a, ValueId b) { return emit(code, {a, b}, tensor(a)); }
    /// An op whose result has the type of its first operand.
    ValueId like_first(OpCode code, std::vector<ValueId> operands) {
        const TensorType type = tensor(operands[0]);
        return emit(code, std::move(operands), type);
    }
    ValueId add(ValueId a, ValueId b) { return binary(OpCode::Add, a, b); }
    ValueId subtract(ValueId a, ValueId b) { return binary(OpCode::Subtract, a, b); }
    ValueId multiply(ValueId a, ValueId b) { return binary(OpCode::Multiply, a, b); }
    ValueId divide(ValueId a, ValueId b) { return binary(OpCode::Divide, a, b); }

    /// A complex number of its parts.
    ValueId complex(ValueId re, ValueId im);
    /// An op with a complex operand and a real result.
    ValueId real(OpCode code, ValueId a);
    ValueId convert(ValueId a, ElementType element);
    /// The bits of `a`, reinterpreted as an element type of the same width.
    ValueId bitcast(ValueId a, ElementType element) {
        return emit(OpCode::BitcastConvert, {a}, TensorType{tensor(a).shape, element, {}, {}});
    }

    /// A constant of `type` with all elements equal to `value`.
    ValueId uniform(const TensorType& type, double value);
    /// The same, with the type of `like`.
    ValueId uniform_like(ValueId like, double value) { return uniform(tensor(like), value); }
    ValueId compare(ComparisonDirection direction, ValueId a, ValueId b);
    /// True for each finite element.
    ValueId is_finite(ValueId a);
    ValueId select(ValueId condition, ValueId yes, ValueId no);
    ValueId broadcast(ValueId a, std::vector<std::int64_t> dimensions, std::vector<std::int64_t> shape);
    ValueId reshape(ValueId a, std::vector<std::int64_t> shape);
    /// Indices along a dimension: 0, 1, ...
    ValueId iota(const TensorType& type, std::int64_t dimension);
    /// The slice from 0 up to `limits`.
    ValueId slice_to(ValueId a, std::vector<std::int64_t> limits);
    /// `size` elements of a dimension, from `first` on, `stride` apart.
    ValueId slice_along(ValueId a, std::size_t dimension, std::int64_t first, std::int64_t size,
                        std::int64_t stride = 1);
    /// `a` with `low` and `high` elements equal to `value` added at the ends; negative counts remove
    /// elements.
    ValueId pad_along(ValueId a, ValueId value, std::size_t dimension, std::int64_t low, std::int64_t high);
    ValueId concatenate(std::vector<ValueId> operands, std::int64_t dimension);
    /// All operands in the order of the first one's elements, stable; `direction` is Lt or Gt, floats are
    /// in total order.
    std::vector<ValueId> sort(std::vector<ValueId> operands, std::int64_t dimension,
                              ComparisonDirection direction);
    /// The slice of size `sizes` at the scalar indices `starts`.
    ValueId dynamic_slice(ValueId a, std::vector<ValueId> starts, std::vector<std::int64_t> sizes);
    /// `a` with `part` written at the scalar indices `starts`.
    ValueId dynamic_update_slice(ValueId a, ValueId part, std::vector<ValueId> starts);
    ValueId transpose(ValueId a, std::vector<std::int64_t> permutation);
    ValueId reverse(ValueId a, std::vector<std::int64_t> dimensions);
    /// Batching and contracting dimensions are pairs, one dimension of each side.
    ValueId dot_general(ValueId a, ValueId b, const DotDimensions& dimensions, const TensorType& type,
                        const Attribute* precision = nullptr);
    /// A loop of `count` steps: `step` gets the step number, an i64 scalar, and the state, and returns the
    /// next state.
    using Step = std::function<std::vector<ValueId>(ValueId number, const std::vector<ValueId>& state)>;
    /// The steps are divided among `slots`.
    std::vector<ValueId> loop(std::int64_t count, const std::vector<ValueId>& state, const Step& step,
                              std::int64_t slots = 1);
    /// The same for steps that write all elements of the state before they read any: it begins as zeros that
    /// no step needs.
    std::vector<ValueId> loop_over_new(std::int64_t count, const std::vector<Type>& state, const Step& step,
                                       std::int64_t slots = 1);
    /// A region that applies the op to its two scalar arguments.
    Region combiner(OpCode code, ElementType element);
    /// Combines the elements along dimensions; `identity` is the operator's.
    ValueId reduce(OpCode code, ValueId a, double identity, std::vector<std::int64_t> dimensions);
    ValueId sum(ValueId a, std::vector<std::int64_t> dimensions) {
        return reduce(OpCode::Add, a, 0, std::move(dimensions));
    }
    /// What `yes` or `no` emits and returns, depending on a scalar boolean. Both return the same types.
    using Branch = std::function<std::vector<ValueId>()>;
    std::vector<ValueId> conditional(ValueId condition, const Branch& yes, const Branch& no);

private:
    std::vector<ValueId> loop_without(const std::vector<std::int64_t>& unread, std::int64_t count,
                                      const std::vector<ValueId>& state, const Step& step,
                                      std::int64_t slots);
    ValueId emit(OpCode code, std::vector<ValueId> operands, TensorType type);
    /// The type of `a` with another shape; a per-tensor scale and zero point stay.
    TensorType moved_to(ValueId a, std::vector<std::int64_t> shape) const;
    Rewriter& rewriter_;
};

}  // namespace hlo2c::frontend

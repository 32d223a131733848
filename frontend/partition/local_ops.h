#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/ir/program.h"
#include "frontend/partition/resharding.h"

namespace hlo2c::frontend {

/// Emits the ops that each device runs: what they compute of a part, and how they exchange parts.
class LocalOps {
public:
    LocalOps(Program& program, const DeviceGrid& grid);

    Function& function() { return program_.main(); }
    std::int64_t size(const AxisList& axes) const { return grid_.size(axes); }
    std::vector<std::vector<std::int64_t>> groups(const AxisList& axes) const { return grid_.groups(axes); }
    const TensorType& tensor(ValueId value) { return function().tensor(value); }

    /// Ops are appended to this list, with the location of `source`.
    void begin(std::vector<Op>& ops) { ops_ = &ops; }
    std::vector<Op>& ops() { return *ops_; }
    void at(const Op& source) { location_ = source.location; }

    ValueId emit(Op op, const TensorType& type);
    std::vector<ValueId> emit(Op op, const std::vector<Type>& types);
    ValueId constant(Literal literal);
    /// The same, for a value of another type with the same bits, such as a quantized one.
    ValueId emit_constant(Literal literal, const TensorType& type);
    /// Remembers a constant that is appended as it is.
    void note_constant(const Op& op);
    /// A constant of `type` with all elements equal to `value`.
    ValueId uniform(const TensorType& type, double value);
    ValueId zero(const TensorType& type);
    /// Whether an emitted op defines the value as a real constant with all elements equal to `value`.
    bool is_constant(ValueId value, double expected) const;
    ValueId binary(OpCode code, ValueId a, ValueId b) {
        return emit(Op{.code = code, .operands = {a, b}}, tensor(a));
    }
    ValueId convert(ValueId a, ElementType element);
    /// An i64 scalar.
    ValueId index(std::int64_t value);
    /// Whether least <= value < end, element by element.
    ValueId is_within(ValueId value, ValueId least, ValueId end);
    ValueId compare(ComparisonDirection direction, ValueId a, ValueId b);
    ValueId select(ValueId condition, ValueId yes, ValueId no);
    ValueId broadcast(ValueId a, std::vector<std::int64_t> dimensions, std::vector<std::int64_t> shape);
    ValueId reshape(ValueId a, std::vector<std::int64_t> shape);
    ValueId bitcast(ValueId a, ElementType element);
    ValueId iota(const TensorType& type, std::int64_t dimension);
    /// A region that applies the op to its two scalar arguments.
    Region combiner(OpCode code, ElementType element);

    /// Where the device's part begins in a dimension cut along `axes` into parts of `size`: an i64 scalar,
    /// computed once before all other ops.
    ValueId start(const AxisList& axes, std::int64_t size);
    /// A number for the device by its part: the same kind of value.
    ValueId of_part(const AxisList& axes, const std::vector<std::int64_t>& numbers);

    ValueId reshard(ValueId value, const Cut& from, const Cut& to);
    /// Sends the value along pairs (source, target); zeros where none arrives.
    ValueId permute(ValueId value, const std::vector<std::pair<std::int64_t, std::int64_t>>& pairs);
    ValueId all_gather(ValueId value, std::size_t dimension, const AxisList& axes);
    ValueId all_reduce(ValueId value, const AxisList& axes, Region body);
    ValueId reduce_scatter(ValueId value, std::size_t dimension, const AxisList& axes, Region body);

    /// Inserts the ops of `start` before all others.
    void finish();

private:
    void set_groups(Op& op, const AxisList& axes, bool are_global);
    /// The element of the table that belongs to the device.
    ValueId element_of(const std::vector<std::int64_t>& table);
    ValueId apply(ValueId value, const Cut& from, const ReshardStep& step);
    ValueId slice(ValueId value, std::size_t dimension, const AxisList& axes);

    Program& program_;
    const DeviceGrid& grid_;
    std::vector<Op>* ops_ = nullptr;
    LocationId location_ = unknown_location;
    std::int64_t next_channel_ = 1;
    std::map<ValueId, double> splats_;  // real constants with equal elements
    std::vector<Op> prologue_;
    ValueId device_ = no_value;
    std::map<std::vector<std::int64_t>, ValueId> of_device_;  // by the numbers of all devices
};

}  // namespace hlo2c::frontend

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/combiner.h"
#include "frontend/ir/copy_ops.h"
#include "frontend/ir/op_set.h"
#include "frontend/ir/total_table.h"
#include "frontend/partition/local_forms.h"

namespace hlo2c::frontend {
namespace {

/// What a reduction on several devices may start from.
enum class Start : std::uint8_t {
    Unknown,
    InitialValue,  ///< each device from the initial value: to combine it twice is the same as once
    Zero,          ///< each from zero, and the initial value is combined at the end
    One,
};

constexpr auto starts = partial<Start>({
    {OpCode::Add, Start::Zero},
    {OpCode::And, Start::InitialValue},
    {OpCode::Maximum, Start::InitialValue},
    {OpCode::Minimum, Start::InitialValue},
    {OpCode::Multiply, Start::One},
    {OpCode::Or, Start::InitialValue},
    {OpCode::Xor, Start::Zero},
});

/// The op that combines two elements, if it is one that the devices can combine their results by.
const Op* known_combiner(const Op& reduce) {
    const Op* combined = reduce.results.size() == 1 ? combiner(reduce.regions[0]) : nullptr;
    return combined != nullptr && behaviour(starts, combined->code) != Start::Unknown ? combined : nullptr;
}

/// Ops that select among their operands: what they select of an initial value twice, they select once.
constexpr OpSet selecting = {OpCode::And, OpCode::Compare, OpCode::Constant, OpCode::Maximum, OpCode::Minimum,
                             OpCode::Not, OpCode::Or,      OpCode::Return,   OpCode::Select};

/// Reduces the parts, gathers what each device has, and reduces that by the same computation, which selects:
/// the initial values take part more than once.
LocalResults reduce_twice(ShardedOp& sharded) {
    LocalOps& local = sharded.local;
    const AxisList reduced = sharded.reduced();
    OpCopier copier([&](ValueId value) {
        return local.function().add_value(local.function().type(value), {}, sharded.op.location);
    });
    Op again = sharded.op;
    again.regions = {copier.copy(sharded.op.regions[0])};
    again.set(attr::dimensions, {0});
    const std::vector<Type> types = sharded.results;
    const std::vector<ValueId> partial = local.emit(std::move(sharded.op), types);
    for (std::size_t i = 0; i < types.size(); i++) {
        std::vector<std::int64_t> shape = types[i].as_tensor().shape;
        shape.insert(shape.begin(), 1);
        again.operands[i] = local.all_gather(local.reshape(partial[i], shape), 0, reduced);
    }
    return {.values = local.emit(std::move(again), types)};
}

}  // namespace

bool can_reduce_parts(const Function& function, const Op& op) {
    const TensorType& result = function.tensor(op.results[0]);
    const Op* combined = known_combiner(op);
    const bool needs_one = combined != nullptr && combined->code == OpCode::Multiply;
    const std::vector<Op>& body = op.regions[0].ops;
    const bool selects =
        std::all_of(body.begin(), body.end(), [](const Op& inner) { return selecting.contains(inner.code); });
    return !result.is_quantized() && (combined != nullptr || selects) &&
           !(needs_one && is_complex(result.element));
}

LocalResults local_reduce(ShardedOp& sharded) {
    const AxisList reduced = sharded.reduced();
    if (reduced.empty()) return emit_as_it_is(sharded);
    const Op* combined = known_combiner(sharded.op);
    if (combined == nullptr) return reduce_twice(sharded);
    LocalOps& local = sharded.local;
    const OpCode code = combined->code;
    const ValueId initial = sharded.op.operands[1];
    const Start start = behaviour(starts, code);
    const TensorType type = sharded.results[0].as_tensor();
    if (start == Start::InitialValue) {
        LocalResults results = emit_as_it_is(sharded);
        results.partial = reduced;
        results.combiner = code;
        return results;
    }
    // Sums of several devices are combined in f32, so that the result is rounded once.
    TensorType wide = type;
    if (is_float(type.element) && bit_width(type.element) < 32) {
        wide.element = ElementType::F32;
        sharded.op.operands[0] = local.convert(sharded.op.operands[0], wide.element);
        sharded.op.regions = {local.combiner(code, wide.element)};
    }
    const TensorType scalar{{}, wide.element, {}};
    sharded.op.operands[1] = start == Start::One ? local.uniform(scalar, 1) : local.zero(scalar);
    sharded.results[0] = wide;
    const ValueId partial = emit_as_it_is(sharded).values[0];
    ValueId whole = local.all_reduce(partial, reduced, local.combiner(code, wide.element));
    if (!local.is_constant(initial, start == Start::One ? 1 : 0))
        whole =
            local.binary(code, local.broadcast(local.convert(initial, wide.element), {}, wide.shape), whole);
    return {.values = {local.convert(whole, type.element)}};
}

}  // namespace hlo2c::frontend

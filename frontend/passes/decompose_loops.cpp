#include <algorithm>
#include <map>

#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"
#include "frontend/ops/op_traits.h"
#include "frontend/passes/all_static.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

using Shape = std::vector<std::int64_t>;

/// A scan: its dimension, inputs, carries and output types.
struct Scan {
    std::int64_t dimension = 0, length = 0;
    bool reverse = false;
    std::vector<ValueId> inputs, carries;
    std::vector<TensorType> outputs;
};

Shape without(Shape shape, std::int64_t dimension) {
    shape.erase(shape.begin() + dimension);
    return shape;
}

Shape with_one(Shape shape, std::int64_t dimension) {
    shape[static_cast<std::size_t>(dimension)] = 1;
    return shape;
}

/// A loop that passes one slice of each input and the carries to the body, and stores the body's results in
/// the outputs. Returns the outputs, then the carries.
std::vector<ValueId> loop_over(Rewriter& rewriter, const Scan& scan, Region body) {
    Builder b(rewriter);
    std::vector<ValueId> state;
    for (const TensorType& type : scan.outputs) state.push_back(b.uniform(type, 0));
    state.insert(state.end(), scan.carries.begin(), scan.carries.end());
    if (scan.length == 0) return state;
    const std::size_t outputs = scan.outputs.size();
    return b.loop(scan.length, state, [&](ValueId number, const std::vector<ValueId>& before) {
        const ValueId zero = b.uniform(rewriter.tensor(number), 0);
        const ValueId last = b.uniform(rewriter.tensor(number), static_cast<double>(scan.length - 1));
        const ValueId at = scan.reverse ? b.subtract(last, number) : number;
        const auto starts = [&](const Shape& shape) {
            std::vector<ValueId> made(shape.size(), zero);
            made[static_cast<std::size_t>(scan.dimension)] = at;
            return made;
        };
        std::vector<ValueId> arguments;
        for (const ValueId input : scan.inputs) {
            const Shape shape = rewriter.tensor(input).shape;
            const ValueId part = b.dynamic_slice(input, starts(shape), with_one(shape, scan.dimension));
            arguments.push_back(b.reshape(part, without(shape, scan.dimension)));
        }
        arguments.insert(arguments.end(), before.begin() + static_cast<std::ptrdiff_t>(outputs),
                         before.end());
        std::vector<ValueId> after = rewriter.splice(std::move(body), arguments);
        for (std::size_t i = 0; i < outputs; i++) {
            const Shape& shape = scan.outputs[i].shape;
            const ValueId part = b.reshape(after[i], with_one(shape, scan.dimension));
            after[i] = b.dynamic_update_slice(before[i], part, starts(shape));
        }
        return after;
    });
}

Replacement decompose_scan(Rewriter& rewriter, Op& op) {
    if (!all_static(rewriter, op)) return std::nullopt;
    Scan scan{.dimension = op[attr::dimension], .reverse = op[attr::is_reverse]};
    const auto inputs = static_cast<std::ptrdiff_t>(op[attr::operand_segment_sizes].at(0));
    scan.inputs.assign(op.operands.begin(), op.operands.begin() + inputs);
    scan.carries.assign(op.operands.begin() + inputs, op.operands.end());
    for (std::size_t i = 0; i + scan.carries.size() < op.results.size(); i++)
        scan.outputs.push_back(rewriter.tensor(op.results[i]));
    const TensorType& counted = rewriter.tensor(inputs > 0 ? op.operands[0] : op.results[0]);
    scan.length = counted.shape.at(static_cast<std::size_t>(scan.dimension));
    return loop_over(rewriter, scan, std::move(op.regions[0]));
}

/// Ops without the trait Elementwise that apply to whole tensors as they do to scalars.
constexpr OpSet plain = {OpCode::BitcastConvert, OpCode::Clamp, OpCode::Constant, OpCode::Select};

/// True for an op that may be applied to whole tensors element by element instead of to scalars.
bool is_by_element(const Op& op) {
    if (!op.regions.empty()) return false;
    constexpr unsigned by_element = op_trait::Elementwise | op_trait::Broadcasting | op_trait::Terminator;
    return plain.contains(op.code) || has_trait(op.code, by_element);
}

bool is_scalar(const Type& type) {
    return type.is_tensor() && type.as_tensor().rank() == 0;
}

/// The body of a map, applied to whole tensors of one shape.
class WholeBody {
public:
    WholeBody(Rewriter& rewriter, Shape shape) : rewriter_(rewriter), shape_(std::move(shape)) {}

    std::vector<ValueId> run(const Region& body, const std::vector<ValueId>& arguments) {
        for (std::size_t i = 0; i < arguments.size(); i++) whole_[body.arguments[i]] = arguments[i];
        Region region;
        for (const Op& op : body.ops) region.ops.push_back(widened(op));
        return rewriter_.splice(std::move(region));
    }

private:
    TensorType shaped(TensorType type) const {
        type.shape = shape_;
        return type;
    }

    Op widened(Op op) {
        for (ValueId& operand : op.operands) operand = whole(operand);
        for (ValueId& result : op.results)
            result = whole_[result] = rewriter_.new_value(shaped(rewriter_.tensor(result)));
        if (op.code == OpCode::Constant) {
            const Literal scalar = op[attr::value];
            const TensorType type = shaped(scalar.type());
            const std::span<const std::byte> bytes = scalar.bytes();
            std::vector<std::byte> element(bytes.begin(), bytes.end());
            if (type.element_count() == 0) element.clear();
            op.set(attr::value, Literal(type, std::move(element), type.element_count() > 1));
        }
        return op;
    }

    /// The tensor for a value of the body; a scalar from outside is broadcast.
    ValueId whole(ValueId value) {
        const auto known = whole_.find(value);
        if (known != whole_.end()) return known->second;
        return whole_[value] = Builder(rewriter_).broadcast(rewriter_.renamed(value), {}, shape_);
    }

    Rewriter& rewriter_;
    Shape shape_;
    std::map<ValueId, ValueId> whole_;
};

/// A body of elementwise ops on scalars runs on whole tensors; any other body runs once per element.
Replacement decompose_map(Rewriter& rewriter, Op& op) {
    if (!all_static(rewriter, op) || op.results.size() != 1) return std::nullopt;
    const TensorType type = rewriter.tensor(op.results[0]);
    const std::vector<Op>& ops = op.regions[0].ops;
    const bool by_element = std::all_of(ops.begin(), ops.end(), [&](const Op& inner) {
        const auto scalar = [&](ValueId value) { return is_scalar(rewriter.type(value)); };
        return is_by_element(inner) && std::all_of(inner.operands.begin(), inner.operands.end(), scalar) &&
               std::all_of(inner.results.begin(), inner.results.end(), scalar);
    });
    if (by_element) return WholeBody(rewriter, type.shape).run(op.regions[0], op.operands);
    Builder b(rewriter);
    Scan scan{.length = type.element_count()};
    for (const ValueId operand : op.operands) scan.inputs.push_back(b.reshape(operand, {scan.length}));
    scan.outputs = {TensorType{{scan.length}, type.element, {}, {}}};
    const std::vector<ValueId> flat = loop_over(rewriter, scan, std::move(op.regions[0]));
    return std::vector{b.reshape(flat[0], type.shape)};
}

constexpr auto loop_rows = std::to_array<RuleEntry>({
    {OpCode::ChloScan, decompose_scan},
    {OpCode::Map, decompose_map},
});

}  // namespace

constinit const RuleRows loop_rules = loop_rows;

}  // namespace hlo2c::frontend

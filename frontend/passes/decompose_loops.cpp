#include "frontend/ir/attributes.h"
#include "frontend/passes/all_static.h"
#include "frontend/passes/apply_by_element.h"
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

/// A body of elementwise ops on scalars runs on whole tensors; any other body runs once per element.
Replacement decompose_map(Rewriter& rewriter, Op& op) {
    if (!all_static(rewriter, op) || op.results.size() != 1) return std::nullopt;
    const TensorType type = rewriter.tensor(op.results[0]);
    if (!op.operands.empty() && is_by_element(rewriter, op.regions[0]))
        return apply_by_element(rewriter, op.regions[0], op.operands);
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

#include "scheduler/rewrite/phased_values.h"

#include <algorithm>

#include "frontend/integer_division.h"
#include "frontend/ir/attributes.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Rewriter;
using Shape = std::vector<std::int64_t>;
using Dimensions = std::vector<PhasedValue::Dimension>;

/// How each phase gets its part of an operand that has the whole shape.
enum class PhaseOperand {
    Uniform,    ///< all elements are equal
    Broadcast,  ///< the phases differ in no dimension that the operand of the broadcast has
    Slice,
    None,  ///< the phases have different extents
};

PhaseOperand phase_operand(const Op* definition, const Shape& shape, const Dimensions& dimensions,
                           const std::function<const Shape&(ValueId)>& shape_of) {
    if (definition != nullptr && definition->code == OpCode::Constant &&
        (*definition)[attr::value].is_splat())
        return PhaseOperand::Uniform;
    if (definition != nullptr && definition->code == OpCode::BroadcastInDim) {
        const Shape to = (*definition)[attr::broadcast_dimensions];
        const Shape& from = shape_of(definition->operands[0]);
        const bool differs = std::any_of(dimensions.begin(), dimensions.end(), [&](const auto& each) {
            const auto at = std::find(to.begin(), to.end(), static_cast<std::int64_t>(each.position));
            return at != to.end() && from[static_cast<std::size_t>(at - to.begin())] != 1;
        });
        if (!differs) return PhaseOperand::Broadcast;
    }
    const bool divides = std::all_of(dimensions.begin(), dimensions.end(), [&](const auto& each) {
        return shape[each.position] % each.count == 0;
    });
    return divides ? PhaseOperand::Slice : PhaseOperand::None;
}

/// The dimensions in which a convolution's operand is dilated, as positions in its result.
Dimensions dilated_dimensions(const Op& op) {
    Dimensions dimensions;
    const frontend::ConvolutionDimensions numbers = op[attr::convolution_dimension_numbers];
    const Shape dilation = op[attr::lhs_dilation.over(numbers.output_spatial.size())];
    for (std::size_t s = 0; s < dilation.size(); s++)
        if (dilation[s] > 1)
            dimensions.push_back({static_cast<std::size_t>(numbers.output_spatial[s]), dilation[s]});
    return dimensions;
}

class PhasedConsumers {
public:
    explicit PhasedConsumers(const Function& function) : function_(function) {
        frontend::for_each_op(function.body, [&](const Op& op) {
            for (const ValueId result : op.results) definitions_[result] = &op;
            for (const ValueId operand : op.operands) readers_[operand].push_back(&op);
        });
    }

    std::set<ValueId> run() {
        visit(function_.body);
        return std::move(consumers_);
    }

private:
    void visit(const Region& region) {
        for (std::size_t i = 0; i < region.ops.size(); i++) {
            const Op& op = region.ops[i];
            for (const Region& inner : op.regions) visit(inner);
            if (op.code == OpCode::Convolution) follow(region, i);
        }
    }

    void follow(const Region& region, std::size_t convolution) {
        const Op& first = region.ops[convolution];
        const Dimensions dimensions = dilated_dimensions(first);
        if (dimensions.empty()) return;
        std::set<ValueId> made = {first.results[0]};
        std::set<const Op*> members = {&first};
        for (std::size_t i = convolution + 1; i < region.ops.size(); i++) {
            const Op& op = region.ops[i];
            if (!is_computed_in_phases(op, made, dimensions)) continue;
            members.insert(&op);
            made.insert(op.results[0]);
        }
        const auto leaves = std::count_if(made.begin(), made.end(), [&](ValueId value) {
            const std::vector<const Op*>& readers = readers_[value];
            return std::any_of(readers.begin(), readers.end(),
                               [&](const Op* each) { return members.count(each) == 0; });
        });
        if (leaves == 1) consumers_.insert(made.begin(), made.end());
    }

    bool is_computed_in_phases(const Op& op, const std::set<ValueId>& made,
                               const Dimensions& dimensions) const {
        if (!rule_of(op).is_elementwise() || op.results.size() != 1) return false;
        const Shape& shape = shape_of(op.results[0]);
        bool reads_made = false;
        for (const ValueId operand : op.operands) {
            if (shape_of(operand).empty()) continue;
            if (shape_of(operand) != shape) return false;
            if (made.count(operand) > 0) {
                reads_made = true;
                continue;
            }
            const auto definition = definitions_.find(operand);
            if (phase_operand(definition == definitions_.end() ? nullptr : definition->second, shape,
                              dimensions, [&](ValueId value) -> const Shape& { return shape_of(value); }) ==
                PhaseOperand::None)
                return false;
        }
        return reads_made;
    }

    const Shape& shape_of(ValueId value) const { return function_.tensor(value).shape; }

    const Function& function_;
    std::map<ValueId, const Op*> definitions_;
    std::map<ValueId, std::vector<const Op*>> readers_;
    std::set<ValueId> consumers_;
};

/// Emits the parts of the results of elementwise ops.
class PartEmitter {
public:
    PartEmitter(Rewriter& rewriter, const PhasedValue& like)
        : build_(rewriter), rewriter_(rewriter), like_(like), part_shape_(like.part_shape()) {}

    /// The part of `operand` in each phase; empty if there is no such part.
    std::vector<ValueId> parts(ValueId operand) {
        const std::size_t count = like_.parts.size();
        const TensorType type = rewriter_.tensor(operand);
        if (type.shape.empty()) return std::vector<ValueId>(count, operand);
        const Op* definition = rewriter_.definition(operand);
        switch (phase_operand(definition, type.shape, like_.dimensions,
                              [&](ValueId value) -> const Shape& { return rewriter_.tensor(value).shape; })) {
            case PhaseOperand::Uniform: {
                const auto bytes = (*definition)[attr::value].element(0);
                const TensorType part = part_type(type);
                return std::vector<ValueId>(
                    count, rewriter_.emit_constant(Literal(part, {bytes.begin(), bytes.end()}, true)));
            }
            case PhaseOperand::Broadcast: {
                const Shape dimensions = (*definition)[attr::broadcast_dimensions];
                return std::vector<ValueId>(
                    count, build_.broadcast(definition->operands[0], dimensions, part_shape_));
            }
            case PhaseOperand::Slice: return slices(operand);
            case PhaseOperand::None: break;
        }
        return {};
    }

    TensorType part_type(TensorType whole) const {
        whole.shape = part_shape_;
        return whole;
    }

private:
    std::vector<ValueId> slices(ValueId operand) {
        std::vector<ValueId> slices;
        each_phase(like_.dimensions, [&](const Shape& phase) {
            ValueId slice = operand;
            for (std::size_t i = 0; i < phase.size(); i++) {
                const auto& [position, stride] = like_.dimensions[i];
                slice = build_.slice_along(slice, position, phase[i], part_shape_[position], stride);
            }
            slices.push_back(slice);
        });
        return slices;
    }

    frontend::Builder build_;
    Rewriter& rewriter_;
    const PhasedValue& like_;
    const Shape part_shape_;
};

bool in_same_phases(const PhasedValue& a, const PhasedValue& b) {
    return a.shape == b.shape && std::equal(a.dimensions.begin(), a.dimensions.end(), b.dimensions.begin(),
                                            b.dimensions.end(), [](const auto& one, const auto& other) {
                                                return one.position == other.position &&
                                                       one.count == other.count;
                                            });
}

}  // namespace

Shape PhasedValue::part_shape() const {
    Shape part = shape;
    for (const Dimension& each : dimensions) part[each.position] = ceil_div(part[each.position], each.count);
    return part;
}

void each_phase(const Dimensions& dimensions, const std::function<void(const Shape& phase)>& body) {
    Shape phase(dimensions.size(), 0);
    while (true) {
        body(phase);
        std::size_t i = phase.size();
        while (i > 0 && ++phase[i - 1] == dimensions[i - 1].count) phase[--i] = 0;
        if (i == 0) return;
    }
}

/// Phases become dimensions behind those that they are phases of.
ValueId interleaved(Rewriter& rewriter, const PhasedValue& value) {
    frontend::Builder build(rewriter);
    const Shape one = value.part_shape();
    Shape stacked = {1};
    stacked.insert(stacked.end(), one.begin(), one.end());
    std::vector<ValueId> parts;
    for (const ValueId part : value.parts) parts.push_back(build.reshape(part, stacked));
    const ValueId all = build.concatenate(parts, 0);
    Shape apart;
    for (const auto& each : value.dimensions) apart.push_back(each.count);
    apart.insert(apart.end(), one.begin(), one.end());
    Shape order, joined;
    for (std::size_t d = 0; d < one.size(); d++) {
        order.push_back(static_cast<std::int64_t>(value.dimensions.size() + d));
        joined.push_back(one[d]);
        for (std::size_t i = 0; i < value.dimensions.size(); i++) {
            if (value.dimensions[i].position != d) continue;
            order.push_back(static_cast<std::int64_t>(i));
            joined.back() *= value.dimensions[i].count;
        }
    }
    ValueId result = build.reshape(build.transpose(build.reshape(all, apart), order), joined);
    for (const auto& each : value.dimensions)
        result = build.slice_along(result, each.position, 0, value.shape[each.position]);
    return result;
}

std::set<ValueId> phased_consumers(const Function& function) {
    return PhasedConsumers(function).run();
}

std::optional<PhasedValue> in_phases(Rewriter& rewriter, const Op& op,
                                     const std::map<ValueId, PhasedValue>& phased) {
    const PhasedValue* like = nullptr;
    for (const ValueId operand : op.operands) {
        const auto found = phased.find(operand);
        if (found == phased.end()) continue;
        if (like != nullptr && !in_same_phases(*like, found->second)) return std::nullopt;
        like = &found->second;
    }
    if (like == nullptr) return std::nullopt;
    PartEmitter emitter(rewriter, *like);
    std::vector<std::vector<ValueId>> operands;
    for (const ValueId operand : op.operands) {
        const auto found = phased.find(operand);
        operands.push_back(found != phased.end() ? found->second.parts : emitter.parts(operand));
        if (operands.back().empty()) return std::nullopt;
    }
    PhasedValue result{like->dimensions, like->shape, {}};
    for (std::size_t i = 0; i < like->parts.size(); i++) {
        Op part = op;
        part.results.clear();
        for (std::size_t k = 0; k < operands.size(); k++) part.operands[k] = operands[k][i];
        result.parts.push_back(
            rewriter.emit(std::move(part), emitter.part_type(rewriter.tensor(op.results[0]))));
    }
    return result;
}

}  // namespace hlo2c::scheduler

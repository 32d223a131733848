#include "scheduler/layout/function_layouts.h"

#include "frontend/ir/attributes.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

class LayoutFinder {
public:
    LayoutFinder(const FunctionGraph& graph, const FunctionGroups& groups) : graph_(graph), groups_(groups) {}

    FunctionLayouts run() {
        for (const ValueId argument : graph_.function().body.arguments) add(argument).is_interface = true;
        for (RegionId id = 0; id < graph_.region_count(); id++) add_region(id);
        for (const ValueId result : graph_.function().body.ops.back().operands)
            if (const auto found = result_.values.find(result); found != result_.values.end())
                found->second.is_interface = true;
        return std::move(result_);
    }

private:
    Layout& add(ValueId value) {
        Layout& layout = result_.values[value];
        layout.storage = value;
        const frontend::Function& function = graph_.function();
        if (function.type(value).is_tensor())
            layout.strides = frontend::row_major_strides(function.tensor(value).shape);
        return layout;
    }

    void add_region(RegionId id) {
        const RegionGraph& region = graph_.region(id);
        const Grouping& grouping = groups_.regions[id];
        if (id != 0)
            for (const ValueId argument : region.region().arguments) add(argument);
        for (const ValueId value : grouping.materialised) add(value);
        std::set<ValueId> written;
        for (const Group& group : grouping.groups) {
            written.insert(group.roots.begin(), group.roots.end());
            end_group(region, group);
        }
        for (const ValueId value : grouping.materialised) {
            const Op* op = region.definition(value);
            if (op != nullptr && op->code == OpCode::Reshape && !written.count(value))
                result_.values[value].storage = op->operands[0];
        }
        for (const Op& op : region.region().ops)
            if (rule_of(op).step == StepKind::Barrier)
                for (std::size_t i = 0; i < op.results.size(); i++)
                    result_.values[op.results[i]].storage = op.operands[i];
    }

    /// Sets what the kernel of a group computes of its root.
    void end_group(const RegionGraph& region, const Group& group) {
        const Op& last = region.op(group.stages.back().last());
        if (last.code == OpCode::DynamicUpdateSlice) result_.values[last.results[0]].window = &last;
        if (group.kind != GroupKind::Contraction || last.code != OpCode::Pad) return;
        const auto low = last[attr::edge_padding_low], high = last[attr::edge_padding_high];
        result_.values[last.results[0]].halo = {&last, {low.begin(), low.end()}, {high.begin(), high.end()}};
    }

    const FunctionGraph& graph_;
    const FunctionGroups& groups_;
    FunctionLayouts result_;
};

}  // namespace

ValueId Layout::computed(ValueId value) const {
    if (halo) return halo->pad->operands[0];
    return window != nullptr ? window->operands[1] : value;
}

std::int64_t Layout::offset() const {
    std::int64_t elements = 0;
    for (std::size_t d = 0; halo && d < strides.size(); d++) elements += halo->low[d] * strides[d];
    return elements;
}

ValueId FunctionLayouts::storage(ValueId value) const {
    for (auto found = values.find(value); found != values.end() && found->second.storage != value;
         found = values.find(value))
        value = found->second.storage;
    return value;
}

FunctionLayouts layouts_of(const FunctionGraph& graph, const FunctionGroups& groups) {
    return LayoutFinder(graph, groups).run();
}

}  // namespace hlo2c::scheduler

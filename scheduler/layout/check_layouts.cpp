#include <fmt/format.h>

#include "frontend/diagnostic.h"
#include "scheduler/layout/function_layouts.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

class LayoutCheck {
public:
    LayoutCheck(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionLayouts& layouts)
        : function_(graph.function()), graph_(graph), groups_(groups), layouts_(layouts) {}

    void run() const {
        for (RegionId id = 0; id < graph_.region_count(); id++) {
            for (const ValueId value : groups_.regions[id].materialised)
                check(layouts_.has(value), fmt::format("%{} in memory has a layout", value));
            for (const Group& group : groups_.regions[id].groups)
                if (rule_of(graph_.region(id).op(group.anchor())).step != StepKind::Barrier)
                    for (const ValueId root : group.roots) check_root(root);
        }
        for (const auto& [value, layout] : layouts_.values)
            if (function_.type(value).is_tensor()) check_tensor(value, layout);
    }

private:
    void check(bool holds, const std::string& what) const {
        HLO2C_CHECK(holds, "layout: " + what + "\n" + to_text(graph_, layouts_));
    }

    void check_root(ValueId root) const {
        check(layouts_.storage(root) == root, fmt::format("%{} is written in memory of its own", root));
        const Layout& layout = layouts_.of(root);
        if (!layout.halo) return;
        const auto& whole = function_.tensor(root).shape;
        const auto& inside = function_.tensor(layout.computed(root)).shape;
        for (std::size_t d = 0; d < whole.size(); d++)
            check(layout.halo->low[d] + inside[d] + layout.halo->high[d] == whole[d],
                  fmt::format("the halo of %{} fits around what is computed", root));
    }

    void check_tensor(ValueId value, const Layout& layout) const {
        const ValueId storage = layouts_.storage(value);
        const frontend::TensorType &type = function_.tensor(value), &stored = function_.tensor(storage);
        check(type.element_count() == stored.element_count() && type.element == stored.element,
              fmt::format("%{} has the elements of its storage", value));
        check(layout.strides == frontend::row_major_strides(type.shape),
              fmt::format("%{} is in row-major order", value));
    }

    const frontend::Function& function_;
    const FunctionGraph& graph_;
    const FunctionGroups& groups_;
    const FunctionLayouts& layouts_;
};

}  // namespace

void check_layouts(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionLayouts& layouts) {
    LayoutCheck(graph, groups, layouts).run();
}

}  // namespace hlo2c::scheduler

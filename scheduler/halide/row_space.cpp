#include "scheduler/halide/row_space.h"

#include "frontend/diagnostic.h"
#include "scheduler/halide/halide_names.h"

namespace hlo2c::scheduler::halide {

Index RowSpace::aligned(const Index& index, const std::vector<std::int64_t>& to) const {
    Index result(to.size(), Halide::Expr(0));
    std::size_t from = 0;
    for (std::size_t d = 0; d < to.size(); d++) {
        if (to[d] == 1) continue;
        while (from < shape.size() && shape[from] == 1) from++;
        HLO2C_CHECK(from < shape.size() && shape[from] == to[d],
                    "a value of a row group has a different order of dimensions");
        result[d] = index[from++];
    }
    return result;
}

bool RowSpace::is_whole(const std::vector<std::int64_t>& other) const {
    const auto longer = [](std::vector<std::int64_t> sizes) {
        std::erase(sizes, 1);
        return sizes;
    };
    return longer(shape) == longer(other);
}

RowSpace row_space(const LoweringContext& context, const Group& group) {
    const Op& anchor = context.graph.op(group.anchor());
    const frontend::TensorType& rows = context.tensor(anchor.results[0]);
    RowSpace space{.shape = context.tensor(anchor.operands[0]).shape};
    space.row_rank = static_cast<int>(rows.shape.size());
    space.stores_rows = context.tensor(group.roots[0]).element_count() != rows.element_count();
    return space;
}

std::vector<int> row_values(const LoweringContext& context, const Group& group) {
    const Op& anchor = context.graph.op(group.anchor());
    const std::int64_t elements = context.tensor(anchor.operands[0]).element_count();
    std::vector<int> values;
    for (const Stage& stage : group.stages)
        for (const int position : stage.ops()) {
            const ValueId value = context.graph.op(position).results[0];
            const bool is_total = stage.kind == GroupKind::Reduction && position == stage.anchor;
            if (!is_total && value != group.roots[0] && context.tensor(value).element_count() == elements)
                values.push_back(position);
        }
    return values;
}

}  // namespace hlo2c::scheduler::halide

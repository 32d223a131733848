#include "scheduler/halide/reduced_space.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "scheduler/halide/halide_names.h"

namespace hlo2c::scheduler::halide {
namespace {

ReducedSpace reduce_space(const LoweringContext& context, const Op& op) {
    // A reducer that depends on the order takes the elements in the order of the operand.
    auto dimensions = op[attr::dimensions];
    std::sort(dimensions.begin(), dimensions.end());
    const auto& shape = context.tensor(op.operands[0]).shape;
    ReducedSpace space;
    for (std::int64_t d : dimensions) space.extents.push_back(shape[static_cast<std::size_t>(d)]);
    std::size_t inner = shape.size();
    while (inner > 0 && shape[inner - 1] == 1) inner--;
    space.takes_rows = inner > 0 && std::find(dimensions.begin(), dimensions.end(),
                                              static_cast<std::int64_t>(inner) - 1) != dimensions.end();
    space.operand_index = [dimensions, rank = shape.size()](const Index& result,
                                                            const std::vector<Expr>& reduced) {
        Index index(rank);
        std::size_t kept = 0;
        for (std::size_t d = 0; d < rank; d++) {
            const auto found = std::find(dimensions.begin(), dimensions.end(), static_cast<std::int64_t>(d));
            index[d] = found != dimensions.end()
                           ? reduced[static_cast<std::size_t>(found - dimensions.begin())]
                           : result[kept++];
        }
        return index;
    };
    return space;
}

ReducedSpace window_space(const Op& op) {
    const frontend::Window window = frontend::reduce_window_window(op);
    ReducedSpace space;
    space.extents = window.size;
    space.operand_index = [window](const Index& result, const std::vector<Expr>& reduced) {
        Index index;
        for (std::size_t d = 0; d < result.size(); d++) {
            Expr position = result[d] * static_cast<int>(window.strides[d]);
            if (window.size[d] > 1)
                position = position + reduced[d] * static_cast<int>(window.window_dilation[d]);
            index.push_back(Halide::Internal::simplify(position));
        }
        return index;
    };
    return space;
}

}  // namespace

ReducedSpace reduced_space(const LoweringContext& context, const Op& op) {
    return op.code == frontend::OpCode::Reduce ? reduce_space(context, op) : window_space(op);
}

}  // namespace hlo2c::scheduler::halide

#include "scheduler/groups/short_runs.h"

#include "frontend/ir/attributes.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

bool comes_in_short_runs(const RegionGraph& graph, ValueId value) {
    constexpr std::int64_t longest = 7;
    const Op* op = graph.definition(value);
    while (op != nullptr && op->code == OpCode::Reshape) op = graph.definition(op->operands[0]);
    if (op == nullptr || op->code != OpCode::Transpose) return false;
    const auto permutation = (*op)[attr::permutation];
    const auto& shape = graph.function().tensor(op->results[0]).shape;
    std::int64_t run = 1;
    for (std::size_t d = shape.size(); d-- > 0 && permutation[d] == static_cast<std::int64_t>(d);)
        run *= shape[d];
    return run > 1 && run <= longest;
}

}  // namespace hlo2c::scheduler

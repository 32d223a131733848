#include "scheduler/groups/sorted_rows.h"

#include <algorithm>

#include "frontend/ir/attributes.h"

namespace hlo2c::scheduler {

using frontend::ElementType;
using frontend::Op;
using frontend::OpCode;
using frontend::ValueId;

std::size_t sorted_dimension(const frontend::Function& function, const Op& sort) {
    const std::int64_t dimension = sort[attr::sort_dimension];
    const auto rank = static_cast<std::int64_t>(function.tensor(sort.operands[0]).shape.size());
    return static_cast<std::size_t>(dimension < 0 ? dimension + rank : dimension);
}

bool counts_positions(const RegionGraph& graph, const Op& sort, std::size_t operand) {
    const Op* made = graph.definition(sort.operands[operand]);
    if (made == nullptr || made->code != OpCode::Iota) return false;
    const ElementType element = graph.function().tensor(made->results[0]).element;
    const bool holds_every_position = element == ElementType::I32 || element == ElementType::UI32 ||
                                      element == ElementType::I64 || element == ElementType::UI64;
    return holds_every_position && static_cast<std::size_t>((*made)[attr::iota_dimension]) ==
                                       sorted_dimension(graph.function(), sort);
}

std::vector<int> slices_of_first(const RegionGraph& graph, const Op& sort) {
    const std::size_t dimension = sorted_dimension(graph.function(), sort);
    std::vector<int> slices;
    std::vector<std::int64_t> kept;  // the shape of the first slice
    for (const ValueId result : sort.results) {
        const std::vector<int>& readers = graph.readers(result);
        if (readers.empty()) continue;
        const Op& slice = graph.op(readers[0]);
        if (readers.size() > 1 || slice.code != OpCode::Slice) return {};
        std::vector<std::int64_t> shape = graph.function().tensor(slice.results[0]).shape;
        const auto is = [](const std::vector<std::int64_t>& values, std::int64_t expected) {
            return std::all_of(values.begin(), values.end(), [&](std::int64_t v) { return v == expected; });
        };
        if (!is(slice[attr::start_indices], 0) || !is(slice[attr::strides], 1)) return {};
        if (kept.empty()) kept = shape;
        if (shape != kept || shape[dimension] == 0) return {};
        shape[dimension] = graph.function().tensor(result).shape[dimension];
        if (shape != graph.function().tensor(result).shape) return {};
        slices.push_back(readers[0]);
    }
    return slices;
}

ValueId sorted_root(const RegionGraph& graph, const Group& group, std::size_t result) {
    const ValueId sorted = graph.op(group.anchor()).results[result];
    const auto is_root = [&](ValueId value) {
        return std::find(group.roots.begin(), group.roots.end(), value) != group.roots.end();
    };
    if (is_root(sorted)) return sorted;
    for (const int reader : graph.readers(sorted))
        if (graph.op(reader).code == OpCode::Slice && is_root(graph.op(reader).results[0]))
            return graph.op(reader).results[0];
    return frontend::no_value;
}

}  // namespace hlo2c::scheduler

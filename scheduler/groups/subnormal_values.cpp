#include "scheduler/groups/subnormal_values.h"

#include <set>
#include <vector>

#include "frontend/ir/elided.h"
#include "frontend/ir/total_table.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// exp(x) of f32 is subnormal between the logarithms of 2^-150 and 2^-126. Scores and their maximum move the
/// sum of mask and score by a few units.
constexpr double least_mask = -112, largest_mask = -80;

/// How many operands of an op have elements of which its own are sums, differences or copies.
constexpr auto terms_of_scores = frontend::partial<int>({
    {OpCode::Add, 2},
    {OpCode::BroadcastInDim, 1},
    {OpCode::Reshape, 1},
    {OpCode::Slice, 1},
    {OpCode::Subtract, 1},
    {OpCode::Transpose, 1},
});

/// The same for what is between an exponential and the weight that it becomes.
constexpr auto terms_of_weights = frontend::partial<int>({
    {OpCode::BroadcastInDim, 1},
    {OpCode::Divide, 1},
    {OpCode::Reshape, 1},
    {OpCode::Slice, 1},
    {OpCode::Transpose, 1},
});

bool has_mask(const frontend::Literal& literal) {
    if (frontend::is_elided(literal)) return false;
    const std::int64_t count = literal.is_splat() ? 1 : literal.type().element_count();
    for (std::int64_t i = 0; i < count; i++)
        if (const double number = literal.real(i); number > least_mask && number < largest_mask) return true;
    return false;
}

/// True if some constant among the terms of the sum `scores` masks elements of it.
bool adds_mask(const RegionGraph& graph, ValueId scores) {
    std::set<ValueId> seen;
    std::vector<ValueId> rest = {scores};
    while (!rest.empty()) {
        const ValueId value = rest.back();
        rest.pop_back();
        if (!seen.insert(value).second) continue;
        if (const auto constant = graph.constant(value)) {
            if (has_mask(*constant)) return true;
            continue;
        }
        const Op* op = graph.definition(value);
        if (op == nullptr) continue;
        for (std::size_t i = 0; i < static_cast<std::size_t>(behaviour(terms_of_scores, op->code)); i++)
            rest.push_back(op->operands[i]);
    }
    return false;
}

}  // namespace

bool is_often_subnormal(const RegionGraph& graph, ValueId value) {
    if (graph.function().tensor(value).element != frontend::ElementType::F32) return false;
    const Op* op = graph.definition(value);
    while (op != nullptr && behaviour(terms_of_weights, op->code) > 0) op = graph.definition(op->operands[0]);
    return op != nullptr && op->code == OpCode::Exponential && adds_mask(graph, op->operands[0]);
}

}  // namespace hlo2c::scheduler

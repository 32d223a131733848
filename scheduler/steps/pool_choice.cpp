#include "scheduler/steps/pool_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "frontend/diagnostic.h"
#include "scheduler/error_numbers.h"
#include "scheduler/memory/pools.h"
#include "scheduler/steps/traffic.h"

namespace hlo2c::scheduler {
namespace {

std::string proof_of(const memory::Placement& placement) {
    return placement.proof == memory::Proof::Optimal ? "optimal" : "open";
}

/// The kernel that first writes each buffer or has it as scratch.
std::map<BufferId, std::string> writers_of(const std::vector<Step>& steps,
                                           const std::vector<Kernel>& kernels) {
    std::map<BufferId, std::string> writers;
    for_each_step(steps, [&](const Step& step) {
        const auto* call = std::get_if<CallStep>(&step.action);
        if (call == nullptr) return;
        const Kernel& kernel = kernels[call->kernel];
        for (std::size_t i = 0; i < call->arguments.size(); i++)
            if (kernel.nest.parameters[i].written) writers.emplace(call->arguments[i].buffer, kernel.name);
        if (call->scratch >= 0) writers.emplace(static_cast<BufferId>(call->scratch), kernel.name);
    });
    return writers;
}

[[noreturn]] void fail_with_conflict(const FunctionPlan& function, const std::vector<Kernel>& kernels,
                                     const std::vector<MemoryPool>& pools,
                                     const std::vector<BufferId>& placed,
                                     const memory::PoolProblem& problem) {
    const memory::Conflict conflict = memory::find_conflict(problem);
    HLO2C_CHECK(!conflict.buffers.empty(), "buffers that do not fit conflict");
    const std::map<BufferId, std::string> writers = writers_of(function.steps, kernels);
    std::int64_t wanted = 0;
    std::string rows;
    for (const std::size_t i : conflict.buffers) {
        const Buffer& buffer = function.buffers[placed[i]];
        wanted += buffer.bytes;
        rows += fmt::format("{}: {} bytes, {}, steps {} to {}", buffer.name, buffer.bytes, buffer.type,
                            buffer.first_step, buffer.last_step);
        if (const auto writer = writers.find(placed[i]); writer != writers.end())
            rows += ", " + writer->second;
        for (const std::string& source : buffer.sources) rows += ", " + source;
        rows += "\n";
    }
    std::vector<std::string> sizes;
    for (std::size_t i = 0; i < pools.size(); i++)
        sizes.push_back(fmt::format("{} {}", pools[i].name, problem.pools[i].bytes));
    const std::string which =
        conflict.buffers.size() == 1 ? "a buffer is larger than every pool"
        : conflict.is_together
            ? fmt::format("{} buffers are live together at step {} and do not fit into the pools",
                          conflict.buffers.size(), conflict.time)
            : fmt::format("no placement of {} buffers in the pools was found", conflict.buffers.size());
    fail(memory_error::pools, Place{.op = function.name},
         fmt::format("{}: {} bytes needed, available: {}", which, wanted, fmt::join(sizes, ", ")),
         "Give a pool more bytes in the target's description, add a pool, or make these tensors smaller.",
         rows);
}

}  // namespace

void place_in_pools(FunctionPlan& function, const std::vector<Kernel>& kernels,
                    const std::vector<MemoryPool>& pools, const std::vector<BufferId>& placed) {
    memory::PoolProblem problem;
    for (const MemoryPool& pool : pools) problem.pools.push_back({pool.bytes, pool.alignment});
    std::int64_t& arena = problem.pools.front().bytes;
    arena = std::max<std::int64_t>(0, arena - call_area_bytes(function));
    const std::vector<std::int64_t> bytes_moved = traffic(function, kernels);
    for (const BufferId id : placed) {
        const Buffer& buffer = function.buffers[id];
        problem.buffers.push_back({buffer.first_step, buffer.last_step + 1, buffer.bytes, bytes_moved[id]});
    }
    const std::optional<memory::PoolPlan> plan = memory::assign(problem);
    if (!plan) fail_with_conflict(function, kernels, pools, placed, problem);
    for (std::size_t i = 0; i < placed.size(); i++) {
        function.buffers[placed[i]].pool = static_cast<int>(plan->pools[i]);
        function.buffers[placed[i]].offset = plan->offsets[i];
    }
    const memory::Placement& first = plan->placements.front();
    function.arena_bytes = first.peak;
    function.arena_lower_bound = first.lower_bound;
    function.memory_proof = proof_of(first);
    for (std::size_t pool = 1; pool < pools.size(); pool++) {
        const memory::Placement& placement = plan->placements[pool];
        function.further_pools.push_back({placement.peak, placement.lower_bound, proof_of(placement)});
    }
}

}  // namespace hlo2c::scheduler

#include "scheduler/order/function_order.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <set>

#include "frontend/diagnostic.h"
#include "scheduler/order/group_memory.h"

namespace hlo2c::scheduler {
namespace {

using Order = std::vector<std::size_t>;

/// Largest numbers of groups for which all orders are searched, and for which heuristics run.
constexpr std::size_t exact_groups = 10, heuristic_groups = 2000;

/// Program order: a group runs at the position of its last member.
Order program_order(const Grouping& grouping) {
    Order numbers(grouping.groups.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    std::stable_sort(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) {
        return grouping.groups[a].position() < grouping.groups[b].position();
    });
    return numbers;
}

/// The wanted groups in their order, each preceded by the groups that must run before it.
Order sorted(const GroupMemory& memory, const Order& wanted) {
    Order order;
    std::vector<bool> done(memory.groups.size(), false);
    const std::function<void(std::size_t)> visit = [&](std::size_t g) {
        if (done[g]) return;
        done[g] = true;
        for (const std::size_t before : memory.groups[g].before) visit(before);
        order.push_back(g);
    };
    for (const std::size_t g : wanted) visit(g);
    return order;
}

/// Greedy: of the groups that are ready, runs the one that frees the most memory; ties go to program order.
Order greedy(const GroupMemory& memory, const Order& program) {
    std::vector<std::size_t> left;
    for (const GroupMemory::Value& value : memory.values) left.push_back(value.readers + value.is_result);
    std::vector<bool> done(program.size(), false);
    const auto growth = [&](std::size_t g) {
        std::int64_t bytes = 0;
        for (const std::size_t value : memory.groups[g].writes) bytes += memory.values[value].bytes;
        for (const std::size_t value : memory.groups[g].reads)
            if (left[value] == 1) bytes -= memory.values[value].bytes;
        return bytes;
    };
    Order order;
    while (order.size() < program.size()) {
        std::optional<std::pair<std::int64_t, std::size_t>> best;
        for (std::size_t i = 0; i < program.size(); i++) {
            const std::size_t g = program[i];
            const auto& before = memory.groups[g].before;
            if (done[g] || !std::all_of(before.begin(), before.end(), [&](std::size_t b) { return done[b]; }))
                continue;
            const std::pair candidate(growth(g), i);
            if (!best || candidate < *best) best = candidate;
        }
        HLO2C_CHECK(best.has_value(), "a group that waits for nothing is left");
        const std::size_t g = program[best->second];
        done[g] = true;
        order.push_back(g);
        for (const std::size_t value : memory.groups[g].reads) left[value]--;
    }
    return order;
}

/// Depth first: groups that nothing waits for in program order, each right after the groups it needs.
Order depth_first(const GroupMemory& memory, const Order& program) {
    std::vector<bool> is_read(memory.groups.size(), false);
    for (const GroupMemory::Group& group : memory.groups)
        for (const std::size_t before : group.before) is_read[before] = true;
    Order last;
    for (const std::size_t g : program)
        if (!is_read[g]) last.push_back(g);
    return sorted(memory, last);
}

/// The best of all orders, by dynamic programming over the sets of groups that have run.
Order exact(const GroupMemory& memory, const Order& program) {
    const std::size_t count = program.size(), sets = std::size_t{1} << count;
    std::vector<std::int64_t> peaks(sets, INT64_MAX);
    std::vector<std::size_t> last(sets, count);
    std::vector<std::size_t> position(count);
    for (std::size_t i = 0; i < count; i++) position[program[i]] = i;
    const auto prefix = [&](std::size_t set) {
        Order order;
        for (; set != 0; set &= ~(std::size_t{1} << last[set])) order.push_back(program[last[set]]);
        std::reverse(order.begin(), order.end());
        return order;
    };
    peaks[0] = 0;
    for (std::size_t set = 0; set < sets; set++) {
        if (peaks[set] == INT64_MAX) continue;
        Order order = prefix(set);
        for (std::size_t i = 0; i < count; i++) {
            const auto& before = memory.groups[program[i]].before;
            const bool ready = std::all_of(before.begin(), before.end(),
                                           [&](std::size_t b) { return (set >> position[b] & 1) != 0; });
            if ((set >> i & 1) != 0 || !ready) continue;
            order.push_back(program[i]);
            const std::int64_t peak = peak_of(memory, order);
            order.pop_back();
            const std::size_t next = set | std::size_t{1} << i;
            if (peak >= peaks[next]) continue;
            peaks[next] = peak;
            last[next] = i;
        }
    }
    return prefix(sets - 1);
}

Order lowest(const GroupMemory& memory, const Grouping& grouping) {
    const Order program = program_order(grouping);
    if (memory.is_fixed) return program;
    Order best = sorted(memory, program);
    const auto consider = [&](Order other) {
        if (peak_of(memory, other) < peak_of(memory, best)) best = std::move(other);
    };
    if (program.size() <= heuristic_groups) {
        consider(depth_first(memory, best));
        consider(greedy(memory, best));
    }
    if (program.size() <= exact_groups) consider(exact(memory, best));
    return best;
}

}  // namespace

FunctionOrder order_groups(const FunctionGraph& graph, const FunctionGroups& groups,
                           const FunctionLayouts& layouts) {
    FunctionOrder order;
    for (RegionId id = 0; id < groups.regions.size(); id++)
        order.regions.push_back(lowest(group_memory(graph, groups, layouts, id), groups.regions[id]));
    return order;
}

std::string to_text(const FunctionOrder& order) {
    std::string text;
    for (std::size_t id = 0; id < order.regions.size(); id++)
        text += fmt::format("region {}: {}\n", id, fmt::join(order.regions[id], " "));
    return text;
}

nlohmann::ordered_json json_of(const FunctionOrder& order) {
    return {{"regions", order.regions}};
}

}  // namespace hlo2c::scheduler

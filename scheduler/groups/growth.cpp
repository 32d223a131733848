#include "scheduler/groups/growth.h"

#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// Bounds compile time.
constexpr std::size_t most_members = 96;

}  // namespace

std::set<ValueId> leaving_values(const RegionGraph& graph, const std::set<int>& members) {
    std::set<ValueId> leaving;
    for (int member : members)
        for (ValueId value : graph.op(member).results)
            for (int reader : graph.readers(value))
                if (!members.count(reader)) leaving.insert(value);
    return leaving;
}

std::set<int> grown(const RegionGraph& graph, std::set<int> members, const Absorb& absorb) {
    std::set<int> best = members;
    while (members.size() < most_members) {
        const std::set<ValueId> leaving = leaving_values(graph, members);
        int next = -1;
        for (ValueId value : leaving)
            for (int reader : graph.readers(value))
                if (!members.count(reader) && (next < 0 || reader < next)) next = reader;
        if (next < 0) break;
        std::set<int> extended = members;
        if (!absorb(next, leaving.size() == 1, extended)) break;
        members = std::move(extended);
        const std::set<ValueId> after = leaving_values(graph, members);
        if (after.size() == 1 && graph.function().tensor(*after.begin()).element_count() > 0) best = members;
    }
    return best;
}

}  // namespace hlo2c::scheduler

#include <algorithm>

#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {
namespace {

/// Limits on the collectives that a process runs at the same time, and on its sends that loops and branches
/// leave behind.
constexpr std::int64_t most_collectives = 32, most_nested_sends = 16;

}  // namespace

RequestsSchedule choose_requests(const RequestsProblem& problem) {
    switch (problem.kind) {
        // Beyond the cap, collectives run synchronously on every rank.
        case RequestKind::Collective:
            return {std::clamp<std::int64_t>(most_collectives - problem.others, 0, problem.requests)};
        case RequestKind::NestedSend:
            return {problem.others + problem.requests <= most_nested_sends ? problem.requests : 0};
    }
    return {};
}

}  // namespace hlo2c::scheduler

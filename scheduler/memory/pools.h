#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "scheduler/memory/place.h"

namespace hlo2c::scheduler::memory {

/// Memory of a fixed size. Every offset in it is a multiple of `alignment`.
struct Pool {
    std::int64_t bytes = 0;
    std::int64_t alignment = 1;
};

/// A buffer that one of several pools can hold: as `Interval`, but the pool decides its alignment.
struct PoolBuffer {
    std::int64_t lower = 0, upper = 0, size = 0;
    std::int64_t traffic = 0;  ///< bytes that are read and written in it altogether
};

/// Buffers, and the pools for them, the fastest first.
struct PoolProblem {
    std::vector<PoolBuffer> buffers;
    std::vector<Pool> pools;
};

/// The pool of each buffer, and its offset there.
struct PoolPlan {
    std::vector<std::size_t> pools;     ///< one per buffer
    std::vector<std::int64_t> offsets;  ///< one per buffer
    std::vector<Placement> placements;  ///< one per pool, of its buffers in the problem's order
};

/// Gives every buffer a pool. Buffers with the most traffic for their size come first; each goes to the
/// fastest pool that holds it together with those before it. If a buffer finds no room, other orders are
/// tried; nullopt if none works. Equal input gives equal output, which is validated.
std::optional<PoolPlan> assign(const PoolProblem& problem);

/// Checks a plan: every buffer has a pool, each pool's placement is valid and no higher than the pool.
void validate(const PoolProblem& problem, const PoolPlan& plan);

/// The problem of placing the buffers of one pool, and their numbers.
struct PoolShare {
    Problem problem;
    std::vector<std::size_t> buffers;
};
PoolShare share_of(const PoolProblem& problem, const std::vector<std::size_t>& pools, std::size_t pool);

/// An irreducible set of buffers that do not fit: without any one of them, the others would.
struct Conflict {
    std::vector<std::size_t> buffers;  ///< ascending; empty if there is no conflict
    /// True: all are live at `time`, and no assignment to pools fits them. False: the buffers of each time
    /// fit, but no placement over time was found.
    bool is_together = false;
    std::int64_t time = 0;
};

/// Finds the fewest large buffers that are live at one time and do not fit. Empty if each time's buffers fit,
/// or if that is hard to tell.
Conflict conflict_at_one_time(const PoolProblem& problem);

/// The same, or else an irreducible set of buffers that `assign` cannot place.
Conflict find_conflict(const PoolProblem& problem);

}  // namespace hlo2c::scheduler::memory

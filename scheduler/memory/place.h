#pragma once

#include <cstdint>
#include <vector>

namespace hlo2c::scheduler::memory {

/// A buffer that needs `size` bytes at one address during the half-open time range [lower, upper). Its offset
/// will be a multiple of `alignment` (any positive number, not only powers of two). `size` may be 0.
struct Interval {
    std::int64_t lower = 0, upper = 0, size = 0;
    std::int64_t alignment = 1;
    bool operator==(const Interval&) const = default;
};

/// Buffers to place. With a `capacity` (bytes, >= 0) any placement that fits is good enough and ends the
/// search; with -1, `place` looks for the lowest peak. A placement may exceed the capacity: the caller
/// decides what to do then.
struct Problem {
    std::vector<Interval> buffers;
    std::int64_t capacity = -1;
};

/// Limits on the effort. Every budget counts work, never time, so equal input gives equal output on every
/// machine. The defaults are for use inside a compilation: real programs reach the lower bound in
/// milliseconds and a hard one costs a second or two.
struct Options {
    std::int64_t search_work =
        600'000'000;           ///< units of exact search in total, 0: none; very roughly 1 ns each
    int climbing_steps = 400;  ///< steps of hill climbing per part
    std::uint64_t seed = 1;
    /// For a stand-alone memory plan: takes about a minute on instances that are not solved earlier.
    static Options thorough() { return {.search_work = 20'000'000'000, .climbing_steps = 2000}; }
};

enum class Proof : std::uint8_t {
    Optimal,  ///< no placement has a lower peak: it equals the lower bound, or the search has excluded all
              ///< lower peaks
    Open,     ///< a lower peak may exist
};

struct Placement {
    std::vector<std::int64_t> offsets;  ///< one per buffer, in the problem's order
    std::int64_t peak = 0;              ///< bytes that hold every buffer
    std::int64_t lower_bound = 0;       ///< the most bytes that are live at one time
    Proof proof = Proof::Open;
    bool operator==(const Placement&) const = default;
};

/// Places the buffers: no two buffers that are live at the same time share a byte. Peak and lower bound count
/// every size rounded up to the greatest common divisor of all alignments, so the size of an arena whose
/// buffers are all aligned to 64 bytes is a multiple of 64. The result is validated. Requires lower < upper,
/// size >= 0 and alignment >= 1 (checked); sizes that add up to more than 2^62 fail with H0701.
Placement place(const Problem& problem, const Options& options = {});

/// The most bytes that are live at one time, counted as `place` does.
std::int64_t lower_bound(const std::vector<Interval>& buffers);

/// Checks a placement against the problem alone, in O(n log n): offsets are aligned and not negative, no
/// buffer exceeds the peak, the peak is not below the lower bound, and no two live buffers overlap. A
/// violation is a broken invariant that names the buffers.
void validate(const Problem& problem, const Placement& placement);

}  // namespace hlo2c::scheduler::memory

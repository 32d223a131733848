#pragma once

#include <cstdint>

#include "scheduler/memory/part.h"

namespace hlo2c::scheduler::memory {

/// Which unplaced item is tried first among those with the same lowest offset: sort keys, the most important
/// first.
enum class Ranking : std::uint8_t {
    WidthAreaTotal,  ///< lifetime, bytes times lifetime, largest live total during its lifetime
    TotalAreaWidth,
    TotalWidthArea,
};
inline constexpr Ranking rankings[] = {Ranking::WidthAreaTotal, Ranking::TotalAreaWidth,
                                       Ranking::TotalWidthArea};

struct SearchResult {
    enum class Outcome : std::uint8_t {
        Found,       ///< `offsets` is a placement that fits
        Impossible,  ///< no placement fits
        OutOfWork,
    } outcome = Outcome::OutOfWork;
    Offsets offsets;
};

/// Exact search for a placement of `part` no higher than `capacity`: depth first over canonical placements,
/// in which items are placed by rising offset, each as low as the items placed before it allow. A `seed`
/// other than 0 perturbs the ranking. Subtracts the work spent from `work`, which may end slightly below 0.
SearchResult search(const Part& part, std::int64_t capacity, Ranking ranking, std::uint64_t seed,
                    std::int64_t& work);

}  // namespace hlo2c::scheduler::memory

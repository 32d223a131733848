#pragma once

#include <cstdint>

#include "scheduler/memory/part.h"

namespace hlo2c::scheduler::memory {

/// Which unplaced item is tried first among those that can lie equally low: keys in order of weight.
enum class Ranking : std::uint8_t {
    WidthAreaTotal,  ///< how long it lives, its bytes times time, the largest live total it takes part in
    TotalAreaWidth,
    TotalWidthArea,
};
inline constexpr Ranking rankings[] = {Ranking::WidthAreaTotal, Ranking::TotalAreaWidth,
                                       Ranking::TotalWidthArea};

struct SearchResult {
    enum class Outcome : std::uint8_t {
        Found,       ///< `offsets` fits
        Impossible,  ///< all placements have been excluded
        OutOfWork,
    } outcome = Outcome::OutOfWork;
    Offsets offsets;
};

/// Looks for a placement of `part` no higher than `capacity`, exactly: depth first over canonical placements,
/// those in which items are placed by rising offset and each lies as low as what was placed before it allows.
/// A `seed` other than 0 shakes the ranking. `work` is reduced by what was spent, a little more than there
/// was at worst.
SearchResult search(const Part& part, std::int64_t capacity, Ranking ranking, std::uint64_t seed,
                    std::int64_t& work);

}  // namespace hlo2c::scheduler::memory

#pragma once

#include <string>
#include <variant>
#include <vector>

#include "scheduler/schedule/problem.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// How one box of a map is walked: its innermost loop in vectors of `lanes`, `vectors` of them at a time.
struct BoxSchedule {
    int lanes = 1;
    int vectors = 1;
    bool overlaps = false;  ///< the last vector covers elements of the one before
    bool parallel = false;  ///< the outermost loop is offered to other threads
    bool operator==(const BoxSchedule&) const = default;
};

struct MapSchedule {
    std::vector<BoxSchedule> boxes;  ///< one for each box of the problem
    bool is_assembly = false;
    bool operator==(const MapSchedule&) const = default;
};

/// Whole vectors of the innermost loop first, then what is left element by element.
struct UpdateSchedule {
    int lanes = 1;
    bool operator==(const UpdateSchedule&) const = default;
};

/// Updates one by one, in the order of the specification.
struct ScatterSchedule {
    int filled_lanes = 1;  ///< of what the results hold before the first update
    bool operator==(const ScatterSchedule&) const = default;
};

/// Neighbours are put in order, then runs are merged `merges` times into ones of twice the length.
struct SortSchedule {
    int merges = 0;
    bool operator==(const SortSchedule&) const = default;
};

using Schedule = std::variant<std::monostate, MapSchedule, UpdateSchedule, ScatterSchedule, SortSchedule>;

/// The schedule for a problem on a machine; a problem without form has none.
Schedule choose_schedule(const Problem& problem, const Target& target);

/// Checks that a schedule fits its problem: it is of the problem's kind, vectors are no longer than their
/// loop and cover it, and boxes of which elements are stored twice say so.
void check_schedule(const Problem& problem, const Schedule& schedule);

/// "vectors of 8": for people.
std::string describe(const Schedule& schedule);
/// Short form for NAME.json: "8".
std::string tile_text(const Schedule& schedule);
/// Lanes of the longest vectors that the schedule uses.
int vector_lanes(const Schedule& schedule);
/// Everything that was decided: "map: 8 lanes x 4 vectors parallel".
std::string to_text(const Schedule& schedule);

}  // namespace hlo2c::scheduler

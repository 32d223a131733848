#pragma once

#include <string>
#include <variant>
#include <vector>

#include "scheduler/schedule/contraction_tile.h"
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

/// How one operand of a contraction is read along the vectorised loop.
enum class OperandForm { Direct, PackedWeight, PackedPanel };

/// Where the sums of a tile wait for the epilogue.
enum class SumPlace {
    Accumulators,  ///< in the accumulators themselves
    Registers,     ///< totals of stretches beside the accumulators
    Block          ///< an array that a block of tiles fills before the epilogue walks it
};

/// A stretch of the vectorised loop of a contraction, and how its tiles are computed.
struct ContractionBox {
    VectorBox box;
    SumPlace place = SumPlace::Accumulators;
    SumBlock block;
    bool block_in_scratch = false, panels_in_scratch = false;
    int unrolled_steps = 0;         ///< that many innermost reduction loops are unrolled
    bool unrolled_epilogue = true;  ///< otherwise a loop over the vectors of the block's rows
    bool parallel = false;          ///< the outermost loop
    bool operator==(const ContractionBox&) const = default;
};

/// What a schedule is expected to take: cycles, and bytes that come from beyond each cache, of one core.
struct ContractionEstimate {
    double cycles = 0;      ///< all in all
    double arithmetic = 0;  ///< cycles of multiply-adds with everything in the first-level cache
    double packing = 0;     ///< cycles of copies into panels
    double l2_bytes = 0;    ///< that the second-level cache gives
    double far_bytes = 0;   ///< that come from beyond it
    bool operator==(const ContractionEstimate&) const = default;
};

/// One result loop runs in the lanes of vectors. The panel operand is the one whose vectors stay in registers
/// while rows go by; rows are a result loop that it does not depend on.
struct ContractionSchedule {
    std::size_t vector_loop = 0;
    int row_loop = -1;  ///< -1: a tile is one row
    bool panel_is_rhs = true;
    ContractionTile tile;
    OperandForm panel_form = OperandForm::Direct, row_form = OperandForm::Direct;
    /// Blocks of rows that go by all panels before the next ones do, so that their operand stays in a cache.
    /// 0: all rows go by a panel before the next panel.
    std::int64_t outer_blocks = 0;
    std::vector<ContractionBox> boxes;
    MapSchedule halo;  ///< of the problem's
    ContractionEstimate estimate;
    bool operator==(const ContractionSchedule&) const = default;
};

/// A contraction in lanes: one result after another, each by vectors along its rows.
struct DotProductSchedule {
    int lanes = 1;
    int result_lanes = 1;   ///< results of the last loop that the epilogue takes at a time
    int shared_loop = -1;   ///< the result loop whose positions are computed together, as they share the rows
                            ///< of an operand
    bool parallel = false;  ///< the outermost loop
    MapSchedule halo;       ///< of the problem's
    bool operator==(const DotProductSchedule&) const = default;
};

using Schedule = std::variant<std::monostate, MapSchedule, UpdateSchedule, ScatterSchedule, SortSchedule,
                              ContractionSchedule, DotProductSchedule>;

/// True where the panel operand moves along result loop `l`.
bool chooses_panel(const ContractionProblem& problem, std::size_t l, bool panel_is_rhs);

/// Schedules of a contraction whose results fill vectors, the one with the least estimate first; equal ones
/// in the order in which they are found. No choice among them changes a bit of the results.
std::vector<ContractionSchedule> contraction_candidates(const ContractionProblem& problem,
                                                        const Target& target);

/// The schedules for a problem on a machine, the best first, at least one; a problem without form has an
/// empty one.
std::vector<Schedule> candidate_schedules(const Problem& problem, const Target& target);
/// The best one.
Schedule choose_schedule(const Problem& problem, const Target& target);

/// Checks that a schedule fits its problem: it is of the problem's kind, vectors are no longer than their
/// loop and cover it, and boxes of which elements are stored twice say so.
void check_schedule(const Problem& problem, const Schedule& schedule);

/// "vectors of 8": for people.
std::string describe(const Schedule& schedule);
/// "77 cycles: 42 of arithmetic, ...": why it was chosen before other candidates; "" where there are none.
std::string describe_estimate(const Schedule& schedule);
/// Short form for NAME.json: "8".
std::string tile_text(const Schedule& schedule);
/// Lanes of the longest vectors that the schedule uses.
int vector_lanes(const Schedule& schedule);
/// Everything that was decided: "map: 8 lanes x 4 vectors parallel".
std::string to_text(const Schedule& schedule);

}  // namespace hlo2c::scheduler

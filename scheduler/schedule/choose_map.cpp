#include <numeric>
#include <optional>

#include "frontend/integer_division.h"
#include "scheduler/schedule/parallel_loops.h"
#include "scheduler/schedule/schedule.h"
#include "scheduler/schedule/vector_width.h"

namespace hlo2c::scheduler {
namespace {

/// Vectors of a single result that one iteration of the innermost loop stores.
constexpr int unrolled_vectors = 4;
/// The loop over columns and the last one must be long enough for blocks of any width.
constexpr std::int64_t shortest_transposed = 8;
/// Columns that are transposed together: each row of an operand is read this far before the next one, while
/// the cache holds as many rows of the result.
constexpr std::int64_t least_transposed = 32, usual_transposed = 64, most_transposed = 96;

/// Columns of equal blocks if a size in this range divides their number.
std::int64_t transposed_columns(std::int64_t extent, bool may_overlap) {
    if (extent % usual_transposed == 0) return usual_transposed;
    if (extent <= most_transposed) return extent;
    for (std::int64_t columns = most_transposed; columns >= least_transposed; columns -= shortest_transposed)
        if (extent % columns == 0) return columns;
    return may_overlap ? usual_transposed : extent;
}

bool is_transposed(const ElementBox& box) {
    return box.across >= 0 && box.loops.back().extent >= shortest_transposed &&
           box.loops[static_cast<std::size_t>(box.across)].extent >= shortest_transposed;
}

BoxSchedule choose_transposed_box(const MapProblem& problem, const ElementBox& box, const Target& target) {
    const std::int64_t extent = box.loops[static_cast<std::size_t>(box.across)].extent;
    BoxSchedule schedule{.columns = transposed_columns(extent, !problem.replaces_operand)};
    schedule.overlaps = extent % schedule.columns != 0;
    OuterLoops loops{.last_overlaps = schedule.overlaps};
    for (int l = 0; l + 1 < static_cast<int>(box.loops.size()); l++)
        if (l != box.across) loops.trips.push_back(box.loops[static_cast<std::size_t>(l)].extent);
    loops.trips.push_back(ceil_div(extent, schedule.columns));
    schedule.parallel = choose_parallel_loops(loops, box.elements, target);
    return schedule;
}

/// Most vectors of a block of rows, each of which repeats the code of an element.
constexpr std::int64_t most_row_vectors = 8;
/// Short rows gain nothing in narrower vectors.
constexpr int least_row_lanes = 4;

/// The outermost of the last `joined` loops.
const ElementLoop& rows_of(const ElementBox& box, int joined) {
    return box.loops[box.loops.size() - static_cast<std::size_t>(joined)];
}

/// Rows shorter than a vector, in blocks that fill whole vectors; nullopt if that takes no less stores than
/// vectors along each row.
std::optional<BoxSchedule> choose_row_blocks(const MapProblem& problem, const ElementBox& box,
                                             const Target& target) {
    const int native = native_lanes(target, problem.computed);
    const std::int64_t last = box.loops.back().extent;
    std::optional<BoxSchedule> best;
    std::int64_t least = box.elements / last * ceil_div(last, vector_width(last, native)), columns = 1;
    for (int joined = 2; joined <= box.joined_loops; joined++) {
        const std::int64_t rows = rows_of(box, joined).extent;
        columns *= rows_of(box, joined - 1).extent;
        if (columns >= native) break;
        for (int lanes = native; lanes >= least_row_lanes; lanes /= 2) {
            const std::int64_t common = std::gcd(columns, static_cast<std::int64_t>(lanes));
            const std::int64_t block =
                std::lcm(lanes / common, joined == box.joined_loops ? box.period : std::int64_t{1});
            const std::int64_t vectors = block * columns / lanes;
            if (block == 1 || block > rows || vectors > most_row_vectors) continue;
            const std::int64_t stores =
                (rows / block * vectors + rows % block * columns) * (box.elements / (rows * columns));
            if (stores >= least) continue;
            least = stores;
            best = BoxSchedule{
                .lanes = lanes, .vectors = static_cast<int>(vectors), .rows = block, .joined_loops = joined};
        }
    }
    if (!best) return std::nullopt;
    OuterLoops loops;
    for (const ElementLoop& loop : box.loops) loops.trips.push_back(loop.extent);
    loops.trips.resize(loops.trips.size() - static_cast<std::size_t>(best->joined_loops) + 1);
    loops.trips.back() /= best->rows;
    best->parallel = choose_parallel_loops(loops, box.elements, target);
    return best;
}

/// Most vectors that are interleaved with shuffles of all of them.
constexpr std::int64_t most_mixed_columns = 7;

/// Short rows of elements that are side by side along the rows only; nullopt if vectors do not pay.
std::optional<BoxSchedule> choose_interleaved(const MapProblem& problem, const ElementBox& box,
                                              const Target& target) {
    if (!box.walks_rows) return std::nullopt;
    const std::int64_t columns = box.loops.back().extent, rows = box.loops[box.loops.size() - 2].extent;
    const int native = native_lanes(target, problem.computed);
    BoxSchedule schedule{.interleaves = true};
    schedule.lanes = problem.replaces_operand ? whole_vector_width(rows, native) : vector_width(rows, native);
    const bool pays = columns <= most_mixed_columns && schedule.lanes >= least_row_lanes;
    if (!pays && !box.differs_by_column) return std::nullopt;
    schedule.overlaps = rows % schedule.lanes != 0;
    OuterLoops loops{.last_overlaps = schedule.overlaps};
    for (const ElementLoop& loop : box.loops) loops.trips.push_back(loop.extent);
    loops.trips.pop_back();
    loops.trips.back() = ceil_div(rows, schedule.lanes);
    schedule.parallel = choose_parallel_loops(loops, box.elements, target);
    return schedule;
}

BoxSchedule choose_box(const MapProblem& problem, const ElementBox& box, const Target& target) {
    if (box.loops.empty()) return {};
    if (is_transposed(box)) return choose_transposed_box(problem, box, target);
    if (const auto blocks = choose_row_blocks(problem, box, target)) return *blocks;
    if (const auto interleaved = choose_interleaved(problem, box, target)) return *interleaved;
    const std::int64_t extent = box.loops.back().extent;
    BoxSchedule schedule;
    const int native = native_lanes(target, problem.computed);
    schedule.lanes =
        problem.replaces_operand ? whole_vector_width(extent, native) : vector_width(extent, native);
    schedule.overlaps = extent % schedule.lanes != 0;
    schedule.vectors = schedule.lanes > 1 && problem.results == 1 ? unrolled_vectors : 1;
    while (schedule.vectors > 1 && extent % (schedule.lanes * schedule.vectors) != 0) schedule.vectors /= 2;
    OuterLoops loops{.last_is_short = true};
    for (const ElementLoop& loop : box.loops) loops.trips.push_back(loop.extent);
    const int block = schedule.lanes * schedule.vectors;
    loops.trips.back() = ceil_div(extent, block);
    loops.last_overlaps = schedule.overlaps;
    schedule.parallel = choose_parallel_loops(loops, box.elements, target);
    return schedule;
}

}  // namespace

MapSchedule choose_map(const MapProblem& problem, const Target& target) {
    MapSchedule schedule{.is_assembly = problem.is_assembly};
    for (const ElementBox& box : problem.boxes) schedule.boxes.push_back(choose_box(problem, box, target));
    return schedule;
}

}  // namespace hlo2c::scheduler

#pragma once

#include <string>
#include <variant>
#include <vector>

#include "scheduler/schedule/contraction_tile.h"
#include "scheduler/schedule/problem.h"
#include "scheduler/target/target.h"
#include "scheduler/target/tuning.h"

namespace hlo2c::scheduler {

/// How the iterations of a kernel's outer loops are divided among the slots of the library.
struct ParallelLoops {
    int loops = 0;  ///< number of neighbouring loops that become one parallel loop; 0: the kernel is serial
    /// Number of ranges of neighbouring iterations, each for one slot with scratch of its own. 0: the
    /// hook divides the iterations, none of which needs scratch.
    int slots = 0;
    int around = 0;  ///< number of loops outside of them; each range of iterations runs all of these
    bool operator==(const ParallelLoops&) const = default;
};

/// How one box of a map is computed: its innermost loop stores `vectors` vectors of `lanes` per iteration, or
/// square blocks are transposed in registers.
struct BoxSchedule {
    int lanes = 1;
    int vectors = 1;
    bool overlaps = false;  ///< the last vector, or the last of the `columns`, overlaps the one before it
    /// Iterations of the problem's loop `across` that are computed inside one of the loops outside of it, as
    /// many rows of blocks; 0 if no block is transposed.
    std::int64_t columns = 0;
    /// Iterations of the outermost of the last `joined_loops` that one iteration computes: `vectors` of
    /// `lanes` run through all their elements. The iterations that do not fill such a block are computed one
    /// element at a time. 0 if vectors run along the last loop only.
    std::int64_t rows = 0;
    int joined_loops = 1;
    /// The vectors run along the last loop but one, one for each iteration of the last loop, and are stored
    /// interleaved.
    bool interleaves = false;
    ParallelLoops parallel;
    bool operator==(const BoxSchedule&) const = default;
};

struct MapSchedule {
    std::vector<BoxSchedule> boxes;  ///< one for each box of the problem
    bool is_assembly = false;
    bool operator==(const MapSchedule&) const = default;
};

/// Runs the innermost loop in whole vectors, and the remaining elements in shorter ones, or in a last vector
/// that overlaps the one before.
struct UpdateSchedule {
    int lanes = 1;
    bool overlaps = false;
    bool operator==(const UpdateSchedule&) const = default;
};

/// Performs the updates of an element in the specification's order.
struct ScatterSchedule {
    int filled_lanes = 1;   ///< of the loops that fill the results before the first update
    int updated_lanes = 1;  ///< windows that are side by side in the last dimension
    int window_lanes = 1;   ///< of the last dimension of a window
    bool operator==(const ScatterSchedule&) const = default;
};

/// Distributes the elements by one byte of their key after the other, the lowest first. With `selects`,
/// compares each element's key with the last of those kept so far, and keeps it instead if it comes before.
/// Without `key_bytes`, sorts pairs of neighbours, then merges runs `merges` times into runs of twice the
/// length.
struct SortSchedule {
    int merges = 0;
    int key_bytes = 0;
    bool selects = false;
    ParallelLoops parallel;  ///< over rows
    bool operator==(const SortSchedule&) const = default;
};

/// The memory of a row's value while the row is computed.
enum class RowPlace { Inlined, Stack, Scratch };

/// How a row that several results of a reduction share is computed.
struct KeptRowSchedule {
    RowPlace place = RowPlace::Stack;
    int lanes = 1;
    bool operator==(const KeptRowSchedule&) const = default;
};

/// One result at a time, with vectors along its reduced elements, or vectors of neighbouring results.
struct ReductionSchedule {
    bool in_rows = false;
    int lanes = 1;                      ///< of a vector: of elements in rows, else of results
    int vectors = 1;                    ///< of results that are computed together
    std::vector<int> sum_lanes;         ///< in rows: of the vectors of each result's elements
    bool overlaps = false;              ///< the last block of results covers some of the one before
    std::vector<KeptRowSchedule> kept;  ///< for each of the problem's
    ParallelLoops parallel;
    bool operator==(const ReductionSchedule&) const = default;
};

/// One row at a time, or several short rows side by side, one in each lane.
struct RowSchedule {
    std::int64_t row_elements = 1;
    int lanes = 1;  ///< along the columns, or of the rows side by side
    bool side_by_side = false;
    std::vector<int> sum_lanes;           ///< of the vectors of each sum whose order is open
    std::vector<RowPlace> values;         ///< for each value of the problem
    RowPlace copies = RowPlace::Inlined;  ///< of operands and results whose rows are side by side
    /// The last vector that is stored covers elements of the one before, or the last rows side by side are
    /// some of those before.
    bool overlaps = false;
    ParallelLoops parallel;  ///< over rows
    bool operator==(const RowSchedule&) const = default;
};

/// How one operand of a contraction is read.
enum class OperandForm {
    Direct,        ///< where it is
    PackedWeight,  ///< packed for the vectorised loop before the program runs
    PackedPanel,   ///< as a panel that the kernel copies for the vectorised loop, from a packed weight too
    /// As the rows of a tile, which are converted to the type of the sums, or whose words are biased, before
    /// each stretch.
    ConvertedRows
};

/// How a contraction of bytes adds its products to sums of 32 bits.
enum class ByteProducts {
    None,   ///< one product at a time, in the type of the sums
    Words,  ///< four neighbouring steps at a time: each lane holds four bytes of an operand
    /// As Words, with the sign bits of the row operand inverted, because the instruction multiplies unsigned
    /// by signed bytes only. The bias that this adds to a sum depends on the panel's column alone; each sum
    /// starts from the negated bias.
    BiasedWords
};

/// Where the sums of a tile are kept until the epilogue.
enum class SumPlace {
    Accumulators,  ///< in the accumulators themselves
    Registers,     ///< totals of stretches, next to the accumulators
    Block          ///< an array that a block of tiles fills before the epilogue reads it
};

/// A range of the vectorised loop of a contraction, and how its tiles are computed.
struct ContractionBox {
    VectorBox box;
    SumPlace place = SumPlace::Accumulators;
    SumBlock block;
    bool block_in_scratch = false, panels_in_scratch = false, rows_in_scratch = false;
    int unrolled_steps = 0;         ///< number of innermost reduction loops that are unrolled
    bool unrolled_epilogue = true;  ///< false: a loop over the vectors of the block's rows
    /// Rows of the square blocks of sums that the epilogue transposes, because neighbours of the result lie
    /// along the rows; 0: none. The last block overlaps the one before it if they do not fill the rows.
    int transposed_rows = 0;
    /// Equal parts of a block that holds all rows, which are summed one after the other so that slots divide
    /// them: of its outermost loop, or of its tiles if it holds no loop.
    std::int64_t block_parts = 1;
    ParallelLoops parallel;
    bool operator==(const ContractionBox&) const = default;
};

/// Expected cost of a schedule on one core: cycles, and bytes read from beyond each cache.
struct ContractionEstimate {
    double cycles = 0;      ///< total
    double arithmetic = 0;  ///< cycles of multiply-adds with everything in the first-level cache
    double packing = 0;     ///< cycles to copy, convert, transform or fetch operands beyond that
    double l2_bytes = 0;    ///< read from the second-level cache
    double far_bytes = 0;   ///< read from beyond it
    bool operator==(const ContractionEstimate&) const = default;
};

/// One result loop runs in the lanes of vectors. The panel operand is the one whose vectors are reused by all
/// rows of a tile; the row loop is a result loop that the panel operand does not depend on.
struct ContractionSchedule {
    /// The result loop that is joined with the one around it, as walked_problem says; 0: none. Other numbers
    /// of loops are those of the walked problem.
    int joined_line = 0;
    std::size_t vector_loop = 0;
    int row_loop = -1;  ///< -1: a tile is one row
    bool panel_is_rhs = true;
    ContractionTile tile;
    OperandForm panel_form = OperandForm::Direct, row_form = OperandForm::Direct;
    ByteProducts bytes = ByteProducts::None;
    /// Products of subnormal factors of a row that cannot change a sum are left out.
    bool skips_subnormals = false;
    /// Number of blocks of rows that are computed with all panels before the next blocks, so that their
    /// operand stays in a cache. 0: all rows are computed with one panel before the next panel.
    std::int64_t outer_blocks = 0;
    /// All panels of one tile of rows before the next tile.
    bool panels_inside = false;
    /// Iterations of the staged operand's loop for which its lines are staged together; 0: nothing is staged.
    std::int64_t staged_rows = 0;
    std::vector<ContractionBox> boxes;
    MapSchedule halo;  ///< of the problem's
    ContractionEstimate estimate;
    bool operator==(const ContractionSchedule&) const = default;
};

/// A contraction summed in lanes: one result after another, each in vectors along the rows of its operands.
struct DotProductSchedule {
    int lanes = 1;
    int result_lanes = 1;  ///< results of the last loop that the epilogue computes at a time
    int shared_loop = -1;  ///< the result loop whose iterations are computed together, because they share the
                           ///< rows of an operand; -1: none
    ParallelLoops parallel;
    MapSchedule halo;  ///< of the problem's
    bool operator==(const DotProductSchedule&) const = default;
};

/// A convolution by Winograd's algorithm: blocks of tiles are transformed, multiplied position by position as
/// matrices (tiles by channels, channels by features), and transformed back into results.
struct WinogradSchedule {
    int outputs = 2;             ///< results of a tile in each direction (see winograd_transform)
    std::int64_t tile_rows = 1;  ///< rows of tiles, each as wide as an image, in a block
    ContractionTile tile;        ///< of a product: rows are tiles of the block, vectors are features
    int channel_lanes = 1;       ///< of the transform of the inputs
    ParallelLoops parallel;      ///< over images and blocks
    MapSchedule halo;            ///< of the problem's
    ContractionEstimate estimate;
    bool operator==(const WinogradSchedule&) const = default;
};

/// Tiles in one row of an image, and rows of tiles.
std::int64_t tiles_in_row(const SlidingWindows& windows, int outputs);
std::int64_t rows_of_tiles(const SlidingWindows& windows, int outputs);

/// How each row is transformed. It depends on the problem only, so that all targets compute the same bits.
struct TransformSchedule {
    /// Complex numbers of one transform: the problem's, or those of a convolution.
    std::int64_t points = 1;
    /// The length has a large prime factor: the transform is a convolution with a chirp (Bluestein).
    bool is_chirp = false;
    /// A vector holds neighbours of one row: the row is transformed as a matrix of `lanes` columns. Else a
    /// vector holds one number each of `lanes` rows.
    bool is_in_columns = false;
    int lanes = 1;
    std::vector<std::int64_t> radices;  ///< of the steps, in order; in columns, of each column
    bool operator==(const TransformSchedule&) const = default;
};

/// The largest prime length whose transform is written out; its arithmetic grows with the square.
inline constexpr std::int64_t largest_prime_codelet = 13;

struct TransformsSchedule {
    std::vector<TransformSchedule> transforms;  ///< one for each of the problem's
    bool operator==(const TransformsSchedule&) const = default;
};

/// How a function of runtime_c proceeds along a matrix.
struct MatrixSchedule {
    std::int64_t block = 0;   ///< reflectors that are applied at once; 0: one after the other
    std::int64_t panel = 0;   ///< columns of a tridiagonal form that are reduced before the rest is updated
    std::int64_t window = 0;  ///< rows in which eigenvalues or vectors are found first; 0: the whole matrix
    bool operator==(const MatrixSchedule&) const = default;
};

/// An op's first requests run asynchronously: collectives until the async_done of the op, sends until the op
/// sends again or the function ends. The other collectives complete before the op does, the other sends
/// before their region ends.
struct RequestsSchedule {
    std::int64_t concurrent = 0;  ///< number of asynchronous requests
    bool operator==(const RequestsSchedule&) const = default;
};

/// A few rows times a matrix in memory: multiplies `steps` rows of the matrix at a time, over blocks of
/// `columns` whose sums are in scratch.
struct RowProductSchedule {
    int lanes = 1;
    int steps = 1;
    std::int64_t columns = 1;
    ParallelLoops parallel;  ///< over blocks
    bool operator==(const RowProductSchedule&) const = default;
};

using Schedule =
    std::variant<std::monostate, MapSchedule, UpdateSchedule, ScatterSchedule, SortSchedule,
                 ReductionSchedule, RowSchedule, ContractionSchedule, DotProductSchedule, RowProductSchedule,
                 WinogradSchedule, TransformsSchedule, MatrixSchedule, RequestsSchedule>;

/// nullopt if the problem is no large matrix in memory whose columns are neighbours, times a few
/// rows.
std::optional<RowProductSchedule> choose_row_product(const ContractionProblem& problem, const Target& target);
MapSchedule choose_map(const MapProblem& problem, const Target& target);
SortSchedule choose_sort(const SortProblem& problem, const Target& target);
/// True if a selection keeps the elements in any order and replaces the last one; else it sorts them by
/// insertion. Keys of up to four bytes, with the position, are one integer that vectors search.
bool replaces_last(const SortProblem& problem);
ReductionSchedule choose_reduction(const ReductionProblem& problem, const Target& target);
RowSchedule choose_row(const RowProblem& problem, const Target& target);
TransformSchedule choose_transform(const TransformProblem& problem);
MatrixSchedule choose_matrix(const MatrixProblem& problem);
RequestsSchedule choose_requests(const RequestsProblem& problem);

/// True if an operand of the contraction is copied before it is read.
bool copies_operand(const ContractionSchedule& schedule);

/// True if the panel operand depends on result loop `l`.
bool chooses_panel(const ContractionProblem& problem, std::size_t l, bool panel_is_rhs);

/// True if blocks of staged lines are inside result loop `l`: its iterations read other lines.
bool encloses_staged(const ContractionProblem& problem, std::size_t l);

/// True if tiles at the end of a loop begin early enough to be whole, and store some results again.
bool stores_twice(const ContractionProblem& problem, const ContractionSchedule& schedule);

/// Schedules of a contraction whose results fill vectors, lowest estimate first; ties stay in the order in
/// which they were found. All of them compute the same bits. With `panel_vectors`, panels are that wide.
std::vector<ContractionSchedule> contraction_candidates(const ContractionProblem& problem,
                                                        const Target& target, int panel_vectors = 0);

/// Schedules by Winograd's algorithm, the best for each size of tiles; none if the problem has no sliding
/// windows, its weights are no constant, or features and channels do not fill vectors.
std::vector<WinogradSchedule> winograd_candidates(const ContractionProblem& problem, const Target& target);

/// Candidate schedules of a problem on a target, best first, at least one; a problem without `form` has one
/// empty schedule. `panel_vectors` as for contractions.
std::vector<Schedule> candidate_schedules(const Problem& problem, const Target& target,
                                          int panel_vectors = 0);
/// The best candidate.
Schedule choose_schedule(const Problem& problem, const Target& target);

/// User options that override the estimates in the choice among candidates.
struct ScheduleChoice {
    int candidate = 0;  ///< number of the candidate; the last one where there are fewer
    Tuning tuning;      ///< takes precedence over `candidate` for the problems that it has
};

/// The schedule of a problem, and the candidates that it was chosen from.
struct ChosenSchedule {
    Schedule schedule;
    std::vector<Schedule> candidates;  ///< best first
    std::size_t number = 0;            ///< of `schedule` among the candidates
    bool is_tuned = false;             ///< the tuning chose it
};
/// Ignores a schedule of the tuning that is not among the candidates.
ChosenSchedule choose_schedule(const Problem& problem, const Target& target, const ScheduleChoice& choice);
/// The same among these candidates of the problem, best first.
ChosenSchedule choose_among(std::vector<Schedule> all, const Problem& problem, const ScheduleChoice& choice);

/// Checks that a schedule fits its problem: it is of the problem's kind, vectors are no longer than their
/// loop and cover it, and boxes whose last vectors overlap say so.
void check_schedule(const Problem& problem, const Schedule& schedule);

/// "vectors of 8": for people.
std::string describe(const Schedule& schedule);
/// The estimate by which candidates are ordered; 0 if the schedule has none.
double estimated_cycles(const Schedule& schedule);
/// "77 cycles: 42 of arithmetic, ...": the estimate that ranks candidates; "" if the schedule has none.
std::string describe_estimate(const Schedule& schedule);
/// "radix 4, 4, 2 in 8 columns, then radix 8"; "radix 3, 5, 8 rows side by side".
std::string to_text(const TransformSchedule& schedule, const TransformProblem& problem);
/// Short form for NAME.json: "8".
std::string tile_text(const Schedule& schedule);
/// Lanes of the longest vectors that the schedule uses.
int vector_lanes(const Schedule& schedule);
/// Everything that was decided: "map: 8 lanes x 4 vectors parallel".
std::string to_text(const Schedule& schedule);
/// The same without the estimate and without how loops are divided among slots, which follow from the target:
/// the name of the schedule among the candidates of its problem.
std::string decisions_text(const Schedule& schedule);

}  // namespace hlo2c::scheduler

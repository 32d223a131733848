#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// A value that a kernel reads from memory, or computes from such values as it reads it.
struct Operand {
    ScalarKind element = ScalarKind::F32;  ///< as it is stored, or as it is computed
    std::int64_t elements = 1;
    bool is_constant = false;         ///< so that its elements can be stored in any order
    int cost = 0;                     ///< of computing one element; 0 for values in memory
    bool is_often_subnormal = false;  ///< see is_often_subnormal; for operands of contractions
    bool operator==(const Operand&) const = default;
};

/// A loop over elements of a result. Neighbouring dimensions that every access can walk as one are fused into
/// one loop.
struct ElementLoop {
    std::int64_t extent = 1;
    std::int64_t stride = 1;  ///< of the result, in elements
    /// Dimensions of the result that it covers, ascending; the index of the last one walks them all.
    std::vector<int> dimensions;
    bool operator==(const ElementLoop&) const = default;
};

/// A part of a result whose elements are all computed in the same way.
struct ElementBox {
    std::int64_t offset = 0;  ///< of its first element in the result
    std::int64_t elements = 0;
    std::vector<ElementLoop> loops;  ///< outermost first; none for a box without elements
    /// The loop, if not the last one, along which some loads are contiguous that are strided along the last
    /// one. All other loads are contiguous along one of the two loops, or do not depend on it. -1 if there is
    /// none.
    int across = -1;
    /// The last loops, at most this many, walk the result as one loop, and what each load reads in some
    /// iterations of the outermost of them takes up at most twice the memory of what they store: it walks the
    /// loops almost as one, perhaps backwards or with gaps, or repeats elements. 1: the last loop only.
    int joined_loops = 1;
    /// Iterations of the outermost of `joined_loops` after which all loads repeat their steps: 2 if every
    /// element of an operand is read by two neighbours.
    std::int64_t period = 1;
    /// The last two loops walk the result as one loop, and neighbours along the last but one are side by side
    /// in each load, or a few elements apart.
    bool walks_rows = false;
    /// Iterations of the last loop differ in more than positions. Such a box also walks rows.
    bool differs_by_column = false;
    bool operator==(const ElementBox&) const = default;
};

/// Every element is computed independently: one box for a map, several for an assembly.
struct MapProblem {
    ScalarKind computed = ScalarKind::F32;  ///< of the widest result
    std::vector<ElementBox> boxes;
    int results = 1;  ///< that are computed together
    bool is_assembly = false;
    /// The caller donates the memory of an operand to the result. A kernel that stores each element once can
    /// work in place there.
    bool replaces_operand = false;
    bool operator==(const MapProblem&) const = default;
};

/// A window of a tensor is overwritten; its start is known only at run time.
struct UpdateProblem {
    ScalarKind computed = ScalarKind::F32;
    std::vector<ElementLoop> loops;  ///< over the window, outermost first; none for a window of one element
    bool reads_window = false;       ///< the new elements depend on those that they replace
    bool operator==(const UpdateProblem&) const = default;
};

/// Elements of the results are updated one after another.
struct ScatterProblem {
    std::int64_t elements = 0;  ///< of each result
    /// Kinds of the results that the kernel fills before the first update; none if their memory is already
    /// initialised.
    std::vector<ScalarKind> filled;
    /// Extent of the last dimension of a select_and_scatter whose windows do not extend along it; otherwise
    /// 0.
    std::int64_t side_by_side = 0;
    /// Extent of the last dimension of a scatter's windows if these elements are neighbours in the result,
    /// else 0; and what they are computed in.
    std::int64_t window = 0;
    ScalarKind computed = ScalarKind::F32;
    bool operator==(const ScatterProblem&) const = default;
};

/// Rows along one dimension are sorted, and their first elements are kept.
struct SortProblem {
    std::vector<ScalarKind> elements;
    std::int64_t outer = 1, length = 1, inner = 1;
    std::int64_t kept = 1;  ///< of the `length` elements of a row
    int comparator_ops = 1;
    std::optional<ScalarKind> key;  ///< of the key, if the comparator compares one
    bool operator==(const SortProblem&) const = default;
};

/// A value from which the elements of several neighbouring results are computed. One row of it is kept.
struct KeptRow {
    ScalarKind kind = ScalarKind::F32;
    int loops = 0;              ///< outermost result loops that the row depends on
    std::int64_t elements = 0;  ///< of the row
    std::int64_t columns = 0;   ///< of these, along the innermost reduced loop
    bool operator==(const KeptRow&) const = default;
};

/// The elements of windows, or of some dimensions, of operands are combined into results.
struct ReductionProblem {
    ScalarKind computed = ScalarKind::F32;  ///< of the first result
    std::vector<ElementLoop> results;       ///< at least one, outermost first
    /// Loops over the elements that are combined into one result: at least one, outermost first. Strides are
    /// those of the reduced positions in row-major order.
    std::vector<ElementLoop> reduced;
    /// The kind in which the elements of each result are combined, if their order is unspecified. Empty if
    /// the elements are combined one after another.
    std::vector<ScalarKind> sums;
    /// Lanes run along the last reduced loop; otherwise vectors run along the results. The order of a sum
    /// belongs to the problem, so that no schedule changes its bits.
    bool in_rows = false;
    bool replaces_operand = false;  ///< as for a map
    int live_sums = 0;  ///< sums that are live together for one position of the results, unless in rows
    std::int64_t elements = 0;  ///< that are combined, for all results
    std::vector<KeptRow> kept;
    bool operator==(const ReductionProblem&) const = default;
};

/// A value that a row computes on its way from its sums to its results.
struct RowValue {
    int cost = 0;     ///< of one element
    int readers = 0;  ///< ops of the group that read it
    std::int64_t bytes = 0;
    bool is_summed = false;  ///< a sum of the row reads it
    bool operator==(const RowValue&) const = default;
};

/// Sums over the columns of each row, and results computed from the sums and the row.
struct RowProblem {
    ScalarKind computed = ScalarKind::F32;
    std::vector<ElementLoop> rows, columns;  ///< at least one each, outermost first
    std::vector<ScalarKind> sums;            ///< kinds of those whose order is open, in the order of the ops
    std::vector<RowValue> values;            ///< of a whole row, in the order of the ops
    bool stores_rows = false;                ///< whole rows are stored; else one element for each
    /// There is one loop over columns. Of it and the last loop over rows, each load depends on one, with
    /// neighbours side by side, or walks both as one, together with the other loops or again for each of
    /// them.
    bool walks_pairs = false;
    int whole_operands = 0;  ///< that have an element for each element of the rows
    std::int64_t row_elements() const {
        std::int64_t elements = 1;
        for (const ElementLoop& loop : columns) elements *= loop.extent;
        return elements;
    }
    bool operator==(const RowProblem&) const = default;
};

/// A loop over the results of a contraction, with the strides of the result and of both operands.
struct ResultLoop {
    std::int64_t extent = 1, stride = 1, lhs_stride = 0, rhs_stride = 0;
    /// The contraction's own loops that it covers, ascending; the index of the last one walks them all.
    std::vector<int> loops;
    /// Iterations after which own loop `lines` advances and that of `loops` starts again, if lines are joined
    /// (see joined_lines); the strides are those inside a line.
    std::int64_t line = 0;
    int lines = -1;
    std::int64_t operand_stride(bool is_rhs) const { return is_rhs ? rhs_stride : lhs_stride; }
    bool operator==(const ResultLoop&) const = default;
};

/// A loop over the terms of one result's sum.
struct ReductionLoop {
    std::int64_t extent = 1, lhs_stride = 0, rhs_stride = 0;
    std::int64_t operand_stride(bool is_rhs) const { return is_rhs ? rhs_stride : lhs_stride; }
    bool operator==(const ReductionLoop&) const = default;
};

/// A convolution whose windows of 3 by 3 move over rows and columns one step at a time. Each result loop
/// covers one loop of the contraction.
struct SlidingWindows {
    ResultLoop images, rows, columns, features;
    ReductionLoop window_rows, window_columns, channels;
    bool operator==(const SlidingWindows&) const = default;
};

/// The lines of a padded operand that a kernel stages in scratch, for some iterations of a result loop at a
/// time.
struct StagedOperand {
    std::size_t loop = 0;  ///< the result loop
    std::int64_t line_bytes = 0;
    std::int64_t window = 1, step = 1;  ///< lines that one iteration reads, and between neighbours
    std::int64_t lines(std::int64_t iterations) const { return (iterations - 1) * step + window; }
    bool operator==(const StagedOperand&) const = default;
};

/// A result loop and a step of the sums that walk a padded dimension of the lhs together: a product reads
/// position result * step + sum * dilation - low. Products are left out where that is not 0 to size - 1.
struct PeeledLoop {
    int own_loop = 0;           ///< the contraction's own result loop
    std::size_t reduction = 0;  ///< the problem's
    std::int64_t step = 1, dilation = 1, low = 0, size = 0;
    bool operator==(const PeeledLoop&) const = default;
};

/// Up to this many rows of an operand are too few for vectors of results: sums of neighbours run in lanes.
inline constexpr std::int64_t most_shared_rows = 4;
/// The cost of a rounding to a narrower type, in additions.
inline constexpr int rounding_cost = 8;

/// Sums of products, then an epilogue over the results.
struct ContractionProblem {
    ScalarKind computed = ScalarKind::F32;
    Operand lhs, rhs;
    std::vector<ResultLoop> results;  ///< at least one; the last has the smallest result stride
    /// At least one, outermost first. The first `stretch_loops` select a stretch, the others walk it. The
    /// order of a sum is part of the problem, so that no schedule changes its bits.
    std::vector<ReductionLoop> reductions;
    std::size_t stretch_loops = 0;
    /// True if sums run in lanes along the last reduction instead, because the results do not fill a vector.
    bool in_lanes = false;
    std::int64_t flops = 0;
    int epilogue_cost = 0;              ///< of one result
    int epilogue_roundings = 0;         ///< of one result: to types narrower than they are computed in
    bool epilogue_reads_twice = false;  ///< reads some value more than once
    /// Some load of the epilogue is not linear in several loops, or walks the last one with neighbours apart.
    bool epilogue_strides = false;
    bool replaces_operand = false;        ///< as for a map
    MapProblem halo;                      ///< padding around the results, in the same memory
    std::optional<StagedOperand> staged;  ///< lines of the lhs, which no buffer holds
    std::vector<PeeledLoop> peeled;       ///< the padding of the lhs, which no buffer holds; outermost first
    /// Padding of the lhs in memory that consists of zeros: products with whole lines of it may be left out.
    std::vector<PeeledLoop> zero_lines;
    /// Set where sums may also be formed from tiles of several windows, which changes their bits.
    std::optional<SlidingWindows> windows;
    const Operand& operand(bool is_rhs) const { return is_rhs ? rhs : lhs; }
    Operand& operand(bool is_rhs) { return is_rhs ? rhs : lhs; }
    bool operator==(const ContractionProblem&) const = default;
};

enum class TransformKind : std::uint8_t { Complex, InverseComplex, Real, InverseReal };

/// Transforms along the middle dimension of outer x length x inner numbers. Real transforms have an inner
/// dimension of 1; they pair `length` real numbers with length / 2 + 1 complex ones.
struct TransformProblem {
    TransformKind kind = TransformKind::Complex;
    std::int64_t outer = 1, length = 1, inner = 1;
    ScalarKind element = ScalarKind::F32;  ///< of real and imaginary parts

    bool is_real() const { return kind == TransformKind::Real || kind == TransformKind::InverseReal; }
    bool is_inverse() const {
        return kind == TransformKind::InverseComplex || kind == TransformKind::InverseReal;
    }
    /// Real rows of even length are transformed as half as many complex numbers.
    bool is_halved() const { return is_real() && length % 2 == 0; }
    std::int64_t numbers() const { return is_halved() ? length / 2 : length; }
    /// Complex numbers of the transform of a real row; the others are conjugates of these.
    std::int64_t kept() const { return length / 2 + 1; }
    bool operator==(const TransformProblem&) const = default;
};

/// Fourier transforms along one dimension after another.
struct TransformsProblem {
    std::vector<TransformProblem> transforms;
    bool operator==(const TransformsProblem&) const = default;
};

/// How a function of runtime_c factors a matrix, or applies such factors.
enum class MatrixAlgorithm : std::uint8_t {
    Pivots,              ///< LU factors
    Reflectors,          ///< makes or multiplies as many as the size
    PivotedReflectors,   ///< with exchanges of columns
    ReflectorsFromLeft,  ///< applies reflectors of as many columns as the size to another matrix
    ReflectorsFromRight,
    Tridiagonal,       ///< the form of a symmetric matrix
    SymmetricVectors,  ///< eigenvectors too
    Bidiagonal,        ///< singular values
    Hessenberg,        ///< the form of a general matrix
    Eigenvalues,       ///< of a general matrix
};

struct MatrixProblem {
    MatrixAlgorithm algorithm = MatrixAlgorithm::Reflectors;
    std::int64_t size = 0;  ///< rows, or the smaller of rows and columns
    bool operator==(const MatrixProblem&) const = default;
};

enum class RequestKind : std::uint8_t {
    Collective,
    NestedSend,  ///< in a loop or branch: it may be received after that, or in a later iteration
};

/// Requests to other processes that one op starts.
struct RequestsProblem {
    RequestKind kind = RequestKind::Collective;
    std::int64_t requests = 0;
    std::int64_t others = 0;  ///< earlier requests of this kind that are still running
    bool operator==(const RequestsProblem&) const = default;
};

/// What a schedule depends on: extents, strides, types, and which operands are constant. It names no ops and
/// no values, so that one schedule serves all groups with equal problems. Control flow has no `form`.
struct Problem {
    std::vector<Operand> operands;  ///< of a contraction: those of its epilogue
    std::variant<std::monostate, MapProblem, UpdateProblem, ScatterProblem, SortProblem, ReductionProblem,
                 RowProblem, ContractionProblem, TransformsProblem, MatrixProblem, RequestsProblem>
        form;
    bool operator==(const Problem&) const = default;
};

/// "map f32: box 0 of 64 elements: 16 by 4, 4 by 1; reads f32[64] constant f32[16]"
std::string to_text(const Problem& problem);

}  // namespace hlo2c::scheduler

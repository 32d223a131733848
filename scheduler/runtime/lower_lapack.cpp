#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/ir/enum_table.h"
#include "frontend/ops/lapack_call.h"
#include "scheduler/runtime/runtime_call.h"

namespace hlo2c::scheduler {
namespace {

namespace lapack_option = frontend::lapack_option;
using frontend::ElementType;
using frontend::Function;
using frontend::LapackCall;
using frontend::LapackFunction;
using frontend::Op;

/// One LAPACK call, with accessors for its lowering.
struct Call {
    const Function& function;
    const Op& op;
    LapackCall lapack;
    MatrixSchedule schedule = {};

    ElementType element() const { return function.tensor(op.operands[0]).element; }
    MatrixBatch operand(std::size_t number) const {
        return matrix_batch(function.tensor(op.operands[number]));
    }
    MatrixBatch result(std::size_t number) const { return matrix_batch(function.tensor(op.results[number])); }
    std::int64_t element_bytes() const { return frontend::byte_width(element()); }
    RuntimeCall runtime(const std::string& family, const std::string& name) const {
        RuntimeCall call(function, op, family, name, element());
        call.structure("hlo2c_matrices");
        return call;
    }
};

RuntimeCall& sizes(RuntimeCall& call, const MatrixBatch& batch) {
    return call.constant("batches", batch.batches)
        .constant("rows", batch.rows)
        .constant("columns", batch.columns);
}

LoweredKernel potrf(const Call& c) {
    const MatrixBatch a = c.operand(0);
    RuntimeCall call = c.runtime("cholesky", "potrf");
    call.updates(c.op.operands[0], c.op.results[0]).writes(c.op.results[1]);
    sizes(call, a).constant("lower", c.lapack[lapack_option::uplo] == 'L' ? 1 : 0);
    call.schedule("in place, blocks of 32 rows").flops(a.batches * a.rows * a.rows * a.rows / 3);
    return call.finish();
}

LoweredKernel trsm(const Call& c) {
    const MatrixBatch b = c.operand(1);
    const bool left = c.lapack[lapack_option::side] == 'L';
    const char transposition = c.lapack[lapack_option::trans_x];
    RuntimeCall call = c.runtime("triangular_solve", "triangular_solve");
    call.reads(c.op.operands[0]).updates(c.op.operands[1], c.op.results[0]);
    sizes(call, b).constant("lower", c.lapack[lapack_option::uplo] == 'L' ? 1 : 0);
    call.constant("left", left ? 1 : 0).constant("unit", c.lapack[lapack_option::diag] == 'U' ? 1 : 0);
    call.constant("operation", transposition == 'C' ? 2 : transposition == 'T' ? 1 : 0);
    call.schedule("in place, blocks of 32 rows");
    call.flops(b.batches * b.rows * b.columns * (left ? b.rows : b.columns));
    return call.finish();
}

LoweredKernel getrf(const Call& c) {
    const MatrixBatch a = c.operand(0);
    RuntimeCall call = c.runtime("lu", "getrf");
    call.updates(c.op.operands[0], c.op.results[0]).writes(c.op.results[1]).writes(c.op.results[2]);
    const std::int64_t panel = c.schedule.panel;
    sizes(call, a).constant("panel", panel).scratch(panel * (a.rows + 32) * c.element_bytes());
    call.schedule(panel > 0 ? "in place, panels of 32 columns in scratch" : "in place, blocks of 32 columns");
    call.flops(a.batches * std::min(a.rows, a.columns) * a.rows * a.columns * 2 / 3);
    return call.finish();
}

MatrixProblem getrf_problem(const Call& c) {
    return {MatrixAlgorithm::Pivots, c.operand(0).rows};
}

/// Elements from one row of vectors of `n` elements to the next: an odd number of lines of the cache.
std::int64_t vector_row(const Call& c, std::int64_t n) {
    const std::int64_t in_line = 64 / c.element_bytes();
    return ((n + in_line - 1) / in_line | 1) * in_line;
}

/// Bytes of scratch for vectors of `sides` of a form of `n` rows that is solved in parts: the vectors, and 58
/// rows of numbers.
std::int64_t parts_bytes(const Call& c, std::int64_t n, std::int64_t sides) {
    const std::int64_t part = c.element_bytes() / (frontend::is_complex(c.element()) ? 2 : 1);
    const std::int64_t in_line = 64 / part, row = ((n + in_line - 1) / in_line | 1) * in_line;
    return (sides * n * row + 58 * (row + 16)) * part;
}

/// Elements of scratch for applying `block` reflectors at once: the reflectors, two squares, a chunk of 64
/// elements of each, and the products with all `others` rows or columns.
std::int64_t block_elements(std::int64_t block, std::int64_t length, std::int64_t others) {
    return block * (length + 2 * block + 64 + others);
}

std::string reflectors_at_a_time(std::int64_t block) {
    return "in place, " + (block > 0 ? std::to_string(block) + " reflectors" : "one reflector") +
           " at a time";
}

/// Makes or multiplies reflectors. The scratch also holds one row.
RuntimeCall& reflectors(RuntimeCall& call, const Call& c, const MatrixBatch& a) {
    const std::int64_t block = c.schedule.block;
    call.constant("block", block);
    call.scratch((a.columns + block_elements(block, a.rows, a.columns)) * c.element_bytes());
    return call.schedule(reflectors_at_a_time(block));
}

std::int64_t least_size(const MatrixBatch& a) {
    return std::min(a.rows, a.columns);
}

LoweredKernel geqrf(const Call& c) {
    const MatrixBatch a = c.operand(0);
    RuntimeCall call = c.runtime("qr", "geqrf");
    call.updates(c.op.operands[0], c.op.results[0]).writes(c.op.results[1]);
    reflectors(sizes(call, a), c, a);
    call.flops(a.batches * 2 * least_size(a) * a.rows * a.columns);
    return call.finish();
}

MatrixProblem geqrf_problem(const Call& c) {
    return {MatrixAlgorithm::Reflectors, least_size(c.operand(0))};
}

LoweredKernel geqp3(const Call& c) {
    const MatrixBatch a = c.operand(0);
    RuntimeCall call = c.runtime("pivoted_qr", "geqp3");
    call.reads(c.op.operands[1]).updates(c.op.operands[0], c.op.results[0]);
    const std::int64_t block = c.schedule.block;
    call.writes(c.op.results[1]).writes(c.op.results[2]);
    call.scratch((3 + block) * a.columns * c.element_bytes());
    sizes(call, a).constant("block", block);
    call.schedule(block > 0 ? "in place, panels of up to 32 reflectors"
                            : "in place, one reflector at a time");
    call.flops(a.batches * 2 * least_size(a) * a.rows * a.columns);
    return call.finish();
}

MatrixProblem geqp3_problem(const Call& c) {
    return {MatrixAlgorithm::PivotedReflectors, least_size(c.operand(0))};
}

std::int64_t reflector_count(const Call& c) {
    return c.function.tensor(c.op.operands[1]).shape.back();
}

LoweredKernel orgqr(const Call& c) {
    const MatrixBatch a = c.operand(0);
    RuntimeCall call = c.runtime("qr", "orgqr");
    call.updates(c.op.operands[0], c.op.results[0]).reads(c.op.operands[1]);
    reflectors(sizes(call, a).constant("count", reflector_count(c)), c, a);
    call.flops(a.batches * 2 * a.columns * a.rows * a.columns);
    return call.finish();
}

MatrixProblem orgqr_problem(const Call& c) {
    return {MatrixAlgorithm::Reflectors, reflector_count(c)};
}

LoweredKernel ormqr(const Call& c) {
    const MatrixBatch a = c.operand(0), target = c.operand(2);
    const std::int64_t left = c.lapack[lapack_option::left], block = c.schedule.block;
    RuntimeCall call = c.runtime("qr", "ormqr");
    call.reads(c.op.operands[0]).reads(c.op.operands[1]).updates(c.op.operands[2], c.op.results[0]);
    const std::int64_t elements =
        block > 0 ? block_elements(block, target.rows, target.columns) : target.rows + target.columns;
    call.scratch(elements * c.element_bytes());
    sizes(call, target).constant("block", block).constant("count", reflector_count(c));
    call.constant("full", a.columns).constant("left", left);
    call.constant("operation", c.lapack[lapack_option::transpose] != 0 ? 2 : 0);
    call.schedule(reflectors_at_a_time(block));
    return call.finish();
}

MatrixProblem ormqr_problem(const Call& c) {
    return {c.lapack[lapack_option::left] != 0 ? MatrixAlgorithm::ReflectorsFromLeft
                                               : MatrixAlgorithm::ReflectorsFromRight,
            c.operand(0).columns};
}

bool has_vectors(const Call& c) {
    return c.lapack[lapack_option::vectors] == 'V';
}

LoweredKernel syevd(const Call& c) {
    const MatrixBatch a = c.operand(0);
    const auto [block, panel, window] = c.schedule;
    RuntimeCall call = c.runtime("eigh", "syevd");
    call.updates(c.op.operands[0], c.op.results[0]).writes(c.op.results[1]).writes(c.op.results[2]);
    sizes(call, a).constant("lower", c.lapack[lapack_option::uplo] == 'L' ? 1 : 0);
    call.constant("vectors", has_vectors(c) ? 1 : 0).constant("panel", panel).constant("block", block);
    call.constant("window", window);
    const std::int64_t row = vector_row(c, a.rows), sweeps = has_vectors(c) ? 32 * a.rows : 0;
    const std::int64_t basis = has_vectors(c) ? a.rows + block_elements(block, a.rows, a.rows) : 0;
    const std::int64_t panels = a.rows + 2 * std::max<std::int64_t>(panel, 1) * (row + 1);
    const std::int64_t parts = window > 0 ? parts_bytes(c, a.rows, 1) : 0;
    call.scratch(a.rows * (row + 2) * c.element_bytes() +
                 std::max(std::max({panels, basis, sweeps}) * c.element_bytes(), parts));
    call.schedule(
        window > 0 ? "tridiagonal form, then vectors of its parts by implicit QL steps, and of merged parts"
                   : "tridiagonal form, then implicit QL steps");
    call.flops(a.batches * 9 * a.rows * a.rows * a.rows);
    return call.finish();
}

MatrixProblem syevd_problem(const Call& c) {
    return {has_vectors(c) ? MatrixAlgorithm::SymmetricVectors : MatrixAlgorithm::Tridiagonal,
            c.operand(0).rows};
}

LoweredKernel sytrd(const Call& c) {
    const MatrixBatch a = c.operand(0);
    const std::int64_t panel = c.schedule.panel;
    RuntimeCall call = c.runtime("eigh", "sytrd");
    call.updates(c.op.operands[0], c.op.results[0]);
    for (std::size_t i = 1; i < 5; i++) call.writes(c.op.results[i]);
    sizes(call, a).constant("lower", c.lapack[lapack_option::uplo] == 'L' ? 1 : 0).constant("panel", panel);
    const std::int64_t row = vector_row(c, a.rows), at_once = std::max<std::int64_t>(panel, 1);
    call.scratch((a.rows * (row + 1) + 2 * at_once * (row + 1)) * c.element_bytes());
    call.schedule("in panels of reflectors");
    call.flops(a.batches * 4 * a.rows * a.rows * a.rows / 3);
    return call.finish();
}

MatrixProblem sytrd_problem(const Call& c) {
    return {MatrixAlgorithm::Tridiagonal, c.operand(0).rows};
}

/// Results: the overwritten matrix, values, left vectors, right vectors, info. The first has no use and stays
/// unchanged.
LoweredKernel gesdd(const Call& c) {
    const MatrixBatch a = c.operand(0);
    const char mode = c.lapack[lapack_option::singular_vectors];
    const std::int64_t least = least_size(a), most = std::max(a.rows, a.columns);
    RuntimeCall call = c.runtime("svd", "gesdd");
    call.updates(c.op.operands[0], c.op.results[0]);
    for (std::size_t i = 1; i < 5; i++) call.writes(c.op.results[i]);
    const bool full =
        mode == 'N' ? c.result(2).columns == a.rows && c.result(3).rows == a.columns : mode == 'A';
    const std::int64_t vectors =
        least * most + (full ? most : least) * vector_row(c, most) + least * vector_row(c, least);
    const std::int64_t block = c.schedule.block, window = mode == 'N' ? 0 : c.schedule.window;
    const std::int64_t panels = block * (2 * most + 2 * least + 2 * block + 64);
    const std::int64_t sweeps = mode == 'N' ? 0 : 64 * least;
    const std::int64_t parts = window > 0 ? parts_bytes(c, least, 2) : 0;
    call.scratch((vectors + 3 * least + most) * c.element_bytes() +
                 std::max(std::max(panels, sweeps) * c.element_bytes(), parts));
    sizes(call, a)
        .constant("block", block)
        .constant("full", full ? 1 : 0)
        .constant("vectors", mode == 'N' ? 0 : 1)
        .constant("window", window);
    call.schedule(window > 0
                      ? "bidiagonal form, then vectors of its parts by implicit QR steps, and of merged parts"
                      : "bidiagonal form, then implicit QR steps");
    call.flops(a.batches * 20 * least * least * most);
    return call.finish();
}

MatrixProblem gesdd_problem(const Call& c) {
    return {MatrixAlgorithm::Bidiagonal, least_size(c.operand(0))};
}

/// Finds eigenvalues; for large matrices, in windows on the diagonal. The Hessenberg form, the windows and
/// `vector_elements` share scratch, one after another; `more_elements` is additional scratch.
RuntimeCall& eigenvalues(RuntimeCall& call, const Call& c, std::int64_t more_elements,
                         std::int64_t vector_elements) {
    const MatrixBatch a = c.operand(0);
    const auto [block, panel, window] = c.schedule;
    const std::int64_t form = 2 * a.rows + block_elements(block, a.rows, a.rows);
    const std::int64_t windows = window > 0 ? 3 * (window + 2) * (window + 2) + 70 * window : 0;
    call.constant("block", block).constant("window", window);
    call.scratch((more_elements + std::max({form, windows, vector_elements})) * c.element_bytes());
    call.flops(a.batches * 25 * a.rows * a.rows * a.rows);
    return call.schedule(window > 0 ? "Hessenberg form, then implicit QR steps with many shifts in windows"
                                    : "Hessenberg form, then implicit QR steps");
}

MatrixProblem eigenvalue_problem(const Call& c) {
    return {MatrixAlgorithm::Eigenvalues, c.operand(0).rows};
}

/// Results: values (two for real matrices, their real and imaginary parts), left vectors, right vectors,
/// info.
LoweredKernel geev(const Call& c) {
    const MatrixBatch a = c.operand(0);
    const bool is_complex = frontend::is_complex(c.element());
    RuntimeCall call = c.runtime("eig", "geev");
    call.reads(c.op.operands[0]);
    for (const frontend::ValueId result : c.op.results) call.writes(result);
    sizes(call, a);
    if (is_complex)
        eigenvalues(call, c, 2 * a.rows * a.rows, 32 * a.rows);
    else
        eigenvalues(call, c, 4 * a.rows * a.rows, 67 * a.rows);
    call.constant("left", c.lapack[lapack_option::compute_left] == 'V' ? 1 : 0);
    call.constant("vectors", c.lapack[lapack_option::compute_right] == 'V' ? 1 : 0);
    return call.finish();
}

/// Results: form, basis, values (two for real matrices), the number of values sorted to the front, info.
LoweredKernel gees(const Call& c) {
    const MatrixBatch a = c.operand(0);
    RuntimeCall call = c.runtime("eig", "gees");
    call.updates(c.op.operands[0], c.op.results[0]);
    for (std::size_t i = 1; i < c.op.results.size(); i++) call.writes(c.op.results[i]);
    eigenvalues(sizes(call, a), c, 0, 0);
    call.constant("vectors", c.lapack[lapack_option::vectors] == 'V' ? 1 : 0);
    return call.finish();
}

LoweredKernel gehrd(const Call& c) {
    const MatrixBatch a = c.operand(0);
    RuntimeCall call = c.runtime("gehrd", "gehrd");
    call.updates(c.op.operands[0], c.op.results[0]).writes(c.op.results[1]).writes(c.op.results[2]);
    const std::int64_t block = c.schedule.block;
    sizes(call, a).constant("block", block);
    call.scratch((a.rows + block_elements(block, a.rows, a.rows)) * c.element_bytes());
    call.constant("first", c.lapack[lapack_option::low] - 1);
    call.constant("count", c.lapack.high(a.rows));
    call.schedule("in place, in panels of reflectors if it is large")
        .flops(a.batches * 10 * a.rows * a.rows * a.rows / 3);
    return call.finish();
}

MatrixProblem gehrd_problem(const Call& c) {
    return {MatrixAlgorithm::Hessenberg, c.operand(0).rows};
}

/// Operands: lower diagonal, diagonal, upper diagonal, right-hand sides. The last two results are the
/// solution and info; what LAPACK leaves in the diagonals is not computed.
LoweredKernel gtsv(const Call& c) {
    const MatrixBatch b = c.operand(3);
    const std::size_t results = c.op.results.size();
    RuntimeCall call = c.runtime("tridiagonal", "gtsv");
    call.updates(c.op.operands[3], c.op.results[results - 2]);
    for (std::size_t i = 0; i < 3; i++) call.reads(c.op.operands[i]);
    call.writes(c.op.results[results - 1]).scratch(3 * b.rows * c.element_bytes());
    sizes(call, b).constant("full", c.function.tensor(c.op.operands[0]).shape.back() == b.rows ? 1 : 0);
    call.schedule("elimination with interchanges of neighbouring rows")
        .flops(b.batches * 8 * b.rows * b.columns);
    return call.finish();
}

LoweredKernel gtsv_perturbed(const Call& c) {
    const MatrixBatch b = c.operand(3);
    RuntimeCall call = c.runtime("tridiagonal", "gtsv_perturbed");
    call.updates(c.op.operands[3], c.op.results[0]);
    for (std::size_t i = 0; i < 3; i++) call.reads(c.op.operands[i]);
    call.scratch(3 * b.rows * c.element_bytes());
    sizes(call, b).constant("full", 1);
    call.schedule("elimination with interchanges of neighbouring rows")
        .flops(b.batches * 8 * b.rows * b.columns);
    return call.finish();
}

LoweredKernel pivots_to_permutation(const Call& c) {
    const frontend::TensorType& pivots = c.function.tensor(c.op.operands[0]);
    const frontend::TensorType& order = c.function.tensor(c.op.results[0]);
    const std::int64_t rows = order.shape.back();
    RuntimeCall call(c.function, c.op, "rt_permutation", "hlo2c_pivots_to_permutation");
    call.reads(c.op.operands[0]).writes(c.op.results[0]).structure("hlo2c_matrices");
    call.constant("batches", rows == 0 ? 0 : order.element_count() / rows);
    call.constant("rows", rows).constant("columns", pivots.shape.back());
    call.schedule("one interchange at a time");
    return call.finish();
}

/// One LAPACK function.
struct Routine {
    LoweredKernel (*lower)(const Call&);
    MatrixProblem (*problem)(const Call&) = nullptr;  ///< nullptr: nothing is decided
};

constexpr auto routines = frontend::by_every_enumerator<frontend::last_lapack_function, Routine>({
    {LapackFunction::Gees, {gees, eigenvalue_problem}},
    {LapackFunction::Geev, {geev, eigenvalue_problem}},
    {LapackFunction::Gehrd, {gehrd, gehrd_problem}},
    {LapackFunction::Geqp3, {geqp3, geqp3_problem}},
    {LapackFunction::Geqrf, {geqrf, geqrf_problem}},
    {LapackFunction::Gesdd, {gesdd, gesdd_problem}},
    {LapackFunction::Getrf, {getrf, getrf_problem}},
    {LapackFunction::Gtsv, {gtsv}},
    {LapackFunction::GtsvPerturbed, {gtsv_perturbed}},
    {LapackFunction::Orgqr, {orgqr, orgqr_problem}},
    {LapackFunction::Ormqr, {ormqr, ormqr_problem}},
    {LapackFunction::PivotsToPermutation, {pivots_to_permutation}},
    {LapackFunction::Potrf, {potrf}},
    {LapackFunction::Syevd, {syevd, syevd_problem}},
    {LapackFunction::Sytrd, {sytrd, sytrd_problem}},
    {LapackFunction::Trsm, {trsm}},
});

const Routine& routine_of(const LapackCall& call) {
    return routines[static_cast<std::size_t>(call.function)];
}

}  // namespace

std::optional<std::vector<LoweredKernel>> lower_lapack(const Function& function, const Op& op,
                                                       const Schedule& schedule) {
    const std::optional<LapackCall> call = frontend::lapack_call(function, op);
    if (!call) return std::nullopt;
    const auto* matrix = std::get_if<MatrixSchedule>(&schedule);
    return std::vector{
        routine_of(*call).lower({function, op, *call, matrix != nullptr ? *matrix : MatrixSchedule{}})};
}

Problem lapack_problem(const Function& function, const Op& op) {
    const std::optional<LapackCall> call = frontend::lapack_call(function, op);
    if (!call || routine_of(*call).problem == nullptr) return {};
    return {.form = routine_of(*call).problem({function, op, *call})};
}

}  // namespace hlo2c::scheduler

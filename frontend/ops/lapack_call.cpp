#include "frontend/ops/lapack_call.h"

#include <algorithm>
#include <vector>

#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/enum_table.h"
#include "frontend/ops/configuration.h"

namespace hlo2c::frontend {
namespace {

/// Element counts of operands and results, and the matrix sizes that determine them.
struct MatrixSizes {
    Wide batches = 1, rows = 1, columns = 1, least = 1;
    bool is_complex = false;
    std::vector<Wide> operands, results;
    std::vector<std::int64_t> last;  ///< last dimension of each operand
    std::vector<int> result_ranks;

    Wide matrix() const { return batches * rows * columns; }
    Wide vector() const { return batches * rows; }
    Wide off_diagonal() const { return batches * std::max<Wide>(0, rows - 1); }
    bool is_square() const { return rows == columns; }
    bool are(std::vector<Wide> expected_operands, std::vector<Wide> expected_results) const {
        return operands == expected_operands && results == expected_results;
    }
    /// True if operand 1 holds the factors of up to `most` reflectors per matrix.
    bool has_reflectors(Wide most) const { return last[1] <= most && operands[1] == batches * last[1]; }
};

/// `main` is the operand whose matrix size determines all other sizes.
std::optional<MatrixSizes> sizes_of(const Function& function, const LapackCall& call, std::size_t main) {
    const Op& op = *call.op;
    if (op.operands.size() <= main) return std::nullopt;
    MatrixSizes sizes;
    for (const ValueId value : op.operands) {
        if (!function.type(value).is_tensor() || !function.tensor(value).is_static()) return std::nullopt;
        const bool is_order = call.function == LapackFunction::Geqp3 && sizes.operands.size() == 1;
        const ElementType wanted = is_order ? ElementType::I32 : function.tensor(op.operands[0]).element;
        if (function.tensor(value).element != wanted) return std::nullopt;
        sizes.operands.push_back(function.tensor(value).element_count());
        sizes.last.push_back(function.tensor(value).shape.empty() ? 1 : function.tensor(value).shape.back());
    }
    for (const ValueId value : op.results) {
        if (!function.type(value).is_tensor() || !function.tensor(value).is_static()) return std::nullopt;
        sizes.results.push_back(function.tensor(value).element_count());
        sizes.result_ranks.push_back(function.tensor(value).rank());
    }
    const TensorType& type = function.tensor(op.operands[main]);
    const std::size_t rank = type.shape.size();
    if (rank < 2) return std::nullopt;
    sizes.rows = type.shape[rank - 2];
    sizes.columns = type.shape[rank - 1];
    sizes.least = std::min(sizes.rows, sizes.columns);
    for (std::size_t d = 0; d + 2 < rank; d++) sizes.batches *= type.shape[d];
    sizes.is_complex = is_complex(type.element);
    return sizes;
}

bool potrf(const MatrixSizes& s, const LapackCall&) {
    return s.is_square() && s.are({s.matrix()}, {s.matrix(), s.batches});
}
bool getrf(const MatrixSizes& s, const LapackCall&) {
    return s.are({s.matrix()}, {s.matrix(), s.batches * s.least, s.batches});
}
bool geqrf(const MatrixSizes& s, const LapackCall&) {
    return s.are({s.matrix()}, {s.matrix(), s.batches * s.least});
}
bool geqp3(const MatrixSizes& s, const LapackCall&) {
    const Wide order = s.batches * s.columns;
    return s.are({s.matrix(), order}, {s.matrix(), order, s.batches * s.least});
}
bool orgqr(const MatrixSizes& s, const LapackCall&) {
    return s.operands.size() == 2 && s.columns <= s.rows && s.has_reflectors(s.columns) &&
           s.are({s.matrix(), s.operands[1]}, {s.matrix()});
}
bool ormqr(const MatrixSizes& s, const LapackCall& call) {
    const Wide order = call[lapack_option::left] != 0 ? s.rows : s.columns;
    return s.operands.size() == 3 && s.has_reflectors(std::min<Wide>(order, s.last[0])) &&
           s.are({s.batches * order * s.last[0], s.operands[1], s.matrix()}, {s.matrix()});
}
bool trsm(const MatrixSizes& s, const LapackCall& call) {
    const Wide order = call[lapack_option::side] == 'L' ? s.rows : s.columns;
    return s.are({s.batches * order * order, s.matrix()}, {s.matrix()});
}
bool syevd(const MatrixSizes& s, const LapackCall&) {
    return s.is_square() && s.are({s.matrix()}, {s.matrix(), s.vector(), s.batches});
}
bool sytrd(const MatrixSizes& s, const LapackCall&) {
    return s.is_square() &&
           s.are({s.matrix()}, {s.matrix(), s.vector(), s.off_diagonal(), s.off_diagonal(), s.batches});
}
/// Left and right vectors are both full (square), or both thin (one per singular value).
bool gesdd(const MatrixSizes& s, const LapackCall& call) {
    const Wide b = s.batches, m = s.matrix();
    if (s.results.size() != 5) return false;
    const bool full = s.are({m}, {m, b * s.least, b * s.rows * s.rows, b * s.columns * s.columns, b});
    const bool thin = s.are({m}, {m, b * s.least, b * s.rows * s.least, b * s.least * s.columns, b});
    const char mode = call[lapack_option::singular_vectors];
    return s.result_ranks[2] >= 2 && s.result_ranks[3] >= 2 &&
           (mode == 'A'   ? full
            : mode == 'S' ? thin
                          : full || thin);
}
bool geev(const MatrixSizes& s, const LapackCall&) {
    const Wide v = s.vector(), squares = s.batches * s.rows * s.rows;
    return s.is_square() && (s.is_complex ? s.are({s.matrix()}, {v, squares, squares, s.batches})
                                          : s.are({s.matrix()}, {v, v, squares, squares, s.batches}));
}
bool gees(const MatrixSizes& s, const LapackCall&) {
    const Wide b = s.batches, m = s.matrix(), v = s.vector();
    return s.is_square() && (s.is_complex ? s.are({m}, {m, m, v, b, b}) : s.are({m}, {m, m, v, v, b, b}));
}
bool gehrd(const MatrixSizes& s, const LapackCall& call) {
    const std::int64_t low = call[lapack_option::low], high = call.high(s.last[0]);
    return s.is_square() && s.are({s.matrix()}, {s.matrix(), s.off_diagonal(), s.batches}) &&
           (s.rows == 0 || (1 <= low && low <= high && high <= s.rows));
}
bool gtsv_perturbed(const MatrixSizes& s, const LapackCall&) {
    return s.are({s.vector(), s.vector(), s.vector(), s.matrix()}, {s.matrix()});
}
bool gtsv(const MatrixSizes& s, const LapackCall&) {
    const Wide side = s.operands[0], v = s.vector(), m = s.matrix(), b = s.batches;
    return (side == v || side == s.off_diagonal()) &&
           (s.are({side, v, side, m}, {m, b}) || s.are({side, v, side, m}, {side, v, side, m, b}));
}

/// The operand whose matrix size determines all other sizes, and the check of these.
struct Form {
    std::size_t main_operand;
    bool (*fits)(const MatrixSizes& sizes, const LapackCall& call);
};

constexpr auto forms = by_every_enumerator<last_lapack_function, Form>({
    {LapackFunction::Gees, {0, gees}},
    {LapackFunction::Geev, {0, geev}},
    {LapackFunction::Gehrd, {0, gehrd}},
    {LapackFunction::Geqp3, {0, geqp3}},
    {LapackFunction::Geqrf, {0, geqrf}},
    {LapackFunction::Gesdd, {0, gesdd}},
    {LapackFunction::Getrf, {0, getrf}},
    {LapackFunction::Gtsv, {3, gtsv}},
    {LapackFunction::GtsvPerturbed, {3, gtsv_perturbed}},
    {LapackFunction::Orgqr, {0, orgqr}},
    {LapackFunction::Ormqr, {2, ormqr}},
    {LapackFunction::PivotsToPermutation, {0, nullptr}},
    {LapackFunction::Potrf, {0, potrf}},
    {LapackFunction::Syevd, {0, syevd}},
    {LapackFunction::Sytrd, {0, sytrd}},
    {LapackFunction::Trsm, {1, trsm}},
});

/// One row of pivots per row of the permutation, which may be longer.
bool is_permutation(const Function& function, const Op& op) {
    if (op.operands.size() != 1 || op.results.size() != 1) return false;
    for (const ValueId value : {op.operands[0], op.results[0]}) {
        if (!function.type(value).is_tensor() || !function.tensor(value).is_static()) return false;
        if (function.tensor(value).element != ElementType::I32 || function.tensor(value).shape.empty())
            return false;
    }
    const auto &from = function.tensor(op.operands[0]).shape, &to = function.tensor(op.results[0]).shape;
    return from.size() == to.size() && std::equal(from.begin(), from.end() - 1, to.begin()) &&
           from.back() <= to.back();
}

bool has_sizes(const Function& function, const LapackCall& call) {
    if (call.function == LapackFunction::PivotsToPermutation) return is_permutation(function, *call.op);
    const Form& form = forms[static_cast<std::size_t>(call.function)];
    const std::optional<MatrixSizes> sizes = sizes_of(function, call, form.main_operand);
    return sizes && form.fits(*sizes, call);
}

}  // namespace

char LapackCall::operator[](const LapackOption<char>& option) const {
    const std::int64_t letter = configured_number(*op, option.name).value_or(option.otherwise);
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter) : '\0';
}

std::int64_t LapackCall::operator[](const LapackOption<std::int64_t>& option) const {
    return configured_number(*op, option.name).value_or(option.otherwise);
}

std::int64_t LapackCall::high(std::int64_t rows) const {
    return configured_number(*op, lapack_option::high).value_or(rows);
}

std::optional<LapackCall> lapack_call(const Function& function, const Op& op) {
    const LibraryRow& row = library_row(op);
    const LapackCall call{row.function, &op};
    if (row.call != LibraryCall::Lapack || !has_sizes(function, call)) return std::nullopt;
    return call;
}

}  // namespace hlo2c::frontend

#include "frontend/evaluate/lapack.h"

#include <algorithm>

#include "frontend/evaluate/factorizations.h"
#include "frontend/evaluate/spectral.h"
#include "frontend/ir/enum_table.h"
#include "frontend/ops/lapack_call.h"

namespace hlo2c::frontend {
namespace {

void give(OpCall& call, int result, const Matrices& value) {
    call.give(value.literal(call.result_type(result)));
}

void give_numbers(OpCall& call, int result, const std::vector<Complex>& values) {
    if (is_complex(call.result_type(result).element))
        return call.give(from_complexes(call.result_type(result), values));
    std::vector<double> parts;
    for (const Complex& value : values) parts.push_back(value.real());
    call.give(from_reals(call.result_type(result), parts));
}

void give_integers(OpCall& call, int result, const std::vector<std::int64_t>& values) {
    call.give(from_integers(call.result_type(result), values));
}

/// The numbers of one batch from a literal with `count` numbers per batch.
std::vector<Complex> numbers_of(const Literal& literal, std::size_t batch, std::size_t count) {
    std::vector<Complex> numbers;
    for (std::size_t i = 0; i < count; i++)
        numbers.push_back(is_complex(literal.type().element) ? complexes(literal)[batch * count + i]
                                                             : Complex(reals(literal)[batch * count + i]));
    return numbers;
}

/// The other triangle keeps its values.
void potrf(OpCall& call, const LapackCall& lapack) {
    const bool lower = lapack[lapack_option::uplo] == 'L';
    const Matrices given(call.operand(0));
    Matrices a = given;
    const std::vector<std::int64_t> info = cholesky(a, lower);
    for (std::size_t batch = 0; batch < a.batches; batch++)
        for (std::size_t i = 0; i < a.rows; i++)
            for (std::size_t j = 0; j < a.columns; j++)
                if (lower ? i < j : j < i) a.at(batch, i, j) = given.at(batch, i, j);
    give(call, 0, a);
    give_integers(call, 1, info);
}

void trsm(OpCall& call, const LapackCall& lapack) {
    const char letter = lapack[lapack_option::trans_x];
    const Transposition transposition = letter == 'C'   ? Transposition::Adjoint
                                        : letter == 'T' ? Transposition::Transpose
                                                        : Transposition::NoTranspose;
    give(call, 0,
         triangular_solve(Matrices(call.operand(0)), Matrices(call.operand(1)),
                          lapack[lapack_option::side] == 'L', lapack[lapack_option::uplo] == 'L',
                          lapack[lapack_option::diag] == 'U', transposition));
}

void getrf(OpCall& call, const LapackCall&) {
    Matrices a(call.operand(0));
    std::vector<std::int64_t> pivots, info;
    for (std::size_t batch = 0; batch < a.batches; batch++) info.push_back(lu(a, batch, pivots));
    give(call, 0, a);
    give_integers(call, 1, pivots);
    give_integers(call, 2, info);
}

void geqrf(OpCall& call, const LapackCall&) {
    Matrices a(call.operand(0));
    std::vector<Complex> factors;
    for (std::size_t batch = 0; batch < a.batches; batch++) {
        const std::vector<Complex> tau = qr(a, batch);
        factors.insert(factors.end(), tau.begin(), tau.end());
    }
    give(call, 0, a);
    give_numbers(call, 1, factors);
}

void geqp3(OpCall& call, const LapackCall&) {
    Matrices a(call.operand(0));
    std::vector<Complex> factors;
    std::vector<std::int64_t> orders;
    for (std::size_t batch = 0; batch < a.batches; batch++) {
        std::vector<std::int64_t> order;
        for (std::size_t j = 0; j < a.columns; j++)
            order.push_back(call.operand(1).integer(static_cast<std::int64_t>(batch * a.columns + j)));
        const std::vector<Complex> tau = pivoted_qr(a, batch, order);
        factors.insert(factors.end(), tau.begin(), tau.end());
        orders.insert(orders.end(), order.begin(), order.end());
    }
    give(call, 0, a);
    give_integers(call, 1, orders);
    give_numbers(call, 2, factors);
}

void orgqr(OpCall& call, const LapackCall&) {
    const Matrices a(call.operand(0));
    const auto count = static_cast<std::size_t>(call.operand(1).type().shape.back());
    Matrices q(a.batches, a.rows, a.columns);
    for (std::size_t batch = 0; batch < a.batches; batch++) {
        for (std::size_t i = 0; i < std::min(a.rows, a.columns); i++) q.at(batch, i, i) = 1;
        apply_reflectors(a, batch, numbers_of(call.operand(1), batch, count), false, q, batch);
    }
    give(call, 0, q);
}

/// c op(Q) is the adjoint of op(Q)^H c^H.
void ormqr(OpCall& call, const LapackCall& lapack) {
    const Matrices a(call.operand(0)), given(call.operand(2));
    const auto count = static_cast<std::size_t>(call.operand(1).type().shape.back());
    const bool left = lapack[lapack_option::left] != 0, transposed = lapack[lapack_option::transpose] != 0;
    Matrices target = left ? given : adjoint(given);
    for (std::size_t batch = 0; batch < a.batches; batch++)
        apply_reflectors(a, batch, numbers_of(call.operand(1), batch, count), transposed == left, target,
                         batch);
    give(call, 0, left ? target : adjoint(target));
}

void syevd(OpCall& call, const LapackCall& lapack) {
    Matrices a(call.operand(0));
    std::vector<Complex> values;
    for (std::size_t batch = 0; batch < a.batches; batch++)
        for (const double value : eigenvectors(a, batch, lapack[lapack_option::uplo] == 'L'))
            values.emplace_back(value);
    give(call, 0, a);
    give_numbers(call, 1, values);
    give_integers(call, 2, std::vector<std::int64_t>(a.batches));
}

/// The first result, the matrix that LAPACK overwrites, is never read. Here it is the operand.
void gesdd(OpCall& call, const LapackCall& lapack) {
    const Matrices a(call.operand(0));
    const bool wanted = lapack[lapack_option::singular_vectors] != 'N';
    const auto& u_shape = call.result_type(2).shape;
    const auto& vt_shape = call.result_type(3).shape;
    Matrices u(a.batches, a.rows, static_cast<std::size_t>(u_shape.back()));
    Matrices vt(a.batches, static_cast<std::size_t>(vt_shape[vt_shape.size() - 2]), a.columns);
    std::vector<Complex> values;
    for (std::size_t batch = 0; batch < a.batches; batch++) {
        const SingularVectors found = singular_vectors(a, batch);
        for (const double value : found.values) values.emplace_back(value);
        for (std::size_t i = 0; wanted && i < u.rows; i++)
            for (std::size_t j = 0; j < u.columns; j++) u.at(batch, i, j) = found.u.at(0, i, j);
        for (std::size_t i = 0; wanted && i < vt.rows; i++)
            for (std::size_t j = 0; j < vt.columns; j++) vt.at(batch, i, j) = std::conj(found.v.at(0, j, i));
    }
    call.give(call.operand(0));
    give_numbers(call, 1, values);
    give(call, 2, u);
    give(call, 3, vt);
    give_integers(call, 4, std::vector<std::int64_t>(a.batches));
}

void gehrd(OpCall& call, const LapackCall& lapack) {
    Matrices a(call.operand(0));
    const auto first = static_cast<std::size_t>(lapack[lapack_option::low] - 1);
    const auto end = static_cast<std::size_t>(lapack.high(static_cast<std::int64_t>(a.rows)));
    std::vector<Complex> factors;
    for (std::size_t batch = 0; batch < a.batches; batch++)
        for (const Complex& tau : hessenberg(a, batch, first, end)) factors.push_back(tau);
    give(call, 0, a);
    give_numbers(call, 1, factors);
    give_integers(call, 2, std::vector<std::int64_t>(a.batches));
}

/// The matrices with rows and columns in reverse order.
Matrices reversed(Matrices a) {
    const auto size = static_cast<std::ptrdiff_t>(a.rows * a.columns);
    for (auto begin = a.values.begin(); begin != a.values.end(); begin += size)
        std::reverse(begin, begin + size);
    return a;
}

/// The upper triangle is reduced starting at its last column, which is the first column of the reversed
/// matrix.
void sytrd(OpCall& call, const LapackCall& lapack) {
    const bool lower = lapack[lapack_option::uplo] == 'L';
    Matrices a(call.operand(0));
    if (!lower) a = reversed(a);
    std::vector<Complex> diagonal, beside, factors;
    for (std::size_t batch = 0; batch < a.batches; batch++) {
        Tridiagonal form = tridiagonal(a, batch);
        if (!lower) {
            std::reverse(form.diagonal.begin(), form.diagonal.end());
            std::reverse(form.beside.begin(), form.beside.end());
            std::reverse(form.tau.begin(), form.tau.end());
        }
        diagonal.insert(diagonal.end(), form.diagonal.begin(), form.diagonal.end());
        beside.insert(beside.end(), form.beside.begin(), form.beside.end());
        factors.insert(factors.end(), form.tau.begin(), form.tau.end());
    }
    give(call, 0, lower ? a : reversed(a));
    give_numbers(call, 1, diagonal);
    give_numbers(call, 2, beside);
    give_numbers(call, 3, factors);
    give_integers(call, 4, std::vector<std::int64_t>(a.batches));
}

/// Stores the eigenvalues; for real matrices, as two results with real and imaginary parts.
void give_values(OpCall& call, int result, const std::vector<Complex>& values) {
    give_numbers(call, result, values);
    if (is_complex(call.result_type(result).element)) return;
    std::vector<Complex> imaginary;
    for (const Complex& value : values) imaginary.emplace_back(value.imag());
    give_numbers(call, result + 1, imaginary);
}

void geev(OpCall& call, const LapackCall& lapack) {
    const Matrices a(call.operand(0));
    std::vector<Complex> values;
    std::vector<std::int64_t> info;
    Matrices left(a.batches, a.rows, a.rows), right = left;
    for (std::size_t batch = 0; batch < a.batches; batch++) {
        const Schur form = schur(a, batch);
        info.push_back(form.failed);
        for (std::size_t k = 0; k < a.rows; k++) values.push_back(form.t.at(0, k, k));
        const auto copy = [&](const Matrices& from, Matrices& to) {
            for (std::size_t i = 0; i < from.values.size(); i++)
                to.values[batch * from.values.size() + i] = from.values[i];
        };
        if (lapack[lapack_option::compute_left] == 'V') copy(eigenvectors(form, true), left);
        if (lapack[lapack_option::compute_right] == 'V') copy(eigenvectors(form, false), right);
    }
    give_values(call, 0, values);
    const int after = is_complex(call.result_type(0).element) ? 1 : 2;
    give(call, after, left);
    give(call, after + 1, right);
    give_integers(call, after + 2, info);
}

void gees(OpCall& call, const LapackCall& lapack) {
    const Matrices a(call.operand(0));
    Matrices t = a, z(a.batches, a.rows, a.rows);
    std::vector<Complex> values;
    std::vector<std::int64_t> info;
    const bool is_real = !is_complex(call.operand(0).type().element);
    for (std::size_t batch = 0; batch < a.batches; batch++) {
        const RealSchur found = is_real ? real_schur(a, batch) : RealSchur{schur(a, batch), {}};
        const Schur& form = found.form;
        info.push_back(form.failed);
        for (std::size_t i = 0; i < a.rows; i++) {
            values.push_back(is_real ? found.values[i] : form.t.at(0, i, i));
            for (std::size_t j = 0; j < a.rows; j++) {
                t.at(batch, i, j) = form.t.at(0, i, j);
                if (lapack[lapack_option::vectors] == 'V') z.at(batch, i, j) = form.z.at(0, i, j);
            }
        }
    }
    give(call, 0, t);
    give(call, 1, z);
    give_values(call, 2, values);
    const int after = is_real ? 4 : 3;
    give_integers(call, after, std::vector<std::int64_t>(a.batches));
    give_integers(call, after + 1, info);
}

/// The results before the solution, the diagonals that LAPACK overwrites, are never read. Here they are the
/// operands.
void gtsv(OpCall& call, const LapackCall&) {
    Matrices b(call.operand(3));
    const std::size_t n = b.rows, beside = static_cast<std::size_t>(call.operand(0).type().shape.back());
    std::vector<std::int64_t> info;
    for (std::size_t batch = 0; batch < b.batches; batch++) {
        std::vector<Complex> below = numbers_of(call.operand(0), batch, beside);
        if (beside == n) below.erase(below.begin());
        info.push_back(solve_tridiagonal(below, numbers_of(call.operand(1), batch, n),
                                         numbers_of(call.operand(2), batch, beside), b, batch));
    }
    const int results = static_cast<int>(call.op().results.size());
    for (int i = 0; i + 2 < results; i++) call.give(call.operand(i));
    give(call, results - 2, b);
    give_integers(call, results - 1, info);
}

void gtsv_perturbed(OpCall& call, const LapackCall&) {
    Matrices b(call.operand(3));
    const bool is_double = real_part(call.operand(3).type().element) == ElementType::F64;
    for (std::size_t batch = 0; batch < b.batches; batch++) {
        std::vector<Complex> below = numbers_of(call.operand(0), batch, b.rows);
        if (!below.empty()) below.erase(below.begin());
        solve_perturbed(below, numbers_of(call.operand(1), batch, b.rows),
                        numbers_of(call.operand(2), batch, b.rows), b, batch, is_double ? 0x1p-52 : 0x1p-23,
                        is_double ? 0x1p-1022 : 0x1p-126);
    }
    give(call, 0, b);
}

/// A pivot that is not a row number counts as the row itself.
void pivots_to_permutation(OpCall& call, const LapackCall&) {
    const TensorType& type = call.result_type();
    const std::int64_t rows = type.shape.back(), count = call.operand(0).type().shape.back();
    std::vector<std::int64_t> order;
    for (std::int64_t batch = 0; rows > 0 && batch < type.element_count() / rows; batch++) {
        const auto begin = static_cast<std::size_t>(batch * rows);
        for (std::int64_t i = 0; i < rows; i++) order.push_back(i);
        for (std::int64_t i = 0; i < count; i++) {
            const std::int64_t pivot = call.operand(0).integer(batch * count + i);
            const std::int64_t other = pivot < 0 || pivot >= rows ? i : pivot;
            std::swap(order[begin + static_cast<std::size_t>(i)],
                      order[begin + static_cast<std::size_t>(other)]);
        }
    }
    give_integers(call, 0, order);
}

using LapackEvaluation = void (*)(OpCall&, const LapackCall&);

constexpr auto lapack_evaluations = by_every_enumerator<last_lapack_function, LapackEvaluation>({
    {LapackFunction::Gees, gees},
    {LapackFunction::Geev, geev},
    {LapackFunction::Gehrd, gehrd},
    {LapackFunction::Geqp3, geqp3},
    {LapackFunction::Geqrf, geqrf},
    {LapackFunction::Gesdd, gesdd},
    {LapackFunction::Getrf, getrf},
    {LapackFunction::Gtsv, gtsv},
    {LapackFunction::GtsvPerturbed, gtsv_perturbed},
    {LapackFunction::Orgqr, orgqr},
    {LapackFunction::Ormqr, ormqr},
    {LapackFunction::PivotsToPermutation, pivots_to_permutation},
    {LapackFunction::Potrf, potrf},
    {LapackFunction::Syevd, syevd},
    {LapackFunction::Sytrd, sytrd},
    {LapackFunction::Trsm, trsm},
});

}  // namespace

bool evaluate_lapack(OpCall& call) {
    const std::optional<LapackCall> lapack = lapack_call(call.function(), call.op());
    if (!lapack) return false;
    lapack_evaluations[static_cast<std::size_t>(lapack->function)](call, *lapack);
    return true;
}

}  // namespace hlo2c::frontend

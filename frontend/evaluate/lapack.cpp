#include "frontend/evaluate/lapack.h"

#include <map>

#include "frontend/evaluate/factorizations.h"
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

/// The numbers of one batch out of a literal with `count` for each.
std::vector<Complex> numbers_of(const Literal& literal, std::size_t batch, std::size_t count) {
    std::vector<Complex> numbers;
    for (std::size_t i = 0; i < count; i++)
        numbers.push_back(is_complex(literal.type().element) ? complexes(literal)[batch * count + i]
                                                             : Complex(reals(literal)[batch * count + i]));
    return numbers;
}

/// The triangle that is not asked for stays as it was.
void potrf(OpCall& call, const LapackCall& lapack) {
    const bool lower = lapack.letter("uplo", 'L') == 'L';
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
    const char letter = lapack.letter("trans_x", 'N');
    const Transposition transposition = letter == 'C'   ? Transposition::Adjoint
                                        : letter == 'T' ? Transposition::Transpose
                                                        : Transposition::None;
    give(call, 0,
         triangular_solve(Matrices(call.operand(0)), Matrices(call.operand(1)),
                          lapack.letter("side", 'L') == 'L', lapack.letter("uplo", 'L') == 'L',
                          lapack.letter("diag", 'N') == 'U', transposition));
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

Matrices adjoint(const Matrices& a) {
    Matrices result(a.batches, a.columns, a.rows);
    for (std::size_t batch = 0; batch < a.batches; batch++)
        for (std::size_t i = 0; i < a.rows; i++)
            for (std::size_t j = 0; j < a.columns; j++) result.at(batch, j, i) = std::conj(a.at(batch, i, j));
    return result;
}

/// c op(Q) is the adjoint of op(Q)^H c^H.
void ormqr(OpCall& call, const LapackCall& lapack) {
    const Matrices a(call.operand(0)), given(call.operand(2));
    const auto count = static_cast<std::size_t>(call.operand(1).type().shape.back());
    const bool left = lapack.integer("left", 1) != 0, transposed = lapack.integer("transpose", 0) != 0;
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
        for (const double value : eigenvectors(a, batch, lapack.letter("uplo", 'L') == 'L'))
            values.emplace_back(value);
    give(call, 0, a);
    give_numbers(call, 1, values);
    give_integers(call, 2, std::vector<std::int64_t>(a.batches));
}

/// The first result is what is left of the matrix, which nobody reads: the matrix.
void gesdd(OpCall& call, const LapackCall& lapack) {
    const Matrices a(call.operand(0));
    const bool wanted = lapack.letter("mode", 'A') != 'N';
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

}  // namespace

bool evaluate_lapack(OpCall& call) {
    using Function = void (*)(OpCall&, const LapackCall&);
    static const std::map<std::string, Function> functions = {
        {"geqrf", geqrf}, {"gesdd", gesdd}, {"getrf", getrf}, {"orgqr", orgqr},
        {"ormqr", ormqr}, {"potrf", potrf}, {"syevd", syevd}, {"trsm", trsm},
    };
    const std::optional<LapackCall> lapack = lapack_call(call.op());
    const auto function = lapack ? functions.find(lapack->function) : functions.end();
    if (function == functions.end()) return false;
    function->second(call, *lapack);
    return true;
}

}  // namespace hlo2c::frontend

#include <lapacke.h>

#include <catch2/catch.hpp>

#include "rt_permutation.h"
#include "rt_tridiagonal_c128.h"
#include "rt_tridiagonal_f32.h"
#include "rt_tridiagonal_f64.h"
#include "tests/unit/runtime_c/functions.h"

using namespace hlo2c::matrix;

namespace {

std::vector<unsigned char> scratch(1 << 20);

}  // namespace

TEMPLATE_TEST_CASE("geqp3 gives orthonormal columns times a triangle with a decreasing diagonal", "", float,
                   double, std::complex<float>, std::complex<double>) {
    const auto [rows, columns, block] =
        GENERATE(std::tuple{1, 1, 0}, std::tuple{7, 7, 0}, std::tuple{20, 6, 0}, std::tuple{6, 20, 0},
                 std::tuple{70, 61, 8}, std::tuple{50, 90, 16}, std::tuple{120, 80, 32});
    const bool deficient = GENERATE(false, true);
    const std::int64_t count = std::min(rows, columns);
    Matrix<TestType> a = random_matrix<TestType>(rows, columns, 47), tau(1, count);
    for (std::int64_t i = 0; deficient && i < rows; i++)
        for (std::int64_t j = columns / 2; j < columns; j++) a(i, j) = a(i, j % (columns / 4 + 1));
    Matrix<TestType> factored = a;
    std::vector<std::int32_t> order(static_cast<std::size_t>(columns)), given(order);
    hlo2c_matrices shape = one(rows, columns);
    shape.block = block;
    std::vector<unsigned char> exact(static_cast<std::size_t>((3 + block) * columns) * sizeof(TestType) + 1,
                                     0xa5);
    Functions<TestType>::geqp3(given.data(), factored.data(), order.data(), tau.data(), exact.data(), &shape);
    CHECK(exact.back() == 0xa5);
    Matrix<TestType> r(count, columns), q(rows, count), exchanged(rows, columns);
    std::vector<bool> seen(static_cast<std::size_t>(columns));
    for (std::int64_t j = 0; j < columns; j++) {
        const std::int32_t from = order[static_cast<std::size_t>(j)] - 1;
        seen[static_cast<std::size_t>(from)] = true;
        for (std::int64_t i = 0; i < rows; i++) exchanged(i, j) = a(i, from);
        for (std::int64_t i = 0; i <= j && i < count; i++) r(i, j) = factored(i, j);
        for (std::int64_t i = 0; j < count && i < rows; i++) q(i, j) = factored(i, j);
    }
    CHECK(std::find(seen.begin(), seen.end(), false) == seen.end());
    hlo2c_matrices basis = one(rows, count);
    basis.count = count;
    Functions<TestType>::orgqr(q.data(), tau.data(), scratch.data(), &basis);
    CHECK(distance(adjoint(q) * q, identity<TestType>(count), rows + columns) < 8);
    CHECK(distance(q * r, exchanged, rows + columns) < 8);
    for (std::int64_t i = 1; i < count; i++)
        CHECK(std::abs(r(i, i)) <= std::abs(r(i - 1, i - 1)) * part<TestType>(1.001) +
                                       64 * std::numeric_limits<part<TestType>>::epsilon());
}

TEST_CASE("geqp3 takes the requested columns first, and the others in LAPACK's order") {
    const std::int64_t rows = 9, columns = 6;
    Matrix<double> a = random_matrix<double>(rows, columns, 53), theirs = a, tau(1, 6), their_tau(1, 6);
    const std::vector<std::int32_t> given = {0, 0, 1, 0, 7, 0};
    std::vector<lapack_int> their_order(given.begin(), given.end());
    std::vector<std::int32_t> order(6);
    const hlo2c_matrices shape = one(rows, columns);
    hlo2c_geqp3_f64(given.data(), a.data(), order.data(), tau.data(), scratch.data(), &shape);
    LAPACKE_dgeqp3(LAPACK_ROW_MAJOR, 9, 6, theirs.data(), 6, their_order.data(), their_tau.data());
    CHECK(std::equal(order.begin(), order.end(), their_order.begin()));
    CHECK(distance(a, theirs, 9) < 16);
    CHECK(distance(tau, their_tau, 9) < 16);
}

TEMPLATE_TEST_CASE("geqp3 by panels takes the columns that LAPACK takes", "", double, std::complex<double>) {
    const std::int64_t rows = 100, columns = GENERATE(70, 130), count = std::min(rows, columns);
    const bool near = GENERATE(false, true);
    Matrix<TestType> a = random_matrix<TestType>(rows, columns, 73);
    // Columns almost equal to one of the first columns: their remainders are lost to cancellation.
    for (std::int64_t j = 20; near && j < columns; j++)
        for (std::int64_t i = 0; i < rows; i++) a(i, j) = a(i, j % 20) + 1e-6 * a(i, j);
    Matrix<TestType> theirs = a, tau(1, count), their_tau(1, count);
    std::vector<std::int32_t> given(static_cast<std::size_t>(columns), 0), order(given);
    given[7] = given[33] = 1;
    std::vector<lapack_int> their_order(given.begin(), given.end());
    hlo2c_matrices shape = one(rows, columns);
    shape.block = 16;
    Functions<TestType>::geqp3(given.data(), a.data(), order.data(), tau.data(), scratch.data(), &shape);
    if constexpr (std::is_same_v<TestType, double>)
        LAPACKE_dgeqp3(LAPACK_ROW_MAJOR, rows, columns, theirs.data(), columns, their_order.data(),
                       their_tau.data());
    else
        LAPACKE_zgeqp3(LAPACK_ROW_MAJOR, rows, columns,
                       reinterpret_cast<lapack_complex_double*>(theirs.data()), columns, their_order.data(),
                       reinterpret_cast<lapack_complex_double*>(their_tau.data()));
    CHECK(std::equal(order.begin(), order.end(), their_order.begin()));
    // Errors of reflectors are relative to the norm of the remainder.
    CHECK(distance(a, theirs, rows) < (near ? 1e6 : 1000));
}

TEST_CASE("pivots become a permutation, batch by batch") {
    const std::vector<std::int32_t> pivots = {2, 3, 2, 0, 1, -5};
    std::vector<std::int32_t> order(8, -1);
    hlo2c_matrices shape = one(4, 3);
    shape.batches = 2;
    hlo2c_pivots_to_permutation(pivots.data(), order.data(), &shape);
    CHECK(order == std::vector<std::int32_t>{2, 3, 0, 1, 0, 1, 2, 3});
}

TEMPLATE_TEST_CASE("the perturbed solver solves regular tridiagonal systems", "", double,
                   std::complex<double>) {
    const std::int64_t n = GENERATE(1, 2, 3, 19);
    const Matrix<TestType> diagonals = random_matrix<TestType>(3, n, 59),
                           b = random_matrix<TestType>(n, 2, 61);
    Matrix<TestType> a(n, n), x = b, below(1, n), middle(1, n), above(1, n);
    for (std::int64_t k = 0; k < n; k++) {
        below(0, k) = diagonals(0, k);
        middle(0, k) = a(k, k) = diagonals(1, k) / part<TestType>(2);
        above(0, k) = diagonals(2, k);
        if (k > 0) a(k, k - 1) = below(0, k);
        if (k + 1 < n) a(k, k + 1) = above(0, k);
    }
    hlo2c_matrices shape = one(n, 2);
    shape.full = 1;
    if constexpr (std::is_same_v<TestType, double>)
        hlo2c_gtsv_perturbed_f64(x.data(), below.data(), middle.data(), above.data(), scratch.data(), &shape);
    else
        hlo2c_gtsv_perturbed_c128(x.data(), below.data(), middle.data(), above.data(), scratch.data(),
                                  &shape);
    CHECK(distance(a * x, b, 1000) < 100);
}

TEST_CASE("a singular tridiagonal system gives a large vector in the null space of the matrix") {
    // The second difference with free ends; its null space is the constants.
    const std::vector<float> below = {0, -1, -1, -1}, diagonal = {1, 2, 2, 1}, above = {-1, -1, -1, 0};
    std::vector<float> x = {1, 2, -1, 3};
    hlo2c_matrices shape = one(4, 1);
    shape.full = 1;
    hlo2c_gtsv_perturbed_f32(x.data(), below.data(), diagonal.data(), above.data(), scratch.data(), &shape);
    for (const float value : x) {
        CHECK(std::isfinite(value));
        CHECK(value / x[0] == Approx(1).epsilon(1e-5));
    }
    std::vector<float> nothing(4, 0), zero = {1, 0, 2, 0};
    hlo2c_gtsv_perturbed_f32(zero.data(), nothing.data(), nothing.data(), nothing.data(), scratch.data(),
                             &shape);
    for (const float value : zero) CHECK(std::isfinite(value));
}

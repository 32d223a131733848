#include <lapacke.h>

#include <catch2/catch.hpp>
#include <map>

#include "rt_tridiagonal_c128.h"
#include "rt_tridiagonal_f32.h"
#include "rt_tridiagonal_f64.h"
#include "tests/unit/runtime_c/functions.h"

using namespace hlo2c::matrix;

namespace {

template <typename T>
Matrix<T> positive_definite(std::int64_t n, unsigned seed) {
    const Matrix<T> a = random_matrix<T>(n, n, seed);
    Matrix<T> result = a * adjoint(a);
    for (std::int64_t i = 0; i < n; i++) result(i, i) += T(static_cast<part<T>>(n));
    return result;
}

/// The triangle of a matrix, the rest zero; `unit` puts ones on the diagonal.
template <typename T>
Matrix<T> triangle(Matrix<T> a, bool lower, bool unit = false) {
    for (std::int64_t i = 0; i < a.rows; i++)
        for (std::int64_t j = 0; j < a.columns; j++) {
            if (lower ? i < j : j < i) a(i, j) = 0;
            if (i == j && unit) a(i, j) = 1;
        }
    return a;
}

std::vector<unsigned char> scratch(1 << 18);

}  // namespace

#define EVERY_TYPE float, double, std::complex<float>, std::complex<double>

TEMPLATE_TEST_CASE("cholesky gives the triangle whose square is the matrix", "", EVERY_TYPE) {
    const std::int64_t n = GENERATE(1, 2, 5, 32, 33, 70, 129);
    const bool lower = GENERATE(false, true);
    const Matrix<TestType> a = positive_definite<TestType>(n, 7);
    Matrix<TestType> factor = a;
    for (std::int64_t i = 0; i < n; i++)  // the other triangle is not read
        for (std::int64_t j = 0; j < n; j++)
            if (lower ? i < j : j < i) factor(i, j) = std::numeric_limits<part<TestType>>::quiet_NaN();
    hlo2c_matrices shape = one(n, n);
    shape.lower = lower;
    Functions<TestType>::cholesky(factor.data(), &shape);
    const Matrix<TestType> product = lower ? factor * adjoint(factor) : adjoint(factor) * factor;
    CHECK(distance(product, a, 2 * static_cast<double>(n)) < 8);
    CHECK(distance(factor, triangle(factor, lower), 1) == 0);
}

TEMPLATE_TEST_CASE("potrf reports which minor is not positive, and keeps the other triangle", "",
                   EVERY_TYPE) {
    Matrix<TestType> a = positive_definite<TestType>(6, 3);
    a(3, 3) = -1;
    a(0, 5) = 17;
    std::int32_t info = -1;
    hlo2c_matrices shape = one(6, 6);
    shape.lower = 1;
    Functions<TestType>::potrf(a.data(), &info, &shape);
    CHECK(info == 4);
    CHECK(a(0, 5) == TestType(17));
    shape.lower = 1;
    Functions<TestType>::cholesky(a.data(), &shape);
    CHECK(std::abs(a(0, 0)) != std::abs(a(0, 0)));
}

TEMPLATE_TEST_CASE("triangular_solve solves in every form", "", EVERY_TYPE) {
    const std::int64_t n = GENERATE(1, 4, 40, 75), others = GENERATE(1, 9, 300);
    const bool lower = GENERATE(false, true), left = GENERATE(false, true), unit = GENERATE(false, true);
    const int operation = GENERATE(0, 1, 2);
    Matrix<TestType> a = random_matrix<TestType>(n, n, 5);
    for (TestType& value : a.values) value *= part<TestType>(0.1);
    for (std::int64_t i = 0; i < n; i++) a(i, i) += part<TestType>(2);
    const Matrix<TestType> b =
        left ? random_matrix<TestType>(n, others, 6) : random_matrix<TestType>(others, n, 6);
    Matrix<TestType> x = b;
    hlo2c_matrices shape = one(b.rows, b.columns);
    shape.lower = lower;
    shape.left = left;
    shape.unit = unit;
    shape.operation = operation;
    Functions<TestType>::solve(a.data(), x.data(), &shape);
    Matrix<TestType> matrix = triangle(a, lower, unit);
    if (operation != HLO2C_AS_IT_IS) matrix = adjoint(matrix);
    if (operation == HLO2C_TRANSPOSED)
        for (TestType& value : matrix.values) value = conjugate(value);
    double largest = 1;
    for (const TestType& value : x.values) largest = std::max(largest, static_cast<double>(std::abs(value)));
    CHECK(distance(left ? matrix * x : x * matrix, b, largest * static_cast<double>(n)) < 8);
}

TEMPLATE_TEST_CASE("getrf factors with the pivots that LAPACK chooses", "", EVERY_TYPE) {
    const std::int64_t rows = GENERATE(1, 5, 33, 70, 100), columns = GENERATE(1, 5, 64, 90);
    const Matrix<TestType> a = random_matrix<TestType>(rows, columns, 11);
    Matrix<TestType> lu = a;
    const std::int64_t count = std::min(rows, columns);
    std::vector<std::int32_t> pivots(static_cast<std::size_t>(count));
    std::int32_t info = -1;
    hlo2c_matrices shape = one(rows, columns);
    Functions<TestType>::getrf(lu.data(), pivots.data(), &info, scratch.data(), &shape);
    CHECK(info == 0);
    Matrix<TestType> by_copies = a;
    std::vector<std::int32_t> same_pivots(pivots.size());
    shape.panel = 32;
    Functions<TestType>::getrf(by_copies.data(), same_pivots.data(), &info, scratch.data(), &shape);
    CHECK(info == 0);
    CHECK(same_pivots == pivots);
    CHECK(by_copies.values == lu.values);
    Matrix<TestType> l(rows, count), u(count, columns), permuted = a;
    for (std::int64_t i = 0; i < rows; i++)
        for (std::int64_t j = 0; j < columns; j++) {
            if (j < i && j < count) l(i, j) = lu(i, j);
            if (i == j) l(i, j) = 1;
            if (i <= j && i < count) u(i, j) = lu(i, j);
        }
    for (std::int64_t k = 0; k < count; k++)
        for (std::int64_t j = 0; j < columns; j++)
            std::swap(permuted(k, j), permuted(pivots[static_cast<std::size_t>(k)] - 1, j));
    CHECK(distance(l * u, permuted, static_cast<double>(count)) < 8);
    if constexpr (std::is_same_v<TestType, double>) {
        Matrix<double> theirs = a;
        std::vector<int> their_pivots(pivots.size());
        LAPACKE_dgetrf(LAPACK_ROW_MAJOR, static_cast<int>(rows), static_cast<int>(columns), theirs.data(),
                       static_cast<int>(columns), their_pivots.data());
        CHECK(std::equal(pivots.begin(), pivots.end(), their_pivots.begin()));
        CHECK(distance(lu, theirs, static_cast<double>(rows)) < 100);
    }
}

TEMPLATE_TEST_CASE("getrf continues after a zero pivot and reports its number", "", EVERY_TYPE) {
    Matrix<TestType> a(3, 3);
    a(0, 0) = 1;
    a(2, 2) = 2;
    std::vector<std::int32_t> pivots(3);
    std::int32_t info = 0;
    const bool copies = GENERATE(false, true);
    hlo2c_matrices shape = one(3, 3);
    shape.panel = copies ? 32 : 0;
    Functions<TestType>::getrf(a.data(), pivots.data(), &info, scratch.data(), &shape);
    CHECK(info == 2);
    CHECK(pivots == std::vector<std::int32_t>{1, 2, 3});
    CHECK(a(2, 2) == TestType(2));
}

TEMPLATE_TEST_CASE("geqrf and orgqr give orthonormal columns and a triangle", "", EVERY_TYPE) {
    const std::int64_t rows = GENERATE(1, 6, 33, 60), columns = GENERATE(1, 6, 40);
    const Matrix<TestType> a = random_matrix<TestType>(rows, columns, 13);
    const std::int64_t count = std::min(rows, columns);
    Matrix<TestType> factored = a, tau(1, count);
    hlo2c_matrices shape = one(rows, columns);
    Functions<TestType>::geqrf(factored.data(), tau.data(), scratch.data(), &shape);
    Matrix<TestType> r(count, columns), q(rows, rows);
    for (std::int64_t i = 0; i < count; i++)
        for (std::int64_t j = i; j < columns; j++) r(i, j) = factored(i, j);
    for (std::int64_t i = 0; i < rows; i++)
        for (std::int64_t j = 0; j < count; j++) q(i, j) = factored(i, j);
    shape = one(rows, rows);
    shape.count = count;
    Functions<TestType>::orgqr(q.data(), tau.data(), scratch.data(), &shape);
    CHECK(distance(adjoint(q) * q, identity<TestType>(rows), static_cast<double>(rows)) < 8);
    Matrix<TestType> thin(rows, count);
    for (std::int64_t i = 0; i < rows; i++)
        for (std::int64_t j = 0; j < count; j++) thin(i, j) = q(i, j);
    CHECK(distance(thin * r, a, static_cast<double>(rows)) < 8);

    // The same product, applied without forming it.
    const bool left = GENERATE(false, true), adjoined = GENERATE(false, true);
    const Matrix<TestType> c =
        left ? random_matrix<TestType>(rows, 7, 17) : random_matrix<TestType>(7, rows, 17);
    Matrix<TestType> applied = c;
    shape = one(c.rows, c.columns);
    shape.count = count;
    shape.full = columns;
    shape.left = left;
    shape.block = GENERATE(0, 1, 4, 64);
    shape.operation = adjoined ? HLO2C_ADJOINT : HLO2C_AS_IT_IS;
    Functions<TestType>::ormqr(factored.data(), tau.data(), applied.data(), scratch.data(), &shape);
    const Matrix<TestType> matrix = adjoined ? adjoint(q) : q;
    CHECK(distance(applied, left ? matrix * c : c * matrix, static_cast<double>(rows)) < 8);
}

TEST_CASE("geqrf gives the reflectors that LAPACK gives") {
    const Matrix<std::complex<double>> a = random_matrix<std::complex<double>>(9, 5, 19);
    Matrix<std::complex<double>> ours = a, theirs = a, tau(1, 5), their_tau(1, 5);
    const hlo2c_matrices shape = one(9, 5);
    hlo2c_geqrf_c128(ours.data(), tau.data(), scratch.data(), &shape);
    LAPACKE_zgeqrf(LAPACK_ROW_MAJOR, 9, 5, reinterpret_cast<lapack_complex_double*>(theirs.data()), 5,
                   reinterpret_cast<lapack_complex_double*>(their_tau.data()));
    CHECK(distance(ours, theirs, 9) < 8);
    CHECK(distance(tau, their_tau, 9) < 8);
}

TEMPLATE_TEST_CASE("reflectors applied as a block agree with those applied one by one", "", float, double,
                   std::complex<float>, std::complex<double>) {
    const auto [rows, columns] =
        GENERATE(std::pair{20, 13}, std::pair{13, 20}, std::pair{16, 16}, std::pair{130, 9}, std::pair{1, 3});
    const std::int64_t count = std::min(rows, columns), block = GENERATE(1, 4, 8);
    const Matrix<TestType> a = random_matrix<TestType>(rows, columns, 73);
    Matrix<TestType> one_by_one = a, at_once = a, tau(1, count), other_tau(1, count);
    hlo2c_matrices shape = one(rows, columns);
    Functions<TestType>::geqrf(one_by_one.data(), tau.data(), scratch.data(), &shape);
    shape.block = block;
    Functions<TestType>::geqrf(at_once.data(), other_tau.data(), scratch.data(), &shape);
    CHECK(distance(at_once, one_by_one, rows + columns) < 8);
    CHECK(distance(other_tau, tau, rows + columns) < 8);
    if (rows < columns) return;
    Matrix<TestType> q(rows, rows), other(rows, rows);
    for (std::int64_t i = 0; i < rows; i++)
        for (std::int64_t j = 0; j < count; j++) q(i, j) = other(i, j) = at_once(i, j);
    shape = one(rows, rows);
    shape.count = count;
    Functions<TestType>::orgqr(q.data(), tau.data(), scratch.data(), &shape);
    shape.block = block;
    Functions<TestType>::orgqr(other.data(), tau.data(), scratch.data(), &shape);
    CHECK(distance(other, q, rows + columns) < 8);
}

TEST_CASE("gtsv solves as LAPACK does, with and without the diagonals' unused elements") {
    const std::int64_t n = GENERATE(1, 2, 3, 17);
    const bool padded = GENERATE(false, true);
    const Matrix<double> diagonals = random_matrix<double>(3, n, 41), b = random_matrix<double>(n, 4, 43);
    const std::int64_t beside = padded ? n : n - 1;
    std::vector<double> below, above;
    for (std::int64_t k = 0; k < beside; k++) {
        below.push_back(diagonals(0, k));
        above.push_back(diagonals(2, k));
    }
    Matrix<double> x = b, theirs = b;
    std::int32_t info = -1;
    hlo2c_matrices shape = one(n, 4);
    shape.full = padded;
    const std::vector<double> middle(diagonals.values.begin() + n, diagonals.values.begin() + 2 * n);
    hlo2c_gtsv_f64(x.data(), below.data(), middle.data(), above.data(), &info, scratch.data(), &shape);
    CHECK(info == 0);
    std::vector<double> lower(below.begin() + (padded ? 1 : 0), below.end()), copy = middle, upper = above;
    LAPACKE_dgtsv(LAPACK_ROW_MAJOR, static_cast<int>(n), 4, lower.data(), copy.data(), upper.data(),
                  theirs.data(), 4);
    CHECK(distance(x, theirs, 1000) < 100);
}

TEST_CASE("gtsv reports which pivot is zero") {
    std::vector<float> none = {0}, diagonal = {1, 0}, b = {1, 1};
    std::int32_t info = -1;
    const hlo2c_matrices shape = one(2, 1);
    hlo2c_gtsv_f32(b.data(), none.data(), diagonal.data(), none.data(), &info, scratch.data(), &shape);
    CHECK(info == 2);
}

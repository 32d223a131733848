#include <lapacke.h>

#include <catch2/catch.hpp>

#include "tests/unit/runtime_c/functions.h"

using namespace hlo2c::matrix;

namespace {

template <typename T>
Matrix<T> hermitian(std::int64_t n) {
    Matrix<T> a = random_matrix<T>(n, n, 23);
    const Matrix<T> other = adjoint(a);
    for (std::size_t i = 0; i < a.values.size(); i++)
        a.values[i] = (a.values[i] + other.values[i]) / part<T>(2);
    return a;
}

template <typename T>
Matrix<T> diagonal(const std::vector<part<T>>& values) {
    const auto n = static_cast<std::int64_t>(values.size());
    Matrix<T> result(n, n);
    for (std::int64_t i = 0; i < n; i++) result(i, i) = values[static_cast<std::size_t>(i)];
    return result;
}

/// Elements from one row of vectors to the next: an odd number of 64 bytes.
template <typename T>
std::int64_t vector_row(std::int64_t n) {
    const auto in_line = static_cast<std::int64_t>(64 / sizeof(T));
    return ((n + in_line - 1) / in_line | 1) * in_line;
}

const std::vector<std::string> kinds = {"identity", "ones",      "second difference", "glued",
                                        "graded",   "in blocks", "two values",        "random"};

/// A symmetric matrix: all are tridiagonal but for "ones" and "random".
template <typename T>
Matrix<T> special(const std::string& kind, std::int64_t n) {
    if (kind == "random") return hermitian<T>(n);
    Matrix<T> a(n, n);
    const auto put = [&](std::int64_t i, double own, double beside) {
        a(i, i) = static_cast<part<T>>(own);
        if (i + 1 < n) a(i + 1, i) = a(i, i + 1) = static_cast<part<T>>(beside);
    };
    for (std::int64_t i = 0; i < n; i++) {
        for (std::int64_t j = 0; j < n && kind == "ones"; j++) a(i, j) = 1;
        if (kind == "identity") put(i, 3, 0);
        if (kind == "second difference") put(i, 2, -1);
        if (kind == "glued") put(i, static_cast<double>(std::abs(i % 21 - 10)), i % 21 == 20 ? 1e-6 : 1);
        if (kind == "graded") put(i, std::pow(0.5, i % 90), std::pow(0.5, i % 90));
        if (kind == "in blocks") put(i, static_cast<double>(i % 3), i % 4 == 0 ? 0 : 1);
        if (kind == "two values") put(i, i % 5 == 0 ? 1e10 : -1e10, 0);
    }
    return a;
}

/// Bytes of scratch that syevd is promised, for vectors.
template <typename T>
std::size_t scratch_bytes(const hlo2c_matrices& shape) {
    const std::int64_t n = shape.rows, block = shape.block, row = vector_row<T>(n);
    const std::int64_t basis = n + block * (2 * n + 2 * block + 64);
    const std::int64_t panels = n + 2 * std::max<std::int64_t>(shape.panel, 1) * (row + 1);
    const std::int64_t real = vector_row<part<T>>(n), parts = n * real + 58 * (real + 16);
    const auto elements = static_cast<std::size_t>(std::max({panels, basis, 32 * n})) * sizeof(T);
    return static_cast<std::size_t>(n * (row + 2)) * sizeof(T) +
           std::max(elements, shape.window > 0 ? static_cast<std::size_t>(parts) * sizeof(part<T>) : 0);
}

/// Replaces a matrix by its vectors; returns the values.
template <typename T>
std::vector<part<T>> diagonalise(Matrix<T>& a, const hlo2c_matrices& shape) {
    std::vector<part<T>> values(static_cast<std::size_t>(shape.rows));
    std::int32_t info = -1;
    std::vector<unsigned char> exact(scratch_bytes<T>(shape) + 1, 0xa5);
    Functions<T>::syevd(a.data(), values.data(), &info, exact.data(), &shape);
    CHECK(exact.back() == 0xa5);
    CHECK(info == 0);
    return values;
}

/// Bytes of scratch that gesdd is promised, for vectors.
template <typename T>
std::size_t svd_scratch_bytes(const hlo2c_matrices& shape) {
    const std::int64_t most = std::max(shape.rows, shape.columns),
                       count = std::min(shape.rows, shape.columns);
    const std::int64_t block = shape.block, real = vector_row<part<T>>(count);
    const std::int64_t vectors =
        (shape.full != 0 ? most : count) * vector_row<T>(most) + count * vector_row<T>(count);
    const std::int64_t panels = std::max(block * (2 * most + 2 * count + 2 * block + 64), 64 * count);
    const std::int64_t parts = shape.window > 0 ? 2 * count * real + 58 * (real + 16) : 0;
    return static_cast<std::size_t>(count * most + vectors + 3 * count + most) * sizeof(T) +
           std::max(static_cast<std::size_t>(panels) * sizeof(T),
                    static_cast<std::size_t>(parts) * sizeof(part<T>));
}

std::vector<unsigned char> scratch(1 << 20);

}  // namespace

TEMPLATE_TEST_CASE("syevd diagonalises, with ascending values and orthonormal vectors", "", float, double,
                   std::complex<float>, std::complex<double>) {
    const std::int64_t n = GENERATE(1, 2, 3, 8, 33, 70);
    const std::int64_t window = GENERATE(0, 32);
    const bool lower = GENERATE(false, true);
    const auto [panel, block] =
        GENERATE(std::pair{0, 0}, std::pair{4, 0}, std::pair{32, 8}, std::pair{4, 32});
    const Matrix<TestType> a = hermitian<TestType>(n);
    Matrix<TestType> vectors = a;
    for (std::int64_t i = 0; i < n; i++)
        for (std::int64_t j = 0; j < n; j++)
            if (lower ? i < j : j < i) vectors(i, j) = 99;
    Matrix<TestType> given = vectors;
    std::int32_t info = -1;
    hlo2c_matrices shape = one(n, n);
    shape.lower = lower;
    shape.vectors = 1;
    shape.panel = panel;
    shape.block = block;
    shape.window = window;
    const std::vector<part<TestType>> values = diagonalise(vectors, shape);
    std::vector<part<TestType>> alone = values;
    CHECK(std::is_sorted(values.begin(), values.end()));
    CHECK(distance(adjoint(vectors) * vectors, identity<TestType>(n), static_cast<double>(n)) < 8);
    CHECK(distance(vectors * diagonal<TestType>(values) * adjoint(vectors), a, static_cast<double>(n)) < 8);
    shape.vectors = 0;
    Functions<TestType>::syevd(given.data(), alone.data(), &info, scratch.data(), &shape);
    CHECK(distance(diagonal<TestType>(alone), diagonal<TestType>(values), static_cast<double>(n)) < 8);
}

TEMPLATE_TEST_CASE("syevd merges parts whose values are equal, close or far apart", "", float, double,
                   std::complex<double>) {
    const std::string kind = GENERATE(from_range(kinds));
    const std::int64_t n = GENERATE(40, 47, 65, 130, 200);
    const Matrix<TestType> a = special<TestType>(kind, n);
    hlo2c_matrices shape = one(n, n);
    shape.lower = shape.vectors = 1;
    shape.panel = shape.block = 8;
    shape.window = 32;
    Matrix<TestType> vectors = a;
    const std::vector<part<TestType>> values = diagonalise(vectors, shape);
    CAPTURE(kind, n);
    CHECK(std::is_sorted(values.begin(), values.end()));
    const auto size = static_cast<double>(n);
    const auto norm = static_cast<double>(std::max(std::abs(values.front()), std::abs(values.back())));
    CHECK(distance(adjoint(vectors) * vectors, identity<TestType>(n), size) < 1);
    CHECK(distance(vectors * diagonal<TestType>(values) * adjoint(vectors), a, size * norm) < 1);
}

TEST_CASE("syevd gives LAPACK's values, and fails on NaN") {
    const std::int64_t n = 40;
    Matrix<double> a = hermitian<double>(n), theirs = a;
    std::vector<double> values(40), their_values(40);
    std::int32_t info = -1;
    hlo2c_matrices shape = one(n, n);
    shape.vectors = shape.lower = 1;
    hlo2c_syevd_f64(a.data(), values.data(), &info, scratch.data(), &shape);
    LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'L', 40, theirs.data(), 40, their_values.data());
    CHECK(distance(diagonal<double>(values), diagonal<double>(their_values), 40) < 4);
    for (double& value : a.values) value = std::numeric_limits<double>::quiet_NaN();
    hlo2c_syevd_f64(a.data(), values.data(), &info, scratch.data(), &shape);
    CHECK(values[0] != values[0]);
}

TEST_CASE("sytrd gives the form and the reflectors that LAPACK gives, and keeps the other triangle") {
    const std::int64_t n = GENERATE(1, 2, 7, 40), panel = GENERATE(0, 3, 8, 64);
    const bool lower = GENERATE(false, true);
    Matrix<std::complex<double>> a = random_matrix<std::complex<double>>(n, n, 41), tau(1, n - 1),
                                 their_tau(1, n - 1);
    for (std::int64_t i = 0; i < n; i++) a(i, i) = a(i, i).real();
    Matrix<std::complex<double>> theirs = a;
    Matrix<double> d(1, n), e(1, n - 1), their_d(1, n), their_e(1, n - 1);
    std::int32_t info = -1;
    hlo2c_matrices shape = one(n, n);
    shape.lower = lower;
    shape.panel = panel;
    hlo2c_sytrd_c128(a.data(), d.data(), e.data(), tau.data(), &info, scratch.data(), &shape);
    const auto order = static_cast<lapack_int>(n);
    LAPACKE_zhetrd(LAPACK_ROW_MAJOR, lower ? 'L' : 'U', order,
                   reinterpret_cast<lapack_complex_double*>(theirs.data()), order, their_d.data(),
                   their_e.data(), reinterpret_cast<lapack_complex_double*>(their_tau.data()));
    CHECK(info == 0);
    const auto scale = static_cast<double>(std::max<std::int64_t>(n, 7));
    CHECK(distance(d, their_d, scale) < 8);
    CHECK(distance(e, their_e, scale) < 8);
    CHECK(distance(tau, their_tau, scale) < 8);
    CHECK(distance(a, theirs, scale) < 32);
}

TEST_CASE("sytrd of real matrices gives a form that is similar, and keeps the other triangle") {
    const std::int64_t n = GENERATE(1, 2, 7, 40), panel = GENERATE(0, 3, 8, 64);
    const bool lower = GENERATE(false, true);
    const Matrix<double> given = hermitian<double>(n);
    Matrix<double> a = given, d(1, n), e(1, n - 1), tau(1, n - 1);
    const auto is_kept = [&](std::int64_t i, std::int64_t j) { return lower ? i < j : j < i; };
    for (std::int64_t i = 0; i < n; i++)
        for (std::int64_t j = 0; j < n; j++)
            if (is_kept(i, j)) a(i, j) = 99;
    std::int32_t info = -1;
    hlo2c_matrices shape = one(n, n);
    shape.lower = lower;
    shape.panel = panel;
    hlo2c_sytrd_f64(a.data(), d.data(), e.data(), tau.data(), &info, scratch.data(), &shape);
    CHECK(info == 0);
    Matrix<double> form(n, n);
    for (std::int64_t i = 0; i < n; i++) {
        form(i, i) = d(0, i);
        CHECK(a(i, i) == d(0, i));
        if (i + 1 < n) form(i, i + 1) = form(i + 1, i) = e(0, i);
        for (std::int64_t j = 0; j < n; j++)
            if (is_kept(i, j)) CHECK(a(i, j) == 99);
    }
    const auto order = static_cast<lapack_int>(n);
    LAPACKE_dorgtr(LAPACK_ROW_MAJOR, lower ? 'L' : 'U', order, a.data(), order, tau.data());
    CHECK(distance(a * form * adjoint(a), given, static_cast<double>(n)) < 8);
}

TEMPLATE_TEST_CASE("gesdd gives orthonormal vectors and descending values, of any shape and rank", "", float,
                   double, std::complex<float>, std::complex<double>) {
    const auto [rows, columns, block] = GENERATE(
        std::tuple{1, 1, 0}, std::tuple{5, 5, 0}, std::tuple{9, 4, 0}, std::tuple{4, 9, 0},
        std::tuple{40, 33, 0}, std::tuple{1, 6, 0}, std::tuple{6, 1, 0}, std::tuple{5, 5, 8},
        std::tuple{60, 60, 8}, std::tuple{70, 41, 8}, std::tuple{41, 77, 16}, std::tuple{50, 49, 16});
    const bool full = GENERATE(false, true), deficient = GENERATE(false, true);
    const std::int64_t count = std::min(rows, columns), window = GENERATE(0, 32);
    Matrix<TestType> a = random_matrix<TestType>(rows, columns, 29);
    if (deficient) {  // two equal columns and a row of zeros
        for (std::int64_t i = 0; i < rows; i++) a(i, columns - 1) = a(i, 0);
        for (std::int64_t j = 0; j < columns; j++) a(0, j) = 0;
    }
    const std::int64_t u_columns = full ? rows : count, vt_rows = full ? columns : count;
    Matrix<TestType> u(rows, u_columns), vt(vt_rows, columns);
    std::vector<part<TestType>> values(static_cast<std::size_t>(count));
    std::int32_t info = -1;
    hlo2c_matrices shape = one(rows, columns);
    shape.full = full;
    shape.vectors = 1;
    shape.block = block;
    shape.window = window;
    std::vector<unsigned char> exact(svd_scratch_bytes<TestType>(shape) + 1, 0xa5);
    Functions<TestType>::gesdd(a.data(), values.data(), u.data(), vt.data(), &info, exact.data(), &shape);
    CHECK(exact.back() == 0xa5);
    CHECK(info == 0);
    std::vector<part<TestType>> alone(values.size());
    hlo2c_matrices only_values = shape;
    only_values.vectors = 0;
    Matrix<TestType> no_u(rows, u_columns), no_vt(vt_rows, columns);
    Functions<TestType>::gesdd(a.data(), alone.data(), no_u.data(), no_vt.data(), &info, exact.data(),
                               &only_values);
    if (window == 0 || count <= window)
        CHECK(alone == values);
    else
        CHECK(distance(diagonal<TestType>(alone), diagonal<TestType>(values), rows + columns) < 8);
    CHECK(std::is_sorted(values.rbegin(), values.rend()));
    CHECK(values.back() >= 0);
    CHECK(distance(adjoint(u) * u, identity<TestType>(u_columns), rows + columns) < 8);
    CHECK(distance(vt * adjoint(vt), identity<TestType>(vt_rows), rows + columns) < 8);
    Matrix<TestType> middle(u_columns, vt_rows);
    for (std::int64_t i = 0; i < count; i++) middle(i, i) = values[static_cast<std::size_t>(i)];
    CHECK(distance(u * middle * vt, a, rows + columns) < 8);
    if constexpr (std::is_same_v<TestType, double>) {
        Matrix<double> theirs = a, none(1, 1);
        std::vector<double> their_values(values.size());
        LAPACKE_dgesdd(LAPACK_ROW_MAJOR, 'N', rows, columns, theirs.data(), columns, their_values.data(),
                       none.data(), rows, none.data(), columns);
        CHECK(distance(diagonal<double>(values), diagonal<double>(their_values), rows + columns) < 8);
    }
}

TEMPLATE_TEST_CASE("gesdd merges parts whose values are equal, close or far apart", "", float, double,
                   std::complex<float>) {
    const std::string kind = GENERATE(from_range(kinds));
    const std::int64_t n = GENERATE(40, 47, 65, 130, 200);
    Matrix<TestType> a = special<TestType>(kind, n);
    if (kind != "two values") a(n / 2, n / 2) = 0;
    Matrix<TestType> u(n, n), vt(n, n);
    std::vector<part<TestType>> values(static_cast<std::size_t>(n));
    std::int32_t info = -1;
    hlo2c_matrices shape = one(n, n);
    shape.vectors = 1;
    shape.block = 8;
    shape.window = 32;
    std::vector<unsigned char> exact(svd_scratch_bytes<TestType>(shape) + 1, 0xa5);
    Functions<TestType>::gesdd(a.data(), values.data(), u.data(), vt.data(), &info, exact.data(), &shape);
    CAPTURE(kind, n);
    CHECK(exact.back() == 0xa5);
    CHECK(info == 0);
    CHECK(std::is_sorted(values.rbegin(), values.rend()));
    CHECK(values.back() >= 0);
    const auto size = static_cast<double>(n);
    CHECK(distance(adjoint(u) * u, identity<TestType>(n), size) < 1);
    CHECK(distance(vt * adjoint(vt), identity<TestType>(n), size) < 1);
    CHECK(distance(u * diagonal<TestType>(values) * vt, a, size * static_cast<double>(values.front())) < 1);
}

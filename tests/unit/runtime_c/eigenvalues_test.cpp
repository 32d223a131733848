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

/// Bytes of scratch that syevd is promised, for vectors.
template <typename T>
std::size_t scratch_bytes(const hlo2c_matrices& shape) {
    const std::int64_t n = shape.rows, block = shape.block, row = vector_row<T>(n);
    const std::int64_t basis = n + block * (2 * n + 2 * block + 64);
    const std::int64_t panels = n + 2 * std::max<std::int64_t>(shape.panel, 1) * (row + 1);
    const std::int64_t real = vector_row<part<T>>(n), parts = n * real + 44 * (real + 16);
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
    const std::string kind = GENERATE(as<std::string>(), "identity", "ones", "second difference", "glued",
                                      "graded", "in blocks", "two values", "random");
    const std::int64_t n = GENERATE(40, 65, 130, 257);
    Matrix<TestType> a = kind == "random" ? hermitian<TestType>(n) : Matrix<TestType>(n, n);
    for (std::int64_t i = 0; i < n; i++) {
        for (std::int64_t j = 0; j < n && kind == "ones"; j++) a(i, j) = 1;
        if (kind == "identity") a(i, i) = 3;
        if (kind == "second difference") a(i, i) = 2;
        if (kind == "glued") a(i, i) = static_cast<part<TestType>>(std::abs(i % 21 - 10));
        if (kind == "graded") a(i, i) = std::pow(part<TestType>(0.5), static_cast<part<TestType>>(i % 90));
        if (kind == "in blocks") a(i, i) = static_cast<part<TestType>>(i % 3);
        if (kind == "two values") a(i, i) = i % 5 == 0 ? part<TestType>(1e10) : part<TestType>(-1e10);
        if (i + 1 == n || a(i, i) == TestType(3)) continue;
        if (kind == "second difference") a(i + 1, i) = a(i, i + 1) = -1;
        if (kind == "glued")
            a(i + 1, i) = a(i, i + 1) = i % 21 == 20 ? part<TestType>(1e-6) : part<TestType>(1);
        if (kind == "graded")
            a(i + 1, i) = a(i, i + 1) = std::pow(part<TestType>(0.5), static_cast<part<TestType>>(i % 90));
        if (kind == "in blocks") a(i + 1, i) = a(i, i + 1) = static_cast<part<TestType>>(i % 4 == 0 ? 0 : 1);
    }
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
    const std::int64_t count = std::min(rows, columns);
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
    const std::int64_t most = std::max(rows, columns);
    const std::int64_t vectors =
        (full ? most : count) * vector_row<TestType>(most) + count * vector_row<TestType>(count);
    const std::int64_t elements = count * most + vectors + 3 * count + most +
                                  block * (2 * most + 2 * count + 2 * block + 64) + 64 * count;
    std::vector<unsigned char> exact(static_cast<std::size_t>(elements) * sizeof(TestType) + 1, 0xa5);
    Functions<TestType>::gesdd(a.data(), values.data(), u.data(), vt.data(), &info, exact.data(), &shape);
    CHECK(exact.back() == 0xa5);
    CHECK(info == 0);
    std::vector<part<TestType>> alone(values.size());
    hlo2c_matrices only_values = shape;
    only_values.vectors = 0;
    Matrix<TestType> no_u(rows, u_columns), no_vt(vt_rows, columns);
    Functions<TestType>::gesdd(a.data(), alone.data(), no_u.data(), no_vt.data(), &info, exact.data(),
                               &only_values);
    CHECK(alone == values);
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

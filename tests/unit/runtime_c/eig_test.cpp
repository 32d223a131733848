#include <lapacke.h>

#include <catch2/catch.hpp>

#include "rt_eig_c128.h"
#include "rt_eig_c64.h"
#include "rt_eig_f32.h"
#include "rt_eig_f64.h"
#include "tests/unit/runtime_c/functions.h"

using namespace hlo2c::matrix;

namespace {

/// All vectors of a square matrix.
hlo2c_matrices square(std::int64_t n) {
    hlo2c_matrices shape = one(n, n);
    shape.left = shape.vectors = 1;
    return shape;
}

std::vector<unsigned char> scratch(1 << 21);

template <typename T>
using Complex = std::complex<part<T>>;

template <typename T>
struct Eigen {
    Matrix<Complex<T>> values, left, right;
};

template <typename T>
Eigen<T> geev(const Matrix<T>& a, std::int64_t block) {
    const std::int64_t n = a.rows;
    Eigen<T> found{{1, n}, {n, n}, {n, n}};
    hlo2c_matrices shape = square(n);
    shape.block = block;
    std::int32_t info = -1;
    const auto real_call = [&](auto function) {
        std::vector<part<T>> real(static_cast<std::size_t>(n)), imaginary = real;
        function(a.data(), real.data(), imaginary.data(), found.left.data(), found.right.data(), &info,
                 scratch.data(), &shape);
        for (std::size_t k = 0; k < real.size(); k++) found.values.values[k] = {real[k], imaginary[k]};
    };
    if constexpr (std::is_same_v<T, float>)
        real_call(hlo2c_geev_f32);
    else if constexpr (std::is_same_v<T, double>)
        real_call(hlo2c_geev_f64);
    else if constexpr (std::is_same_v<T, std::complex<float>>)
        hlo2c_geev_c64(a.data(), found.values.data(), found.left.data(), found.right.data(), &info,
                       scratch.data(), &shape);
    else
        hlo2c_geev_c128(a.data(), found.values.data(), found.left.data(), found.right.data(), &info,
                        scratch.data(), &shape);
    CHECK(info == 0);
    return found;
}

template <typename T>
Matrix<Complex<T>> as_complex(const Matrix<T>& a) {
    Matrix<Complex<T>> result(a.rows, a.columns);
    for (std::size_t i = 0; i < a.values.size(); i++) result.values[i] = a.values[i];
    return result;
}

}  // namespace

TEMPLATE_TEST_CASE("geev gives right and left eigenvectors of length one", "", float, double,
                   std::complex<float>, std::complex<double>) {
    const std::int64_t n = GENERATE(1, 2, 3, 4, 10, 41);
    const unsigned seed = GENERATE(1U, 2U, 3U);
    const std::int64_t block = GENERATE(0, 3);
    const Matrix<TestType> a = random_matrix<TestType>(n, n, seed);
    const Eigen<TestType> found = geev(a, block);
    const Matrix<Complex<TestType>> matrix = as_complex(a);
    Matrix<Complex<TestType>> diagonal(n, n);
    for (std::int64_t k = 0; k < n; k++) diagonal(k, k) = found.values(0, k);
    const double size = 4 * static_cast<double>(n);
    CHECK(distance(matrix * found.right, found.right * diagonal, size) < 8);
    CHECK(distance(adjoint(found.left) * matrix, diagonal * adjoint(found.left), size) < 8);
    for (std::int64_t k = 0; k < n; k++) {
        double length = 0;
        for (std::int64_t i = 0; i < n; i++) length += static_cast<double>(std::norm(found.right(i, k)));
        CHECK(length == Approx(1).epsilon(1e-5));
    }
}

TEST_CASE("real eigenvalues of real matrices have no imaginary part, and others come in pairs") {
    const Matrix<double> a = random_matrix<double>(20, 20, 8);
    const Eigen<double> found = geev(a, 0);
    Matrix<double> copy = a;
    std::vector<double> real(20), imaginary(20);
    LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', 20, copy.data(), 20, real.data(), imaginary.data(), nullptr, 20,
                  nullptr, 20);
    int theirs = 0, ours = 0;
    for (std::int64_t k = 0; k < 20; k++) {
        theirs += imaginary[static_cast<std::size_t>(k)] == 0;
        ours += found.values(0, k).imag() == 0;
        double nearest = 1e300;
        for (std::size_t j = 0; j < 20; j++)
            nearest =
                std::min(nearest, std::abs(found.values(0, k) - std::complex<double>(real[j], imaginary[j])));
        CHECK(nearest < 1e-12);
    }
    CHECK(ours == theirs);
}

TEMPLATE_TEST_CASE("gees gives an orthonormal basis and a form with zeros below the diagonal blocks", "",
                   double, std::complex<double>) {
    const auto [n, block] = GENERATE(std::pair{1, 0}, std::pair{2, 4}, std::pair{5, 0}, std::pair{30, 0},
                                     std::pair{50, 8}, std::pair{61, 16});
    const Matrix<TestType> a = random_matrix<TestType>(n, n, 31);
    Matrix<TestType> t = a, z(n, n);
    std::vector<double> real(static_cast<std::size_t>(2 * n)), imaginary = real;
    std::int32_t chosen = -1, info = -1;
    hlo2c_matrices shape = square(n);
    shape.block = block;
    if constexpr (std::is_same_v<TestType, double>)
        hlo2c_gees_f64(t.data(), z.data(), real.data(), imaginary.data(), &chosen, &info, scratch.data(),
                       &shape);
    else
        hlo2c_gees_c128(t.data(), z.data(), real.data(), &chosen, &info, scratch.data(), &shape);
    CHECK(info == 0);
    CHECK(distance(adjoint(z) * z, identity<TestType>(n), static_cast<double>(n)) < 8);
    CHECK(distance(z * t * adjoint(z), a, 4 * static_cast<double>(n)) < 8);
    for (std::int64_t i = 0; i < n; i++)
        for (std::int64_t j = 0; j < i; j++) {
            const bool in_block =
                std::is_same_v<TestType, double> && j == i - 1 && imaginary[static_cast<std::size_t>(i)] != 0;
            if (!in_block) CHECK(t(i, j) == TestType(0));
            if constexpr (std::is_same_v<TestType, double>) {
                if (in_block && t(i, j) != 0) {
                    CHECK(t(i, i) == t(j, j));
                    CHECK(t(i, j) * t(j, i) < 0);
                }
            }
        }
}

namespace {

struct Range {
    std::int64_t n, first, end, block;
};

}  // namespace

TEMPLATE_TEST_CASE("gehrd by panels gives a Hessenberg form of the same matrix", "", float, double,
                   std::complex<float>, std::complex<double>) {
    const Range range =
        GENERATE(Range{1, 0, 1, 4}, Range{2, 0, 2, 4}, Range{40, 0, 40, 8}, Range{41, 0, 41, 8},
                 Range{75, 0, 75, 16}, Range{101, 0, 101, 32}, Range{70, 5, 60, 8}, Range{70, 69, 70, 8},
                 Range{90, 3, 3 + 64, 32}, Range{66, 0, 66, 1});
    const std::int64_t n = range.n;
    Matrix<TestType> a = random_matrix<TestType>(2 * n, n, 41);
    for (std::int64_t i = 0; i < 2 * n; i++)
        for (std::int64_t j = 0; j < i % n; j++)
            if (j < range.first || i % n >= range.end) a(i, j) = 0;
    // A column without anything below its subdiagonal needs no reflector.
    for (std::int64_t i = range.first + 2; n > 20 && i < n; i++) a(i, range.first) = 0;
    Matrix<TestType> both = a, tau(2, std::max<std::int64_t>(n - 1, 0));
    hlo2c_matrices shape = square(n);
    shape.batches = 2;
    shape.first = range.first;
    shape.count = range.end;
    shape.block = range.block;
    std::vector<std::int32_t> info(2, -1);
    const auto elements = static_cast<std::size_t>(n + range.block * (2 * n + 2 * range.block + 64));
    std::vector<unsigned char> exact(elements * sizeof(TestType) + 1, 0xa5);
    Functions<TestType>::gehrd(both.data(), tau.data(), info.data(), exact.data(), &shape);
    CHECK(exact.back() == 0xa5);
    CHECK(info == std::vector<std::int32_t>{0, 0});
    for (std::int64_t batch = 0; batch < 2; batch++) {
        Matrix<TestType> h(n, n), q = identity<TestType>(n), given(n, n), reflectors(n - 1, n - 1);
        for (std::int64_t i = 0; i < n; i++)
            for (std::int64_t j = 0; j < n; j++) {
                given(i, j) = a(batch * n + i, j);
                if (i <= j + 1) h(i, j) = both(batch * n + i, j);
                if (i > 0 && j + 1 < n) reflectors(i - 1, j) = both(batch * n + i, j);
            }
        hlo2c_matrices basis = one(n - 1, n - 1);
        basis.count = n - 1;
        Functions<TestType>::orgqr(reflectors.data(),
                                   tau.data() + batch * (n - 1) * (sizeof(TestType) / sizeof(part<TestType>)),
                                   scratch.data(), &basis);
        for (std::int64_t i = 1; i < n; i++)
            for (std::int64_t j = 1; j < n; j++) q(i, j) = reflectors(i - 1, j - 1);
        CHECK(distance(adjoint(q) * q, identity<TestType>(n), static_cast<double>(n)) < 2);
        CHECK(distance(q * h * adjoint(q), given, 4 * static_cast<double>(n)) < 2);
    }
}

TEMPLATE_TEST_CASE("gehrd gives the form and the reflectors that LAPACK gives", "", double,
                   std::complex<double>) {
    const auto [n, low, high, block] =
        GENERATE(std::tuple{8, 1, 8, 0}, std::tuple{60, 1, 60, 8}, std::tuple{60, 4, 55, 8});
    Matrix<TestType> ours = random_matrix<TestType>(n, n, 37), tau(1, n - 1), their_tau(1, n - 1);
    for (std::int64_t i = 0; i < n; i++)
        for (std::int64_t j = 0; j < i; j++)
            if (j + 1 < low || i >= high) ours(i, j) = 0;
    Matrix<TestType> theirs = ours;
    hlo2c_matrices shape = square(n);
    shape.first = low - 1;
    shape.count = high;
    shape.block = block;
    std::int32_t info = -1;
    Functions<TestType>::gehrd(ours.data(), tau.data(), &info, scratch.data(), &shape);
    if constexpr (std::is_same_v<TestType, double>)
        LAPACKE_dgehrd(LAPACK_ROW_MAJOR, n, low, high, theirs.data(), n, their_tau.data());
    else
        LAPACKE_zgehrd(LAPACK_ROW_MAJOR, n, low, high,
                       reinterpret_cast<lapack_complex_double*>(theirs.data()), n,
                       reinterpret_cast<lapack_complex_double*>(their_tau.data()));
    // Errors in the first column affect later columns of the form more and more.
    CHECK(distance(ours, theirs, n * n) < 100);
    CHECK(distance(tau, their_tau, n * n) < 100);
}

#include <lapacke.h>

#include <catch2/catch.hpp>

#include "rt_eig_c128.h"
#include "rt_eig_c64.h"
#include "rt_eig_f32.h"
#include "rt_eig_f64.h"
#include "rt_gehrd_c128.h"
#include "tests/unit/runtime_c/matrix.h"

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
Eigen<T> geev(const Matrix<T>& a) {
    const std::int64_t n = a.rows;
    Eigen<T> found{{1, n}, {n, n}, {n, n}};
    const hlo2c_matrices shape = square(n);
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
    const Matrix<TestType> a = random_matrix<TestType>(n, n, seed);
    const Eigen<TestType> found = geev(a);
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
    const Eigen<double> found = geev(a);
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

TEMPLATE_TEST_CASE("gees gives an orthonormal basis and a form without elements below", "", double,
                   std::complex<double>) {
    const std::int64_t n = GENERATE(1, 2, 5, 30);
    const Matrix<TestType> a = random_matrix<TestType>(n, n, 31);
    Matrix<TestType> t = a, z(n, n);
    std::vector<double> real(static_cast<std::size_t>(2 * n)), imaginary = real;
    std::int32_t chosen = -1, info = -1;
    const hlo2c_matrices shape = square(n);
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

TEST_CASE("gehrd gives the form and the reflectors that LAPACK gives") {
    const std::int64_t n = 8;
    const Matrix<std::complex<double>> a = random_matrix<std::complex<double>>(n, n, 37);
    Matrix<std::complex<double>> ours = a, theirs = a, tau(1, n - 1), their_tau(1, n - 1);
    hlo2c_matrices shape = square(n);
    shape.first = 0;
    shape.count = n;
    std::int32_t info = -1;
    hlo2c_gehrd_c128(ours.data(), tau.data(), &info, scratch.data(), &shape);
    LAPACKE_zgehrd(LAPACK_ROW_MAJOR, 8, 1, 8, reinterpret_cast<lapack_complex_double*>(theirs.data()), 8,
                   reinterpret_cast<lapack_complex_double*>(their_tau.data()));
    CHECK(distance(ours, theirs, 8) < 8);
    CHECK(distance(tau, their_tau, 8) < 8);
}

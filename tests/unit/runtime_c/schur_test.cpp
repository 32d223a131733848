#include <lapacke.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "rt_eig_c128.h"
#include "rt_eig_c64.h"
#include "rt_eig_f32.h"
#include "rt_eig_f64.h"
#include "tests/unit/runtime_c/matrix.h"

using namespace hlo2c::matrix;

namespace {

template <typename T>
constexpr bool is_real = std::is_same_v<T, part<T>>;

template <typename T>
using Complex = std::complex<part<T>>;

struct Shape {
    std::int64_t n, block, window;
};

/// The number of scratch elements that the functions require.
std::int64_t elements(const Shape& s) {
    const std::int64_t form = 2 * s.n + s.block * (2 * s.n + 2 * s.block + 64);
    return std::max(form, s.window > 0 ? 3 * (s.window + 2) * (s.window + 2) + 70 * s.window : 0);
}

/// A scratch with a guard zone after `count` elements.
template <typename T>
struct Scratch {
    explicit Scratch(std::int64_t count) : bytes(static_cast<std::size_t>(count) * sizeof(T) + 64, 0xa5) {}
    ~Scratch() {
        CHECK(std::all_of(bytes.end() - 64, bytes.end(), [](unsigned char byte) { return byte == 0xa5; }));
    }
    std::vector<unsigned char> bytes;
};

hlo2c_matrices constants(const Shape& s, bool left, bool right) {
    hlo2c_matrices shape = one(s.n, s.n);
    shape.block = s.block;
    shape.window = s.window;
    shape.left = left ? 1 : 0;
    shape.vectors = right ? 1 : 0;
    return shape;
}

template <typename T>
struct Schur {
    Matrix<T> t, z;
    std::vector<Complex<T>> values;
    std::int32_t info = -1;
};

template <typename T>
Schur<T> gees(const Matrix<T>& a, const Shape& s, bool basis = true) {
    Schur<T> found{a, {s.n, s.n}, std::vector<Complex<T>>(static_cast<std::size_t>(s.n)), -1};
    std::vector<part<T>> real(found.values.size()), imaginary = real;
    const hlo2c_matrices shape = constants(s, false, basis);
    Scratch<T> scratch(elements(s));
    std::int32_t chosen = -1;
    if constexpr (is_real<T>) {
        constexpr auto function = [] {
            if constexpr (std::is_same_v<T, float>)
                return hlo2c_gees_f32;
            else
                return hlo2c_gees_f64;
        }();
        function(found.t.data(), found.z.data(), real.data(), imaginary.data(), &chosen, &found.info,
                 scratch.bytes.data(), &shape);
        for (std::size_t k = 0; k < real.size(); k++) found.values[k] = {real[k], imaginary[k]};
    } else {
        constexpr auto function = [] {
            if constexpr (std::is_same_v<T, std::complex<float>>)
                return hlo2c_gees_c64;
            else
                return hlo2c_gees_c128;
        }();
        function(found.t.data(), found.z.data(), reinterpret_cast<part<T>*>(found.values.data()), &chosen,
                 &found.info, scratch.bytes.data(), &shape);
    }
    CHECK(chosen == 0);
    return found;
}

template <typename T>
struct Eigen {
    std::vector<Complex<T>> values;
    Matrix<Complex<T>> left, right;
    std::int32_t info = -1;
};

template <typename T>
Eigen<T> geev(const Matrix<T>& a, const Shape& s, bool left, bool right) {
    Eigen<T> found{std::vector<Complex<T>>(static_cast<std::size_t>(s.n)), {s.n, s.n}, {s.n, s.n}, -1};
    std::vector<part<T>> real(found.values.size()), imaginary = real;
    const hlo2c_matrices shape = constants(s, left, right);
    const std::int64_t squares = is_real<T> ? 4 : 2, columns = is_real<T> ? 67 : 32;
    Scratch<T> scratch(squares * s.n * s.n + std::max(elements(s), columns * s.n));
    if constexpr (is_real<T>) {
        constexpr auto function = [] {
            if constexpr (std::is_same_v<T, float>)
                return hlo2c_geev_f32;
            else
                return hlo2c_geev_f64;
        }();
        function(a.data(), real.data(), imaginary.data(), found.left.data(), found.right.data(), &found.info,
                 scratch.bytes.data(), &shape);
        for (std::size_t k = 0; k < real.size(); k++) found.values[k] = {real[k], imaginary[k]};
    } else {
        constexpr auto function = [] {
            if constexpr (std::is_same_v<T, std::complex<float>>)
                return hlo2c_geev_c64;
            else
                return hlo2c_geev_c128;
        }();
        function(a.data(), reinterpret_cast<part<T>*>(found.values.data()), found.left.data(),
                 found.right.data(), &found.info, scratch.bytes.data(), &shape);
    }
    return found;
}

/// The absolute value of the largest element, or 1 if all are zero.
template <typename T>
part<T> unit_of(const Matrix<T>& a) {
    part<T> largest = 0;
    for (const T& value : a.values) largest = std::max(largest, std::abs(value));
    return largest > 0 ? largest : 1;
}

template <typename T>
Matrix<T> in_units(Matrix<T> a, part<T> unit) {
    for (T& value : a.values) value /= unit;
    return a;
}

template <typename T>
bool is_zero(const Matrix<T>& a) {
    return std::all_of(a.values.begin(), a.values.end(), [](const T& value) { return value == T(0); });
}

/// True if the diagonal blocks of the form have the returned eigenvalues, and everything below the blocks is
/// zero.
template <typename T>
bool has_form(const Schur<T>& found) {
    const Matrix<T>& t = found.t;
    for (std::int64_t i = 0; i < t.rows; i++) {
        const Complex<T> value = found.values[static_cast<std::size_t>(i)];
        if (t(i, i) != (is_real<T> ? T(value.real()) : T(*reinterpret_cast<const T*>(&value)))) return false;
        for (std::int64_t j = 0; j < i; j++) {
            if (t(i, j) == T(0)) continue;
            if constexpr (is_real<T>) {
                const bool opposite = (t(i, j) < 0) != (t(j, i) < 0) && t(j, i) != 0;
                const bool alone = j == 0 || t(j, j - 1) == 0;
                if (j == i - 1 && opposite && alone && t(i, i) == t(j, j) && value.imag() < 0) continue;
            }
            return false;
        }
    }
    return true;
}

/// Shapes with and without windows; the last window chased down the diagonal has few rows.
Shape any_shape() {
    return GENERATE(Shape{15, 0, 14}, Shape{40, 0, 0}, Shape{40, 0, 14}, Shape{61, 8, 20}, Shape{110, 16, 48},
                    Shape{150, 16, 96});
}

template <typename T>
struct Named {
    const char* name;
    Matrix<T> matrix;
};

/// Matrices that are hard for shifted steps, deflation or block exchanges.
template <typename T>
std::vector<Named<T>> hard_matrices(std::int64_t n) {
    const Matrix<T> random = random_matrix<T>(n, n, 91);
    std::vector<Named<T>> all;
    const auto add = [&](const char* name, auto element) {
        all.push_back({name, {n, n}});
        for (std::int64_t i = 0; i < n; i++)
            for (std::int64_t j = 0; j < n; j++) all.back().matrix(i, j) = T(element(i, j));
    };
    const auto power = [](double exponent) { return static_cast<part<T>>(std::pow(10.0, exponent)); };
    const double digits = std::is_same_v<part<T>, float> ? 4 : 10, size = static_cast<double>(n);
    add("zero", [](auto, auto) { return 0; });
    add("identity", [](auto i, auto j) { return i == j; });
    add("ones", [](auto, auto) { return 1; });
    add("Jordan block", [](auto i, auto j) { return i == j ? 2 : j == i + 1 ? 1 : 0; });
    add("its transpose", [](auto i, auto j) { return i == j ? 2 : i == j + 1 ? 1 : 0; });
    add("nilpotent", [](auto i, auto j) { return i == j + 1; });
    add("cyclic permutation", [n](auto i, auto j) { return i == (j + 1) % n; });
    add("companion", [&](auto i, auto j) { return i == 0 ? random(i, j) : T(i == j + 1); });
    add("graded", [&](auto i, auto j) {
        return random(i, j) * power(-digits * static_cast<double>(i + j) / (2 * size));
    });
    add("badly balanced", [&](auto i, auto j) {
        return random(i, j) * power(digits * static_cast<double>(i - j) / (2 * size));
    });
    add("triangle", [&](auto i, auto j) { return i <= j ? random(i, j) : T(0); });
    add("rank one", [&](auto i, auto j) { return random(i, 0) * random(0, j); });
    add("symmetric", [&](auto i, auto j) { return i <= j ? random(i, j) : random(j, i); });
    add("many equal pairs", [&](auto i, auto j) {
        return i / 2 == j / 2 ? T(i == j ? 1 : i < j ? 2 : -2) : i < j ? random(i, j) : T(0);
    });
    add("three diagonals", [](auto i, auto j) {
        return i == j ? i % 3 : i == j + 1 ? 1 : j == i + 1 ? -1 : 0;
    });
    add("very large", [&](auto i, auto j) { return random(i, j) * power(digits > 4 ? 300 : 37); });
    add("very small", [&](auto i, auto j) { return random(i, j) * power(digits > 4 ? -290 : -30); });
    return all;
}

}  // namespace

TEMPLATE_TEST_CASE("Schur forms computed in windows reproduce the matrix, with an orthonormal basis", "",
                   float, double, std::complex<float>, std::complex<double>) {
    const Shape shape = any_shape();
    for (const Named<TestType>& given : hard_matrices<TestType>(shape.n)) {
        INFO(given.name << ", " << shape.n << " rows, windows of " << shape.window);
        const Schur<TestType> found = gees(given.matrix, shape);
        CHECK(found.info == 0);
        CHECK(has_form(found));
        const auto n = static_cast<double>(shape.n);
        CHECK(distance(adjoint(found.z) * found.z, identity<TestType>(shape.n), n) < 2);
        const auto unit = unit_of(given.matrix);
        const Matrix<TestType> t = in_units(found.t, unit), a = in_units(given.matrix, unit);
        CHECK(distance(found.z * t * adjoint(found.z), a, 4 * n) < 2);
    }
}

TEMPLATE_TEST_CASE("eigenvalues computed alone, with the form or with vectors have the same sum", "", float,
                   double, std::complex<float>, std::complex<double>) {
    const Shape shape = any_shape();
    for (const Named<TestType>& given : hard_matrices<TestType>(shape.n)) {
        INFO(given.name << ", " << shape.n << " rows, windows of " << shape.window);
        const auto unit = unit_of(given.matrix);
        std::complex<double> trace;
        for (std::int64_t i = 0; i < shape.n; i++) trace += std::complex<double>(given.matrix(i, i) / unit);
        const auto check = [&](std::int32_t info, const auto& values) {
            CHECK(info == 0);
            std::complex<double> sum;
            for (const auto& value : values) sum += std::complex<double>(value / unit);
            const double size = 8 * std::pow(static_cast<double>(shape.n), 1.5);
            CHECK(std::abs(sum - trace) < size * std::numeric_limits<part<TestType>>::epsilon());
        };
        const Eigen<TestType> alone = geev(given.matrix, shape, false, false);
        check(alone.info, alone.values);
        CHECK(is_zero(alone.left));
        CHECK(is_zero(alone.right));
        const Schur<TestType> form = gees(given.matrix, shape, false);
        check(form.info, form.values);
        CHECK(has_form(form));
        CHECK(is_zero(form.z));
        const Eigen<TestType> whole = geev(given.matrix, shape, true, true);
        check(whole.info, whole.values);
    }
}

TEMPLATE_TEST_CASE("vectors of large matrices belong to their values and have length one", "", float, double,
                   std::complex<float>, std::complex<double>) {
    const Shape shape = any_shape();
    for (const Named<TestType>& given : hard_matrices<TestType>(shape.n)) {
        INFO(given.name << ", " << shape.n << " rows, windows of " << shape.window);
        const Eigen<TestType> found = geev(given.matrix, shape, true, true);
        using Number = Complex<TestType>;
        Matrix<Number> matrix(shape.n, shape.n), diagonal = matrix;
        const auto unit = unit_of(given.matrix);
        for (std::size_t i = 0; i < matrix.values.size(); i++)
            matrix.values[i] = given.matrix.values[i] / unit;
        for (std::int64_t k = 0; k < shape.n; k++)
            diagonal(k, k) = found.values[static_cast<std::size_t>(k)] / unit;
        const auto n = static_cast<double>(shape.n);
        CHECK(distance(matrix * found.right, found.right * diagonal, 4 * n) < 2);
        CHECK(distance(adjoint(found.left) * matrix, diagonal * adjoint(found.left), 4 * n) < 2);
        for (const Matrix<Number>* vectors : {&found.left, &found.right})
            for (std::int64_t k = 0; k < shape.n; k++) {
                double length = 0;
                for (std::int64_t i = 0; i < shape.n; i++)
                    length += static_cast<double>(std::norm((*vectors)(i, k)));
                CHECK(length == Approx(1).epsilon(1e-5));
            }
    }
}

TEST_CASE("eigenvalues from windows are LAPACK's") {
    const Shape shape = GENERATE(Shape{64, 0, 20}, Shape{200, 16, 96});
    const Matrix<double> a = random_matrix<double>(shape.n, shape.n, 93);
    const Eigen<double> found = geev(a, shape, false, true);
    CHECK(found.info == 0);
    Matrix<double> copy = a;
    const auto n = static_cast<lapack_int>(shape.n);
    std::vector<double> real(found.values.size()), imaginary = real;
    LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', n, copy.data(), n, real.data(), imaginary.data(), nullptr, n,
                  nullptr, n);
    std::vector<bool> taken(found.values.size());
    for (const std::complex<double>& value : found.values) {
        std::size_t nearest = 0;
        double least = 1e300;
        for (std::size_t j = 0; j < real.size(); j++) {
            const double far = std::abs(value - std::complex<double>(real[j], imaginary[j]));
            if (!taken[j] && far < least) {
                least = far;
                nearest = j;
            }
        }
        CHECK(least < 1e-11);
        CHECK((value.imag() == 0) == (imaginary[nearest] == 0));
        taken[nearest] = true;
    }
}

TEMPLATE_TEST_CASE("NaN and infinity in matrices with windows terminate", "", float, double,
                   std::complex<float>, std::complex<double>) {
    const Shape shape{90, 16, 32};
    const auto wrong = GENERATE(std::numeric_limits<part<TestType>>::quiet_NaN(),
                                std::numeric_limits<part<TestType>>::infinity());
    const std::int64_t row = GENERATE(0, 40, 89);
    Matrix<TestType> a = random_matrix<TestType>(shape.n, shape.n, 95);
    a(row, 50) = wrong;
    const Eigen<TestType> found = geev(a, shape, true, true);
    const auto is_nan = [](const auto& value) { return value != value; };
    CHECK((found.info != 0 || std::any_of(found.values.begin(), found.values.end(), is_nan)));
    const Eigen<TestType> alone = geev(a, shape, false, false);
    CHECK((alone.info != 0 || std::any_of(alone.values.begin(), alone.values.end(), is_nan)));
}

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "rt_cholesky_f64.h"
#include "rt_eig_c128.h"
#include "rt_eig_f64.h"
#include "rt_eigh_f64.h"
#include "rt_gehrd_f64.h"
#include "rt_lu_f64.h"
#include "rt_pivoted_qr_f64.h"
#include "rt_qr_f64.h"
#include "rt_square_root.h"
#include "rt_svd_f64.h"
#include "rt_tridiagonal_f64.h"
#include "tests/unit/runtime_c/matrix.h"

using namespace hlo2c::matrix;

namespace {

std::vector<unsigned char> scratch(1 << 20);

/// A batch of two matrices, with all vectors.
hlo2c_matrices two(std::int64_t rows, std::int64_t columns) {
    hlo2c_matrices shape = one(rows, columns);
    shape.batches = 2;
    shape.lower = shape.vectors = shape.left = shape.full = 1;
    shape.count = std::min(rows, columns);
    return shape;
}

bool has_nan(const std::vector<double>& values) {
    return std::any_of(values.begin(), values.end(), [](double value) { return value != value; });
}

}  // namespace

TEST_CASE("empty matrices are factored, each with info 0") {
    const hlo2c_matrices none = two(0, 0);
    std::vector<double> a, b, c, d, e;
    const auto infos = [] { return std::vector<std::int32_t>(2, -1); };
    const std::vector<std::int32_t> zeros = {0, 0};
    std::vector<std::int32_t> info = infos(), chosen = infos();
    hlo2c_potrf_f64(a.data(), info.data(), &none);
    CHECK(info == zeros);
    hlo2c_getrf_f64(a.data(), nullptr, (info = infos()).data(), scratch.data(), &none);
    CHECK(info == zeros);
    hlo2c_syevd_f64(a.data(), b.data(), (info = infos()).data(), scratch.data(), &none);
    CHECK(info == zeros);
    hlo2c_sytrd_f64(a.data(), b.data(), c.data(), d.data(), (info = infos()).data(), scratch.data(), &none);
    CHECK(info == zeros);
    hlo2c_gesdd_f64(a.data(), b.data(), c.data(), d.data(), (info = infos()).data(), scratch.data(), &none);
    CHECK(info == zeros);
    hlo2c_geev_f64(a.data(), b.data(), c.data(), d.data(), e.data(), (info = infos()).data(), scratch.data(),
                   &none);
    CHECK(info == zeros);
    hlo2c_geev_c128(a.data(), b.data(), c.data(), d.data(), (info = infos()).data(), scratch.data(), &none);
    CHECK(info == zeros);
    hlo2c_gees_f64(a.data(), b.data(), c.data(), d.data(), chosen.data(), (info = infos()).data(),
                   scratch.data(), &none);
    CHECK(info == zeros);
    CHECK(chosen == zeros);
    chosen = infos();
    hlo2c_gees_c128(a.data(), b.data(), c.data(), chosen.data(), (info = infos()).data(), scratch.data(),
                    &none);
    CHECK(info == zeros);
    CHECK(chosen == zeros);
    hlo2c_gehrd_f64(a.data(), b.data(), (info = infos()).data(), scratch.data(), &none);
    CHECK(info == zeros);
    hlo2c_gtsv_f64(a.data(), b.data(), c.data(), d.data(), (info = infos()).data(), scratch.data(), &none);
    CHECK(info == zeros);
}

TEST_CASE("matrices with one side of size 0 keep square factors orthonormal") {
    const hlo2c_matrices flat = two(3, 0);
    std::vector<double> a, values, u(18, -1), vt;
    std::vector<std::int32_t> info(2, -1);
    hlo2c_gesdd_f64(a.data(), values.data(), u.data(), vt.data(), info.data(), scratch.data(), &flat);
    CHECK(info == std::vector<std::int32_t>{0, 0});
    for (std::size_t i = 0; i < 18; i++) CHECK(u[i] == (i % 9 % 4 == 0 ? 1 : 0));
    std::vector<double> tau;
    std::vector<std::int32_t> order;
    hlo2c_geqrf_f64(a.data(), tau.data(), scratch.data(), &flat);
    hlo2c_geqp3_f64(nullptr, a.data(), order.data(), tau.data(), scratch.data(), &flat);
    const hlo2c_matrices wide = two(0, 3);
    order.assign(6, -1);
    const std::vector<std::int32_t> given(6, 0);
    hlo2c_geqp3_f64(given.data(), a.data(), order.data(), tau.data(), scratch.data(), &wide);
    CHECK(order == std::vector<std::int32_t>{1, 2, 3, 1, 2, 3});
}

TEST_CASE("NaN in one matrix terminates, appears in its factors, and does not affect the rest of the batch") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::int64_t n = 6;
    Matrix<double> both = random_matrix<double>(2 * n, n, 67);
    both(2, 3) = both(3, 2) = nan;
    const auto parts = [&](const std::vector<double>& values) {
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        return std::pair{std::vector<double>(values.begin(), middle),
                         std::vector<double>(middle, values.end())};
    };
    const hlo2c_matrices shape = two(n, n);
    std::vector<std::int32_t> info(2), chosen(2);
    const auto check = [&](const std::vector<double>& values) {
        const auto [first, second] = parts(values);
        CHECK((has_nan(first) || info[0] != 0));
        CHECK_FALSE(has_nan(second));
        CHECK(info[1] == 0);
    };
    std::vector<double> values(12), others(12), u(72), vt(144);
    Matrix<double> a = both;
    hlo2c_syevd_f64(a.data(), values.data(), info.data(), scratch.data(), &shape);
    check(values);
    a = both;
    hlo2c_gesdd_f64(a.data(), values.data(), u.data(), vt.data(), info.data(), scratch.data(), &shape);
    check(values);
    std::vector<double> left(144), right(144);
    a = both;
    hlo2c_geev_f64(a.data(), values.data(), others.data(), left.data(), right.data(), info.data(),
                   scratch.data(), &shape);
    check(values);
    a = both;
    hlo2c_gees_f64(a.data(), u.data(), values.data(), others.data(), chosen.data(), info.data(),
                   scratch.data(), &shape);
    check(values);
    a = both;
    hlo2c_geqrf_f64(a.data(), values.data(), scratch.data(), &shape);
    check(a.values);
}

TEST_CASE("reflectors of subnormal numbers are orthogonal") {
    const std::int64_t n = 5;
    Matrix<double> a = random_matrix<double>(n, n, 73), tau(1, n);
    for (double& value : a.values) value *= 1e-321;
    const Matrix<double> given = a;
    hlo2c_matrices shape = one(n, n);
    shape.count = n;
    hlo2c_geqrf_f64(a.data(), tau.data(), scratch.data(), &shape);
    Matrix<double> q = a, r(n, n);
    for (std::int64_t i = 0; i < n; i++)
        for (std::int64_t j = i; j < n; j++) r(i, j) = a(i, j);
    hlo2c_orgqr_f64(q.data(), tau.data(), scratch.data(), &shape);
    CHECK(distance(adjoint(q) * q, identity<double>(n), static_cast<double>(n)) < 4);
    // Each rounding error is at most half the smallest subnormal number.
    const Matrix<double> product = q * r;
    for (std::size_t i = 0; i < given.values.size(); i++)
        CHECK(std::abs(product.values[i] - given.values[i]) <=
              40 * std::numeric_limits<double>::denorm_min());
}

TEST_CASE("digit-by-digit square roots equal the machine's") {
    std::mt19937_64 generator(71);
    const auto same = [](double value) {
        const double ours = square_root_by_digits(value), theirs = std::sqrt(value);
        return std::memcmp(&ours, &theirs, sizeof ours) == 0 || (ours != ours && theirs != theirs);
    };
    int different = 0;
    for (int i = 0; i < 200000; i++) {
        const std::uint64_t bits = generator();
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        different += same(value) ? 0 : 1;
    }
    CHECK(different == 0);
    for (const double value : {0.0, -0.0, 4.0, 4.9e-324, -1.0, std::numeric_limits<double>::infinity()})
        CHECK(same(value));
}

TEST_CASE("singular values of very large, very small and exactly singular matrices") {
    const double size = GENERATE(1e-300, 1.0, 1e300);
    const hlo2c_matrices shape = [] {
        hlo2c_matrices made = one(4, 3);
        made.full = made.vectors = 1;
        return made;
    }();
    // Zero rows and columns, a zero inside the diagonal, and equal rows.
    const std::vector<std::vector<double>> all = {
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0},
        {1, 1, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0}, {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3},
        {0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0},
    };
    for (const std::vector<double>& elements : all) {
        Matrix<double> a(4, 3), u(4, 4), vt(3, 3), middle(4, 3);
        for (std::size_t i = 0; i < 12; i++) a.values[i] = elements[i] * size;
        std::vector<double> values(3);
        std::int32_t info = -1;
        hlo2c_gesdd_f64(a.data(), values.data(), u.data(), vt.data(), &info, scratch.data(), &shape);
        CHECK(info == 0);
        for (std::int64_t i = 0; i < 3; i++) middle(i, i) = values[static_cast<std::size_t>(i)] / size;
        for (double& element : a.values) element /= size;
        CHECK(distance(u * middle * vt, a, 10) < 8);
        CHECK(distance(adjoint(u) * u, identity<double>(4), 4) < 8);
        CHECK(distance(vt * adjoint(vt), identity<double>(3), 3) < 8);
        CHECK(std::is_sorted(values.rbegin(), values.rend()));
        CHECK(values[2] >= 0);
    }
}

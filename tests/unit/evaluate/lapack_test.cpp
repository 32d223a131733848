#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "frontend/evaluate/linear_algebra.h"
#include "frontend/passes/upgrade_custom_calls.h"
#include "tests/unit/evaluate/programs.h"

using namespace hlo2c::frontend;

namespace {

Literal random_matrix(std::int64_t rows, std::int64_t columns, ElementType element = ElementType::F64) {
    std::mt19937 generator(12);
    std::uniform_real_distribution<double> distribution(-1, 1);
    const TensorType type{{rows, columns}, element, {}, {}};
    std::vector<Complex> values;
    for (std::int64_t i = 0; i < rows * columns; i++) {
        const double real = distribution(generator);
        values.emplace_back(real, is_complex(element) ? distribution(generator) : 0);
    }
    if (is_complex(element)) return from_complexes(type, values);
    std::vector<double> parts;
    for (const Complex& value : values) parts.push_back(value.real());
    return from_reals(type, parts);
}

std::string spelled(const Literal& literal) {
    return to_string(Type(literal.type()));
}

/// Results of one custom call on operands, whose types follow.
std::vector<Literal> call(const std::string& target, const std::string& options,
                          const std::vector<Literal>& operands, const std::string& results) {
    std::string arguments, names, types;
    for (std::size_t i = 0; i < operands.size(); i++) {
        const std::string separator = i == 0 ? "" : ", ", name = "%a" + std::to_string(i);
        arguments += separator + name + ": " + spelled(operands[i]);
        names += separator + name;
        types += separator + spelled(operands[i]);
    }
    const auto count = 1 + std::count(results.begin(), results.end(), ';');
    std::string result_types = results, values;
    for (char& c : result_types)
        if (c == ';') c = ',';
    for (std::int64_t i = 0; i < count; i++) values += (i == 0 ? "%r#" : ", %r#") + std::to_string(i);
    return run_program("func.func @main(" + arguments + ") -> (" + result_types +
                           ") {\n%r:" + std::to_string(count) + " = stablehlo.custom_call @" + target + "(" +
                           names + ") {mhlo.backend_config = {" + options + "}} : (" + types + ") -> (" +
                           result_types + ")\nreturn " + values + " : " + result_types + "\n}\n",
                       operands);
}

/// Columns of a multiplied by values.
Matrices scaled(Matrices a, const std::vector<Complex>& values) {
    for (std::size_t i = 0; i < a.rows; i++)
        for (std::size_t j = 0; j < a.columns; j++) a.at(0, i, j) *= values[j];
    return a;
}

double difference(const Matrices& a, const Matrices& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.values.size(); i++)
        largest = std::max(largest, std::abs(a.values[i] - b.values[i]));
    return largest;
}

std::vector<Complex> numbers(const Literal& literal) {
    std::vector<Complex> values;
    for (std::int64_t i = 0; i < literal.type().element_count(); i++)
        values.push_back(is_complex(literal.type().element) ? complexes(literal)[static_cast<std::size_t>(i)]
                                                            : Complex(literal.real(i)));
    return values;
}

}  // namespace

TEST_CASE("syevd gives vectors and ascending values whose product is the matrix") {
    const Matrices a(random_matrix(6, 6));
    Matrices symmetric = product(a, adjoint(a));
    const Literal operand = symmetric.literal({{6, 6}, ElementType::F64, {}, {}});
    const auto found = call("lapack_dsyevd_ffi", "mode = 86 : ui8, uplo = 76 : ui8", {operand},
                            "tensor<6x6xf64>; tensor<6xf64>; tensor<i32>");
    const Matrices vectors(found[0]);
    CHECK(difference(product(scaled(vectors, numbers(found[1])), adjoint(vectors)), symmetric) < 1e-13);
    for (std::int64_t i = 1; i < 6; i++) CHECK(found[1].real(i - 1) <= found[1].real(i));
}

TEST_CASE("gesdd gives the factors of a matrix, square ones or thin ones") {
    const auto [rows, columns] = GENERATE(std::pair{5, 3}, std::pair{3, 5});
    const bool full = GENERATE(false, true);
    const Literal operand = random_matrix(rows, columns, ElementType::C128);
    const auto type = [](std::int64_t m, std::int64_t n) {
        return "tensor<" + std::to_string(m) + "x" + std::to_string(n) + "xcomplex<f64>>";
    };
    const auto found = call("lapack_zgesdd_ffi", full ? "mode = 65 : ui8" : "mode = 83 : ui8", {operand},
                            type(rows, columns) + "; tensor<3xf64>; " + type(rows, full ? rows : 3) + "; " +
                                type(full ? columns : 3, columns) + "; tensor<i32>");
    const Matrices u(found[2]), vt(found[3]);
    Matrices middle(1, u.columns, vt.rows);
    for (std::size_t i = 0; i < 3; i++) middle.at(0, i, i) = found[1].real(static_cast<std::int64_t>(i));
    CHECK(difference(product(product(u, middle), vt), Matrices(operand)) < 1e-13);
    Matrices unit(1, u.columns, u.columns);
    for (std::size_t i = 0; i < u.columns; i++) unit.at(0, i, i) = 1;
    CHECK(difference(product(adjoint(u), u), unit) < 1e-13);
}

TEST_CASE("geqrf and orgqr give orthonormal columns times a triangle") {
    const Literal operand = random_matrix(5, 3);
    const auto factored = call("lapack_dgeqrf_ffi", "", {operand}, "tensor<5x3xf64>; tensor<3xf64>");
    const auto q = call("lapack_dorgqr_ffi", "", {factored[0], factored[1]}, "tensor<5x3xf64>");
    Matrices r(1, 3, 3);
    for (std::size_t i = 0; i < 3; i++)
        for (std::size_t j = i; j < 3; j++) r.at(0, i, j) = Matrices(factored[0]).at(0, i, j);
    CHECK(difference(product(Matrices(q[0]), r), Matrices(operand)) < 1e-14);
}

TEST_CASE("geev gives right and left eigenvectors") {
    const ElementType element = GENERATE(ElementType::F64, ElementType::C128);
    const bool is_real = element == ElementType::F64;
    const Literal operand = random_matrix(6, 6, element);
    const std::string vectors = "tensor<6x6xcomplex<f64>>; tensor<6x6xcomplex<f64>>; tensor<i32>";
    const auto found =
        call(is_real ? "lapack_dgeev_ffi" : "lapack_zgeev_ffi",
             "compute_left = 86 : ui8, compute_right = 86 : ui8", {operand},
             (is_real ? "tensor<6xf64>; tensor<6xf64>; " : "tensor<6xcomplex<f64>>; ") + vectors);
    std::vector<Complex> values = numbers(found[0]);
    if (is_real)
        for (std::size_t i = 0; i < 6; i++)
            values[i] += Complex(0, found[1].real(static_cast<std::int64_t>(i)));
    const Matrices a(operand), left(found[is_real ? 2 : 1]), right(found[is_real ? 3 : 2]);
    CHECK(difference(product(a, right), scaled(right, values)) < 1e-13);
    for (Complex& value : values) value = std::conj(value);
    CHECK(difference(product(adjoint(a), left), scaled(left, values)) < 1e-13);
}

TEST_CASE("gees of a real matrix gives a real form with standard blocks for pairs of values") {
    const std::int64_t n = GENERATE(1, 2, 3, 9);
    const Literal operand = random_matrix(n, n);
    const std::string square = "tensor<" + std::to_string(n) + "x" + std::to_string(n) + "xf64>";
    const std::string row = "tensor<" + std::to_string(n) + "xf64>";
    const auto found = call("lapack_dgees_ffi", "mode = 86 : ui8, sort = 78 : ui8", {operand},
                            square + "; " + square + "; " + row + "; " + row + "; tensor<i32>; tensor<i32>");
    const Matrices t(found[0]), z(found[1]);
    CHECK(difference(product(product(z, t), adjoint(z)), Matrices(operand)) < 1e-13);
    Matrices unit(1, t.rows, t.rows);
    for (std::size_t i = 0; i < t.rows; i++) unit.at(0, i, i) = 1;
    CHECK(difference(product(adjoint(z), z), unit) < 1e-13);
    CHECK(found[5].integer(0) == 0);
    for (std::size_t i = 0; i < t.rows; i++) {
        const auto k = static_cast<std::int64_t>(i);
        CHECK(found[2].real(k) == t.at(0, i, i).real());
        for (std::size_t j = 0; j + 1 < i; j++) CHECK(t.at(0, i, j) == Complex(0));
        if (i == 0 || t.at(0, i, i - 1) == Complex(0)) continue;
        CHECK(t.at(0, i, i) == t.at(0, i - 1, i - 1));
        CHECK(t.at(0, i, i - 1).real() * t.at(0, i - 1, i).real() < 0);
        CHECK(found[3].real(k) < 0);
        CHECK(found[3].real(k) == -found[3].real(k - 1));
    }
}

TEST_CASE("gtsv solves tridiagonal systems") {
    const Literal b = random_matrix(4, 2), diagonals = random_matrix(3, 4);
    const auto row = [&](std::int64_t i, std::int64_t count) {
        std::vector<double> values;
        for (std::int64_t j = 0; j < count; j++) values.push_back(diagonals.real(4 * i + j));
        return from_reals({{count}, ElementType::F64, {}, {}}, values);
    };
    const auto found = call("lapack_dgtsv_ffi", "", {row(0, 3), row(1, 4), row(2, 3), b},
                            "tensor<3xf64>; tensor<4xf64>; tensor<3xf64>; tensor<4x2xf64>; tensor<i32>");
    Matrices a(1, 4, 4);
    for (std::size_t i = 0; i < 4; i++) {
        a.at(0, i, i) = diagonals.real(static_cast<std::int64_t>(4 + i));
        if (i == 3) continue;
        a.at(0, i + 1, i) = diagonals.real(static_cast<std::int64_t>(i));
        a.at(0, i, i + 1) = diagonals.real(static_cast<std::int64_t>(8 + i));
    }
    CHECK(difference(product(a, Matrices(found[3])), Matrices(b)) < 1e-13);
}

TEST_CASE("sytrd stores the form and the reflectors in one triangle and keeps the other") {
    const bool lower = GENERATE(false, true);
    const Literal operand = random_matrix(5, 5, ElementType::C128);
    const auto found = call("lapack_zhetrd_ffi", lower ? "uplo = 76 : ui8" : "uplo = 85 : ui8", {operand},
                            "tensor<5x5xcomplex<f64>>; tensor<5xf64>; tensor<4xf64>; tensor<4xcomplex<f64>>; "
                            "tensor<i32>");
    const Matrices given(operand), left(found[0]);
    Matrices whole(1, 5, 5), form = whole, basis = whole;
    for (std::size_t i = 0; i < 5; i++)
        for (std::size_t j = 0; j < 5; j++) {
            const bool read = lower ? j < i : i < j;
            whole.at(0, i, j) = i == j ? Complex(given.at(0, i, i).real())
                                : read ? given.at(0, i, j)
                                       : std::conj(given.at(0, j, i));
            if (i != j && !read) CHECK(left.at(0, i, j) == given.at(0, i, j));
        }
    // The product of the reflectors: from the first column on, or from the last one.
    for (std::size_t i = 0; i < 5; i++) basis.at(0, i, i) = 1;
    for (std::size_t step = 0; step < 4; step++) {
        const std::size_t k = lower ? step : 3 - step, unit = lower ? k + 1 : k, column = lower ? k : k + 1;
        Matrices v(1, 5, 1);
        for (std::size_t i = 0; i < 5; i++)
            v.at(0, i, 0) = i == unit  ? Complex(1)
                            : lower    ? i > unit ? left.at(0, i, column) : 0
                            : i < unit ? left.at(0, i, column)
                                       : 0;
        const Matrices along = product(basis, v);
        for (std::size_t i = 0; i < 5; i++)
            for (std::size_t j = 0; j < 5; j++)
                basis.at(0, i, j) -= numbers(found[3])[k] * along.at(0, i, 0) * std::conj(v.at(0, j, 0));
    }
    for (std::size_t i = 0; i < 5; i++) {
        form.at(0, i, i) = found[1].real(static_cast<std::int64_t>(i));
        if (i < 4) form.at(0, i + 1, i) = form.at(0, i, i + 1) = found[2].real(static_cast<std::int64_t>(i));
    }
    CHECK(difference(product(product(adjoint(basis), whole), basis), form) < 1e-14);
}

TEST_CASE("untyped calls of older programs become typed ones, tuples and work arrays included") {
    const std::string text =
        R"(func.func @main(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>) {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %n = stablehlo.constant dense<3> : tensor<i32>
        %r = stablehlo.custom_call @lapack_ssyevd(%one, %one, %n, %a) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<3x3xf32>) -> tuple<tensor<3x3xf32>, tensor<3xf32>, tensor<i32>, tensor<40xf32>, tensor<18xi32>>
        %v = stablehlo.get_tuple_element %r[0] : (tuple<tensor<3x3xf32>, tensor<3xf32>, tensor<i32>, tensor<40xf32>, tensor<18xi32>>) -> tensor<3x3xf32>
        %w = stablehlo.get_tuple_element %r[1] : (tuple<tensor<3x3xf32>, tensor<3xf32>, tensor<i32>, tensor<40xf32>, tensor<18xi32>>) -> tensor<3xf32>
        %i = stablehlo.get_tuple_element %r[2] : (tuple<tensor<3x3xf32>, tensor<3xf32>, tensor<i32>, tensor<40xf32>, tensor<18xi32>>) -> tensor<i32>
        return %v, %w, %i : tensor<3x3xf32>, tensor<3xf32>, tensor<i32>
    })";
    Program program = read_stablehlo_text(text, "test.mlir");
    upgrade_custom_calls(program);
    const Literal operand =
        Literal::from_values<float>({{3, 3}, ElementType::F32, {}, {}}, {2, 0, 0, 1, 2, 0, 0, 0, 7});
    const std::vector<Literal> found = evaluate(program, std::vector{operand});
    CHECK(found[1].real(0) == Approx(1));
    CHECK(found[1].real(1) == Approx(3));
    CHECK(found[1].real(2) == Approx(7));
    CHECK(found[2].integer(0) == 0);
}

#include <algorithm>

#include "tests/oracle/lapack.h"
#include "tests/oracle/programs.h"

using namespace hlo2c::frontend;

namespace {

using Complexes = std::vector<std::complex<double>>;

/// A custom call: leading numbers of untyped forms, arrays, and the types of its results.
struct Call {
    std::string target;
    std::vector<std::string> operands, results;
    std::string options;
    std::vector<int> leading;
};

std::string list_of(const std::vector<std::string>& types) {
    std::string list;
    for (const std::string& type : types) list += (list.empty() ? "" : ", ") + type;
    return list;
}

std::vector<Literal> called(const Call& call, const std::vector<Literal>& arguments) {
    std::string parameters, constants, operands, results;
    std::vector<std::string> types;
    for (std::size_t i = 0; i < call.leading.size(); i++) {
        const std::string name = "%n" + std::to_string(i);
        constants +=
            name + " = stablehlo.constant dense<" + std::to_string(call.leading[i]) + "> : tensor<i32>\n";
        operands += (operands.empty() ? "" : ", ") + name;
        types.push_back("tensor<i32>");
    }
    for (std::size_t i = 0; i < call.operands.size(); i++) {
        const std::string name = "%a" + std::to_string(i);
        parameters += (i == 0 ? "" : ", ") + name + ": " + call.operands[i];
        operands += (operands.empty() ? "" : ", ") + name;
        types.push_back(call.operands[i]);
    }
    for (std::size_t i = 0; i < call.results.size(); i++)
        results += (i == 0 ? "%r#" : ", %r#") + std::to_string(i);
    if (call.results.size() == 1) results = "%r";
    const std::string given = list_of(call.results);
    return run("func.func @main(" + parameters + ") -> (" + given + ") {\n" + constants + "%r" +
                   (call.results.size() == 1 ? "" : ":" + std::to_string(call.results.size())) +
                   " = stablehlo.custom_call @" + call.target + "(" + operands + ")" + call.options + " : (" +
                   list_of(types) + ") -> (" + given + ")\nreturn " + results + " : " + given + "\n}",
               arguments);
}

std::string configured(const std::string& options) {
    return " {mhlo.backend_config = {" + options + "}}";
}

constexpr double near = 1e-14;

const std::string square = "tensor<4x4xf64>", tall = "tensor<4x3xf64>", four = "tensor<4xf64>",
                  three = "tensor<3xf64>", info = "tensor<i32>", work = "tensor<64xf64>";
const Numbers definite = {5, 1, -0.5, 2, 1, 4, 0.25, -1, -0.5, 0.25, 3, 0.75, 2, -1, 0.75, 6};
const Numbers general = {0.5, -2, 3, 1, 4, 0.25, -1, 2, -3, 1.5, 0.75, -0.5, 1, 1, -2, 0.125};
const Numbers columns = {0.5, -2, 3, 4, 0.25, -1, -3, 1.5, 0.75, 1, 1, -2};

const Literal definite_matrix = f64({4, 4}, definite), general_matrix = f64({4, 4}, general),
              tall_matrix = f64({4, 3}, columns);

Numbers as_numbers(const std::vector<lapack_int>& values) {
    return {values.begin(), values.end()};
}

struct Eigen {
    Numbers values, vectors = definite;
    explicit Eigen(char triangle) : values(4) {
        REQUIRE(LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', triangle, 4, vectors.data(), 4, values.data()) == 0);
    }
};

/// Absolute inner products of corresponding columns: 1 for equal vectors up to sign.
Numbers alignment(const Numbers& a, const Numbers& b, std::size_t rows, std::size_t stride_a,
                  std::size_t stride_b, std::size_t count) {
    Numbers products;
    for (std::size_t k = 0; k < count; k++) {
        double product = 0;
        for (std::size_t i = 0; i < rows; i++) product += a[i * stride_a + k] * b[i * stride_b + k];
        products.push_back(std::fabs(product));
    }
    return products;
}

Complexes eigenvalues() {
    Numbers a = general, real(4), imaginary(4);
    REQUIRE(LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', 4, a.data(), 4, real.data(), imaginary.data(), nullptr,
                          4, nullptr, 4) == 0);
    Complexes values;
    for (std::size_t i = 0; i < 4; i++) values.emplace_back(real[i], imaginary[i]);
    return values;
}

/// The values in a canonical order, as real and imaginary parts.
Numbers sorted(Complexes values) {
    std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) {
        if (std::fabs(a.real() - b.real()) > 1e-9) return a.real() < b.real();
        return a.imag() < b.imag();
    });
    Numbers parts;
    for (const auto& value : values) parts.insert(parts.end(), {value.real(), value.imag()});
    return parts;
}

Complexes joined(const Literal& real, const Literal& imaginary) {
    Complexes values;
    for (std::int64_t i = 0; i < real.type().element_count(); i++)
        values.emplace_back(real.real(i), imaginary.real(i));
    return values;
}

}  // namespace

TEST_CASE("Cholesky factors of older and of other programs' calls are LAPACK's") {
    for (const bool lower : {true, false}) {
        Numbers expected = definite;
        REQUIRE(LAPACKE_dpotrf(LAPACK_ROW_MAJOR, lower ? 'L' : 'U', 4, expected.data(), 4) == 0);
        const Call older{"lapack_dpotrf", {square}, {square, info}, "", {lower, 1, 4}};
        CHECK(difference(numbers(called(older, {definite_matrix})[0]), expected) < near);
        const Call other{"cusolver_potrf_ffi",
                         {square},
                         {square, info},
                         configured(lower ? "lower = true" : "lower = false"),
                         {}};
        CHECK(difference(numbers(called(other, {definite_matrix})[0]), expected) < near);
    }
}

TEST_CASE("LU factors, exchanges and permutations of such calls are LAPACK's") {
    Numbers expected = general;
    std::vector<lapack_int> pivots(4);
    REQUIRE(LAPACKE_dgetrf(LAPACK_ROW_MAJOR, 4, 4, expected.data(), 4, pivots.data()) == 0);
    const std::vector<std::string> results = {square, "tensor<4xi32>", info};
    for (const Call& call : {Call{"lapack_dgetrf", {square}, results, "", {1, 4, 4}},
                             Call{"cusolver_getrf_ffi", {square}, results, configured(""), {}}}) {
        const std::vector<Literal> found = called(call, {general_matrix});
        CHECK(difference(numbers(found[0]), expected) < near);
        CHECK(numbers(found[1]) == as_numbers(pivots));
        CHECK(found[2].integer(0) == 0);
    }
    const std::vector<Literal> found = called(
        {"LuDecomposition", {square}, {square, "tensor<4xi32>", "tensor<4xi32>"}, "", {}}, {general_matrix});
    CHECK(difference(numbers(found[0]), expected) < near);
    Numbers from_zero, order = {0, 1, 2, 3};
    for (std::size_t i = 0; i < 4; i++) {
        from_zero.push_back(pivots[i] - 1);
        std::swap(order[i], order[static_cast<std::size_t>(pivots[i] - 1)]);
    }
    CHECK(numbers(found[1]) == from_zero);
    CHECK(numbers(found[2]) == order);
}

TEST_CASE("QR factors, their products and applications of such calls are LAPACK's") {
    Numbers factors = columns, tau(3);
    REQUIRE(LAPACKE_dgeqrf(LAPACK_ROW_MAJOR, 4, 3, factors.data(), 3, tau.data()) == 0);
    for (const Call& call : {Call{"lapack_dgeqrf", {tall}, {tall, three, info, work}, "", {1, 4, 3, 64}},
                             Call{"cusolver_geqrf_ffi", {tall}, {tall, three}, configured(""), {}}}) {
        const std::vector<Literal> found = called(call, {tall_matrix});
        CHECK(difference(numbers(found[0]), factors) < near);
        CHECK(difference(numbers(found[1]), tau) < near);
    }
    const std::vector<Literal> given = {f64({4, 3}, factors), f64({3}, tau)};
    Numbers q = factors;
    REQUIRE(LAPACKE_dorgqr(LAPACK_ROW_MAJOR, 4, 3, 3, q.data(), 3, tau.data()) == 0);
    for (const Call& call : {Call{"lapack_dorgqr", {tall, three}, {tall, info, work}, "", {1, 4, 3, 3, 64}},
                             Call{"cusolver_orgqr_ffi", {tall, three}, {tall}, configured(""), {}}})
        CHECK(difference(numbers(called(call, given)[0]), q) < near);
    for (const bool transpose : {false, true}) {
        Numbers applied = general;
        REQUIRE(LAPACKE_dormqr(LAPACK_ROW_MAJOR, 'L', transpose ? 'T' : 'N', 4, 4, 3, factors.data(), 3,
                               tau.data(), applied.data(), 4) == 0);
        const Call call{"hipsolver_ormqr_ffi",
                        {tall, three, square},
                        {square},
                        configured(std::string("left = true, transpose = ") + (transpose ? "true" : "false")),
                        {}};
        CHECK(difference(numbers(called(call, {given[0], given[1], general_matrix})[0]), applied) < near);
    }
    Numbers pivoted = columns;
    std::vector<lapack_int> order(3, 0);
    REQUIRE(LAPACKE_dgeqp3(LAPACK_ROW_MAJOR, 4, 3, pivoted.data(), 3, order.data(), tau.data()) == 0);
    const std::vector<Literal> found = called(
        {"cuhybrid_geqp3", {tall, "tensor<3xi32>"}, {tall, "tensor<3xi32>", three}, configured(""), {}},
        {tall_matrix, array(ElementType::I32, {3}, {0, 0, 0})});
    CHECK(difference(numbers(found[0]), pivoted) < near);
    CHECK(numbers(found[1]) == as_numbers(order));
    CHECK(difference(numbers(found[2]), tau) < near);
}

TEST_CASE("eigenvectors of symmetric matrices of such calls are LAPACK's, but for signs") {
    const Eigen expected('L');
    const std::vector<Call> calls = {
        {"lapack_dsyevd", {square}, {square, four, info, work, "tensor<8xi32>"}, "", {1, 1, 4}},
        {"cusolver_syevd_ffi", {square}, {square, four, info}, configured("lower = true"), {}},
        {"Eigh", {square}, {square, four}, " {backend_config = \"1,1,100,1e-6\"}", {}}};
    for (const Call& call : calls) {
        CAPTURE(call.target);
        const std::vector<Literal> found = called(call, {definite_matrix});
        CHECK(difference(numbers(found[1]), expected.values) < near);
        CHECK(difference(alignment(numbers(found[0]), expected.vectors, 4, 4, 4, 4), {1, 1, 1, 1}) < near);
    }
}

TEST_CASE("calls on Hermitian matrices have separate names") {
    const Numbers parts = {3, 0, 1, -1, 0.5, 2, 1, 1, 2, 0, -0.25, 0, 0.5, -2, -0.25, 0, 5, 0};
    Complexes matrix;
    for (std::size_t i = 0; i < parts.size(); i += 2) matrix.emplace_back(parts[i], parts[i + 1]);
    Numbers values(3);
    REQUIRE(LAPACKE_zheevd(LAPACK_ROW_MAJOR, 'N', 'L', 3, matrix.data(), 3, values.data()) == 0);
    const std::string type = "tensor<3x3xcomplex<f64>>", vector = "tensor<3xcomplex<f64>>";
    const Literal given = array(ElementType::C128, {3, 3}, parts);
    const Call call{"lapack_zheevd",
                    {type},
                    {type, three, info, "tensor<16xcomplex<f64>>", work, "tensor<18xi32>"},
                    "",
                    {1, 1, 3}};
    CHECK(difference(numbers(called(call, {given})[1]), values) < near);

    Complexes factors, tau(3);
    for (std::size_t i = 0; i < parts.size(); i += 2) factors.emplace_back(parts[i], parts[i + 1]);
    const auto flat = [](const Complexes& numbers_of) {
        Numbers list;
        for (const auto& value : numbers_of) list.insert(list.end(), {value.real(), value.imag()});
        return list;
    };
    REQUIRE(LAPACKE_zgeqrf(LAPACK_ROW_MAJOR, 3, 3, factors.data(), 3, tau.data()) == 0);
    const std::string scratch = "tensor<64xcomplex<f64>>";
    const std::vector<Literal> found =
        called({"lapack_zgeqrf", {type}, {type, vector, info, scratch}, "", {1, 3, 3, 64}}, {given});
    CHECK(difference(numbers(found[0]), flat(factors)) < near);
    CHECK(difference(numbers(found[1]), flat(tau)) < near);
    REQUIRE(LAPACKE_zungqr(LAPACK_ROW_MAJOR, 3, 3, 3, factors.data(), 3, tau.data()) == 0);
    CHECK(difference(
              numbers(called({"lapack_zungqr", {type, vector}, {type, info, scratch}, "", {1, 3, 3, 3, 64}},
                             {found[0], found[1]})[0]),
              flat(factors)) < near);
}

TEST_CASE("singular values and vectors of such calls are LAPACK's, but for signs") {
    Numbers a = columns, values(3), u(16), vt(9);
    REQUIRE(LAPACKE_dgesdd(LAPACK_ROW_MAJOR, 'A', 4, 3, a.data(), 3, values.data(), u.data(), 4, vt.data(),
                           3) == 0);
    Numbers v(9);
    for (std::size_t i = 0; i < 9; i++) v[i] = vt[i % 3 * 3 + i / 3];
    const std::string right = "tensor<3x3xf64>";
    const auto check = [&](const Call& call, bool columns_of_v) {
        CAPTURE(call.target);
        const std::vector<Literal> found = called(call, {tall_matrix});
        CHECK(difference(numbers(found[1]), values) < near);
        CHECK(difference(alignment(numbers(found[2]), u, 4, 4, 4, 3), {1, 1, 1}) < near);
        Numbers rows = numbers(found[3]);
        if (!columns_of_v) {
            const Numbers given = rows;
            for (std::size_t i = 0; i < 9; i++) rows[i] = given[i % 3 * 3 + i / 3];
        }
        CHECK(difference(alignment(rows, v, 3, 3, 3, 3), {1, 1, 1}) < near);
    };
    check({"lapack_dgesdd",
           {tall},
           {tall, three, square, right, info, "tensor<32xi32>", work},
           "",
           {1, 1, 1, 4, 3, 64}},
          false);
    const std::string options = "compute_uv = true, full_matrices = true";
    check({"cusolver_gesvdj_ffi", {tall}, {tall, three, square, right, info}, configured(options), {}}, true);
    check({"cusolver_gesvd_ffi",
           {tall},
           {tall, three, square, right, info},
           configured(options + ", transposed = false"),
           {}},
          false);
}

TEST_CASE("eigenvalues of general matrices of such calls are LAPACK's") {
    const Numbers expected = sorted(eigenvalues());
    const std::string vectors = "tensor<4x4xcomplex<f64>>";
    const std::vector<Literal> older = called({"lapack_dgeev",
                                               {square},
                                               {square, square, square, four, four, vectors, vectors, info},
                                               "",
                                               {1, 4, 'V', 'V'}},
                                              {general_matrix});
    CHECK(difference(sorted(joined(older[3], older[4])), expected) < near);
    const std::vector<Literal> other = called({"cuhybrid_eig_real",
                                               {square},
                                               {four, four, vectors, vectors, info},
                                               configured("left = true, magma = \"auto\", right = true"),
                                               {}},
                                              {general_matrix});
    CHECK(difference(sorted(joined(other[0], other[1])), expected) < near);
    const std::vector<Literal> schur =
        called({"lapack_dgees", {square}, {square, four, four, square, info, info}, "", {1, 4, 'V', 'N'}},
               {general_matrix});
    CHECK(difference(sorted(joined(schur[1], schur[2])), expected) < near);
}

TEST_CASE("reductions to three diagonals and to Hessenberg form of older calls are LAPACK's") {
    Numbers a = definite, diagonal(4), beside(3), tau(3);
    REQUIRE(LAPACKE_dsytrd(LAPACK_ROW_MAJOR, 'L', 4, a.data(), 4, diagonal.data(), beside.data(),
                           tau.data()) == 0);
    const std::vector<Literal> form =
        called({"lapack_dsytrd", {square}, {square, four, three, three, info, work}, "", {4, 1, 4, 1, 64}},
               {definite_matrix});
    CHECK(difference(numbers(form[1]), diagonal) < near);
    CHECK(difference(numbers(form[2]), beside) < near);
    CHECK(difference(numbers(form[3]), tau) < near);
    Numbers h = general;
    REQUIRE(LAPACKE_dgehrd(LAPACK_ROW_MAJOR, 4, 1, 4, h.data(), 4, tau.data()) == 0);
    const std::vector<Literal> found = called(
        {"lapack_dgehrd", {square}, {square, three, info, work}, "", {4, 1, 4, 4, 1, 64}}, {general_matrix});
    CHECK(difference(numbers(found[0]), h) < near);
    CHECK(difference(numbers(found[1]), tau) < near);
}

TEST_CASE("systems of a triangle and of three diagonals are solved as LAPACK does") {
    const std::string text =
        "func.func @main(%a: " + square + ", %b: " + tall + ") -> " + tall +
        " {\n%one = stablehlo.constant dense<1> : tensor<i32>\n%zero = stablehlo.constant dense<0> : "
        "tensor<i32>\n%m = stablehlo.constant dense<4> : tensor<i32>\n%n = stablehlo.constant dense<3> : "
        "tensor<i32>\n%f = stablehlo.constant dense<1.0> : tensor<f64>\n%r = stablehlo.custom_call "
        "@blas_dtrsm(%one, %zero, %one, %zero, %m, %n, %one, %f, %a, %b) : (tensor<i32>, tensor<i32>, "
        "tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f64>, " +
        square + ", " + tall + ") -> " + tall + "\nreturn %r : " + tall + "\n}";
    Numbers solved = columns, a = general;
    REQUIRE(LAPACKE_dtrtrs(LAPACK_ROW_MAJOR, 'U', 'T', 'N', 4, 3, a.data(), 4, solved.data(), 3) == 0);
    CHECK(difference(numbers(run(text, {general_matrix, tall_matrix})[0]), solved) < near);

    Numbers below = {1, 0.5, -2}, diagonal = {4, 0.25, 3, 5}, above = {-1, 2, 0.75}, x = columns;
    const std::vector<Literal> given = {f64({4}, {0, 1, 0.5, -2}), f64({4}, diagonal),
                                        f64({4}, {-1, 2, 0.75, 0}), tall_matrix};
    REQUIRE(LAPACKE_dgtsv(LAPACK_ROW_MAJOR, 4, 3, below.data(), diagonal.data(), above.data(), x.data(), 3) ==
            0);
    CHECK(difference(
              numbers(called({"cusparse_gtsv2_ffi", {four, four, four, tall}, {tall}, configured(""), {}},
                             given)[0]),
              x) < near);
}

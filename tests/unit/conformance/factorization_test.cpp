#include "frontend/test_modules/factorization.h"

#include <catch2/catch.hpp>

#include "frontend/forms/text/parser.h"
#include "frontend/ops/verify.h"

using namespace hlo2c;
using frontend::check_factorization;
using frontend::ElementType;
using frontend::Factorization;
using frontend::Literal;
using frontend::take_factorization;

namespace {

Literal array(std::vector<std::int64_t> shape, const std::vector<double>& values) {
    return Literal::from_values<double>({std::move(shape), ElementType::F64, {}, {}}, values);
}

/// A program that returns the masked results of one call, as exporters write it.
frontend::Program program_of(const std::string& returned) {
    return frontend::read_stablehlo_text(R"(
        func.func @main(%a: tensor<2x2xf64>, %holds: tensor<i1>, %nan: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>) {
        %v, %w, %info = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<i32>)
        %masked = stablehlo.select %holds, %v, %nan : tensor<i1>, tensor<2x2xf64>
        return )" + returned + R"( : tensor<2x2xf64>, tensor<2xf64>
        })",
                                         "test.mlir");
}

// [0 1; 1 0] has the vectors (1, -1) and (1, 1).
const double half = 0.7071067811865476;
const Factorization symmetric = {
    .kind = Factorization::Kind::Symmetric, .lower = false, .matrix = 2, .values = 1, .left = -1, .right = 0};
const Literal swap = array({2, 2}, {0, 1, 77, 0});  // only one triangle is compared

std::string verdict(const Factorization& factorization, const std::vector<Literal>& results,
                    const Literal* expected) {
    double largest = 0;
    return check_factorization(factorization, results, expected, 1e-12, 1e-12, largest);
}

}  // namespace

TEST_CASE("factorizations are found behind masks, and their matrix becomes a result") {
    frontend::Program program = program_of("%masked, %w");
    const auto found = take_factorization(program);
    REQUIRE(found);
    CHECK(found->kind == Factorization::Kind::Symmetric);
    CHECK_FALSE(found->lower);
    CHECK(found->right == 0);
    CHECK(found->values == 1);
    CHECK(found->matrix == 2);
    CHECK(program.main().body.ops.back().operands[2] == program.main().arguments()[0]);
    frontend::verify(program);
}

TEST_CASE("results that come from no call are not factors") {
    frontend::Program program = frontend::read_stablehlo_text(
        "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n%b = stablehlo.add %a, %a : tensor<2xf32>\n"
        "return %b : tensor<2xf32>\n}\n",
        "test.mlir");
    CHECK_FALSE(take_factorization(program));
    CHECK(program.main().result_types.size() == 1);
}

TEST_CASE("eigenvectors are compared up to sign") {
    const Literal values = array({2}, {-1, 1});
    for (const double sign : {1.0, -1.0}) {
        const Literal vectors = array({2, 2}, {sign * half, half, -sign * half, half});
        CHECK(verdict(symmetric, {vectors, values, swap}, &values).empty());
    }
}

TEST_CASE("vectors of another matrix, vectors that are not orthonormal, other values and NaN are rejected") {
    const Literal values = array({2}, {-1, 1}), vectors = array({2, 2}, {half, half, -half, half});
    const Literal axes = array({2, 2}, {1, 0, 0, 1}), equal = array({2, 2}, {half, half, half, half});
    const Literal longer = array({2, 2}, {1, half, -1, half}), others = array({2}, {-1, 1.5});
    const Literal nan = array({2, 2}, std::vector<double>(4, std::nan("")));
    CHECK_THAT(verdict(symmetric, {axes, values, swap}, &values), Catch::Contains("a V - V diag(w)"));
    CHECK_THAT(verdict(symmetric, {equal, array({2}, {1, 1}), swap}, nullptr), Catch::Contains("V^H V - 1"));
    CHECK_THAT(verdict(symmetric, {longer, values, swap}, &values), Catch::Contains("V^H V - 1"));
    CHECK_THAT(verdict(symmetric, {vectors, values, swap}, &others), Catch::Contains("the values"));
    CHECK_THAT(verdict(symmetric, {nan, values, swap}, &values), Catch::Contains("a V - V diag(w)"));
    CHECK_THAT(verdict(symmetric, {vectors, array({2}, {std::nan(""), 1}), swap}, &values),
               Catch::Contains("the values"));
}

TEST_CASE("eigenvalues of a general matrix are compared in any order, along with their vectors") {
    const Factorization general = {.kind = Factorization::Kind::General,
                                   .lower = true,
                                   .matrix = 2,
                                   .values = 0,
                                   .left = -1,
                                   .right = 1};
    const Literal matrix = array({2, 2}, {1, 2, 0, 3}), expected = array({2}, {1, 3});
    const Literal values = array({2}, {3, 1}), vectors = array({2, 2}, {half, -1, half, 0});
    CHECK(verdict(general, {values, vectors, matrix}, &expected).empty());
    CHECK_FALSE(verdict(general, {expected, vectors, matrix}, &expected).empty());
    CHECK_FALSE(verdict(general, {array({2}, {3, 3}), vectors, matrix}, &expected).empty());
}

TEST_CASE("singular vectors and Schur bases are compared by their product") {
    const Factorization singular = {.kind = Factorization::Kind::Singular,
                                    .lower = true,
                                    .matrix = 3,
                                    .values = 1,
                                    .left = 0,
                                    .right = 2};
    const Literal matrix = array({1, 2}, {0, -2}), one = array({1, 1}, {1}), minus = array({1, 1}, {-1});
    const Literal two = array({1}, {2}), vt = array({2, 2}, {0, -1, 1, 0}),
                  other = array({2, 2}, {0, 1, 1, 0});
    CHECK(verdict(singular, {one, two, vt, matrix}, &two).empty());
    CHECK(verdict(singular, {minus, two, other, matrix}, &two).empty());
    CHECK_FALSE(verdict(singular, {one, two, other, matrix}, &two).empty());
    CHECK_FALSE(verdict(singular, {one, two, array({2, 2}, {0, -1, 0, 1}), matrix}, &two).empty());

    const Factorization schur = {
        .kind = Factorization::Kind::Schur, .lower = true, .matrix = 2, .values = -1, .left = 1, .right = 0};
    const Literal axes = array({2, 2}, {1, 0, 0, 1}), turn = array({2, 2}, {0, 1, -1, 0});
    CHECK(verdict(schur, {turn, axes, turn}, nullptr).empty());
    const Literal below = array({3, 3}, {1, 0, 0, 2, 1, 0, 0, 3, 1}),
                  unit = array({3, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1});
    CHECK_THAT(verdict(schur, {below, unit, below}, nullptr), Catch::Contains("T below its diagonal"));
}

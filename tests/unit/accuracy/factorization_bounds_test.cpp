#include <catch2/catch.hpp>
#include <cmath>

#include "frontend/accuracy/analysis.h"
#include "frontend/accuracy/judge.h"
#include "frontend/forms/text/parser.h"

using namespace hlo2c::frontend;

namespace {

Literal floats(std::vector<std::int64_t> shape, const std::vector<double>& values) {
    return Literal::from_values<double>({std::move(shape), ElementType::F32, {}, {}}, values);
}

std::vector<Estimate> run(const std::string& text, const std::vector<Literal>& arguments) {
    return estimate(read_stablehlo_text(text, "test.mlir"), arguments);
}

/// The verdict on result `index` with one element changed by a share of itself.
Judgement changed(const Estimate& expected, std::int64_t element, double share) {
    std::vector<double> values = parts_of(expected.value);
    values[static_cast<std::size_t>(element)] *= 1 + share;
    return judge(from_parts(expected.value.type(), values), expected);
}

const std::string cholesky = R"(
    func.func @main(%a: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
      %r = stablehlo.cholesky %a, lower = true : tensor<2x3x3xf32>
      return %r : tensor<2x3x3xf32>
    })";
const std::vector<double> regular = {4, 1, 1, 1, 5, 2, 1, 2, 6};
// Its smallest eigenvalue is about 2e-4.
const std::vector<double> nearly_singular = {1, 0.5, 0.3333, 0.5, 0.3333, 0.25, 0.3333, 0.25, 0.2015};

std::vector<double> joined(std::vector<double> a, const std::vector<double>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace

TEST_CASE("a factor that is off by more than roundings make of a regular matrix differs") {
    const Estimate factor = run(cholesky, {floats({2, 3, 3}, joined(regular, regular))}).at(0);
    CHECK(judge(factor.value, factor).agrees);
    for (const std::int64_t element : {0, 3, 4, 6, 7, 8, 12}) {
        CHECK(changed(factor, element, 1e-7).agrees);
        CHECK_FALSE(changed(factor, element, 5e-5).agrees);
        CHECK_FALSE(changed(factor, element, -5e-5).agrees);
    }
}

TEST_CASE("a matrix that is nearly singular widens the bounds of its own factor only") {
    const Estimate factor = run(cholesky, {floats({2, 3, 3}, joined(nearly_singular, regular))}).at(0);
    CHECK(factor.bound(8) > 4 * factor.bound(17));
    CHECK(changed(factor, 8, 1e-5).agrees);
    CHECK_FALSE(changed(factor, 17, 5e-5).agrees);
}

TEST_CASE("the solution of a triangular system is as exact as its matrix allows") {
    const auto solution = [](double diagonal) {
        return run(R"(
            func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x1xf32>) -> tensor<2x1xf32> {
              %r = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false,
                  transpose_a = #stablehlo<transpose NO_TRANSPOSE>}
                  : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
              return %r : tensor<2x1xf32>
            })",
                   {floats({2, 2}, {1, 0, 1, diagonal}), floats({2, 1}, {1, 1.5})})
            .at(0);
    };
    CHECK(changed(solution(1), 1, 1e-7).agrees);
    CHECK_FALSE(changed(solution(1), 1, 5e-5).agrees);
    CHECK(solution(1e-3).bound(1) > 100 * solution(1).bound(1));
}

TEST_CASE("values and vectors of a symmetric matrix have bounds by their own conditions") {
    const std::vector<Estimate> results = run(R"(
        func.func @main(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>) {
          %v, %w, %info = stablehlo.custom_call @lapack_ssyevd_ffi(%a)
              {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
              : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>)
          return %v, %w, %info : tensor<3x3xf32>, tensor<3xf32>, tensor<i32>
        })",
                                              {floats({3, 3}, regular)});
    CHECK_FALSE(changed(results[1], 2, 5e-5).agrees);
    CHECK_FALSE(changed(results[0], 0, 1e-3).agrees);
    CHECK(results[2].is_exact());
}

TEST_CASE("eigenvalues of a general matrix are undecided, since they have no order") {
    const std::vector<Estimate> results = run(R"(
        func.func @main(%a: tensor<3x3xf32>) -> (tensor<3xf32>, tensor<i32>) {
          %re, %im, %u, %v, %info = stablehlo.custom_call @lapack_sgeev_ffi(%a)
              {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<3x3xf32>) ->
              (tensor<3xf32>, tensor<3xf32>, tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<i32>)
          return %re, %info : tensor<3xf32>, tensor<i32>
        })",
                                              {floats({3, 3}, regular)});
    CHECK(changed(results[0], 0, 10).undecided == 3);
    CHECK(changed(results[0], 0, 10).agrees);
    CHECK(results[1].is_exact());
}

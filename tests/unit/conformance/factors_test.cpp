#include "driver/factors.h"

#include <catch2/catch.hpp>

#include "frontend/accuracy/analysis.h"
#include "frontend/accuracy/judge.h"
#include "frontend/forms/text/parser.h"

using namespace hlo2c;
using driver::Factors;
using driver::factors_of;
using driver::hold_factors;
using driver::Report;
using frontend::ElementType;
using frontend::Estimate;
using frontend::judge;
using frontend::Literal;

namespace {

Literal doubles(std::vector<std::int64_t> shape, const std::vector<double>& values,
                ElementType type = ElementType::F64) {
    return frontend::from_parts({std::move(shape), type, {}, {}}, values);
}

int exit_code(const Factors& factors, const std::vector<Literal>& results,
              const std::vector<Estimate>& reference) {
    Report report;
    hold_factors(report, factors, results, reference);
    CHECK(report.json["factors"]["equal"] == (report.exit_code == 0));
    return report.exit_code;
}

}  // namespace

TEST_CASE("verify holds vectors of equal eigenvalues by their products, since their bounds are wide") {
    const frontend::Program program = frontend::read_stablehlo_text(R"(
        func.func @main(%a: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>) {
        %v, %w, %info = stablehlo.custom_call @lapack_dsyevd_ffi(%a)
            {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
            : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<i32>)
        return %v, %w : tensor<2x2xf64>, tensor<2xf64>
        })",
                                                                    "test.mlir");
    const std::vector<Literal> arguments = {doubles({2, 2}, {3, 0, 0, 3})};
    const std::vector<Estimate> reference = frontend::estimate(program, arguments);
    const auto factors = factors_of(program, arguments, reference);
    REQUIRE(factors);
    const Literal values = doubles({2}, {3, 3}), turned = doubles({2, 2}, {0.6, 0.8, -0.8, 0.6}),
                  skewed = doubles({2, 2}, {0.6, 0.6, -0.8, 0.8});
    CHECK(judge(skewed, reference[0]).agrees);
    CHECK(exit_code(*factors, {reference[0].value, values}, reference) == 0);
    CHECK(exit_code(*factors, {turned, values}, reference) == 0);
    CHECK(exit_code(*factors, {skewed, values}, reference) == 3);
    CHECK(exit_code(*factors, {turned, doubles({2}, {3, 3.001})}, reference) == 3);
}

TEST_CASE("verify takes general eigenvalues in any order, with their vectors") {
    const frontend::Program program = frontend::read_stablehlo_text(R"(
        func.func @main(%a: tensor<2x2xf64>) -> (tensor<2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) {
        %re, %im, %u, %v, %info = stablehlo.custom_call @lapack_dgeev_ffi(%a)
            {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<2x2xf64>) ->
            (tensor<2xf64>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
        %w = stablehlo.complex %re, %im : tensor<2xcomplex<f64>>
        return %w, %v : tensor<2xcomplex<f64>>, tensor<2x2xcomplex<f64>>
        })",
                                                                    "test.mlir");
    const std::vector<Literal> arguments = {doubles({2, 2}, {1, 2, 0, 3})};
    const std::vector<Estimate> reference = frontend::estimate(program, arguments);
    const auto factors = factors_of(program, arguments, reference);
    REQUIRE(factors);
    const auto complex = [](std::vector<std::int64_t> shape, const std::vector<double>& parts) {
        return doubles(std::move(shape), parts, ElementType::C128);
    };
    const double root_half = 0.7071067811865476;
    const Literal vectors = complex({2, 2}, {root_half, 0, -1, 0, root_half, 0, 0, 0});
    const Literal swapped = complex({2}, {3, 0, 1, 0}), twice = complex({2}, {3, 0, 3, 0});
    CHECK(judge(swapped, reference[0]).agrees);
    CHECK(exit_code(*factors, {reference[0].value, reference[1].value}, reference) == 0);
    CHECK(exit_code(*factors, {swapped, vectors}, reference) == 0);
    CHECK(exit_code(*factors, {twice, vectors}, reference) == 3);
    CHECK(exit_code(*factors, {swapped, complex({2, 2}, {root_half, 0, 1, 0, root_half, 0, 0.01, 0})},
                    reference) == 3);
    const Literal both = complex({2, 2}, {root_half, 0, root_half, 0, root_half, 0, root_half, 0});
    CHECK(exit_code(*factors, {twice, both}, reference) == 3);
}

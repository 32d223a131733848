#include "scheduler/rewrite/features_last.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "frontend/evaluate/evaluate.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/verify.h"
#include "scheduler/program_names.h"
#include "scheduler/rewrite/explicit_padding.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
namespace attr = hlo2c::attr;
using hlo2c::frontend::Program;

namespace {

Program moved(Program program) {
    make_padding_explicit(program);
    move_features_last(program);
    hlo2c::frontend::verify(program);
    return program;
}

std::vector<const Op*> ops_of(const Program& program, OpCode code) {
    std::vector<const Op*> found;
    for (const Op& op : program.main().body.ops)
        if (op.code == code) found.push_back(&op);
    return found;
}

/// Arguments whose adjacent elements differ.
std::vector<Literal> arguments_of(const Program& program) {
    std::vector<Literal> arguments;
    for (const auto value : program.main().arguments()) {
        const auto& type = program.main().tensor(value);
        std::vector<double> elements;
        for (std::int64_t i = 0; i < type.element_count(); i++)
            elements.push_back(static_cast<double>(i * 37 % 101) / 16 - 3);
        arguments.push_back(Literal::from_values<double>(type, elements));
    }
    return arguments;
}

/// Elements that are small multiples of a power of two, so that sums are exact in every order.
void check_same_results(const Program& before, const Program& after) {
    const auto expected = hlo2c::frontend::evaluate(before, arguments_of(before));
    const auto results = hlo2c::frontend::evaluate(after, arguments_of(after));
    REQUIRE(results.size() == expected.size());
    for (std::size_t i = 0; i < results.size(); i++) CHECK(results[i] == expected[i]);
}

constexpr const char* chain = R"(
  %w = stablehlo.constant dense<0.5> : tensor<16x3x3x3xf32>
  %d = stablehlo.constant dense<0.25> : tensor<16x1x3x3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x6x7xf32>, tensor<16x3x3x3xf32>) -> tensor<2x16x6x7xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<2x16x6x7xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x16x6x7xf32>
  %3 = stablehlo.convolution(%2, %d) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[0, 2], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 16 : i64} : (tensor<2x16x6x7xf32>, tensor<16x1x3x3xf32>) -> tensor<2x16x6x7xf32>
)";

}  // namespace

TEST_CASE("a chain of convolutions has its features last, without transposes in between") {
    const Program program = program_of("(%x: tensor<2x3x6x7xf32>, %b: tensor<16xf32>) -> tensor<2x16xf32>",
                                       std::string(chain) + R"(
  %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [2, 3] : (tensor<2x16x6x7xf32>, tensor<f32>) -> tensor<2x16xf32>
  return %4 : tensor<2x16xf32>
)");
    const Program after = moved(program);
    for (const Op* op : ops_of(after, OpCode::Convolution)) {
        CHECK((*op)[attr::convolution_dimension_numbers].input_feature == 3);
        CHECK((*op)[attr::convolution_dimension_numbers].output_feature == 3);
    }
    REQUIRE(ops_of(after, OpCode::Transpose).size() == 1);
    CHECK(after.main().tensor(ops_of(after, OpCode::Transpose)[0]->results[0]).shape ==
          std::vector<std::int64_t>{2, 8, 9, 3});
    check_same_results(program, after);
}

TEST_CASE("readers of the program's own dimension order still get it") {
    const Program program = program_of(
        "(%x: tensor<2x3x6x7xf32>, %b: tensor<16xf32>) -> (tensor<2x16x6x7xf32>, tensor<2x672xf32>)",
        std::string(chain) + R"(
  %4 = stablehlo.slice %3 [0:2, 4:8, 1:6:2, 0:7] : (tensor<2x16x6x7xf32>) -> tensor<2x4x3x7xf32>
  %5 = stablehlo.concatenate %4, %4, dim = 1 : (tensor<2x4x3x7xf32>, tensor<2x4x3x7xf32>) -> tensor<2x8x3x7xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 3, 4] : (tensor<2x8x3x7xf32>) -> tensor<2x8x2x3x7x1xf32>
  %7 = stablehlo.reshape %6 : (tensor<2x8x2x3x7x1xf32>) -> tensor<2x16x3x7xf32>
  %8 = stablehlo.transpose %5, dims = [0, 2, 1, 3] : (tensor<2x8x3x7xf32>) -> tensor<2x3x8x7xf32>
  %9 = stablehlo.reshape %8 : (tensor<2x3x8x7xf32>) -> tensor<2x168xf32>
  %10 = stablehlo.reshape %7 : (tensor<2x16x3x7xf32>) -> tensor<2x336xf32>
  %11 = stablehlo.concatenate %9, %10, %9, dim = 1 : (tensor<2x168xf32>, tensor<2x336xf32>, tensor<2x168xf32>) -> tensor<2x672xf32>
  return %3, %11 : tensor<2x16x6x7xf32>, tensor<2x672xf32>
)");
    const Program after = moved(program);
    CHECK(after.main().result_types == program.main().result_types);
    check_same_results(program, after);
}

TEST_CASE("convolutions with non-constant weights or few features stay as they are") {
    for (const char* weights : {"%w: tensor<16x4x1x1xf32>", "%v: tensor<4xf32>"}) {
        const bool constant = weights[1] == 'v';
        const std::string features = constant ? "8" : "16";
        const Program program = program_of(
            "(%x: tensor<1x4x5x6xf32>, " + std::string(weights) + ") -> tensor<1x" + features + "x5x6xf32>",
            (constant ? "  %w = stablehlo.constant dense<0.5> : tensor<8x4x1x1xf32>\n" : std::string()) +
                "  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], "
                "window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
                "(tensor<1x4x5x6xf32>, tensor<" +
                features + "x4x1x1xf32>) -> tensor<1x" + features + "x5x6xf32>\n  return %0 : tensor<1x" +
                features + "x5x6xf32>\n");
        CHECK(moved(program) == program);
    }
}

TEST_CASE("a window over few features and rows keeps their order") {
    const Program program = program_of(
        "(%x: tensor<2x3x6x7xf32>, %b: tensor<16xf32>) -> tensor<2x15x5x7xf32>", std::string(chain) + R"(
  %4 = "stablehlo.reduce_window"(%3, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %sum = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<2x16x6x7xf32>, tensor<f32>) -> tensor<2x15x5x7xf32>
  return %4 : tensor<2x15x5x7xf32>
)");
    const Program after = moved(program);
    REQUIRE(ops_of(after, OpCode::ReduceWindow).size() == 1);
    CHECK((*ops_of(after, OpCode::ReduceWindow)[0])[attr::window_dimensions] ==
          std::vector<std::int64_t>{1, 2, 2, 1});
}

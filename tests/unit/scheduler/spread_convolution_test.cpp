#include "scheduler/rewrite/spread_convolution.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/evaluate/evaluate.h"
#include "frontend/ops/verify.h"
#include "scheduler/program_names.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Program;

namespace {

/// A transposed convolution of [2,3,4,5] by weights of 3 x 5 features and a window of 2 x 3.
Program transposed(const std::string& weights, const std::string& window) {
    return program_of(
        "(%x: tensor<2x3x4x5xf32>) -> tensor<2x5x8x15xf32>",
        "  %w = " + weights + R"( : tensor<3x5x2x3xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {)" +
            window +
            R"(} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4x5xf32>, tensor<3x5x2x3xf32>) -> tensor<2x5x8x15xf32>
  return %0 : tensor<2x5x8x15xf32>
)");
}

/// Weights that differ, as a constant.
std::string different(const std::string& last) {
    std::string text = "stablehlo.constant dense<[";
    for (int i = 0; i < 3; i++) {
        text += i ? ",[" : "[";
        for (int o = 0; o < 5; o++) {
            text += o ? ",[" : "[";
            for (int k = 0; k < 2; k++) {
                text += k ? ",[" : "[";
                for (int l = 0; l < 3; l++) {
                    const bool is_last = i == 2 && o == 4 && k == 1 && l == 2;
                    text +=
                        (l ? "," : "") + (is_last ? last : std::to_string(i * 30 + o * 6 + k * 3 + l) + ".5");
                }
                text += "]";
            }
            text += "]";
        }
        text += "]";
    }
    return text + "]>";
}

bool has_convolution(const Program& program) {
    const auto& ops = program.main().body.ops;
    return std::any_of(ops.begin(), ops.end(), [](const Op& op) { return op.code == OpCode::Convolution; });
}

}  // namespace

TEST_CASE("a transposed convolution with adjacent windows is a product") {
    for (const char* window : {"pad = [[1, 1], [2, 2]], lhs_dilate = [2, 3]",
                               "pad = [[1, 1], [2, 2]], lhs_dilate = [2, 3], reverse = [true, false]"}) {
        const Program program = transposed(different("7.5"), window);
        Program after = program;
        spread_convolutions(after);
        hlo2c::frontend::verify(after);
        CHECK_FALSE(has_convolution(after));
        std::vector<double> elements;
        for (int i = 0; i < 120; i++) elements.push_back(static_cast<double>(i * 37 % 101) / 16 - 3);
        const Literal x =
            Literal::from_values<double>(program.main().tensor(program.main().arguments()[0]), elements);
        CHECK(hlo2c::frontend::evaluate(after, {&x, 1}) == hlo2c::frontend::evaluate(program, {&x, 1}));
    }
}

TEST_CASE("overlapping windows, and weights that turn zeros into other values, stay convolutions") {
    Program infinite = transposed(different("0x7F800000"), "pad = [[1, 1], [2, 2]], lhs_dilate = [2, 3]");
    spread_convolutions(infinite);
    CHECK(has_convolution(infinite));
    Program overlapping = transposed(different("7.5"), "pad = [[1, 2], [2, 2]], lhs_dilate = [2, 3]");
    overlapping.main().body.ops[1].set_attribute(
        "lhs_dilation", hlo2c::frontend::Attribute(hlo2c::frontend::IntegerArray{{1, 3}, "i64"}));
    spread_convolutions(overlapping);
    CHECK(has_convolution(overlapping));
}

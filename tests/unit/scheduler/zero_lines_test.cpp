#include "scheduler/schedule/zero_lines.h"

#include <catch2/catch.hpp>

#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

constexpr PeeledLoop padded_by_one{.own_loop = 0, .reduction = 0, .low = 1, .size = 2};

/// A convolution of `lines` by 28 pixels of 32 features, padded by zeros, with windows of 3 by 3.
Problem convolution(std::int64_t lines) {
    ContractionProblem image;
    image.lhs = {ScalarKind::F32, (lines + 2) * 30 * 32, false};
    image.rhs = {ScalarKind::F32, 9 * 32 * 32, true};
    image.results = {{lines, 28 * 32, 30 * 32, 0, {0}}, {28, 32, 32, 0, {1}}, {32, 1, 0, 1, {2}}};
    image.reductions = {{3, 30 * 32, 96 * 32}, {96, 1, 32}};
    image.stretch_loops = 1;
    image.flops = 2 * 288 * 32 * 28 * lines;
    image.zero_lines = {{.own_loop = 0, .reduction = 0, .low = 1, .size = lines}};
    return {.operands = {}, .form = image};
}

/// The text of the only kernel of a convolution of a video of two images, padded in all directions.
std::string kernel_of_video(const std::string& weight) {
    const Plan plan = schedule(
        program_of("(%x: tensor<1x2x14x14x16xf32>, %b: tensor<16x16xf32>) -> tensor<1x2x14x14x32xf32>", R"(
  %w = stablehlo.constant dense<)" + weight + R"(> : tensor<3x3x3x16x32xf32>
  %m = stablehlo.dot_general %x, %b, contracting_dims = [4] x [0] : (tensor<1x2x14x14x16xf32>, tensor<16x16xf32>) -> tensor<1x2x14x14x16xf32>
  %r = stablehlo.convolution(%m, %w) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {pad = [[1, 1], [1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x14x14x16xf32>, tensor<3x3x3x16x32xf32>) -> tensor<1x2x14x14x32xf32>
  return %r : tensor<1x2x14x14x32xf32>
)"),
        load_target("x86-64-v3"));
    std::string text;
    for (const Kernel& kernel : plan.kernels) text += to_text(kernel.nest);
    return text;
}

}  // namespace

TEST_CASE("the share of products inside of the padding is counted") {
    CHECK(share_inside(padded_by_one, 2, 3) == 4.0 / 6);
    CHECK(share_inside({.step = 2, .dilation = 2, .low = 2, .size = 6}, 3, 3) == 7.0 / 9);
    CHECK(share_inside({.low = 0, .size = 4}, 2, 3) == 1);
}

TEST_CASE("products with lines of zeros are left out where no tile has results of several lines") {
    const Problem problem = convolution(4);
    const auto& image = std::get<ContractionProblem>(problem.form);
    ContractionSchedule schedule =
        std::get<ContractionSchedule>(choose_schedule(problem, load_target("x86-64-v4")));
    REQUIRE(schedule.row_loop == 1);
    CHECK(lines_left_out(image, schedule).size() == 1);
    CHECK(computed_share(image, schedule) == 10.0 / 12);
    schedule.row_loop = 0;
    CHECK(lines_left_out(image, schedule).empty());
    schedule.row_loop = 1;
    for (ContractionBox& part : schedule.boxes) part.unrolled_steps = 2;
    CHECK(lines_left_out(image, schedule).empty());
    CHECK(computed_share(image, schedule) == 1);
}

TEST_CASE("the loop over a window ends before lines of zeros if all weights are finite") {
    CHECK_THAT(kernel_of_video("0.5"), Catch::Contains("_first"));
    CHECK_THAT(kernel_of_video("0x7F800000"), !Catch::Contains("_first"));  // zero by infinity is NaN
}

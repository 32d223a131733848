#include "scheduler/rewrite/tile_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/ops/verify.h"
#include "scheduler/rewrite/explicit_padding.h"
#include "scheduler/schedule.h"
#include "tests/unit/scheduler/evaluated_program.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;
using hlo2c::frontend::Op;
using hlo2c::frontend::OpCode;
using hlo2c::frontend::Program;

namespace {

/// A second-level cache that holds less than one of the expanded images below, and slow memory.
Target small_cache() {
    Target target = load_target("x86-64-v3");
    target.l2_bytes = 1 << 18;
    target.far_bandwidth = 1;
    return target;
}

/// The expansion of two images of 24 by 16 pixels to 256 channels, then a depthwise convolution.
struct Bottleneck {
    std::int64_t stride = 1, low = 1, high = 1, rows = 24;
    std::string after;                       ///< ops on the expanded images %e, the last one %t
    std::string returned = "%y", also = "";  ///< results, and the type of a second one
    Program program() const {
        const std::string expanded = "tensor<2x24x16x256xf32>";
        const std::string result = fmt::format("tensor<2x{}x{}x256xf32>", rows, stride == 1 ? 16 : 8);
        const std::string results = also.empty() ? result : "(" + result + ", " + also + ")";
        return program_of(
            "(%x: tensor<2x24x16x2xf32>, %w: tensor<1x1x2x256xf32>, %d: tensor<3x3x1x256xf32>, "
            "%b: tensor<256xf32>) -> " +
                results,
            fmt::format(R"(
  %e = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{}}
      {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
      : (tensor<2x24x16x2xf32>, tensor<1x1x2x256xf32>) -> {0}
{1}
  %c = stablehlo.convolution(%t, %d) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {{stride = [{2}, {2}], pad = [[{3}, {4}], [1, 1]]}}
      {{batch_group_count = 1 : i64, feature_group_count = 256 : i64}}
      : ({0}, tensor<3x3x1x256xf32>) -> {5}
  %bias = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<256xf32>) -> {5}
  %y = stablehlo.add %c, %bias : {5}
  return {6} : {5}{7}
)",
                        expanded, after, stride, low, high, result, returned,
                        also.empty() ? "" : ", " + also));
    }
};

const std::string relu = R"(  %zero = stablehlo.constant dense<0.0> : tensor<2x24x16x256xf32>
  %t = stablehlo.maximum %e, %zero : tensor<2x24x16x256xf32>)";

Program tiled(Program program, const Target& target) {
    make_padding_explicit(program);
    tile_lines(program, target);
    hlo2c::frontend::verify(program);
    return program;
}

/// The elements of the largest value that is neither constant nor a loop's state.
std::int64_t most_elements(const Program& program) {
    std::int64_t most = 0;
    hlo2c::frontend::for_each_op(program.main().body, [&](const Op& op) {
        if (op.code == OpCode::Convolution || op.code == OpCode::Pad || op.code == OpCode::Maximum)
            most = std::max(most, program.main().tensor(op.results[0]).element_count());
    });
    return most;
}

}  // namespace

TEST_CASE("expanded images are computed some lines at a time") {
    const Program before = Bottleneck{.after = relu}.program(), after = tiled(before, small_cache());
    CHECK(loops(after) == 1);
    // Three lines of results need five lines of the expanded image; those of the padded tile are two more.
    CHECK(most_elements(after) == 7 * 18 * 256);
    CHECK(results_of(after) == results_of(before));
}

TEST_CASE("blocks of lines may overlap, move by more than a line, and end at any edge") {
    const std::vector<Bottleneck> bottlenecks = {
        {.stride = 2, .low = 0, .high = 1, .rows = 12, .after = relu},
        {.stride = 2, .low = 1, .high = 0, .rows = 12, .after = relu},
        {.low = 0, .high = 1, .rows = 23, .after = relu},
        {.low = 0, .high = 0, .rows = 22, .after = relu},
        {.low = 2, .high = 0, .rows = 24, .after = relu},
    };
    for (const Bottleneck& each : bottlenecks) {
        const Program before = each.program(), after = tiled(before, small_cache());
        CHECK(loops(after) == 1);
        CHECK(results_of(after) == results_of(before));
    }
}

TEST_CASE("an activation may read its operand twice") {
    const Program before = Bottleneck{.after = R"(  %s = stablehlo.logistic %e : tensor<2x24x16x256xf32>
  %t = stablehlo.multiply %e, %s : tensor<2x24x16x256xf32>)"}
                               .program();
    const Program after = tiled(before, small_cache());
    CHECK(loops(after) == 1);
    CHECK(results_of(after) == results_of(before));
}

TEST_CASE("expanded images are computed as a whole if the cache holds them, or if they are a result") {
    CHECK(loops(tiled(Bottleneck{.after = relu}.program(), load_target("x86-64-v4"))) == 0);
    const Bottleneck returned{.after = relu, .returned = "%y, %t", .also = "tensor<2x24x16x256xf32>"};
    CHECK(loops(tiled(returned.program(), small_cache())) == 0);
}

TEST_CASE("nothing fills the memory of results that are computed in blocks") {
    const Plan plan = schedule(tiled(Bottleneck{.after = relu}.program(), small_cache()), small_cache());
    for (const Kernel& kernel : plan.kernels) CHECK_THAT(kernel.name, !Contains("broadcast"));
    for (const Step& step : plan.functions[0].steps) CHECK(!std::holds_alternative<CopyStep>(step.action));
    for (const Weight& weight : plan.weights) CHECK(weight.bytes.size() < 24 * 16 * 256);
}

#include "scheduler/rewrite/tile_lines.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/ops/verify.h"
#include "scheduler/schedule.h"
#include "tests/unit/scheduler/bottleneck.h"
#include "tests/unit/scheduler/evaluated_program.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;
using hlo2c::frontend::Op;
using hlo2c::frontend::OpCode;
using hlo2c::frontend::Program;

namespace {

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

TEST_CASE("an expansion, a depthwise convolution and a projection share one loop over blocks of lines") {
    const std::vector<Bottleneck> bottlenecks = {
        {.after = relu, .projected = true},
        {.stride = 2, .low = 0, .high = 1, .rows = 12, .after = relu, .projected = true},
        {.low = 0, .high = 1, .rows = 23, .after = relu, .projected = true},
    };
    for (const Bottleneck& each : bottlenecks) {
        const Program before = each.program(), after = tiled(before, small_cache());
        CHECK(loops(after) == 1);
        CHECK(most_elements(after) <= 11 * 18 * 256);
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

TEST_CASE("slots divide the blocks of lines, and no two of them write one line") {
    for (const int cores : {2, 3, 4, 7}) {
        for (const std::int64_t rows : {22, 23, 24}) {
            Target target = small_cache();
            target.cores = cores;
            const Bottleneck bottleneck{.low = rows == 24 ? 1 : 0,
                                        .high = rows == 22 ? 0 : 1,
                                        .rows = rows,
                                        .after = relu,
                                        .projected = cores == 3};
            const Program before = bottleneck.program(), after = tiled(before, target);
            CHECK(loops(after) == 1);
            CHECK(results_of(after) == results_of(before));
            const Plan plan = schedule(after, target);  // checks what the slots access
            const auto& steps = plan.functions[0].steps;
            const auto loop = std::find_if(steps.begin(), steps.end(), [](const Step& step) {
                return std::holds_alternative<WhileStep>(step.action);
            });
            REQUIRE(loop != steps.end());
            CHECK(std::get<WhileStep>(loop->action).slots == cores);
        }
    }
}

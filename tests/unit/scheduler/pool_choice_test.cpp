#include "scheduler/steps/pool_choice.h"

#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "scheduler/schedule.h"
#include "scheduler/steps/function_steps.h"
#include "scheduler/steps/liveness.h"
#include "scheduler/steps/traffic.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

/// Copies from x through t1 to t2, then a loop of 100 turns from t1 to t3; all are live together.
FunctionPlan loop_of_copies() {
    FunctionPlan function;
    function.name = "main";
    function.buffers = {{.name = "x", .role = BufferRole::Argument, .index = 0, .bytes = 256},
                        {.name = "t1", .bytes = 256},
                        {.name = "t2", .bytes = 256},
                        {.name = "t3", .bytes = 128},
                        {.name = "turn", .bytes = 4}};
    function.inputs.push_back({});
    const auto copy = [](BufferId to, BufferId from, std::int64_t bytes) {
        return Step{CopyStep{{to, 0}, {from, 0}, bytes}, 0, ""};
    };
    WhileStep loop{.body = {copy(3, 1, 128)}, .trip_count = 100};
    loop.count = LoopCounter{
        .counter = {4, 0}, .first = 0, .comparison = hlo2c::frontend::ComparisonDirection::Lt, .last = 100};
    function.steps = {copy(1, 0, 256), copy(2, 1, 256), {loop, 0, ""}, copy(1, 2, 256), copy(1, 3, 128)};
    return function;
}

MemoryPool pool(const std::string& name, std::int64_t bytes) {
    return {.name = name, .bytes = bytes, .alignment = 16};
}

}  // namespace

TEST_CASE("traffic counts each turn of a loop") {
    CHECK(traffic(loop_of_copies(), {}) ==
          std::vector<std::int64_t>{256, 256 + 256 + 12800 + 256 + 128, 512, 12800 + 128, 400});
}

TEST_CASE("the buffers that a loop uses get the fastest pool") {
    FunctionPlan function = loop_of_copies();
    place_buffers(function, {}, {pool("sram", 400), pool("psram", 4096)});
    CHECK(function.buffers[1].pool == 0);
    CHECK(function.buffers[2].pool == 1);
    CHECK(function.buffers[3].pool == 0);
    CHECK(function.buffers[4].pool == 0);
    CHECK(function.arena_bytes == 400);
    REQUIRE(function.further_pools.size() == 1);
    CHECK(function.further_pools[0].bytes == 256);
    CHECK(function.further_pools[0].proof == "optimal");
}

TEST_CASE("the arena's pool keeps room for the structures of a call by arrays") {
    FunctionPlan function = loop_of_copies();
    function.inputs.resize(129);
    CHECK(call_area_bytes(function) == 1176);
    place_buffers(function, {}, {pool("sram", 1176 + 399), pool("psram", 4096)});
    CHECK(function.arena_bytes <= 399);
    CHECK(function.buffers[3].pool == 0);
    CHECK(function.buffers[1].pool == 1);
    FunctionPlan few = loop_of_copies();
    CHECK(call_area_bytes(few) == 0);
}

TEST_CASE("buffers that fit no pool are an error with the irreducible set") {
    FunctionPlan function = loop_of_copies();
    try {
        place_buffers(function, {}, {pool("sram", 64), pool("psram", 512)});
        FAIL("placed");
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(error.diagnostic().number == 702);
        const std::string &message = error.diagnostic().message, &buffers = error.diagnostic().details;
        CHECK(message.starts_with("3 buffers are live together at step "));
        CHECK(message.ends_with("640 bytes needed, available: sram 64, psram 512"));
        CHECK(buffers.starts_with("t1: 256 bytes"));
        CHECK(buffers.find("\nt2: 256 bytes") != std::string::npos);
        CHECK(buffers.find("turn") == std::string::npos);
    }
}

TEST_CASE("buffers at one offset of different pools do not overlap, those of one pool do") {
    Target target = load_target("x86-64-v3");
    target.pools = {pool("sram", 2048), pool("psram", 4096)};
    Plan plan = schedule(program_of("(%x: tensor<32x16xf32>, %y: tensor<16x16xf32>) -> tensor<f32>", R"(
  %a = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
  %b = stablehlo.dot_general %a, %y, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
  %c = stablehlo.dot_general %a, %b, contracting_dims = [0, 1] x [0, 1] : (tensor<32x16xf32>, tensor<32x16xf32>) -> tensor<f32>
  return %c : tensor<f32>
)"),
                         target);
    FunctionPlan& function = plan.functions.front();
    CHECK_NOTHROW(check_contents(function, plan));
    int moved = 0;
    for (Buffer& each : function.buffers)
        if (each.pool == 1) {
            each.pool = 0;
            moved++;
        }
    REQUIRE(moved > 0);
    CHECK_THROWS_AS(check_contents(function, plan), hlo2c::DiagnosticError);
}

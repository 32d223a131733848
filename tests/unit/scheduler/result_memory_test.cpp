#include "scheduler/steps/result_memory.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "frontend/diagnostic.h"
#include "scheduler/schedule.h"
#include "scheduler/steps/function_steps.h"
#include "scheduler/steps/liveness.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;

namespace {

Plan plan_of(const std::string& signature, const std::string& body) {
    return schedule(program_of(signature, body), load_target("x86-64-v3"));
}

Buffer buffer(const std::string& name, BufferRole role, std::int64_t bytes, int index = -1,
              ScalarKind element = ScalarKind::F32) {
    return {.name = name, .role = role, .index = index, .bytes = bytes, .element = element};
}

/// A function of copies, given as pairs of buffers (from, to), with an output for each result.
FunctionPlan copying(std::vector<Buffer> buffers, const std::vector<std::pair<BufferId, BufferId>>& copies) {
    FunctionPlan function;
    function.buffers = std::move(buffers);
    for (BufferId id = 0; id < function.buffers.size(); id++) {
        if (function.buffers[id].role == BufferRole::Argument) {
            function.inputs.push_back({});
            function.inputs.back().buffer = id;
        }
        if (function.buffers[id].role == BufferRole::Result) {
            function.outputs.push_back({});
            function.outputs.back().buffer = id;
        }
    }
    for (const auto& [from, to] : copies)
        function.steps.push_back({CopyStep{{to, 0}, {from, 0}, function.buffers[to].bytes}, 0, ""});
    return function;
}

constexpr BufferRole argument = BufferRole::Argument, result = BufferRole::Result, arena = BufferRole::Arena;

/// Argument x, then t1 and t2, and results of `bytes` each.
FunctionPlan chain(std::int64_t bytes, ScalarKind element = ScalarKind::F32) {
    return copying({buffer("x", argument, 256, 0), buffer("t1", arena, 256), buffer("t2", arena, 256),
                    buffer("r0", result, bytes, 0, element), buffer("r1", result, bytes, 1, element)},
                   {{0, 1}, {1, 2}, {2, 3}, {2, 4}});
}

const char* const two_products = R"(
  %a = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
  %b = stablehlo.dot_general %a, %y, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
  %c = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<32x16xf32>, tensor<32x16xf32>) -> tensor<16x16xf32>
  %d = stablehlo.dot_general %x, %c, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
  return %c, %d : tensor<16x16xf32>, tensor<32x16xf32>
)";

}  // namespace

TEST_CASE("a buffer that is no longer used when a result is written lives in the result's memory") {
    FunctionPlan function = chain(256);
    place_buffers(function, {});
    CHECK(function.buffers[1].role == BufferRole::WithinResult);
    CHECK(function.buffers[1].offset == 0);
    CHECK(function.buffers[2].role == arena);  // t2 is still read after r0 is written
    CHECK(function.arena_bytes == 256);
    CHECK(function.value_bytes == 256);
}

TEST_CASE("a result that is too small or has another type holds no other buffer") {
    for (FunctionPlan function : {chain(252), chain(256, ScalarKind::I32)}) {
        place_buffers(function, {});
        CHECK(function.buffers[1].role == arena);
        CHECK(function.arena_bytes == 512);
    }
}

TEST_CASE("several buffers share the memory of a large result") {
    FunctionPlan function =
        copying({buffer("x", argument, 64, 0), buffer("t1", arena, 64), buffer("t2", arena, 64),
                 buffer("t3", arena, 64), buffer("large", result, 128, 0)},
                {{0, 1}, {1, 2}, {1, 3}, {2, 3}, {3, 1}, {3, 4}});
    place_buffers(function, {});
    int within = 0;
    for (const Buffer& each : function.buffers) within += each.role == BufferRole::WithinResult;
    CHECK(within == 2);
    CHECK(function.buffers[1].offset != function.buffers[2].offset);
    CHECK(function.arena_bytes == 64);
}

TEST_CASE("a donated argument keeps the memory of its result until its last use") {
    const std::vector<Buffer> buffers = {buffer("x", argument, 256, 0), buffer("t1", arena, 256),
                                         buffer("t2", arena, 256), buffer("r0", result, 256, 0)};
    FunctionPlan late = copying(buffers, {{0, 1}, {1, 2}, {0, 2}, {2, 1}, {0, 1}, {1, 3}});
    FunctionPlan early = copying(buffers, {{0, 1}, {1, 2}, {2, 3}});
    for (FunctionPlan* function : {&late, &early}) function->inputs[0].donated_to = 0;
    FunctionPlan separate = late;
    separate.inputs[0].donated_to = -1;
    for (FunctionPlan* function : {&late, &early, &separate}) place_buffers(*function, {});
    CHECK(late.arena_bytes == 512);
    CHECK(early.arena_bytes == 512);  // t2 is copied from t1, and t1 from x, which is in r0's memory
    CHECK(separate.arena_bytes == 256);
}

TEST_CASE("scratch stays in the arena, and so does what a hook uses") {
    FunctionPlan scratch = chain(256);
    for (const BufferId id : {1, 2}) scratch.buffers[id].is_scratch = true;
    place_buffers(scratch, {});
    CHECK(scratch.buffers[1].role == arena);
    FunctionPlan passed = chain(256);
    CustomCallStep call;
    call.inputs = {{1, 0}};
    passed.steps.insert(passed.steps.begin() + 1, {call, 0, ""});
    place_buffers(passed, {});
    CHECK(passed.buffers[1].role == arena);
}

TEST_CASE("buffers leave the arena only where that lowers its peak") {
    // t3 is alone in its time; t1 and t2 make the peak.
    FunctionPlan function =
        copying({buffer("x", argument, 256, 0), buffer("t1", arena, 256), buffer("t2", arena, 256),
                 buffer("t3", arena, 64), buffer("r0", result, 256, 0)},
                {{0, 3}, {3, 3}, {0, 1}, {1, 2}, {2, 4}});
    place_buffers(function, {});
    CHECK(function.buffers[3].role == arena);
    CHECK(function.arena_bytes == 256);
}

TEST_CASE("a buffer in a loop does not use a result that the loop writes") {
    FunctionPlan function = copying({buffer("x", argument, 256, 0), buffer("t1", arena, 256),
                                     buffer("t2", arena, 256), buffer("r0", result, 256, 0)},
                                    {{0, 1}, {1, 2}, {2, 3}});
    WhileStep loop;
    loop.trip_count = 3;
    loop.predicate = {0, 0};
    loop.body = std::move(function.steps);
    function.steps = {{std::move(loop), 0, ""}};
    place_buffers(function, {});
    CHECK(function.buffers[1].role == arena);
    CHECK(function.buffers[2].role == arena);
}

TEST_CASE("intermediate values of a program use the memory of its results") {
    const Plan plan =
        plan_of("(%x: tensor<32x16xf32>, %y: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<32x16xf32>)",
                two_products);
    const FunctionPlan& function = plan.functions[0];
    CHECK(function.value_bytes == 32 * 16 * 4);
    CHECK_THAT(json_of(plan).dump(), Contains("within_result"));
    check_contents(function, plan);
    const auto refused = [&](const char* what, auto corrupt) {
        FunctionPlan corrupted = function;
        for (Buffer& each : corrupted.buffers)
            if (each.role == BufferRole::WithinResult) corrupt(each);
        CHECK_THROWS_WITH(check_contents(corrupted, plan), Contains(what));
    };
    refused("fits into the memory", [](Buffer& b) { b.offset = 64; });
    refused("fits into the memory", [](Buffer& b) { b.element = ScalarKind::I32; });
    refused("fits into the memory", [](Buffer& b) { b.index = 0; });
    // %c is written over %a while it is read.
    refused("overlaps another argument", [](Buffer& b) {
        b.index = 0;
        b.bytes = 16 * 16 * 4;
    });
}

TEST_CASE("a donated argument is not overwritten by what shares its result's memory") {
    const Plan plan = plan_of(
        "(%x: tensor<32x16xf32> {tf.aliasing_output = 1 : i32}, %y: tensor<16x16xf32>) -> "
        "(tensor<16x16xf32>, tensor<32x16xf32>)",
        two_products);
    const FunctionPlan& function = plan.functions[0];
    check_contents(function, plan);
    CHECK(function.value_bytes == 2 * 32 * 16 * 4);  // %x is read until the end
    FunctionPlan corrupted = function;
    for (Buffer& each : corrupted.buffers)
        if (each.role == arena && each.bytes == 32 * 16 * 4) {
            each.role = BufferRole::WithinResult;
            each.index = 1;
            each.offset = 0;
            break;
        }
    CHECK_THROWS_WITH(check_contents(corrupted, plan), Contains("contents:"));
}

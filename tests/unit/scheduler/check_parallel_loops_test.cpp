#include <algorithm>
#include <catch2/catch.hpp>

#include "scheduler/schedule.h"
#include "scheduler/steps/function_steps.h"
#include "tests/unit/scheduler/bottleneck.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;

namespace {

Target two_slots() {
    Target target = small_cache();
    target.cores = 2;
    return target;
}

/// Blocks of lines of two images, divided between two slots.
const Plan& divided() {
    static const Plan plan = schedule(Bottleneck{.after = relu}.program(), two_slots());
    return plan;
}

WhileStep& loop_of(FunctionPlan& function) {
    for (Step& step : function.steps)
        if (auto* loop = std::get_if<WhileStep>(&step.action)) return *loop;
    throw std::runtime_error("the plan has no loop");
}

CallStep& last_call(FunctionPlan& function) {
    return std::get<CallStep>(loop_of(function).body.back().action);
}

template <typename Corrupt>
void refused(const char* what, Corrupt corrupt) {
    FunctionPlan function = divided().functions[0];
    corrupt(function);
    CHECK_THROWS_WITH(check_parallel_loops(function, divided()), Contains(what));
}

}  // namespace

TEST_CASE("each slot has its own copies of what only the loop uses") {
    FunctionPlan function = divided().functions[0];
    REQUIRE(loop_of(function).slots == 2);
    check_parallel_loops(function, divided());
    int copied = 0;
    for (const Buffer& buffer : function.buffers) copied += buffer.slots == 2;
    CHECK(copied >= 3);  // the counter, the padded tile, and the position of the block
    for (const Step& step : loop_of(function).body)
        for (const Node& node : divided().kernels[std::get<CallStep>(step.action).kernel].nest.nodes)
            CHECK((node.kind != NodeKind::For || node.loop != LoopKind::Parallel));
}

TEST_CASE("two slots that share bytes which one of them writes are refused") {
    refused("both access", [](FunctionPlan& function) {
        for (Buffer& buffer : function.buffers) {
            buffer.bytes = buffer.bytes_per_slot();
            buffer.slots = 1;
        }
    });
    // Copies that overlap the next buffer by one byte.
    refused("both access", [](FunctionPlan& function) {
        Buffer* last = nullptr;
        for (Buffer& buffer : function.buffers)
            if (buffer.slots > 1) {
                if (last != nullptr) buffer.offset = last->offset + last->bytes_per_slot() - 1;
                last = &buffer;
            }
    });
    // A copy in the memory of the result that all slots write.
    refused("both access", [](FunctionPlan& function) {
        for (Buffer& buffer : function.buffers)
            if (buffer.slots > 1 && buffer.bytes > 1000) {
                buffer.role = BufferRole::WithinResult;
                buffer.slots = 1;
                buffer.index = 0;
                buffer.offset = 0;
            }
    });
}

TEST_CASE("a slot that reads what others write is refused") {
    refused("both access", [](FunctionPlan& function) {
        // Some operand of the first kernel becomes the result of all slots.
        auto& first = std::get<CallStep>(loop_of(function).body.front().action);
        const CallStep& last = last_call(function);
        const auto& parameters = divided().kernels[last.kernel].nest.parameters;
        for (std::size_t i = 0; i < parameters.size(); i++)
            if (parameters[i].written) first.arguments.front() = last.arguments[i];
    });
    // The caller may pass one address for an argument and the result.
    refused("both access", [](FunctionPlan& function) {
        for (Port& port : function.inputs) port.donated_to = 0;
    });
}

TEST_CASE("a slot must know which lines its blocks have") {
    // A position that does not follow from the counter.
    refused("both access", [](FunctionPlan& function) {
        const BufferId counter = loop_of(function).count->counter.buffer;
        CallStep& call = last_call(function);
        for (BufferRange& argument : call.arguments) {
            if (argument.buffer != counter) continue;
            for (BufferId id = 0; id < function.buffers.size(); id++)
                if (function.buffers[id].slots > 1 && id != counter) argument.buffer = id;
        }
    });
}

TEST_CASE("the position of a loop outside of them selects what slots write") {
    // Each slot writes rows of the matrix that the outer loop selects.
    const std::string rows = "tensor<3x600x8xf32>", scores = "tensor<3x600x600xf32>";
    const Plan plan = schedule(program_of("(%q: " + rows + ", %k: " + rows + ") -> " + rows, R"(
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2]
      : ()" + rows + ", " + rows + ") -> " + scores + R"(
  %p = stablehlo.tanh %s : )" + scores + R"(
  %r = stablehlo.dot_general %p, %k, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : ()" + scores + ", " + rows + ") -> " + rows + "\n  return %r : " + rows + "\n"),
                               two_slots());
    FunctionPlan function = plan.functions[0];
    WhileStep& outer = loop_of(function);
    REQUIRE(outer.trip_count == 3);
    CHECK(outer.slots == 1);
    const auto inner = std::find_if(outer.body.begin(), outer.body.end(), [](const Step& step) {
        return std::holds_alternative<WhileStep>(step.action);
    });
    REQUIRE(inner != outer.body.end());
    REQUIRE(std::get<WhileStep>(inner->action).slots == 2);
    check_parallel_loops(function, plan);
    outer.count->step = 2;
    CHECK_THROWS_WITH(check_parallel_loops(function, plan), Contains("both access"));
}

TEST_CASE("blocks that overlap are in one slot") {
    // 24 lines are eight blocks; of 22 or 23 lines the last block begins over lines of the seventh.
    for (const std::int64_t rows : {22, 23, 24}) {
        const Bottleneck bottleneck{
            .low = rows == 24 ? 1 : 0, .high = rows == 22 ? 0 : 1, .rows = rows, .after = relu};
        Plan plan = schedule(bottleneck.program(), two_slots());
        FunctionPlan& function = plan.functions[0];
        WhileStep& loop = loop_of(function);
        REQUIRE(loop.trip_count == 16);
        check_parallel_loops(function, plan);
        loop.slots = 16;
        std::int64_t end = function.arena_bytes;
        for (Buffer& buffer : function.buffers) {
            if (buffer.slots == 1) continue;
            buffer.bytes = 16 * buffer.bytes_per_slot();
            buffer.slots = 16;
            buffer.offset = end;
            end += buffer.bytes;
        }
        if (rows == 24)
            check_parallel_loops(function, plan);
        else
            CHECK_THROWS_WITH(check_parallel_loops(function, plan), Contains("both access"));
    }
}

TEST_CASE("slots divide only loops that they can run") {
    refused("counts from 0 by 1", [](FunctionPlan& function) { loop_of(function).count->step = 2; });
    refused("counts from 0 by 1", [](FunctionPlan& function) { loop_of(function).count->first = 1; });
    refused("counts from 0 by 1", [](FunctionPlan& function) { loop_of(function).slots = 1000; });
    refused("has a copy for each slot", [](FunctionPlan& function) { loop_of(function).slots = 4; });
    refused("kernels and copies only", [](FunctionPlan& function) {
        loop_of(function).body.push_back({BranchStep{}, 0, ""});
    });
    refused("outside of them uses", [](FunctionPlan& function) {
        std::vector<Step> inside = loop_of(function).body;
        function.steps.insert(function.steps.end(), inside.begin(), inside.end());
    });
}

TEST_CASE("a slot cannot go on with the state of another slot") {
    FunctionPlan function = divided().functions[0];
    check_contents(function, divided());
    for (const WhileStep::Carried& carried : loop_of(function).carried)
        function.buffers[carried.buffer].slots = 2;
    CHECK_THROWS_WITH(check_contents(function, divided()), Contains("does not go on"));
}

TEST_CASE("a kernel with a parallel loop is refused in a slot") {
    Plan plan = divided();
    FunctionPlan function = plan.functions[0];
    for (Node& node : plan.kernels[last_call(function).kernel].nest.nodes)
        if (node.kind == NodeKind::For) node.loop = LoopKind::Parallel;
    CHECK_THROWS_WITH(check_parallel_loops(function, plan), Contains("but a slot runs it"));
}

TEST_CASE("one slot has no copies") {
    Target target = two_slots();
    target.cores = 1;
    Plan plan = schedule(Bottleneck{.after = relu}.program(), target);
    CHECK(loop_of(plan.functions[0]).slots == 1);
    for (const Buffer& buffer : plan.functions[0].buffers) CHECK(buffer.slots == 1);
}

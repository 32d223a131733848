#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "scheduler/schedule.h"
#include "scheduler/steps/function_steps.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;

namespace {

Plan plan_of(const std::string& signature, const std::string& body) {
    return schedule(program_of(signature, body), load_target("x86-64-v3"));
}

/// The number of copies of at least `bytes`, at any depth, without those that the caller can avoid.
int copies(const std::vector<Step>& steps, std::int64_t bytes) {
    int count = 0;
    for (const Step& step : steps) {
        if (const auto* copy = std::get_if<CopyStep>(&step.action))
            count += copy->bytes >= bytes && !copy->unless_shared;
        if (const auto* loop = std::get_if<WhileStep>(&step.action))
            count += copies(loop->condition, bytes) + copies(loop->body, bytes);
        if (const auto* branch = std::get_if<BranchStep>(&step.action))
            for (const std::vector<Step>& side : branch->branches) count += copies(side, bytes);
    }
    return count;
}

const WhileStep& loop_of(const Plan& plan) {
    for (const Step& step : plan.functions[0].steps)
        if (const auto* loop = std::get_if<WhileStep>(&step.action)) return *loop;
    throw std::runtime_error("the plan has no loop");
}

/// A loop of ten iterations over a state that starts as %x.
std::string loop(const std::string& type, const std::string& body) {
    return R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, )" +
           type + R"(
   cond {
    %c = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
)" + body + R"(
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %next : tensor<i32>, )" +
           type + "\n  }\n";
}

const char* const two_updates = R"(
    %a = stablehlo.dot_general %s, %s, contracting_dims = [0] x [0] : (tensor<100x8xf32>, tensor<100x8xf32>) -> tensor<8x8xf32>
    %b = stablehlo.slice %a [0:1, 0:8] : (tensor<8x8xf32>) -> tensor<1x8xf32>
    %u = stablehlo.dynamic_update_slice %s, %b, %i, %zero : (tensor<100x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<100x8xf32>
    %sum = stablehlo.dot_general %u, %u, contracting_dims = [0] x [0] : (tensor<100x8xf32>, tensor<100x8xf32>) -> tensor<8x8xf32>
    %row = stablehlo.slice %sum [0:1, 0:8] : (tensor<8x8xf32>) -> tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %u, %row, %one, %zero : (tensor<100x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<100x8xf32>
)";

}  // namespace

TEST_CASE("successive updates of a loop's state, with reads in between, run in place") {
    const Plan plan = plan_of("(%x: tensor<100x8xf32>) -> tensor<100x8xf32>",
                              loop("tensor<100x8xf32>", two_updates) + "  return %r#1 : tensor<100x8xf32>\n");
    CHECK(copies(loop_of(plan).body, 100 * 8 * 4) == 0);
    CHECK(copies(plan.functions[0].steps, 100 * 8 * 4) == 1);  // the argument stays as it is
}

TEST_CASE("an update computed from a part of its target needs no copy of the whole") {
    const Plan plan = plan_of("(%x: tensor<100x8xf32>) -> tensor<100x8xf32>", loop("tensor<100x8xf32>", R"(
    %a = stablehlo.dynamic_slice %s, %i, %zero, sizes = [1, 8] : (tensor<100x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %b = stablehlo.sine %a : tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %s, %b, %i, %zero : (tensor<100x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<100x8xf32>
)") + "  return %r#1 : tensor<100x8xf32>\n");
    CHECK(copies(loop_of(plan).body, 100 * 8 * 4) == 0);
}

TEST_CASE("a donated argument is updated in place through loops and branches") {
    const std::string signature =
        "(%x: tensor<100x8xf32> {tf.aliasing_output = 0 : i32}, %p: tensor<i1>) -> (tensor<100x8xf32>, "
        "tensor<8xf32>)";
    const std::string body = loop("tensor<100x8xf32>", two_updates) + R"(
  %branched = "stablehlo.if"(%p) ({
    %v = stablehlo.constant dense<1.0> : tensor<1x8xf32>
    %w = stablehlo.dynamic_update_slice %r#1, %v, %ten, %zero : (tensor<100x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<100x8xf32>
    stablehlo.return %w : tensor<100x8xf32>
  }, {
    stablehlo.return %r#1 : tensor<100x8xf32>
  }) : (tensor<i1>) -> tensor<100x8xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %total = stablehlo.reduce(%branched init: %init) applies stablehlo.add across dimensions = [0] : (tensor<100x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %branched, %total : tensor<100x8xf32>, tensor<8xf32>
)";
    const Plan plan = plan_of(signature, body);
    const FunctionPlan& function = plan.functions[0];
    CHECK(copies(function.steps, 100 * 8 * 4) == 0);
    const auto* entry = std::get_if<CopyStep>(&function.steps.front().action);
    REQUIRE(entry != nullptr);
    CHECK(entry->unless_shared);
    CHECK(function.buffers[entry->destination.buffer].role == BufferRole::Result);
    CHECK(function.arena_bytes < 100 * 8 * 4);
}

TEST_CASE("a donated argument that is read after its result could be written is not overwritten early") {
    const Plan plan = plan_of(
        "(%x: tensor<8x8xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<8x8xf32>, tensor<8x8xf32>)", R"(
  %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = stablehlo.dot_general %y, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y, %z : tensor<8x8xf32>, tensor<8x8xf32>
)");
    CHECK(copies(plan.functions[0].steps, 1) == 1);  // of %y, at the end
    CHECK(std::holds_alternative<CopyStep>(plan.functions[0].steps.back().action));
}

TEST_CASE("a donated argument that others read is updated last, without a copy") {
    const Plan plan = plan_of(
        "(%x: tensor<64xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<64x64xf32>) -> "
        "(tensor<64xf32>, tensor<64xf32>)",
        R"(
  %new = stablehlo.negate %x : tensor<64xf32>
  %other = stablehlo.dot_general %y, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %new, %other : tensor<64xf32>, tensor<64xf32>
)");
    CHECK(copies(plan.functions[0].steps, 1) == 0);
}

TEST_CASE("a product that is added to a donated argument is added in place") {
    const Plan plan = plan_of(
        "(%m: tensor<3x32x64xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<256x3x32xf32>, "
        "%y: tensor<256x64xf32>) -> tensor<3x32x64xf32>",
        R"(
  %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<256x3x32xf32>, tensor<256x64xf32>) -> tensor<3x32x64xf32>
  %new = stablehlo.add %m, %g : tensor<3x32x64xf32>
  return %new : tensor<3x32x64xf32>
)");
    CHECK(copies(plan.functions[0].steps, 1) == 0);
    CHECK(plan.functions[0].value_bytes == 0);
}

TEST_CASE("donated weights whose shapes are no multiples of tiles and vectors are updated in place") {
    const auto program = [](const std::string& rows, const std::string& columns) {
        const std::string weight = "tensor<" + rows + "x" + columns + "xf32>";
        const std::string bias = "tensor<" + columns + "xf32>";
        const std::string x = "tensor<16x" + rows + "xf32>", y = "tensor<16x" + columns + "xf32>";
        return program_of(
            "(%w: " + weight + " {tf.aliasing_output = 0 : i32}, %b: " + bias +
                " {tf.aliasing_output = 1 : i32}, %x: " + x + ", %y: " + y + ") -> (" + weight + ", " + bias +
                ")",
            "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
            "  %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (" +
                x + ", " + y + ") -> " + weight + "\n  %new = stablehlo.add %w, %g : " + weight +
                "\n  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across "
                "dimensions = [0] : (" +
                y + ", tensor<f32>) -> " + bias + "\n  %moved = stablehlo.add %b, %s : " + bias +
                "\n  return %new, %moved : " + weight + ", " + bias + "\n");
    };
    for (const char* target : {"x86-64-v3", "x86-64-v4", "armv8-a"})
        for (const auto& [rows, columns] : {std::pair("128", "10"), std::pair("1024", "128")}) {
            CAPTURE(target, rows, columns);
            const Plan plan = schedule(program(rows, columns), load_target(target));
            CHECK(copies(plan.functions[0].steps, 1) == 0);
            CHECK(plan.functions[0].value_bytes == 0);
        }
}

TEST_CASE("swapped donated arguments keep their values") {
    const Plan plan = plan_of(
        "(%x: tensor<8xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<8xf32> {tf.aliasing_output = 1 : "
        "i32}) -> (tensor<8xf32>, tensor<8xf32>)",
        "  return %y, %x : tensor<8xf32>, tensor<8xf32>\n");
    check_contents(plan.functions[0], plan);
    CHECK(copies(plan.functions[0].steps, 1) >= 3);
}

TEST_CASE("a state that is read while its successor is written has separate memory") {
    const Plan plan = plan_of("(%x: tensor<24x24xf32>) -> tensor<24x24xf32>", loop("tensor<24x24xf32>", R"(
    %next = stablehlo.dot_general %s, %s, contracting_dims = [1] x [0] : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
)") + "  return %r#1 : tensor<24x24xf32>\n");
    for (const Step& step : loop_of(plan).body)
        if (const auto* call = std::get_if<CallStep>(&step.action))
            CHECK(call->arguments.front().buffer != call->arguments.back().buffer);
    CHECK(copies(loop_of(plan).body, 1) == 1);
}

TEST_CASE("a product of one tile reads all of the state before it writes the successor") {
    const Plan plan = plan_of("(%x: tensor<4x4xf32>) -> tensor<4x4xf32>", loop("tensor<4x4xf32>", R"(
    %next = stablehlo.dot_general %s, %s, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
)") + "  return %r#1 : tensor<4x4xf32>\n");
    CHECK(copies(loop_of(plan).body, 1) == 0);
}

TEST_CASE("permuted loop states are copied in an order that loses none") {
    const Plan plan = plan_of("(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)", R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<8xf32>, tensor<8xf32>
   cond {
    %c = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.add %a, %b : tensor<8xf32>
    stablehlo.return %n, %b, %s : tensor<i32>, tensor<8xf32>, tensor<8xf32>
  }
  return %r#1, %r#2 : tensor<8xf32>, tensor<8xf32>
)");
    check_contents(plan.functions[0], plan);
    CHECK(copies(loop_of(plan).body, 1) <= 2);
}

TEST_CASE("wrong sharing of memory is detected by the contents check") {
    const Plan plan = plan_of("(%x: tensor<100x8xf32> {tf.aliasing_output = 0 : i32}) -> tensor<100x8xf32>",
                              loop("tensor<100x8xf32>", two_updates) + "  return %r#1 : tensor<100x8xf32>\n");
    check_contents(plan.functions[0], plan);
    const auto refused = [&](const char* what, auto corrupt) {
        FunctionPlan corrupted = plan.functions[0];
        corrupt(corrupted);
        CHECK_THROWS_WITH(check_contents(corrupted, plan), Contains(what));
    };
    const auto body_of = [](FunctionPlan& f) -> std::vector<Step>& {
        for (Step& step : f.steps)
            if (auto* loop = std::get_if<WhileStep>(&step.action)) return loop->body;
        throw std::runtime_error("no loop");
    };
    refused("which holds", [](FunctionPlan& f) { f.steps.erase(f.steps.begin()); });
    refused("which holds", [&](FunctionPlan& f) {
        std::vector<Step>& body = body_of(f);
        std::swap(body.front(), body.back());
    });
    refused("the next iteration of a loop", [&](FunctionPlan& f) { body_of(f).pop_back(); });
    // All arena buffers at one offset.
    refused("contents:", [](FunctionPlan& f) {
        for (Buffer& buffer : f.buffers)
            if (buffer.role == BufferRole::Arena) buffer.offset = 0;
    });
    // A kernel that gets its result's memory for another parameter.
    refused("overlaps another argument", [&](FunctionPlan& f) {
        for (Step& step : body_of(f))
            if (auto* call = std::get_if<CallStep>(&step.action); call && call->arguments.size() > 1) {
                const std::size_t i = call->arguments.size();
                call->arguments[i - 2] = call->arguments[i - 1];
                step.reads.clear();
                return;
            }
    });
    // The caller's memory holds other contents than the steps expect.
    refused("which holds", [](FunctionPlan& f) { f.inputs[0].content = 77; });
}

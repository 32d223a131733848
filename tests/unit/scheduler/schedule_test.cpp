#include "scheduler/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "frontend/pipeline.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

Plan plan_of(const std::string& signature, const std::string& body) {
    return schedule(program_of(signature, body), load_target("x86-64-v3"));
}

std::int64_t elements_on_stack(const Kernel& kernel) {
    std::int64_t elements = 0;
    for (const Node& node : kernel.nest.nodes)
        if (node.kind == NodeKind::Allocate && node.memory == MemoryKind::Stack) elements += node.integer;
    return elements;
}

}  // namespace

TEST_CASE("equal ops share one kernel") {
    const Plan plan = plan_of("(%x: tensor<4x64xf32>, %w: tensor<64x64xf32>) -> tensor<4x64xf32>", R"(
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
  %b = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
  return %b : tensor<4x64xf32>
)");
    CHECK(plan.kernels.size() == 1);
    CHECK(plan.functions[0].steps.size() == 2);
}

TEST_CASE("factors of an operand's last dimension keep the loops of a product apart") {
    // Each load is proven to stay in its buffer.
    const Plan plan = plan_of("(%x: tensor<1x2xf32>, %w: tensor<2x2x25xi8>) -> tensor<1x2x25xf32>", R"(
  %number = stablehlo.iota dim = 0 : tensor<25xf32>
  %factor = stablehlo.broadcast_in_dim %number, dims = [2] : (tensor<25xf32>) -> tensor<2x2x25xf32>
  %converted = stablehlo.convert %w : (tensor<2x2x25xi8>) -> tensor<2x2x25xf32>
  %scaled = stablehlo.multiply %converted, %factor : tensor<2x2x25xf32>
  %r = stablehlo.dot_general %x, %scaled, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2x25xf32>) -> tensor<1x2x25xf32>
  return %r : tensor<1x2x25xf32>
)");
    REQUIRE(plan.kernels.size() == 1);
    CHECK_THAT(to_text(plan.kernels[0].nest), Catch::Contains("for i1 from 0 extent 2\n"));
}

TEST_CASE("the elements that a reduction of several values reads are computed once for all of them") {
    const Plan plan = plan_of("(%x: tensor<20x8xf32>) -> (tensor<8xf32>, tensor<8xi32>)", R"(
  %y = stablehlo.sine %x : tensor<20x8xf32>
  %n = stablehlo.iota dim = 0 : tensor<20x8xi32>
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %j = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "stablehlo.reduce"(%y, %n, %i, %j) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %k: tensor<i32>, %b: tensor<f32>, %l: tensor<i32>):
    %c = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %d = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %e = stablehlo.or %c, %d : tensor<i1>
    %f = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %g = stablehlo.compare LT, %k, %l : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %h = stablehlo.and %f, %g : tensor<i1>
    %o = stablehlo.or %e, %h : tensor<i1>
    %v = stablehlo.select %e, %a, %b : tensor<i1>, tensor<f32>
    %w = stablehlo.select %o, %k, %l : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }) : (tensor<20x8xf32>, tensor<20x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xi32>
)");
    REQUIRE(plan.kernels.size() == 1);
    const std::string text = to_text(plan.kernels[0].nest);
    CHECK_THAT(text, Catch::Contains("sine("));
    CHECK(text.find("sine(") == text.rfind("sine("));
}

TEST_CASE("one row of a product sums one stretch at a time") {
    // Both factors of the product read the sum, so it is an array; the sums of a stretch are registers.
    const Plan plan =
        schedule(program_of("(%x: tensor<1x1536xf32>, %w: tensor<1536x1024xf32>) -> tensor<1x1024xf32>", R"(
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1x1536xf32>, tensor<1536x1024xf32>) -> tensor<1x1024xf32>
  %b = stablehlo.logistic %a : tensor<1x1024xf32>
  %c = stablehlo.multiply %a, %b : tensor<1x1024xf32>
  return %c : tensor<1x1024xf32>
)"),
                 load_target("x86-64-v4"));
    REQUIRE(plan.kernels.size() == 1);
    CHECK(elements_on_stack(plan.kernels[0]) <= 128);
}

TEST_CASE("rows that are copied for vectors along batches are not on the stack unless they are few") {
    // 40 rows of 3 steps for 8 batches.
    const Plan product =
        plan_of("(%x: tensor<16x40x3xf32>, %w: tensor<16x5x3xf32>) -> tensor<40x5x16xf32>", R"(
  %a = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<16x40x3xf32>, tensor<16x5x3xf32>) -> tensor<16x40x5xf32>
  %b = stablehlo.transpose %a, dims = [1, 2, 0] : (tensor<16x40x5xf32>) -> tensor<40x5x16xf32>
  return %b : tensor<40x5x16xf32>
)");
    REQUIRE(product.kernels.size() == 1);
    CHECK(elements_on_stack(product.kernels[0]) <= 256);
    const Plan convolution =
        plan_of("(%x: tensor<2x9x8x4xf32>, %w: tensor<3x3x2x6xf32>) -> tensor<2x7x6x6xf32>", R"(
  %a = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x9x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x7x6x6xf32>
  return %a : tensor<2x7x6x6xf32>
)");
    REQUIRE(convolution.kernels.size() == 1);
    CHECK(elements_on_stack(convolution.kernels[0]) <= 256);
}

TEST_CASE("products whose batches are innermost in the result copy no operand that a dimension of it reads") {
    // Vectors are along the 31 columns of the left operand, not along the batches.
    const Plan plan =
        plan_of("(%x: tensor<29x17x31xf32>, %y: tensor<13x17x29xf32>) -> tensor<31x13x17xf32>", R"(
  %a = stablehlo.dot_general %x, %y, batching_dims = [1] x [1], contracting_dims = [0] x [2] : (tensor<29x17x31xf32>, tensor<13x17x29xf32>) -> tensor<17x31x13xf32>
  %b = stablehlo.transpose %a, dims = [1, 2, 0] : (tensor<17x31x13xf32>) -> tensor<31x13x17xf32>
  return %b : tensor<31x13x17xf32>
)");
    REQUIRE(plan.kernels.size() == 1);
    CHECK(plan.kernels[0].nest.scratch_bytes == 0);
}

TEST_CASE("an operand that is contiguous along another dimension is loaded and stored in whole vectors") {
    // More columns than blocks of 8 hold, and a function of what is read, of a column, of a row, and of what
    // is contiguous along the result.
    const std::string columns = "tensor<24x700xf32>", rows = "tensor<700x24xf32>";
    const Plan plan =
        plan_of("(%x: " + columns + ", %b: tensor<24xf32>, %g: tensor<700xf32>, %y: " + rows + ") -> " + rows,
                "  %t = stablehlo.transpose %x, dims = [1, 0] : (" + columns + ") -> " + rows +
                    "\n  %bs = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<24xf32>) -> " + rows +
                    "\n  %gs = stablehlo.broadcast_in_dim %g, dims = [0] : (tensor<700xf32>) -> " + rows +
                    "\n  %s = stablehlo.add %t, %bs : " + rows + "\n  %e = stablehlo.tanh %s : " + rows +
                    "\n  %p = stablehlo.multiply %e, %gs : " + rows +
                    "\n  %r = stablehlo.add %p, %y : " + rows + "\n  return %r : " + rows + "\n");
    REQUIRE(plan.kernels.size() == 1);
    const LoopNest& nest = plan.kernels[0].nest;
    int vectors = 0;
    for (const Node& node : nest.nodes) {
        if (node.kind != NodeKind::Load && node.kind != NodeKind::Store) continue;
        const Node& index = nest[node.operands[0]];
        if (index.kind != NodeKind::Ramp) continue;
        CHECK(nest[index.operands[1]].integer == 1);
        vectors++;
    }
    CHECK(vectors > 0);
}

TEST_CASE("bounded inputs and outputs name their sizes") {
    const std::string grid = "tensor<?x?xf32, #stablehlo.bounds<3, 4>>";
    const Plan plan =
        schedule(hlo2c::frontend::run_pipeline(
                     program_of("(%grid: " + grid + ", %n: tensor<i32>) -> (tensor<i32>, " + grid + ")",
                                "  %r = stablehlo.negate %grid : " + grid +
                                    "\n  return %n, %r : tensor<i32>, " + grid + "\n"),
                     {}),
                 load_target("x86-64-v3"));
    const FunctionPlan& function = plan.functions.at(0);
    const auto names = [](const std::vector<Port>& ports) {
        std::vector<std::string> all;
        for (const Port& port : ports) all.push_back(port.name);
        return all;
    };
    using Names = std::vector<std::string>;
    CHECK(names(function.inputs) == Names{"grid", "n", "grid_size_0", "grid_size_1"});
    CHECK(names(function.outputs) == Names{"result0", "result1", "result1_size_0", "result1_size_1"});
    CHECK(function.inputs[0].sizes == std::map<std::int64_t, int>{{0, 2}, {1, 3}});
    CHECK(function.outputs[1].sizes == std::map<std::int64_t, int>{{0, 2}, {1, 3}});
    CHECK(function.outputs[0].sizes.empty());
}

TEST_CASE("nested loops are scheduled, to any depth") {
    constexpr int depth = 150;
    std::string
        begin =
            "  %zero = stablehlo.constant dense<0> : tensor<i32>\n  %one = stablehlo.constant dense<1> : "
            "tensor<i32>\n",
        end, state = "%x";
    for (int i = 0; i < depth; i++) {
        const std::string n = std::to_string(i);
        begin += "%r" + n + ":2 = stablehlo.while(%i" + n + " = %zero, %s" + n + " = " + state +
                 ") : tensor<i32>, tensor<8xf32>\n cond {\n  %c" + n + " = stablehlo.compare LT, %i" + n +
                 ", %one : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %c" + n +
                 " : tensor<i1>\n } do {\n  %n" + n + " = stablehlo.add %i" + n + ", %one : tensor<i32>\n";
        state = "%s" + n;
        end = "  stablehlo.return %n" + n + ", " +
              (i + 1 < depth ? "%r" + std::to_string(i + 1) + "#1" : "%y") +
              " : tensor<i32>, tensor<8xf32>\n }\n" + end;
    }
    const Plan plan = plan_of("(%x: tensor<8xf32>) -> tensor<8xf32>", begin + "  %y = stablehlo.cosine " +
                                                                          state + " : tensor<8xf32>\n" + end +
                                                                          "  return %r0#1 : tensor<8xf32>\n");
    int loops = 0;
    const std::vector<Step>* steps = &plan.functions[0].steps;
    for (bool found = true; found; loops += found) {
        found = false;
        for (const Step& step : *steps)
            if (const auto* loop = std::get_if<WhileStep>(&step.action); loop != nullptr && !found) {
                found = true;
                steps = &loop->body;
                break;
            }
    }
    CHECK(loops == depth);
}

TEST_CASE("an empty weight packs to nothing") {
    const Plan plan = plan_of("(%x: tensor<5x0xf32>) -> tensor<5x33xf32>", R"(
  %w = stablehlo.constant dense<> : tensor<0x33xf32>
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<5x0xf32>, tensor<0x33xf32>) -> tensor<5x33xf32>
  return %r : tensor<5x33xf32>
)");
    CHECK(plan.kernels.size() == 1);
}

TEST_CASE("an update of a loop's state runs in place, without a copy in the body") {
    const Plan plan = plan_of("(%x: tensor<8xf32>) -> tensor<100x8xf32>", R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<100> : tensor<i32>
  %init = stablehlo.constant dense<0.0> : tensor<100x8xf32>
  %r:2 = stablehlo.while(%i = %zero, %s = %init) : tensor<i32>, tensor<100x8xf32>
   cond {
    %c = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %v = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<1x8xf32>
    %u = stablehlo.dynamic_update_slice %s, %v, %i, %zero : (tensor<100x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<100x8xf32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %u : tensor<i32>, tensor<100x8xf32>
  }
  return %r#1 : tensor<100x8xf32>
)");
    for (const Step& step : plan.functions[0].steps)
        if (const auto* loop = std::get_if<WhileStep>(&step.action))
            for (const Step& inner : loop->body)
                if (const auto* copy = std::get_if<CopyStep>(&inner.action)) CHECK(copy->bytes < 100 * 8 * 4);
}

TEST_CASE("a contraction reads the window of a loop's input, and stores the window of its state") {
    const std::string lines = R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<4x16x32xf32>
   cond {
    %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %read = stablehlo.dynamic_slice %y, %i, %zero, %zero, sizes = [1, 16, 32] : (tensor<4x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x32xf32>
    %d = stablehlo.dot_general %read, %w, contracting_dims = [2] x [0] : (tensor<1x16x32xf32>, tensor<32x32xf32>) -> tensor<1x16x32xf32>
    %t = stablehlo.tanh %d : tensor<1x16x32xf32>
    %u = stablehlo.dynamic_update_slice %s, %t, %i, %zero, %zero : (tensor<4x16x32xf32>, tensor<1x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x32xf32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %u : tensor<i32>, tensor<4x16x32xf32>
  }
  return %r#1 : tensor<4x16x32xf32>
)";
    const std::string signature =
        "(%x: tensor<4x16x32xf32>, %y: tensor<4x16x32xf32>, %w: tensor<32x32xf32>) -> tensor<4x16x32xf32>";
    const Plan plan = plan_of(signature, lines);
    REQUIRE(plan.kernels.size() == 1);
    const auto& steps = plan.functions[0].steps;
    const auto loop = std::find_if(steps.begin(), steps.end(), [](const Step& step) {
        return std::holds_alternative<WhileStep>(step.action);
    });
    REQUIRE(loop != steps.end());
    CHECK(std::get<WhileStep>(loop->action).body.size() == 1);
    // Halide numbers some of the names that it makes; kernels do not depend on them.
    const std::string text = to_text(plan.kernels[0].nest);
    for (int i = 0; i < 400; i++) CHECK(to_text(plan_of(signature, lines).kernels[0].nest) == text);
}

TEST_CASE("the operands of a product have the names of the specification") {
    const auto names = [](const std::string& lhs, const std::string& rhs) {
        const Plan plan = plan_of(
            "(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>, %c: tensor<32x32xf32>) -> "
            "tensor<32x32xf32>",
            "  %p = stablehlo.dot_general " + lhs + ", " + rhs +
                R"(, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %r = stablehlo.add %p, %c : tensor<32x32xf32>
  return %r : tensor<32x32xf32>
)");
        std::vector<std::string> found;
        for (const BufferParameter& parameter : plan.kernels[0].nest.parameters)
            found.push_back(parameter.name);
        std::sort(found.begin(), found.end());
        return found;
    };
    CHECK(names("%a", "%b") == std::vector<std::string>{"addend", "lhs", "out", "rhs"});
    CHECK(names("%a", "%a") == std::vector<std::string>{"addend", "out", "x0"});
}

TEST_CASE("an update computed from its own target does not overwrite it too early") {
    const Plan plan = plan_of("(%x: tensor<8xf32>, %i: tensor<i32>) -> tensor<8xf32>", R"(
  %e = stablehlo.exponential %x : tensor<8xf32>
  %s = stablehlo.slice %e [4:8] : (tensor<8xf32>) -> tensor<4xf32>
  %u = stablehlo.dynamic_update_slice %e, %s, %i : (tensor<8xf32>, tensor<4xf32>, tensor<i32>) -> tensor<8xf32>
  %r = stablehlo.negate %u : tensor<8xf32>
  return %r : tensor<8xf32>
)");
    for (const Step& step : plan.functions[0].steps)
        if (const auto* call = std::get_if<CallStep>(&step.action)) {
            const auto& parameters = plan.kernels[call->kernel].nest.parameters;
            for (std::size_t i = 0; i < parameters.size(); i++)
                for (std::size_t j = 0; j < parameters.size(); j++)
                    if (parameters[i].written && i != j)
                        CHECK(call->arguments[i].buffer != call->arguments[j].buffer);
        }
}

TEST_CASE("elements of a tuple reduction are all computed before the first is stored") {
    const Plan plan = plan_of("(%x: tensor<7xf32>) -> (tensor<f32>, tensor<i32>)", R"(
  %i = stablehlo.iota dim = 0 : tensor<7xi32>
  %a = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %b = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "stablehlo.reduce"(%x, %i, %a, %b) ({
  ^bb0(%p: tensor<f32>, %q: tensor<i32>, %s: tensor<f32>, %t: tensor<i32>):
    %c = stablehlo.compare GT, %p, %s, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %u = stablehlo.select %c, %p, %s : tensor<i1>, tensor<f32>
    %v = stablehlo.select %c, %q, %t : tensor<i1>, tensor<i32>
    stablehlo.return %u, %v : tensor<f32>, tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<7xf32>, tensor<7xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  return %r#0, %r#1 : tensor<f32>, tensor<i32>
)");
    // Inside the loop, the two assignments are adjacent, with no value computed between them.
    const LoopNest& nest = plan.kernels[0].nest;
    bool found = false;
    for (const Node& node : nest.nodes) {
        if (node.kind != NodeKind::Block) continue;
        for (std::size_t i = 0; i + 1 < node.operands.size(); i++) {
            const Node &first = nest[node.operands[i]], &second = nest[node.operands[i + 1]];
            if (first.kind != NodeKind::Assign || second.kind != NodeKind::Assign) continue;
            if (nest[first.operands[0]].kind == NodeKind::Variable &&
                nest[second.operands[0]].kind == NodeKind::Variable)
                found = true;
        }
    }
    CHECK(found);
}

TEST_CASE("the arena reaches its lower bound on a chain") {
    const Plan plan = plan_of("(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32>", R"(
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
)");
    CHECK(plan.functions[0].arena_bytes == 64 * 64 * 4);  // %a is in the memory of the result
    CHECK(plan.functions[0].arena_bytes == plan.functions[0].arena_lower_bound);
}

TEST_CASE("staged lines stay inside the image where blocks of them are shared out and the last overlaps") {
    const Plan plan =
        plan_of("(%x: tensor<1x1x172x264xf32>, %w: tensor<8x1x7x7xf32>) -> tensor<1x8x172x264xf32>", R"(
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[3, 3], [3, 3]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x172x264xf32>, tensor<8x1x7x7xf32>) -> tensor<1x8x172x264xf32>
  return %0 : tensor<1x8x172x264xf32>
)");
    REQUIRE(plan.kernels.size() == 1);
    for (const Buffer& buffer : plan.functions[0].buffers)
        CHECK((buffer.role != BufferRole::Arena || buffer.is_scratch));  // no padded image
}

TEST_CASE("an op without a kernel is an error that names it") {
    try {
        plan_of("(%x: tensor<4xf32>) -> tensor<4xf32>", R"(
  %s = chlo.broadcast_remainder %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
)");
        FAIL("no error");
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(error.diagnostic().severity == hlo2c::Severity::Unsupported);
        CHECK(error.diagnostic().place.op == "chlo.broadcast_remainder");
    }
}

TEST_CASE("a loop with a scalar counter needs no kernels for it, and its trip count is known") {
    const auto loop_with = [](const std::string& next) {
        const Plan plan = plan_of("(%x: tensor<64xf32>) -> tensor<64xf32>", R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %end = stablehlo.constant dense<100> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<64xf32>
   cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %u = stablehlo.sine %s : tensor<64xf32>
    %n = stablehlo.)" + next + R"( : tensor<i32>
    stablehlo.return %n, %u : tensor<i32>, tensor<64xf32>
  }
  return %r#1 : tensor<64xf32>
)");
        for (const Step& step : plan.functions[0].steps)
            if (const auto* loop = std::get_if<WhileStep>(&step.action)) {
                if (loop->count) {
                    // The counter outlives every step of the body.
                    const Buffer& counter = plan.functions[0].buffers.at(loop->count->counter.buffer);
                    CHECK(counter.first_step <= loop->body.front().time);
                    CHECK(counter.last_step >= loop->body.back().time);
                }
                return std::pair(*loop, plan.kernels.size());
            }
        FAIL("the plan has no loop");
        return std::pair(WhileStep{}, plan.kernels.size());
    };
    const auto [counted, kernels] = loop_with("add %three, %i");
    REQUIRE(counted.count);
    CHECK(kernels == 1);
    CHECK(counted.trip_count == 34);
    CHECK(counted.condition.empty());
    CHECK(counted.body.size() == 1);  // the sine, over the state
    CHECK_FALSE(loop_with("multiply %i, %three").first.count);
}

TEST_CASE("a function that takes or gives a future is refused") {
    const std::string future = "!stablehlo.future<tensor<4xf32>>";
    for (const auto& [signature, body] :
         {std::pair{"(%s: " + future + ") -> tensor<4xf32>",
                    "  %d = \"stablehlo.async_done\"(%s) : (" + future +
                        ") -> tensor<4xf32>\n  return %d : tensor<4xf32>\n"},
          std::pair{"(%a: tensor<4xf32>) -> " + future,
                    "  %s = \"stablehlo.async_start\"(%a) ({\n  ^bb0(%x: tensor<4xf32>):\n    %r = "
                    "\"stablehlo.collective_permute\"(%x) {source_target_pairs = dense<[[0, 1]]> : "
                    "tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>\n    stablehlo.return %r : "
                    "tensor<4xf32>\n  }) : (tensor<4xf32>) -> " +
                        future + "\n  return %s : " + future + "\n"}}) {
        try {
            plan_of(signature, body);
            FAIL("a future went through");
        } catch (const hlo2c::DiagnosticError& error) {
            CHECK(error.diagnostic().number == 415);
            CHECK(error.diagnostic().place.op == "@main");
            CHECK_FALSE(error.diagnostic().remedy.empty());
        }
    }
}

TEST_CASE("no weight holds a value that is repeated, where a kernel can fill the memory") {
    const Plan loop = plan_of("(%x: tensor<4xf32>) -> tensor<8x4xf32>", R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %rows = stablehlo.constant dense<0.0> : tensor<8x4xf32>
  %r:2 = stablehlo.while(%i = %zero, %all = %rows) : tensor<i32>, tensor<8x4xf32>
   cond {
    %end = stablehlo.constant dense<8> : tensor<i32>
    %c = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %first = stablehlo.constant dense<0> : tensor<i32>
    %row = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<1x4xf32>
    %next = stablehlo.dynamic_update_slice %all, %row, %i, %first : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %next : tensor<i32>, tensor<8x4xf32>
  }
  return %r#1 : tensor<8x4xf32>
)");
    for (const Weight& weight : loop.weights) CHECK(weight.bytes.size() <= 4);
    const Plan result = plan_of("(%x: tensor<4xf32>) -> tensor<8x4xf32>", R"(
  %r = stablehlo.constant dense<2.0> : tensor<8x4xf32>
  return %r : tensor<8x4xf32>
)");
    CHECK(result.weights.empty());
}

TEST_CASE("a weight of a narrow type stays narrow where a product converts it") {
    std::string numbers;
    for (int i = 0; i < 64 * 32; i++) numbers += (i ? "," : "") + std::to_string(i % 7) + ".0";
    const Plan plan = plan_of("(%x: tensor<3x64xf32>) -> tensor<3x32xf32>", R"(
  %f = stablehlo.constant dense<[)" + numbers + R"(]> : tensor<2048xbf16>
  %w = stablehlo.reshape %f : (tensor<2048xbf16>) -> tensor<64x32xbf16>
  %c = stablehlo.convert %w : (tensor<64x32xbf16>) -> tensor<64x32xf32>
  %r = stablehlo.dot_general %x, %c, contracting_dims = [1] x [0] : (tensor<3x64xf32>, tensor<64x32xf32>) -> tensor<3x32xf32>
  return %r : tensor<3x32xf32>
)");
    REQUIRE(plan.weights.size() == 1);
    CHECK(plan.weights[0].bytes.size() == 64 * 32 * 2);
    CHECK(plan.weights[0].program_bytes == 64 * 32 * 2);
    CHECK(plan.functions[0].arena_bytes == 0);
}

TEST_CASE("a weight is stored once for all that read it") {
    std::string numbers;
    for (int i = 0; i < 32 * 32; i++) numbers += (i ? "," : "") + std::to_string(i % 11) + ".0";
    const std::string weight = R"(
  %f = stablehlo.constant dense<[)" +
                               numbers + R"(]> : tensor<1024xf32>
  %w = stablehlo.reshape %f : (tensor<1024xf32>) -> tensor<32x32xf32>
)";
    const auto product = [](int rows, const char* name, const char* operand, int dimension) {
        const std::string type = "tensor<" + std::to_string(rows) + "x32xf32>";
        return fmt::format(
            "  %{0} = stablehlo.dot_general %{1}, %w, contracting_dims = [1] x [{2}] : ({3}, "
            "tensor<32x32xf32>) -> {3}\n",
            name, operand, dimension, type);
    };
    const auto bytes_of = [](const Plan& plan) {
        std::vector<std::size_t> bytes;
        for (const Weight& each : plan.weights) bytes.push_back(each.bytes.size());
        return bytes;
    };
    const std::vector<std::size_t> once = {1024 * 4};
    const std::string forward = product(64, "a", "x", 0), backward = product(64, "b", "a", 1);
    CHECK(bytes_of(plan_of("(%x: tensor<64x32xf32>) -> tensor<64x32xf32>",
                           weight + forward + backward + "  return %b : tensor<64x32xf32>\n")) == once);
    // The program's result is the weight itself.
    CHECK(bytes_of(plan_of("(%x: tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<32x32xf32>)",
                           weight + forward + "  return %a, %w : tensor<64x32xf32>, tensor<32x32xf32>\n")) ==
          once);

    // Functions of one library choose the same order.
    const auto program = [&](int rows) {
        const std::string type = "tensor<" + std::to_string(rows) + "x32xf32>";
        return program_of("(%x: " + type + ") -> " + type,
                          weight + product(rows, "a", "x", 0) + "  return %a : " + type + "\n");
    };
    const Target target = load_target("x86-64-v3");
    LibraryWeights weights;
    for (const int rows : {64, 1}) add_weight_readers(GroupedProgram(program(rows), target), weights);
    CHECK(weights.size() == 1);
    std::vector<hlo2c::frontend::SharedBytes> stored;
    for (const int rows : {64, 1}) {
        GroupedProgram grouped(program(rows), target);
        const Plan plan = schedule(grouped, {}, &weights);
        REQUIRE(plan.weights.size() == 1);
        stored.push_back(plan.weights[0].bytes);
    }
    CHECK(stored[0] == stored[1]);
}

TEST_CASE("booleans of a row are combined in vectors as wide as what they compare") {
    const auto loops = [](const std::string& argument, const std::string& before) {
        const Plan plan = plan_of("(%x: tensor<4x256x" + argument + ">) -> tensor<4xi1>", before + R"(
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.reduce(%p init: %false) applies stablehlo.or across dimensions = [1] : (tensor<4x256xi1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
)");
        REQUIRE(plan.kernels.size() == 1);
        return to_text(plan.kernels[0].nest);
    };
    const std::string compared = R"(
  %zero = stablehlo.constant dense<0.0> : tensor<4x256xf32>
  %p = stablehlo.compare LT, %x, %zero, FLOAT : (tensor<4x256xf32>, tensor<4x256xf32>) -> tensor<4x256xi1>)";
    CHECK_THAT(loops("f32", compared), Catch::Contains("u32x8"));
    CHECK_THAT(loops("i1", "  %p = stablehlo.not %x : tensor<4x256xi1>"), Catch::Contains("u8x32"));
}

TEST_CASE("the parts of complex numbers are computed together and stored as whole vectors") {
    const Plan plan = plan_of("(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xcomplex<f32>>", R"(
  %s = stablehlo.add %x, %y : tensor<64xf32>
  %d = stablehlo.subtract %x, %y : tensor<64xf32>
  %c = stablehlo.complex %s, %d : tensor<64xcomplex<f32>>
  return %c : tensor<64xcomplex<f32>>
)");
    REQUIRE(plan.kernels.size() == 1);
    const LoopNest& nest = plan.kernels[0].nest;
    int loops = 0, vectors = 0;
    for (const Node& node : nest.nodes) {
        loops += node.kind == NodeKind::For;
        if (node.kind != NodeKind::Store) continue;
        const Node& place = nest[node.operands[0]];
        REQUIRE(place.kind == NodeKind::Ramp);
        CHECK(nest[place.operands[1]].integer == 1);
        vectors++;
    }
    CHECK(loops == 1);
    CHECK(vectors == 2);
}

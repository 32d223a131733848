#include "scheduler/loops/rolled_loops.h"

#include <catch2/catch.hpp>
#include <string>

#include "scheduler/loops/loop_builder.h"

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType floats{ScalarKind::F32, 8};

/// `rows` accumulators in a loop over `steps` places of a window. Row i reads element `step + i * distance`.
LoopNest window(int rows, std::int64_t steps, std::int64_t distance) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, 1000, false}, {"w", ScalarKind::F32, 1000, false}};
    LoopBuilder loops(nest);
    const NodeId step = nest.variable("step", {});
    const NodeId weights = loops.load("w", loops.scaled(step, 8), floats);
    std::vector<NodeId> statements;
    for (int row = 0; row < rows; row++) {
        const std::string name = "sum" + std::to_string(row);
        const NodeId element = loops.load("x", loops.offset(step, row * distance), {ScalarKind::F32, 1});
        const NodeId sum =
            loops.fused(loops.broadcast(element, floats), weights, nest.variable(name, floats));
        statements.push_back(nest.add({.kind = NodeKind::Assign, .operands = {sum}, .symbol = name}));
    }
    const NodeId body = nest.block(statements);
    nest.body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(steps), body}, .symbol = "step"});
    return nest;
}

bool is_rolled(const LoopNest& nest, const std::string& target) {
    const LoopNest marked = mark_rolled_loops(nest, load_target(target));
    return marked[marked.body].loop == LoopKind::Rolled;
}

}  // namespace

TEST_CASE("a window whose shared elements do not fit beside the accumulators is not unrolled") {
    CHECK(is_rolled(window(10, 3, 1), "x86-64-v3"));
    CHECK(is_rolled(window(10, 16, 1), "x86-64-v3"));
}

TEST_CASE("other loops may be unrolled") {
    CHECK_FALSE(is_rolled(window(10, 3, 3), "x86-64-v3"));   // rows that share no elements
    CHECK_FALSE(is_rolled(window(4, 3, 1), "x86-64-v3"));    // all fits
    CHECK_FALSE(is_rolled(window(10, 17, 1), "x86-64-v3"));  // compilers do not unroll so many steps
    CHECK_FALSE(is_rolled(window(15, 2, 1), "x86-64-v3"));   // gcc would unroll it
    CHECK_FALSE(is_rolled(window(10, 3, 1), "x86-64-v2"));   // no multiply-adds
    CHECK_FALSE(is_rolled(window(10, 3, 1), "x86-64-v4"));   // multiply-adds take elements from memory
}

TEST_CASE("where multiply-adds take a lane, a body of more of them than registers is not unrolled") {
    CHECK(is_rolled(window(33, 3, 3), "armv8-a"));
    CHECK_FALSE(is_rolled(window(32, 3, 1), "armv8-a"));
    CHECK_FALSE(is_rolled(window(33, 17, 3), "armv8-a"));  // compilers do not unroll so many steps
}

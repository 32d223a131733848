#include "scheduler/loops/loop_builder.h"

#include <catch2/catch.hpp>

#include "scheduler/loops/loop_nest.h"

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType index_type{ScalarKind::I32, 1};

const Node& child(const LoopNest& nest, const Node& node, std::size_t number) {
    return nest[node.operands.at(number)];
}

}  // namespace

TEST_CASE("a counter lasts for the rest of its scope") {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::I32, 8, true}};
    LoopBuilder loops(nest);
    loops.store("out", loops.integer(0), loops.integer(0));
    const std::string counter = loops.variable("count");
    loops.store(counter, loops.integer(0), loops.integer(3));
    loops.store("out", loops.integer(1), loops.load(counter, loops.integer(0), index_type));
    loops.finish();

    const Node& body = nest[nest.body];
    REQUIRE(body.kind == NodeKind::Block);
    CHECK(child(nest, body, 0).kind == NodeKind::Store);
    const Node& allocation = child(nest, body, 1);
    REQUIRE(allocation.kind == NodeKind::Allocate);
    CHECK(allocation.symbol == "count");
    CHECK(allocation.memory == MemoryKind::Registers);
    CHECK(allocation.integer == 1);
    CHECK(child(nest, allocation, 0).operands.size() == 2);
    CHECK(nest.scratch_bytes == 0);
}

TEST_CASE("slots share the iterations of a parallel loop, and have arrays of their own") {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::I32, 10, true}};
    LoopBuilder loops(nest);
    const std::string array = loops.scratch("kept", ScratchContents::RowValues, ScalarKind::I32, 16);
    loops.parallel_loop("i", 10, 4, [&](NodeId i) {
        loops.store(array, loops.integer(0), i);
        loops.store("out", i, loops.load(array, loops.integer(0), index_type));
    });
    loops.finish();

    const Node& body = nest[nest.body];
    const Node& slots = body.kind == NodeKind::Block ? child(nest, body, 0) : body;
    REQUIRE(slots.kind == NodeKind::For);
    CHECK(slots.loop == LoopKind::Parallel);
    CHECK(child(nest, slots, 1).integer == 4);
    CHECK(child(nest, slots, 2).kind == NodeKind::Allocate);
    CHECK(nest.scratch_bytes == 4 * 64);
    CHECK(to_text(nest).find("for i from first extent") != std::string::npos);
}

TEST_CASE("a loop begins where it is told, and a branch may lack its other side") {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::I32, 8, true}};
    LoopBuilder loops(nest);
    loops.loop_from("i", loops.integer(2), loops.integer(5), [&](NodeId i) {
        loops.branch(loops.less(i, loops.integer(4)), [&] { loops.store("out", i, i); });
    });
    loops.finish();

    const Node& body = nest[nest.body];
    const Node& loop = body.kind == NodeKind::Block ? child(nest, body, 0) : body;
    REQUIRE(loop.kind == NodeKind::For);
    CHECK(child(nest, loop, 0).integer == 2);
    CHECK(child(nest, loop, 1).integer == 5);
    const Node& inside = child(nest, loop, 2);
    const Node& branch = inside.kind == NodeKind::Block ? child(nest, inside, 0) : inside;
    REQUIRE(branch.kind == NodeKind::If);
    CHECK(branch.operands.size() == 2);
}

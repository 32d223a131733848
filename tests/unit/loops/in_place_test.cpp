#include "scheduler/loops/in_place.h"

#include <catch2/catch.hpp>

using namespace hlo2c::scheduler;

namespace {

/// out[i + store_shift] = x[i] + 1 for i in [0, 8)
LoopNest shifted_copy(int store_shift) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::I32, 16, false}, {"out", ScalarKind::I32, 16, true}};
    const ValueType type{ScalarKind::I32, 1};
    const NodeId begin = nest.integer(0), extent = nest.integer(8), shift = nest.integer(store_shift);
    const NodeId load = nest.add(
        {.kind = NodeKind::Load, .type = type, .operands = {nest.variable("i", type)}, .symbol = "x"});
    const NodeId value = nest.binary(NodeKind::Add, load, nest.integer(1));
    const NodeId index = store_shift == 0 ? nest.variable("i", type)
                                          : nest.binary(NodeKind::Add, nest.variable("i", type), shift);
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {index, value}, .symbol = "out"});
    nest.body = nest.add({.kind = NodeKind::For, .operands = {begin, extent, store}, .symbol = "i"});
    return nest;
}

/// for y in [0, 3): let row = y * 4; for i in [0, 4): out[row + i] = x[(y + again) * 4 + i]
LoopNest rows(int again) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::I32, 16, false}, {"out", ScalarKind::I32, 16, true}};
    const ValueType type{ScalarKind::I32, 1};
    const auto times_four = [&](NodeId row) { return nest.binary(NodeKind::Multiply, row, nest.integer(4)); };
    const NodeId y = nest.variable("y", type), i = nest.variable("i", type);
    const NodeId shifted = nest.binary(NodeKind::Add, y, nest.integer(again));
    const NodeId load = nest.add({.kind = NodeKind::Load,
                                  .type = type,
                                  .operands = {nest.binary(NodeKind::Add, i, times_four(shifted))},
                                  .symbol = "x"});
    const NodeId index = nest.binary(NodeKind::Add, nest.variable("row", type), i);
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {index, load}, .symbol = "out"});
    const NodeId inner = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(4), store}, .symbol = "i"});
    const NodeId let =
        nest.add({.kind = NodeKind::LetStatement, .operands = {times_four(y), inner}, .symbol = "row"});
    nest.body =
        nest.add({.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(3), let}, .symbol = "y"});
    return nest;
}

}  // namespace

TEST_CASE("a kernel whose indices are equal sums, written differently, can work in place") {
    CHECK(made_in_place(rows(0), 0, 1).has_value());
    CHECK_FALSE(made_in_place(rows(1), 0, 1).has_value());
}

TEST_CASE("a kernel that reads each element only where it stores it can work in place") {
    const auto nest = made_in_place(shifted_copy(0), 0, 1);
    REQUIRE(nest.has_value());
    REQUIRE(nest->parameters.size() == 1);
    CHECK(nest->parameters[0].name == "out");
    for (const Node& node : nest->nodes)
        if (node.kind == NodeKind::Load) CHECK(node.symbol == "out");
}

TEST_CASE("a kernel that stores elsewhere than it reads cannot work in place") {
    CHECK_FALSE(made_in_place(shifted_copy(1), 0, 1).has_value());
}

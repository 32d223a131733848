#include "scheduler/loops/in_place.h"

#include <catch2/catch.hpp>

#include "scheduler/loops/loop_builder.h"

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

/// What a kernel of rows does with row y: for y in [0, 3):
///   for i in [0, 4): total[0] = total[0] + x[y * distance + i]
///   for i in [0, 4): out[y * distance + i] = total[0] + x[y * distance + again]
/// Without `again`, the second loop does not read x.
/// With `varies`, the number of rows is not a constant. `slots` divide the rows; with `shares`, the rows of
/// the first one are all rows.
struct RowKernel {
    int distance = 4;
    std::string again;
    bool varies = false;
    int slots = 0;
    bool shares = false;
};

LoopNest normalized_rows(const RowKernel& kernel) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::I32, 16, false}, {"out", ScalarKind::I32, 16, true}};
    const ValueType type{ScalarKind::I32, 1};
    const auto place = [&](const std::string& column) {
        const NodeId row =
            nest.binary(NodeKind::Multiply, nest.variable("y", type), nest.integer(kernel.distance));
        return nest.binary(NodeKind::Add, row, nest.variable(column, type));
    };
    const auto load = [&](const std::string& buffer, NodeId index) {
        return nest.add({.kind = NodeKind::Load, .type = type, .operands = {index}, .symbol = buffer});
    };
    const auto loop = [&](const std::string& variable, int extent, NodeId body) {
        return nest.add({.kind = NodeKind::For,
                         .operands = {nest.integer(0), nest.integer(extent), body},
                         .symbol = variable});
    };
    const auto total = [&] { return load("total", nest.integer(0)); };
    const NodeId sum = nest.binary(NodeKind::Add, total(), load("x", place("i")));
    const NodeId keep =
        nest.add({.kind = NodeKind::Store, .operands = {nest.integer(0), sum}, .symbol = "total"});
    const NodeId value =
        kernel.again.empty() ? total() : nest.binary(NodeKind::Add, total(), load("x", place(kernel.again)));
    const NodeId store =
        nest.add({.kind = NodeKind::Store, .operands = {place("j"), value}, .symbol = "out"});
    const NodeId body = nest.block({loop("i", 4, keep), loop("j", 4, store)});
    const NodeId slot = nest.variable("slot", type);
    SlotRange range{nest.integer(0), kernel.varies ? nest.variable("count", type) : nest.integer(3)};
    if (kernel.slots > 0) range = range_of_slot(nest, slot, 3, kernel.slots);
    if (kernel.shares) range.count = nest.integer(3);
    NodeId rows =
        nest.add({.kind = NodeKind::For, .operands = {range.first, range.count, body}, .symbol = "y"});
    if (kernel.slots > 0) rows = loop("slot", kernel.slots, rows);
    nest.body = nest.add(
        {.kind = NodeKind::Allocate, .type = type, .operands = {rows}, .integer = 1, .symbol = "total"});
    return nest;
}

/// for y in [0, 3):
///   for i in [0, blocks): out[y * distance + i * step + (0..3)] = x[the same]
///   out[y * distance + last + (0..3)] = x[the same, or that of an index in memory]
struct OverlappingRows {
    int blocks = 1;
    int step = 4;
    int last = 2;
    int distance = 6;
    bool is_indirect = false;
};

LoopNest overlapping_rows(const OverlappingRows& kernel) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::I32, 18, false}, {"out", ScalarKind::I32, 18, true}};
    const ValueType type{ScalarKind::I32, 1}, vector{ScalarKind::I32, 4};
    const auto times = [&](const std::string& variable, int factor) {
        return nest.binary(NodeKind::Multiply, nest.variable(variable, type), nest.integer(factor));
    };
    const auto ramp = [&](NodeId base) {
        return nest.add({.kind = NodeKind::Ramp, .type = vector, .operands = {base, nest.integer(1)}});
    };
    const auto copy = [&](NodeId to, NodeId from) {
        const NodeId load =
            nest.add({.kind = NodeKind::Load, .type = vector, .operands = {ramp(from)}, .symbol = "x"});
        return nest.add({.kind = NodeKind::Store, .operands = {ramp(to), load}, .symbol = "out"});
    };
    const auto loop = [&](const std::string& variable, int extent, NodeId body) {
        return nest.add({.kind = NodeKind::For,
                         .operands = {nest.integer(0), nest.integer(extent), body},
                         .symbol = variable});
    };
    const NodeId block = nest.binary(NodeKind::Add, times("y", kernel.distance), times("i", kernel.step));
    const NodeId last = nest.binary(NodeKind::Add, times("y", kernel.distance), nest.integer(kernel.last));
    const NodeId indirect =
        nest.add({.kind = NodeKind::Load, .type = type, .operands = {nest.integer(0)}, .symbol = "x"});
    const NodeId row = nest.block(
        {loop("i", kernel.blocks, copy(block, block)), copy(last, kernel.is_indirect ? indirect : last)});
    nest.body = loop("y", 3, row);
    return nest;
}

}  // namespace

TEST_CASE("a kernel that reads each row before it stores the row can work in place") {
    CHECK(made_in_place(normalized_rows({}), 0, 1, true).has_value());
    CHECK(made_in_place(normalized_rows({}), 0, 1, false).has_value());
}

TEST_CASE("a kernel of rows may read again where it stores") {
    CHECK(made_in_place(normalized_rows({.again = "j"}), 0, 1, true).has_value());
    CHECK(made_in_place(normalized_rows({.again = "j"}), 0, 1, false).has_value());
}

TEST_CASE("a kernel whose last vector overlaps the one before loads it first to work in place") {
    const auto nest = made_in_place(overlapping_rows({}), 0, 1, false);
    REQUIRE(nest.has_value());
    CHECK(to_text(*nest) ==
          "output out: i32[18]\n"
          "for y from 0 extent 3\n"
          "  let last = out[ramp(add(multiply(y, 6), 2), 1):i32x4]:i32x4\n"
          "  for i from 0 extent 1\n"
          "    out[ramp(add(multiply(y, 6), multiply(i, 4)), 1):i32x4] = "
          "out[ramp(add(multiply(y, 6), multiply(i, 4)), 1):i32x4]:i32x4\n"
          "  out[ramp(add(multiply(y, 6), 2), 1):i32x4] = last\n");
    CHECK(made_in_place(overlapping_rows({.blocks = 2, .last = 4, .distance = 8}), 0, 1, false).has_value());
}

TEST_CASE("a kernel whose vectors in a loop overlap cannot work in place") {
    CHECK_FALSE(made_in_place(overlapping_rows({.blocks = 2, .step = 2}), 0, 1, false).has_value());
    CHECK_FALSE(made_in_place(overlapping_rows({.last = 4}), 0, 1, false).has_value());
}

TEST_CASE("a kernel that reads a last vector by an index in memory cannot work in place") {
    CHECK_FALSE(made_in_place(overlapping_rows({.is_indirect = true}), 0, 1, false).has_value());
}

TEST_CASE("a kernel that reads another element of a row after stores cannot work in place") {
    CHECK_FALSE(made_in_place(normalized_rows({.again = "y"}), 0, 1, true).has_value());
}

TEST_CASE("a kernel whose rows overlap cannot work in place") {
    CHECK_FALSE(made_in_place(normalized_rows({.distance = 3}), 0, 1, true).has_value());
    CHECK(made_in_place(normalized_rows({.distance = 5}), 0, 1, true).has_value());
    CHECK_FALSE(made_in_place(normalized_rows({.distance = 3, .varies = true}), 0, 1, true).has_value());
}

TEST_CASE("a kernel whose slots divide the rows can work in place") {
    CHECK(made_in_place(normalized_rows({.slots = 2}), 0, 1, true).has_value());
    CHECK(made_in_place(normalized_rows({.slots = 3}), 0, 1, true).has_value());
    CHECK_FALSE(made_in_place(normalized_rows({.distance = 3, .slots = 2}), 0, 1, true).has_value());
    CHECK_FALSE(made_in_place(normalized_rows({.slots = 2, .shares = true}), 0, 1, true).has_value());
}

TEST_CASE("a kernel whose indices are equal sums, written differently, can work in place") {
    CHECK(made_in_place(rows(0), 0, 1, true).has_value());
    CHECK_FALSE(made_in_place(rows(1), 0, 1, true).has_value());
}

TEST_CASE("a kernel that reads each element only where it stores it can work in place") {
    const auto nest = made_in_place(shifted_copy(0), 0, 1, true);
    REQUIRE(nest.has_value());
    REQUIRE(nest->parameters.size() == 1);
    CHECK(nest->parameters[0].name == "out");
    for (const Node& node : nest->nodes)
        if (node.kind == NodeKind::Load) CHECK(node.symbol == "out");
}

TEST_CASE("a kernel that stores elsewhere than it reads cannot work in place") {
    CHECK_FALSE(made_in_place(shifted_copy(1), 0, 1, true).has_value());
}

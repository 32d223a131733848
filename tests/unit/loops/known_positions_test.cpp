#include "scheduler/loops/known_positions.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "scheduler/loops/prove_bounds.h"
#include "scheduler/loops/prune.h"

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType index_type{ScalarKind::I32, 1};
constexpr int lanes = 4;

/// for row in [0, 5): for block: out[...] = in[row * width + clamp(table[block * 4 ...])], a vector of 4.
std::string selected(std::int64_t width, const std::vector<std::int64_t>& positions,
                     const std::vector<std::int64_t>& known) {
    LoopNest nest;
    const auto count = static_cast<std::int64_t>(positions.size());
    nest.parameters = {{"table", ScalarKind::I32, count, false, known},
                       {"in", ScalarKind::F32, 5 * width, false},
                       {"out", ScalarKind::F32, 5 * count, true}};
    const NodeId row = nest.variable("row", index_type), block = nest.variable("block", index_type);
    const ValueType vector = index_type.with_lanes(lanes);
    const auto ramp = [&](NodeId base) {
        return nest.add({.kind = NodeKind::Ramp, .type = vector, .operands = {base, nest.integer(1)}});
    };
    const NodeId column = nest.binary(NodeKind::Multiply, block, nest.integer(lanes));
    const NodeId place =
        nest.add({.kind = NodeKind::Load, .type = vector, .operands = {ramp(column)}, .symbol = "table"});
    const NodeId clamped =
        nest.binary(NodeKind::Maximum, nest.binary(NodeKind::Minimum, place, nest.integer(width - 1, vector)),
                    nest.integer(0, vector));
    const NodeId begin = nest.add({.kind = NodeKind::Broadcast,
                                   .type = vector,
                                   .operands = {nest.binary(NodeKind::Multiply, row, nest.integer(width))}});
    const NodeId loaded = nest.add({.kind = NodeKind::Load,
                                    .type = {ScalarKind::F32, lanes},
                                    .operands = {nest.binary(NodeKind::Add, clamped, begin)},
                                    .symbol = "in"});
    const NodeId to =
        nest.binary(NodeKind::Add, column, nest.binary(NodeKind::Multiply, row, nest.integer(count)));
    NodeId body = nest.add({.kind = NodeKind::Store, .operands = {ramp(to), loaded}, .symbol = "out"});
    body = nest.add({.kind = NodeKind::For,
                     .operands = {nest.integer(0), nest.integer(count / lanes), body},
                     .symbol = "block"});
    nest.body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(5), body}, .symbol = "row"});
    verify(nest);
    const LoopNest changed = prune(load_known_positions(nest));
    verify(changed);
    CHECK(prove_bounds(changed).empty());
    const std::string text = to_text(changed);
    return text.substr(text.find("for row"));
}

std::string selected(std::int64_t width, const std::vector<std::int64_t>& positions) {
    return selected(width, positions, positions);
}

/// The nearest of `from` positions, for each of `count`.
std::vector<std::int64_t> nearest(std::int64_t from, std::int64_t count) {
    std::vector<std::int64_t> positions;
    for (std::int64_t i = 0; i < count; i++) positions.push_back((2 * i + 1) * from / (2 * count));
    return positions;
}

}  // namespace

TEST_CASE("a gather at the elements of a constant is loads of neighbours and shuffles") {
    CHECK(selected(8, nearest(8, 12)) ==
          "for row from 0 extent 5\n"
          "  out[ramp(multiply(row, 12), 1):i32x4] = shuffle(in[ramp(multiply(row, 8), 1):i32x4]:f32x4; 0 1 "
          "1 2)\n"
          "  out[ramp(add(4, multiply(row, 12)), 1):i32x4] = "
          "shuffle(in[ramp(add(multiply(row, 8), 3), 1):i32x4]:f32x4; 0 0 1 2)\n"
          "  out[ramp(add(8, multiply(row, 12)), 1):i32x4] = "
          "shuffle(in[ramp(add(multiply(row, 8), 4), 1):i32x4]:f32x4; 1 2 3 3)\n");
}

TEST_CASE("of positions that repeat at a distance, one period is unrolled") {
    const std::string text = selected(64, nearest(64, 96));
    CHECK(text.find("for block_2 from 0 extent 8\n") != std::string::npos);
    CHECK(std::count(text.begin(), text.end(), '=') == 3);
    CHECK(text.find("; 0 1 1 2)") != std::string::npos);
    CHECK(text.find(
              "in[ramp(add(add(multiply(block_2, 8), multiply(row, 64)), 4), 1):i32x4]:f32x4; 1 2 3 3)") !=
          std::string::npos);
}

TEST_CASE("the iterations after the last whole period are copies of their own") {
    std::vector<std::int64_t> positions = nearest(64, 96);
    positions.resize(80);
    const std::string text = selected(64, positions);
    CHECK(text.find("for block_2 from 0 extent 6\n") != std::string::npos);
    CHECK(std::count(text.begin(), text.end(), '=') == 5);
}

TEST_CASE("positions that are far apart, in disorder or unknown stay a gather") {
    CHECK(selected(40, {0, 10, 20, 30, 5, 15, 25, 35}).find("shuffle") == std::string::npos);
    std::vector<std::int64_t> disorder;
    for (std::int64_t i = 0; i < 80; i++) disorder.push_back(i * i / 7 % 3);
    CHECK(selected(8, disorder).find("shuffle") == std::string::npos);
    CHECK(selected(8, nearest(8, 12), {}).find("shuffle") == std::string::npos);
}

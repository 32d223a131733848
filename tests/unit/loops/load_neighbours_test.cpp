#include "scheduler/loops/load_neighbours.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "scheduler/loops/prune.h"

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType index_type{ScalarKind::I32, 1};

/// for block in [0, 5): out[block * 8 ...] = a vector of 8 that `load` makes from block * 8.
template <typename Load>
std::string stored(Load load, bool input_is_written = false) {
    LoopNest nest;
    nest.parameters = {{"in", ScalarKind::F32, 400, input_is_written}, {"out", ScalarKind::F32, 40, true}};
    const NodeId base =
        nest.binary(NodeKind::Multiply, nest.variable("block", index_type), nest.integer(8, index_type));
    const NodeId place = nest.add({.kind = NodeKind::Ramp,
                                   .type = index_type.with_lanes(8),
                                   .operands = {base, nest.integer(1, index_type)}});
    const NodeId store =
        nest.add({.kind = NodeKind::Store, .operands = {place, load(nest, base)}, .symbol = "out"});
    nest.body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(5), store}, .symbol = "block"});
    verify(nest);
    const LoopNest changed = prune(load_neighbours(nest));
    verify(changed);
    const std::string text = to_text(changed), begin = "= ";
    const std::size_t at = text.find(begin, text.find("out["));
    return text.substr(at + begin.size(), text.find('\n', at) - at - begin.size());
}

NodeId ramp(LoopNest& nest, NodeId base, std::int64_t stride, int lanes) {
    return nest.add({.kind = NodeKind::Ramp,
                     .type = index_type.with_lanes(lanes),
                     .operands = {base, nest.integer(stride, index_type)}});
}

NodeId loaded(LoopNest& nest, NodeId index) {
    return nest.add({.kind = NodeKind::Load,
                     .type = {ScalarKind::F32, nest[index].type.lanes},
                     .operands = {index},
                     .symbol = "in"});
}

/// The lanes base + (first + lane) `kind` divisor.
NodeId lanes(LoopNest& nest, NodeId base, std::int64_t first, NodeKind kind, std::int64_t divisor) {
    const ValueType type = index_type.with_lanes(8);
    const NodeId all = nest.add({.kind = NodeKind::Broadcast, .type = type, .operands = {base}});
    const NodeId step =
        nest.binary(kind, ramp(nest, nest.integer(first, index_type), 1, 8), nest.integer(divisor, type));
    return nest.binary(NodeKind::Add, all, step);
}

std::string gathered(std::int64_t first, NodeKind kind, std::int64_t divisor) {
    return stored(
        [&](LoopNest& nest, NodeId base) { return loaded(nest, lanes(nest, base, first, kind, divisor)); });
}

/// A shuffle of two loads of four elements, the second one `distance` after the first.
std::string shuffled(std::int64_t distance, const std::vector<int>& lanes, bool input_is_written = false) {
    return stored(
        [&](LoopNest& nest, NodeId base) {
            const NodeId second = nest.binary(NodeKind::Add, base, nest.integer(distance, index_type));
            const NodeId low = loaded(nest, ramp(nest, base, 1, 4)),
                         high = loaded(nest, ramp(nest, second, 1, 4));
            return nest.add({.kind = NodeKind::Shuffle,
                             .type = {ScalarKind::F32, 8},
                             .operands = {low, high},
                             .lanes = lanes});
        },
        input_is_written);
}

}  // namespace

TEST_CASE("a gather of repeated neighbours is a load and a shuffle") {
    CHECK(gathered(0, NodeKind::FloorDivide, 2) ==
          "shuffle(in[ramp(multiply(block, 8), 1):i32x4]:f32x4; 0 0 1 1 2 2 3 3)");
}

TEST_CASE("neighbours that no vector holds alone are loaded by two that overlap") {
    CHECK(gathered(1, NodeKind::FloorDivide, 3) ==
          "shuffle(in[ramp(multiply(block, 8), 1):i32x2]:f32x2, "
          "in[ramp(add(multiply(block, 8), 1), 1):i32x2]:f32x2; 0 0 1 1 1 3 3 3)");
    CHECK(gathered(2, NodeKind::FloorRemainder, 3) ==
          "shuffle(in[ramp(multiply(block, 8), 1):i32x2]:f32x2, "
          "in[ramp(add(multiply(block, 8), 1), 1):i32x2]:f32x2; 3 0 1 3 0 1 3 0)");
}

TEST_CASE("neighbours that two vectors leave out are loaded by a third one") {
    const std::string colours = stored([](LoopNest& nest, NodeId base) {
        const ValueType type = index_type.with_lanes(8);
        const NodeId lane = ramp(nest, nest.integer(2, index_type), 1, 8), three = nest.integer(3, type);
        const NodeId pixel = nest.binary(NodeKind::FloorDivide, lane, three),
                     colour = nest.binary(NodeKind::FloorRemainder, lane, three);
        const NodeId first = nest.add({.kind = NodeKind::Broadcast, .type = type, .operands = {base}});
        const NodeId place = nest.binary(NodeKind::Multiply, pixel, nest.integer(6, type));
        return loaded(nest, nest.binary(NodeKind::Add, first, nest.binary(NodeKind::Add, place, colour)));
    });
    CHECK(colours ==
          "shuffle(shuffle(in[ramp(add(multiply(block, 8), 2), 1):i32x8]:f32x8, "
          "in[ramp(add(multiply(block, 8), 10), 1):i32x8]:f32x8; 0 4 5 6 10 11 12 0), "
          "in[ramp(add(multiply(block, 8), 11), 1):i32x8]:f32x8; 0 1 2 3 4 5 6 15)");
}

TEST_CASE("one element in all lanes is loaded once") {
    CHECK(gathered(0, NodeKind::FloorDivide, 8) == "broadcast(in[multiply(block, 8)]:f32):f32x8");
}

TEST_CASE("lanes that are far apart stay a gather") {
    CHECK(gathered(0, NodeKind::Multiply, 5).find("shuffle") == std::string::npos);
}

TEST_CASE("a shuffle of narrow loads of neighbours reads whole vectors") {
    CHECK(shuffled(4, {0, 1, 2, 3, 4, 5, 6, 7}) == "in[ramp(multiply(block, 8), 1):i32x8]:f32x8");
    CHECK(shuffled(0, {0, 4, 1, 5, 2, 6, 3, 7}) ==
          "shuffle(in[ramp(multiply(block, 8), 1):i32x4]:f32x4; 0 0 1 1 2 2 3 3)");
}

TEST_CASE("a shuffle of repeated scalars that are neighbours reads them as one vector") {
    const auto repeated = [](std::int64_t distance) {
        return stored([&](LoopNest& nest, NodeId base) {
            Node shuffle{
                .kind = NodeKind::Shuffle, .type = {ScalarKind::F32, 8}, .lanes = {0, 2, 4, 6, 1, 3, 5, 7}};
            for (std::int64_t i = 0; i < 4; i++) {
                const NodeId index = nest.binary(NodeKind::Add, base, nest.integer(i * distance, index_type));
                shuffle.operands.push_back(nest.add({.kind = NodeKind::Broadcast,
                                                     .type = {ScalarKind::F32, 2},
                                                     .operands = {loaded(nest, index)}}));
            }
            return nest.add(std::move(shuffle));
        });
    };
    CHECK(repeated(1) == "shuffle(in[ramp(multiply(block, 8), 1):i32x4]:f32x4; 0 1 2 3 0 1 2 3)");
    CHECK(repeated(50).find("broadcast(in[") != std::string::npos);
}

TEST_CASE("a shuffle of a load that would come in pieces takes two whole vectors") {
    const std::string reversed = stored([](LoopNest& nest, NodeId base) {
        return nest.add({.kind = NodeKind::Shuffle,
                         .type = {ScalarKind::F32, 8},
                         .operands = {loaded(nest, ramp(nest, base, 1, 9))},
                         .lanes = {2, 1, 0, 5, 4, 3, 8, 7}});
    });
    CHECK(reversed ==
          "shuffle(in[ramp(multiply(block, 8), 1):i32x8]:f32x8, "
          "in[ramp(add(multiply(block, 8), 1), 1):i32x8]:f32x8; 2 1 0 5 4 3 15 7)");
}

TEST_CASE("a shuffle of loads that stores may change, or that lie apart, stays") {
    const std::string kept =
        "shuffle(in[ramp(multiply(block, 8), 1):i32x4]:f32x4, in[ramp(add(multiply(block, 8), ";
    CHECK(shuffled(4, {0, 1, 2, 3, 4, 5, 6, 7}, true) == kept + "4), 1):i32x4]:f32x4; 0 1 2 3 4 5 6 7)");
    CHECK(shuffled(100, {0, 1, 2, 3, 4, 5, 6, 7}) == kept + "100), 1):i32x4]:f32x4; 0 1 2 3 4 5 6 7)");
}

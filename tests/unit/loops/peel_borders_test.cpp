#include "scheduler/loops/peel_borders.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "scheduler/loops/loop_builder.h"
#include "scheduler/loops/prove_bounds.h"
#include "scheduler/loops/prune.h"

using namespace hlo2c::scheduler;

namespace {

constexpr std::int64_t size = 6;

/// A nest that reads x[0] to x[5] and weights, and adds to out.
LoopNest empty_nest() {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, size, false},
                       {"w", ScalarKind::F32, 3, false},
                       {"out", ScalarKind::F32, size, true}};
    return nest;
}

/// Adds w[step] times x[position], which may be padding as `call` says, to out[result].
void add_product(LoopNest& nest, LoopBuilder& builder, NodeId result, NodeId step, NodeId position,
                 const char* call = element_inside) {
    const ValueType f32{ScalarKind::F32, 1};
    const NodeId element =
        nest.call(call, f32, {builder.load("x", position, f32), position, builder.integer(size)});
    builder.store("out", result,
                  builder.fused(element, builder.load("w", step, f32), builder.load("out", result, f32)));
}

int count(const LoopNest& nest, NodeKind kind) {
    return static_cast<int>(std::count_if(nest.nodes.begin(), nest.nodes.end(),
                                          [&](const Node& node) { return node.kind == kind; }));
}

}  // namespace

TEST_CASE("iterations with padding are loops of their own, without its products") {
    LoopNest nest = empty_nest();
    LoopBuilder builder(nest);
    // Two results in each tile: the products with x[-1] and x[6] are left out.
    builder.loop("tile", 3, [&](NodeId tile) {
        for (int row = 0; row < 2; row++) {
            const NodeId result = builder.offset(builder.scaled(tile, 2), row);
            for (int step = 0; step < 3; step++)
                add_product(nest, builder, result, builder.integer(step), builder.offset(result, step - 1));
        }
    });
    builder.finish();
    CHECK_FALSE(prove_bounds(nest).empty());
    const LoopNest peeled = prune(peel_borders(nest));
    verify(peeled);
    CHECK(prove_bounds(peeled).empty());
    CHECK(count(peeled, NodeKind::Call) == 0);
    CHECK(count(peeled, NodeKind::For) == 0);  // the tile between the two others is alone, too
    CHECK(count(peeled, NodeKind::Fma) == 3 * 6 - 2);
    CHECK(count(peeled, NodeKind::Store) == 3 * 6 - 2);
}

TEST_CASE("tiles without padding stay one loop") {
    LoopNest nest = empty_nest();
    LoopBuilder builder(nest);
    builder.loop("tile", size, [&](NodeId tile) {
        for (int step = 0; step < 3; step++)
            add_product(nest, builder, tile, builder.integer(step), builder.offset(tile, step - 1));
    });
    builder.finish();
    const LoopNest peeled = prune(peel_borders(nest));
    verify(peeled);
    CHECK(prove_bounds(peeled).empty());
    CHECK(count(peeled, NodeKind::For) == 1);
    CHECK(count(peeled, NodeKind::Fma) == 2 + 3 + 2);
}

namespace {

/// Without padding, the nest still has two loops and one product, whose accesses are in bounds.
void check_two_loops_of_one_product(const LoopNest& nest) {
    const LoopNest peeled = prune(peel_borders(nest));
    verify(peeled);
    CHECK(prove_bounds(peeled).empty());
    CHECK(count(peeled, NodeKind::Call) == 0);
    CHECK(count(peeled, NodeKind::For) == 2);
    CHECK(count(peeled, NodeKind::Fma) == 1);
}

}  // namespace

TEST_CASE("a loop over the window begins after the padding and ends before it") {
    for (const std::int64_t dilation : {1, 2}) {
        LoopNest nest = empty_nest();
        LoopBuilder builder(nest);
        builder.loop("i", size, [&](NodeId i) {
            builder.loop("y", 3, [&](NodeId y) {
                add_product(nest, builder, i, y,
                            builder.offset(builder.add(i, builder.scaled(y, dilation)), -dilation));
            });
        });
        builder.finish();
        CHECK_FALSE(prove_bounds(nest).empty());
        check_two_loops_of_one_product(nest);
    }
}

TEST_CASE("products with zeros in memory are left out where a loop may begin later or end earlier") {
    // Of neighbouring loops over results and over the window, the inner one begins later or ends earlier.
    for (const bool window_is_inside : {true, false}) {
        LoopNest nest = empty_nest();
        LoopBuilder builder(nest);
        const auto multiply = [&](NodeId i, NodeId y) {
            add_product(nest, builder, i, y, builder.offset(builder.add(i, y), -1), element_or_zero);
        };
        if (window_is_inside)
            builder.loop("i", size,
                         [&](NodeId i) { builder.loop("y", 3, [&](NodeId y) { multiply(i, y); }); });
        else
            builder.loop("y", 3,
                         [&](NodeId y) { builder.loop("i", size, [&](NodeId i) { multiply(i, y); }); });
        builder.finish();
        check_two_loops_of_one_product(nest);
    }
}

TEST_CASE("products with zeros in memory stay where a tile has results of several lines") {
    LoopNest nest = empty_nest();
    nest.parameters[0].elements = size + 2;
    LoopBuilder builder(nest);
    builder.loop("tile", 3, [&](NodeId tile) {
        for (int row = 0; row < 2; row++) {
            const NodeId result = builder.offset(builder.scaled(tile, 2), row);
            add_product(nest, builder, result, builder.integer(0), result, element_or_zero);
        }
    });
    builder.finish();
    const LoopNest peeled = prune(peel_borders(nest));
    verify(peeled);
    CHECK(count(peeled, NodeKind::Call) == 0);
    CHECK(count(peeled, NodeKind::For) == 1);
    CHECK(count(peeled, NodeKind::Fma) == 2);
}

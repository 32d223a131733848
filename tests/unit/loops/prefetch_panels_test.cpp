#include "scheduler/loops/prefetch_panels.h"

#include <catch2/catch.hpp>
#include <string>

#include "scheduler/loops/loop_builder.h"
#include "scheduler/loops/prove_bounds.h"

using namespace hlo2c::scheduler;

namespace {

struct Product {
    std::int64_t panels = 64, tiles = 8, steps = 128;
    int vectors = 2, lanes = 16;
    std::string target = "x86-64-v4";
};

/// For each panel, tiles that all read the steps of the panel.
LoopNest product(const Product& p) {
    LoopNest nest;
    const ValueType floats{ScalarKind::F32, p.lanes};
    const std::int64_t row = p.vectors * floats.lanes;
    nest.parameters = {{"w", ScalarKind::F32, p.panels * p.steps * row, false},
                       {"x", ScalarKind::F32, p.tiles * p.steps, false},
                       {"out", ScalarKind::F32, row, true}};
    LoopBuilder loops(nest);
    loops.loop_to("panel", loops.integer(p.panels), [&](NodeId panel) {
        loops.loop_to("tile", loops.integer(p.tiles), [&](NodeId tile) {
            loops.loop_to("step", loops.integer(p.steps), [&](NodeId step) {
                const NodeId scalar =
                    loops.load("x", loops.add(loops.scaled(tile, p.steps), step), floats.with_lanes(1));
                const NodeId begin = loops.add(loops.scaled(panel, p.steps * row), loops.scaled(step, row));
                for (int v = 0; v < p.vectors; v++) {
                    const NodeId weights = loops.load("w", loops.offset(begin, v * floats.lanes), floats);
                    loops.store("out", loops.integer(v * floats.lanes),
                                loops.multiply(loops.broadcast(scalar, floats), weights));
                }
            });
        });
    });
    loops.finish();
    return nest;
}

std::string prefetching(const Product& p) {
    const LoopNest nest = prefetch_panels(product(p), load_target(p.target));
    verify(nest);
    CHECK(prove_bounds(nest).empty());
    return to_text(nest);
}

bool prefetches(const Product& p) {
    return prefetching(p).find("prefetch") != std::string::npos;
}

}  // namespace

TEST_CASE("all tiles of a panel prefetch parts of the next panel between their steps") {
    const std::string text = prefetching({});
    INFO(text);
    // Before every 8 of the 128 steps, each of the 8 tiles prefetches 2 of the 256 lines.
    CHECK(text.find("for chunk from 0 extent 16") != std::string::npos);
    CHECK(text.find("for line from 0 extent 2") != std::string::npos);
    CHECK(text.find("less(tile") == std::string::npos);
    // The last panel begins at 63 * 4096 and has no next one.
    CHECK(text.find("less(multiply(panel, 4096), 253953)") != std::string::npos);
}

TEST_CASE("chunks of steps are longer if many tiles prefetch few lines") {
    const std::string text = prefetching({.tiles = 100});
    INFO(text);
    // 4 times a line by each of the first 64 tiles.
    CHECK(text.find("for chunk from 0 extent 4") != std::string::npos);
    CHECK(text.find("for line") == std::string::npos);
    CHECK(text.find("less(tile, 64)") != std::string::npos);
}

TEST_CASE("panels whose rows end inside of lines are prefetched") {
    // 12 steps of 24 floats are 18 lines, which 7 tiles prefetch in chunks of 6 steps.
    const std::string text = prefetching(
        {.panels = 400, .tiles = 7, .steps = 12, .vectors = 3, .lanes = 8, .target = "x86-64-v3"});
    INFO(text);
    CHECK(text.find("for chunk from 0 extent 2") != std::string::npos);
    CHECK(text.find("for line from 0 extent 2") != std::string::npos);
    CHECK(text.find("less(tile, 5)") != std::string::npos);
}

TEST_CASE("what is near, read once or alone is not prefetched") {
    CHECK(prefetches({}));
    CHECK_FALSE(prefetches({.panels = 4}));                 // the cache holds it
    CHECK_FALSE(prefetches({.panels = 1, .steps = 8192}));  // there is no next panel
    CHECK_FALSE(prefetches({.tiles = 1}));
    CHECK_FALSE(prefetches({.target = "armv8-a"}));
}

TEST_CASE("a prefetch past the end of its operand is not proven") {
    LoopNest nest = prefetch_panels(product({}), load_target("x86-64-v4"));
    for (Node& node : nest.nodes)  // as if the last panel had a next one
        if (node.kind == NodeKind::Integer && node.integer == 253953) node.integer += 4096;
    const auto unproven = prove_bounds(nest);
    REQUIRE(unproven.size() == 1);
    CHECK(unproven.front().find("prefetch w") == 0);
}

#include "scheduler/loops/prefetch_copies.h"

#include <catch2/catch.hpp>
#include <string>

#include "scheduler/loops/loop_builder.h"
#include "scheduler/loops/prove_bounds.h"
#include "scheduler/loops/rewriter.h"

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType floats{ScalarKind::F32, 16};

struct Copies {
    std::int64_t panels = 256, rows = 4, columns = 512, stretches = 4, tiles = 8;
    std::int64_t distance = 4 * 512;  ///< between panels
    std::string target = "x86-64-v4";
    std::int64_t panel() const { return rows * columns; }
};

/// For each panel, a copy with its rows side by side, then tiles of each stretch that read the copy.
LoopNest copies(const Copies& p) {
    LoopNest nest;
    const std::int64_t elements = (p.panels - 1) * p.distance + p.panel();
    nest.parameters = {{"w", ScalarKind::F32, elements, false},
                       {"out", ScalarKind::F32, p.tiles * floats.lanes, true}};
    LoopBuilder loops(nest);
    loops.loop_to("panel", loops.integer(p.panels), [&](NodeId panel) {
        loops.loop_to("row", loops.integer(p.rows), [&](NodeId row) {
            loops.loop_to("block", loops.integer(p.columns / floats.lanes), [&](NodeId block) {
                const NodeId column = loops.scaled(block, floats.lanes);
                const NodeId place = loops.add(loops.scaled(panel, p.distance),
                                               loops.add(loops.scaled(row, p.columns), column));
                const NodeId copy =
                    loops.add(loops.scaled(block, p.rows * floats.lanes), loops.scaled(row, floats.lanes));
                loops.store("copied", copy, loops.load("w", place, floats));
            });
        });
        loops.loop_to("stretch", loops.integer(p.stretches), [&](NodeId stretch) {
            loops.loop_to("tile", loops.integer(p.tiles), [&](NodeId tile) {
                const std::int64_t steps = p.panel() / floats.lanes / p.stretches;
                loops.loop_to("step", loops.integer(steps), [&](NodeId step) {
                    const NodeId place = loops.add(loops.scaled(stretch, steps * floats.lanes),
                                                   loops.scaled(step, floats.lanes));
                    loops.store("out", loops.scaled(tile, floats.lanes), loops.load("copied", place, floats));
                });
            });
        });
    });
    loops.finish();
    return rebuild(nest, [&](LoopNest& result, Node& node) {
        if (node.kind == NodeKind::For && node.symbol == "panel")
            node.operands[2] = result.add({.kind = NodeKind::Allocate,
                                           .type = floats.with_lanes(1),
                                           .operands = {node.operands[2]},
                                           .integer = p.panel(),
                                           .symbol = "copied",
                                           .memory = MemoryKind::Scratch,
                                           .contents = ScratchContents::Panel});
        return no_node;
    });
}

std::string prefetching(const Copies& p) {
    const LoopNest nest = prefetch_copies(copies(p), load_target(p.target));
    verify(nest);
    CHECK(prove_bounds(nest).empty());
    return to_text(nest);
}

bool prefetches(const Copies& p) {
    return prefetching(p).find("prefetch") != std::string::npos;
}

}  // namespace

TEST_CASE("tiles that read a copied panel prefetch what is copied next") {
    const std::string text = prefetching({});
    INFO(text);
    // 128 lines in 32 tiles; the last panel, from element 522240 on, has no next one.
    CHECK(text.find("for tile from 0 extent 8\n      if less(multiply(panel, 2048), 520208)") !=
          std::string::npos);
    CHECK(text.find("for line from 0 extent 4") != std::string::npos);
    CHECK(text.find("prefetch read w[") != std::string::npos);
}

TEST_CASE("tiles beyond the lines of a copied panel prefetch nothing") {
    const std::string text = prefetching({.tiles = 48});
    INFO(text);
    CHECK(text.find("for line from 0 extent 1") != std::string::npos);
    CHECK(text.find("less(add(multiply(stretch, 48), tile), 128)") != std::string::npos);
}

TEST_CASE("panels that are near, overlap, or are too much for the tiles are not prefetched") {
    CHECK(prefetches({}));
    CHECK_FALSE(prefetches({.panels = 32}));
    CHECK_FALSE(prefetches({.panels = 1024, .distance = 512}));
    CHECK(prefetches({.stretches = 1, .tiles = 4}));
    CHECK_FALSE(prefetches({.stretches = 1, .tiles = 3}));
    CHECK_FALSE(prefetches({.target = "armv8-a"}));
}

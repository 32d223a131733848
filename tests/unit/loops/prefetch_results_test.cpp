#include "scheduler/loops/prefetch_results.h"

#include <catch2/catch.hpp>
#include <string>

#include "scheduler/loops/loop_builder.h"
#include "scheduler/loops/prove_bounds.h"

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType floats{ScalarKind::F32, 16};

struct Sums {
    std::int64_t columns = 4096, blocks = 16, stretches = 2, tiles = 8, rows_of_tile = 4;
    bool stores_sums = true;
    std::string target = "x86-64-v4";
    std::int64_t rows() const { return tiles * rows_of_tile; }
};

/// For each block of rows, tiles that add to an array in each stretch, then rows that are stored from it.
LoopNest sums(const Sums& p) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, p.stretches * floats.lanes, false},
                       {"out", ScalarKind::F32, p.blocks * p.rows() * p.columns, true}};
    LoopBuilder loops(nest);
    loops.loop_to("block", loops.integer(p.blocks), [&](NodeId block) {
        loops.loop_to("stretch", loops.integer(p.stretches), [&](NodeId stretch) {
            loops.loop_to("tile", loops.integer(p.tiles), [&](NodeId tile) {
                loops.loop_to("row", loops.integer(p.rows_of_tile), [&](NodeId row) {
                    const NodeId place =
                        loops.scaled(loops.add(loops.scaled(tile, p.rows_of_tile), row), floats.lanes);
                    loops.store("total", place, loops.load("x", loops.scaled(stretch, floats.lanes), floats));
                });
            });
        });
        loops.loop_to("row", loops.integer(p.rows()), [&](NodeId row) {
            const NodeId begin =
                loops.add(loops.scaled(block, p.rows() * p.columns), loops.scaled(row, p.columns));
            const NodeId value = p.stores_sums ? loops.load("total", loops.scaled(row, floats.lanes), floats)
                                               : loops.load("x", loops.integer(0), floats);
            loops.store("out", begin, value);
        });
    });
    loops.finish();
    nest.body = nest.add({.kind = NodeKind::Allocate,
                          .type = floats.with_lanes(1),
                          .operands = {nest.body},
                          .integer = p.rows() * floats.lanes,
                          .symbol = "total"});
    return nest;
}

std::string prefetching(const Sums& p) {
    const LoopNest nest = prefetch_results(sums(p), load_target(p.target));
    verify(nest);
    CHECK(prove_bounds(nest).empty());
    return to_text(nest);
}

std::int64_t prefetches(const Sums& p) {
    const std::string text = prefetching(p);
    std::int64_t count = 0;
    for (std::size_t at = text.find("prefetch"); at != std::string::npos; at = text.find("prefetch", at + 1))
        count++;
    return count;
}

}  // namespace

TEST_CASE("tiles prefetch the rows that are stored after them") {
    const std::string text = prefetching({});
    INFO(text);
    // 32 rows, in two stretches of 8 tiles.
    CHECK(prefetches({}) == 2);
    CHECK(text.find("minimum") == std::string::npos);
}

TEST_CASE("the last tiles share rows if the tiles are more") {
    const std::string text = prefetching({.stretches = 5});
    INFO(text);
    CHECK(prefetches({.stretches = 5}) == 1);
    CHECK(text.find("minimum") != std::string::npos);
}

TEST_CASE("rows that begin inside of a line have one line more") {
    CHECK(prefetches({.columns = 4100}) == 4);
}

TEST_CASE("results that are near, or do not come from tiles, are not prefetched") {
    CHECK(prefetches({.blocks = 1}) == 0);
    CHECK(prefetches({.stores_sums = false}) == 0);
    CHECK(prefetches({.target = "armv8-a"}) == 0);
}

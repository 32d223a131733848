#include "scheduler/loops/crowded_loops.h"

#include <catch2/catch.hpp>
#include <string>

#include "scheduler/loops/loop_builder.h"

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType floats{ScalarKind::F32, 16};

/// For each panel and block, tiles of sums, then rows to which a bias is added.
struct Sums {
    int rows = 26;
    bool bias_of_panel = true;  ///< otherwise each block has a bias of its own
    bool bias_of_row = false;
    std::string target = "x86-64-v4";
};

NodeId counted(LoopNest& nest, const std::string& variable, std::vector<NodeId> body) {
    return nest.add({.kind = NodeKind::For,
                     .operands = {nest.integer(0), nest.integer(8), nest.block(std::move(body))},
                     .symbol = variable});
}

std::string marked(const Sums& p) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, 4096, false},
                       {"w", ScalarKind::F32, 4096, false},
                       {"bias", ScalarKind::F32, 4096, false},
                       {"out", ScalarKind::F32, 4096, true}};
    LoopBuilder loops(nest);
    const NodeId step = nest.variable("step", {}), row = nest.variable("row", {});
    std::vector<NodeId> sums, stores;
    for (int i = 0; i < p.rows; i++) {
        const std::string name = "sum" + std::to_string(i);
        const NodeId scalar = loops.load("x", loops.offset(step, i * 8), floats.with_lanes(1));
        const NodeId sum =
            loops.fused(loops.broadcast(scalar, floats), loops.load("w", loops.scaled(step, 32), floats),
                        nest.variable(name, floats));
        sums.push_back(nest.add({.kind = NodeKind::Assign, .operands = {sum}, .symbol = name}));
    }
    const NodeId outer = nest.variable(p.bias_of_panel ? "panel" : "block", {});
    NodeId place = loops.scaled(outer, 16);
    if (p.bias_of_row) place = loops.add(place, loops.scaled(row, 128));
    loops.store("out", loops.scaled(row, 16), loops.load("bias", place, floats));
    loops.finish();
    const NodeId store = nest.body;
    const NodeId tiles = counted(nest, "tile", {counted(nest, "step", sums)});
    const NodeId rows = counted(nest, "row", {store});
    const NodeId panels = counted(nest, "panel", {counted(nest, "block", {tiles, rows})});
    LoopBuilder first(nest);  // read once, before all loops
    first.store("out", nest.integer(0), first.load("bias", nest.integer(0), floats));
    first.finish();
    nest.body = nest.block({nest.body, panels});
    return to_text(mark_crowded_loops(nest, load_target(p.target)));
}

bool is_marked(const Sums& p) {
    return marked(p).find("crowded for step") != std::string::npos;
}

}  // namespace

TEST_CASE("sums that leave no registers for a bias are marked") {
    INFO(marked({.rows = 28}));
    CHECK(is_marked({.rows = 28}));
    CHECK(is_marked({.rows = 12, .target = "x86-64-v3"}));
}

TEST_CASE("sums beside which a bias fits, or where it is not kept, are not marked") {
    CHECK_FALSE(is_marked({.rows = 27}));
    CHECK_FALSE(is_marked({.rows = 28, .bias_of_panel = false}));
    CHECK_FALSE(is_marked({.rows = 28, .bias_of_row = true}));
    CHECK_FALSE(is_marked({.rows = 28, .target = "armv8-a"}));
}

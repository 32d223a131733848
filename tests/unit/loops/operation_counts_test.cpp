#include "scheduler/loops/operation_counts.h"

#include <catch2/catch.hpp>

#include "scheduler/loops/loop_builder.h"
#include "scheduler/loops/promote_registers.h"
#include "scheduler/loops/touched_bytes.h"

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType scalar{ScalarKind::F32, 1}, vector{ScalarKind::F32, 8};

LoopNest nest_of(std::int64_t elements) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, elements, false}, {"out", ScalarKind::F32, elements, true}};
    return nest;
}

}  // namespace

TEST_CASE("operations count once per iteration, those of indices not at all") {
    LoopNest nest = nest_of(64);
    LoopBuilder loops(nest);
    loops.loop("i", 8, [&](NodeId i) {
        const NodeId start = loops.scaled(i, 8);
        const NodeId value = loops.load("x", start, vector);
        loops.store("out", start, nest.call("tanh", vector, {loops.add(value, value)}));
    });
    loops.finish();
    const OperationCounts counts = operation_counts(nest);
    CHECK(counts.times == std::map<std::string, std::int64_t>{
                              {"add f32x8", 8}, {"load f32x8", 8}, {"store f32x8", 8}, {"tanh f32x8", 8}});
    CHECK(counts.chain == 13);
}

TEST_CASE("a sum is a chain of its terms, and of an element that the iteration before stores") {
    LoopNest nest = nest_of(64);
    LoopBuilder loops(nest);
    const std::string sum = loops.variable("sum", ScalarKind::F32);
    loops.loop("i", 64, [&](NodeId i) {
        loops.store(sum, loops.integer(0),
                    loops.add(loops.load(sum, loops.integer(0), scalar), loops.load("x", i, scalar)));
    });
    loops.store("out", loops.integer(0), loops.load(sum, loops.integer(0), scalar));
    loops.finish();
    CHECK(operation_counts(promote_registers(nest)).chain == 64);

    LoopNest scan = nest_of(64);
    LoopBuilder steps(scan);
    steps.loop("i", 63, [&](NodeId i) {
        const NodeId sum_before = steps.load("out", i, scalar);
        steps.store("out", steps.offset(i, 1), steps.add(sum_before, steps.load("x", i, scalar)));
    });
    steps.finish();
    CHECK(operation_counts(scan).chain == 63);
}

TEST_CASE("equal loads of neighbouring statements count once") {
    LoopNest nest = nest_of(64);
    LoopBuilder loops(nest);
    loops.loop("i", 4, [&](NodeId i) {
        for (const int offset : {0, 8}) {
            const NodeId value = loops.load("x", loops.scaled(i, 16), vector);
            loops.store("out", loops.offset(loops.scaled(i, 16), offset), loops.add(value, value));
        }
    });
    loops.finish();
    CHECK(operation_counts(nest).times ==
          std::map<std::string, std::int64_t>{{"add f32x8", 8}, {"load f32x8", 4}, {"store f32x8", 8}});
}

TEST_CASE("the extent of a stretch that ends with the row has a bound") {
    LoopNest nest = nest_of(128);
    LoopBuilder loops(nest);
    loops.loop("stretch", 2, [&](NodeId stretch) {
        const NodeId before = loops.maximum(loops.scaled(stretch, 64), loops.integer(63));
        CHECK(most_iterations(nest, loops.subtract(loops.integer(127), before)) == 64);
        CHECK(most_iterations(nest, loops.subtract(loops.integer(127), stretch)) == most_counted);
    });
}

TEST_CASE("elements that are updated one by one are no chain") {
    LoopNest nest = nest_of(64);
    LoopBuilder loops(nest);
    loops.loop("i", 64, [&](NodeId i) {
        loops.store("out", i, loops.add(loops.load("out", i, scalar), loops.load("x", i, scalar)));
    });
    loops.finish();
    CHECK(operation_counts(nest).chain == 1);
}

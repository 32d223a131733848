#include "scheduler/memory/pools.h"

#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "tests/unit/memory/random_problem.h"

using namespace hlo2c::scheduler::memory;

namespace {

using Numbers = std::vector<std::size_t>;

/// Random buffers with random traffic, for two small pools and a large one.
PoolProblem random_pool_problem(std::uint32_t seed) {
    PoolProblem problem;
    std::mt19937 random(seed);
    for (const Interval& each : random_problem(seed, 40, 12, 200, false).buffers)
        problem.buffers.push_back(
            {each.lower, each.upper, each.size, static_cast<std::int64_t>(random() % 4096)});
    problem.pools = {{512, 16}, {1024, 32}, {100'000, 64}};
    return problem;
}

}  // namespace

TEST_CASE("the buffers with the most traffic for their size go to the fastest pool") {
    const PoolProblem problem{{{0, 4, 64, 100}, {0, 4, 64, 900}, {0, 4, 128, 1000}}, {{128, 64}, {1024, 64}}};
    const auto plan = assign(problem);
    REQUIRE(plan);
    CHECK(plan->pools == Numbers{0, 0, 1});
    CHECK(plan->placements[0].peak == 128);
    CHECK(plan->placements[1].peak == 128);
}

TEST_CASE("buffers that are never live together share a pool") {
    const auto plan = assign({{{0, 2, 128, 1}, {2, 4, 128, 2}, {4, 6, 100, 3}}, {{128, 64}, {1024, 64}}});
    REQUIRE(plan);
    CHECK(plan->pools == Numbers{0, 0, 0});
}

TEST_CASE("a buffer without size needs no room") {
    const auto plan = assign({{{0, 2, 64, 1}, {0, 2, 0, 0}}, {{64, 64}}});
    REQUIRE(plan);
    CHECK(plan->placements[0].peak == 64);
}

TEST_CASE("a buffer that fits into one pool only displaces what has more traffic") {
    // The second buffer needs all of the fast pool, which the first one would take.
    const auto plan = assign({{{0, 4, 16, 1000}, {0, 4, 96, 10}}, {{96, 16}, {48, 16}}});
    REQUIRE(plan);
    CHECK(plan->pools == Numbers{1, 0});
}

TEST_CASE("sizes count as multiples of the pool's alignment") {
    CHECK(assign({{{0, 1, 17, 1}, {0, 1, 17, 1}}, {{64, 32}}}));
    CHECK_FALSE(assign({{{0, 1, 33, 1}, {0, 1, 17, 1}}, {{64, 32}}}));
}

TEST_CASE("buffers in a pool are placed anew where that makes room") {
    // First fit in the order of traffic leaves a gap on either side of the last buffer.
    const PoolProblem problem{
        {{0, 2, 32, 96}, {1, 4, 64, 180}, {3, 5, 32, 88}, {5, 8, 96, 200}, {0, 8, 32, 8}}, {{128, 32}}};
    const auto plan = assign(problem);
    REQUIRE(plan);
    CHECK(plan->placements[0].peak <= 128);
}

TEST_CASE("random buffers respect every capacity, and the result is always the same") {
    int used = 0;
    for (std::uint32_t seed = 1; seed <= 60; seed++) {
        const PoolProblem problem = random_pool_problem(seed);
        const auto plan = assign(problem);
        REQUIRE(plan);
        for (std::size_t i = 0; i < problem.pools.size(); i++) {
            CHECK(plan->placements[i].peak <= problem.pools[i].bytes);
            used += plan->placements[i].peak > 0;
        }
        const auto again = assign(problem);
        CHECK(again->pools == plan->pools);
        CHECK(again->offsets == plan->offsets);
    }
    CHECK(used == 180);
}

TEST_CASE("a corrupted plan of pools is rejected") {
    const PoolProblem problem{{{0, 4, 64, 9}, {0, 4, 64, 8}, {0, 4, 64, 7}}, {{128, 64}, {64, 64}}};
    const auto plan = assign(problem);
    REQUIRE(plan);
    CHECK_NOTHROW(validate(problem, *plan));
    PoolPlan moved = *plan;
    moved.pools[0] = 1;
    CHECK_THROWS_AS(validate(problem, moved), hlo2c::DiagnosticError);
    PoolPlan shifted = *plan;
    shifted.offsets[1] = 0;
    CHECK_THROWS_AS(validate(problem, shifted), hlo2c::DiagnosticError);
    PoolProblem smaller = problem;
    smaller.pools[0].bytes = 64;
    CHECK_THROWS_AS(validate(smaller, *plan), hlo2c::DiagnosticError);
}

TEST_CASE("a conflict is the fewest large buffers that are live together and do not fit") {
    const PoolProblem problem{
        {{0, 9, 8, 1}, {1, 3, 60, 1}, {2, 5, 50, 1}, {2, 4, 20, 1}, {4, 6, 45, 1}, {0, 9, 4, 1}}, {{100, 1}}};
    REQUIRE_FALSE(assign(problem));
    const Conflict conflict = find_conflict(problem);
    CHECK(conflict.is_together);
    CHECK(conflict.time == 2);
    CHECK(conflict.buffers == Numbers{1, 2});
}

TEST_CASE("a buffer that is larger than every pool is a conflict alone") {
    const Conflict conflict = find_conflict({{{0, 2, 30, 1}, {0, 2, 70, 1}}, {{64, 16}, {64, 16}}});
    CHECK(conflict.is_together);
    CHECK(conflict.buffers == Numbers{1});
}

TEST_CASE("buffers conflict where their sum fits but no way to share them out does") {
    // 150 bytes of 160, but each pool holds one of them only.
    const Conflict conflict =
        find_conflict({{{0, 2, 50, 1}, {0, 2, 50, 1}, {0, 2, 50, 1}, {0, 2, 2, 1}}, {{80, 1}, {80, 1}}});
    CHECK(conflict.is_together);
    CHECK(conflict.buffers == Numbers{0, 1, 2});
}

TEST_CASE("buffers that fit at each time may still conflict") {
    // The large buffers force the small ones that are live with them into one pool: all three at last.
    const PoolProblem problem{
        {{0, 2, 1, 1}, {0, 3, 1, 1}, {1, 3, 1, 1}, {0, 1, 2, 1}, {2, 3, 2, 1}, {0, 3, 0, 1}},
        {{2, 1}, {2, 1}}};
    CHECK_FALSE(assign(problem));
    CHECK(conflict_at_one_time(problem).buffers.empty());
    const Conflict conflict = find_conflict(problem);
    CHECK_FALSE(conflict.is_together);
    CHECK(conflict.buffers == Numbers{0, 1, 2, 3, 4});
}

TEST_CASE("without any one buffer of a conflict, the others fit") {
    int conflicts = 0;
    for (std::uint32_t seed = 1; seed <= 40; seed++) {
        PoolProblem problem = random_pool_problem(seed);
        problem.pools = {{256, 16}, {1024, 32}};
        const Conflict conflict = find_conflict(problem);
        CHECK(conflict.buffers.empty() == assign(problem).has_value());
        if (conflict.buffers.empty()) continue;
        conflicts++;
        for (std::size_t left_out = 0; left_out <= conflict.buffers.size(); left_out++) {
            PoolProblem part{{}, problem.pools};
            for (std::size_t i = 0; i < conflict.buffers.size(); i++)
                if (i != left_out) part.buffers.push_back(problem.buffers[conflict.buffers[i]]);
            CHECK(assign(part).has_value() == (left_out < conflict.buffers.size()));
        }
    }
    CHECK(conflicts > 20);
}

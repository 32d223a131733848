#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "scheduler/memory/place.h"
#include "tests/unit/memory/random_problem.h"

using namespace hlo2c::scheduler::memory;

TEST_CASE("a placement with one offset moved into a neighbour is rejected") {
    int rejected = 0;
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        const Problem problem = random_problem(seed, 30, 20, 50, false);
        const Placement placement = place(problem, {.search_work = 1'000'000, .climbing_steps = 0});
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            for (std::size_t j = 0; j < problem.buffers.size(); ++j) {
                const Interval &a = problem.buffers[i], &b = problem.buffers[j];
                if (i == j || a.size == 0 || b.size == 0 || a.lower >= b.upper || b.lower >= a.upper)
                    continue;
                Placement corrupted = placement;
                corrupted.offsets[i] = placement.offsets[j];
                REQUIRE_THROWS_AS(validate(problem, corrupted), hlo2c::DiagnosticError);
                ++rejected;
            }
        }
    }
    CHECK(rejected > 1000);
}

TEST_CASE("a placement past its peak, misaligned, negative or with a wrong lower bound is rejected") {
    const Problem problem{{{0, 2, 8, 8}, {1, 3, 8, 8}}};
    const Placement good = place(problem);
    REQUIRE_NOTHROW(validate(problem, good));
    const std::vector<std::vector<std::int64_t>> wrong = {{0, 4}, {0, -8}, {0, 16}, {0}};
    for (const std::vector<std::int64_t>& offsets : wrong) {
        Placement bad = good;
        bad.offsets = offsets;
        CHECK_THROWS_AS(validate(problem, bad), hlo2c::DiagnosticError);
    }
    Placement low = good;
    low.lower_bound = 8;
    CHECK_THROWS_AS(validate(problem, low), hlo2c::DiagnosticError);
}

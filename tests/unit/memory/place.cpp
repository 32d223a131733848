#include "scheduler/memory/place.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "frontend/diagnostic.h"
#include "tests/unit/memory/random_problem.h"

using namespace hlo2c::scheduler::memory;

namespace {

// The minimum peak, by trying every order of placing buffers at their lowest free offsets.
std::int64_t lowest_peak(const std::vector<Interval>& buffers) {
    std::int64_t unit = 0;
    for (const Interval& buffer : buffers) unit = std::gcd(unit, buffer.alignment);
    std::vector<std::size_t> order(buffers.size());
    std::iota(order.begin(), order.end(), 0);
    std::int64_t best = -1;
    do {
        std::vector<std::int64_t> offsets(buffers.size(), -1);
        std::int64_t peak = 0;
        for (const std::size_t i : order) {
            const Interval& buffer = buffers[i];
            const std::int64_t size = (buffer.size + unit - 1) / unit * unit;
            std::int64_t offset = 0;
            for (bool moved = size > 0; moved;) {
                moved = false;
                for (std::size_t j = 0; j < buffers.size(); ++j) {
                    const Interval& other = buffers[j];
                    const std::int64_t end = offsets[j] + (other.size + unit - 1) / unit * unit;
                    if (offsets[j] < 0 || other.size == 0 || other.lower >= buffer.upper ||
                        buffer.lower >= other.upper || end <= offset || offset + size <= offsets[j]) {
                        continue;
                    }
                    offset = (end + buffer.alignment - 1) / buffer.alignment * buffer.alignment;
                    moved = true;
                }
            }
            offsets[i] = offset;
            peak = std::max(peak, offset + size);
        }
        if (best < 0 || peak < best) best = peak;
    } while (std::next_permutation(order.begin(), order.end()));
    return best;
}

}  // namespace

TEST_CASE("no buffers need no memory") {
    const Placement placement = place({});
    CHECK(placement.peak == 0);
    CHECK(placement.lower_bound == 0);
    CHECK(placement.proof == Proof::Optimal);
}

TEST_CASE("buffers that are never live together share an address") {
    const Placement placement = place({{{0, 2, 100}, {2, 5, 80}, {5, 6, 100}}});
    CHECK(placement.offsets == std::vector<std::int64_t>{0, 0, 0});
    CHECK(placement.peak == 100);
}

TEST_CASE("a buffer whose range ends where another starts does not overlap it") {
    CHECK(place({{{0, 3, 7}, {3, 4, 7}}}).peak == 7);
    CHECK(place({{{0, 4, 7}, {3, 4, 7}}}).peak == 14);
}

TEST_CASE("an empty buffer takes no space") {
    CHECK(place({{{0, 9, 0}, {0, 9, 5}}}).peak == 5);
}

TEST_CASE("offsets are aligned, and with one common alignment so is the peak") {
    const Placement placement = place({{{0, 2, 1, 64}, {0, 2, 65, 64}, {1, 3, 3, 64}}});
    for (const std::int64_t offset : placement.offsets) CHECK(offset % 64 == 0);
    CHECK(placement.peak == 256);
    CHECK(placement.lower_bound == 256);
}

TEST_CASE("search closes a gap that every greedy order leaves") {
    // MiniMalloc's own example: 12 bytes suffice.
    const Placement placement = place({{{0, 3, 4}, {3, 9, 4}, {0, 9, 4}, {9, 21, 4}, {0, 21, 4}}});
    CHECK(placement.peak == 12);
    CHECK(placement.proof == Proof::Optimal);
}

TEST_CASE("with a capacity the first placement that fits is good enough") {
    const Problem problem = random_problem(5, 60, 40, 100, false);
    const Placement lowest = place(problem);
    Problem roomy = problem;
    roomy.capacity = lowest.lower_bound * 2;
    CHECK(place(roomy).peak <= roomy.capacity);
}

TEST_CASE("peaks of small problems equal those of an exhaustive search, and are proven optimal") {
    int above_lower_bound = 0;
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
        const Problem problem = random_problem(seed, 7, 6, 12, seed % 2 == 1);
        const Placement placement = place(problem);
        INFO("seed " << seed);
        REQUIRE(placement.peak == lowest_peak(problem.buffers));
        REQUIRE(placement.proof == Proof::Optimal);
        above_lower_bound += placement.peak > placement.lower_bound;
    }
    CHECK(above_lower_bound > 10);  // some of the proofs needed the search
}

TEST_CASE("placements of random problems are valid and near their lower bound") {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const Problem problem =
            random_problem(seed, 20 + 5 * static_cast<int>(seed), 50, 1000, seed % 3 == 0);
        const Placement placement = place(problem, {.search_work = 20'000'000, .climbing_steps = 50});
        INFO("seed " << seed);
        REQUIRE_NOTHROW(validate(problem, placement));
        REQUIRE(placement.peak <= placement.lower_bound * 5 / 4);
    }
}

TEST_CASE("equal problems get equal placements") {
    const Problem problem = random_problem(11, 120, 40, 500, true);
    const Options options{.search_work = 50'000'000};
    CHECK(place(problem, options) == place(problem, options));
}

TEST_CASE("ten thousand buffers are placed without search") {
    const Problem problem = random_problem(3, 10000, 400, 100000, false);
    const Placement placement = place(problem);
    CHECK(placement.peak <= placement.lower_bound * 11 / 10);
}

TEST_CASE("sizes that add up past 2^62 are refused with H0701") {
    const std::int64_t half = std::int64_t{1} << 61;
    try {
        place({{{0, 1, half}, {2, 3, half}}});
        FAIL("accepted");
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(error.diagnostic().number == 701);
    }
}

TEST_CASE("an empty live range is a broken invariant") {
    CHECK_THROWS_AS(place({{{3, 3, 8}}}), hlo2c::DiagnosticError);
}

#include "scheduler/schedule/parallel_loops.h"

#include <catch2/catch.hpp>

#include "scheduler/schedule/schedule.h"

using namespace hlo2c::scheduler;

TEST_CASE("outer loops are fused until each slot has several iterations") {
    Target target = load_target("x86-64-v3");
    REQUIRE(target.cores == 4);
    const std::int64_t work = target.parallel_work;
    const auto chosen = [&](const OuterLoops& loops) { return choose_parallel_loops(loops, work, target); };
    CHECK(chosen({.trips = {16, 100}}) == ParallelLoops{1, 0});
    CHECK(chosen({.trips = {2, 3, 100}}) == ParallelLoops{3, 0});
    CHECK(chosen({.trips = {2, 3, 100}, .last_is_short = true}) == ParallelLoops{2, 0});
    CHECK(chosen({.trips = {100}, .last_is_short = true}) == ParallelLoops{1, 0});
    CHECK(chosen({.trips = {2, 100}, .last_is_uneven = true}) == ParallelLoops{1, 0});
    CHECK(chosen({.trips = {100}, .last_is_uneven = true}) == ParallelLoops{1, 0});
    CHECK(chosen({.trips = {1}}) == ParallelLoops{});
    CHECK(choose_parallel_loops({.trips = {16, 100}, .needs_scratch = true}, work - 1, target) ==
          ParallelLoops{});
    CHECK(choose_parallel_loops({.trips = {16}, .needs_scratch = true, .scratch_is_small = true}, work / 4,
                                target) == ParallelLoops{1, 4});
    CHECK(choose_parallel_loops({.trips = {16, 100}}, work / 4, target).loops == 1);
    CHECK(choose_parallel_loops({.trips = {16, 100}}, work / 4 - 1, target) == ParallelLoops{});
    target.cores = 1;
    CHECK(chosen({.trips = {16, 100}}) == ParallelLoops{});
}

TEST_CASE("loops that need scratch, or overlap at the end, are shared out in ranges") {
    const Target target = load_target("x86-64-v3");
    const auto chosen = [&](const OuterLoops& loops) {
        return choose_parallel_loops(loops, target.parallel_work, target);
    };
    CHECK(chosen({.trips = {100}, .needs_scratch = true}) == ParallelLoops{1, 4});
    CHECK(chosen({.trips = {3}, .needs_scratch = true}) == ParallelLoops{1, 3});
    CHECK(chosen({.trips = {100}, .last_overlaps = true}) == ParallelLoops{1, 4});
    CHECK(chosen({.trips = {4}, .last_overlaps = true}) == ParallelLoops{1, 3});
    CHECK(chosen({.trips = {2}, .last_overlaps = true}) == ParallelLoops{});
    CHECK(chosen({.trips = {2, 100}, .last_overlaps = true}) == ParallelLoops{1, 0});
}

TEST_CASE("the loops inside a panel that is not copied are parallel, too") {
    Target target = load_target("x86-64-v3");
    target.cores = 2;
    ContractionProblem image;  // 40 lines of 57 pixels, 32 features, times 16 features
    image.lhs = {ScalarKind::F32, 40 * 57 * 32, false};
    image.rhs = {ScalarKind::F32, 32 * 16, true};
    image.results = {{40, 57 * 16, 57 * 32, 0, {0}}, {57, 16, 32, 0, {1}}, {16, 1, 0, 1, {2}}};
    image.reductions = {{32, 1, 16}};
    image.flops = 2 * 40 * 57 * 16 * 32;
    const auto parallel = [&](const ContractionProblem& problem) {
        const Problem whole{.operands = {}, .form = problem};
        const Schedule chosen = choose_schedule(whole, target);
        check_schedule(whole, chosen);
        return std::get<ContractionSchedule>(chosen).boxes[0].parallel;
    };
    CHECK(parallel(image).loops == 2);
    CHECK(parallel(image).slots == 0);
    image.results.erase(image.results.begin());
    image.results[0].extent = 40 * 57 + 1;
    CHECK(parallel(image).loops == 2);
    CHECK(parallel(image).slots == 2);     // the last two tiles store rows of both
    ContractionProblem stretches = image;  // whose blocks of sums are shared out, too
    stretches.lhs.elements = (40 * 57 + 1) * 144;
    stretches.rhs.elements = 144 * 16;
    stretches.results[0].lhs_stride = 144;
    stretches.reductions = {{2, 72, 72 * 16}, {72, 1, 16}};
    stretches.stretch_loops = 1;
    CHECK(parallel(stretches).loops == 2);
    CHECK(parallel(stretches).slots == 2);
    image.rhs.is_constant = false;
    image.results[1] = {16, 1, 0, 32, {2}};
    CHECK(parallel(image).loops <= 1);
}

TEST_CASE("threads divide what is larger, the rows or the panels, unless it divides unevenly") {
    Target target = load_target("x86-64-v3");
    target.cores = 2;
    // 64 lines of 48 pixels or fewer, times a weight: a pointwise convolution.
    const auto around = [&](std::int64_t lines, std::int64_t steps, std::int64_t columns) {
        ContractionProblem image;
        image.lhs = {ScalarKind::F32, lines * 48 * steps, false};
        image.rhs = {ScalarKind::F32, steps * columns, true};
        image.results = {
            {lines, 50 * columns, 48 * steps, 0, {0}}, {48, columns, steps, 0, {1}}, {columns, 1, 0, 1, {2}}};
        image.reductions = {{steps, 1, columns}};
        image.flops = 2 * lines * 48 * steps * columns;
        const Problem whole{.operands = {}, .form = image};
        const Schedule chosen = choose_schedule(whole, target);
        check_schedule(whole, chosen);
        return std::get<ContractionSchedule>(chosen).boxes[0].parallel.around;
    };
    CHECK(around(64, 32, 192) == 1);
    CHECK(around(4, 512, 960) == 0);
    CHECK(around(65, 32, 192) == 1);
    CHECK(around(3, 256, 192) == 0);
}

TEST_CASE("threads divide the channels of a depthwise convolution that has few lines") {
    Target target = load_target("x86-64-v3");
    target.cores = 2;
    // Windows of three lines and pixels, in a padded image.
    const auto parallel = [&](std::int64_t lines, std::int64_t channels) {
        const std::int64_t padded = lines + 2;
        ContractionProblem image;
        image.lhs = {ScalarKind::F32, padded * padded * channels, false};
        image.rhs = {ScalarKind::F32, 9 * channels, true};
        image.results = {{lines, lines * channels, padded * channels, 0, {1}},
                         {lines, channels, channels, 0, {2}},
                         {channels, 1, 1, 1, {3}}};
        image.reductions = {{3, padded * channels, 3 * channels}, {3, channels, channels}};
        image.flops = 2 * lines * lines * channels * 9;
        const Problem whole{.operands = {}, .form = image};
        const Schedule chosen = choose_schedule(whole, target);
        check_schedule(whole, chosen);
        const auto contraction = std::get<ContractionSchedule>(chosen);
        CHECK(contraction.panels_inside);
        return contraction.boxes[0].parallel;
    };
    CHECK(parallel(7, 960) == ParallelLoops{1, 2, 2});  // seven lines are three and four
    CHECK(parallel(14, 576) == ParallelLoops{1, 0, 0});
}

TEST_CASE("a halo has no parallel loop of its own if the results have one") {
    Target target = load_target("x86-64-v3");
    target.cores = 2;
    ContractionProblem image;  // 100 lines of 100 pixels, 32 features, times 16 features
    image.lhs = {ScalarKind::F32, 100 * 100 * 32, false};
    image.rhs = {ScalarKind::F32, 32 * 16, true};
    image.results = {{100 * 100, 16, 32, 0, {0}}, {16, 1, 0, 1, {1}}};
    image.reductions = {{32, 1, 16}};
    image.flops = 2 * 100 * 100 * 16 * 32;
    image.halo.boxes = {{.elements = 1 << 18, .loops = {{1 << 14, 16, {0}}, {16, 1, {1}}}}};
    const auto halo_loops = [&] {
        const auto chosen =
            std::get<ContractionSchedule>(choose_schedule({.operands = {}, .form = image}, target));
        return std::pair(chosen.boxes[0].parallel.loops, chosen.halo.boxes[0].parallel.loops);
    };
    CHECK(halo_loops().first > 0);
    CHECK(halo_loops().second == 0);
    image.flops = 1000;
    CHECK(halo_loops().first == 0);
    CHECK(halo_loops().second > 0);
}

TEST_CASE("each pass over a row is work") {
    Target target = load_target("x86-64-v3");
    target.cores = 2;
    RowProblem rows;
    rows.rows = {{128, 128, {0}}};
    rows.columns = {{static_cast<std::int64_t>(target.parallel_work) / 4 / 256, 1, {1}}};
    const auto loops = [&] {
        return std::get<RowSchedule>(choose_schedule({.operands = {}, .form = rows}, target)).parallel.loops;
    };
    CHECK(loops() == 0);  // half of the least work
    rows.sums = {ScalarKind::F32};
    CHECK(loops() == 1);
}

TEST_CASE("slots divide a block of sums that holds all rows") {
    Target target = load_target("x86-64-v4");
    const auto box = [&](const ContractionProblem& problem, int cores) {
        target.cores = cores;
        const Problem whole{.operands = {}, .form = problem};
        const Schedule chosen = choose_schedule(whole, target);
        check_schedule(whole, chosen);
        return std::get<ContractionSchedule>(chosen).boxes[0];
    };
    // 128 rows in panels, each the sum of four stretches.
    ContractionProblem product;
    product.lhs = {ScalarKind::F32, 128 * 512, false};
    product.rhs = {ScalarKind::F32, 512 * 128, true};
    product.results = {{128, 128, 512, 0, {0}}, {128, 1, 0, 1, {1}}};
    product.reductions = {{4, 128, 128 * 128}, {128, 1, 128}};
    product.stretch_loops = 1;
    product.flops = 2 * 128 * 128 * 512;
    CHECK(box(product, 1).block_parts == 1);
    CHECK(box(product, 2).block_parts == 2);
    CHECK(box(product, 2).parallel == ParallelLoops{1, 2, 1});
    CHECK(box(product, 3).block_parts % 4 == 0);
    CHECK(box(product, 2).block == box(product, 1).block);

    // 14 lines of 14 pixels in one panel, with windows of three lines and pixels.
    ContractionProblem image;
    image.lhs = {ScalarKind::F32, 16 * 16 * 128, false};
    image.rhs = {ScalarKind::F32, 9 * 128 * 32, true};
    image.results = {{14, 14 * 32, 16 * 128, 0, {1}}, {14, 32, 128, 0, {2}}, {32, 1, 0, 1, {3}}};
    image.reductions = {{3, 16 * 128, 3 * 128 * 32}, {3, 128, 128 * 32}, {128, 1, 32}};
    image.stretch_loops = 1;
    image.flops = 2 * 14 * 14 * 32 * 9 * 128;
    CHECK(box(image, 1).block_parts == 1);
    CHECK(box(image, 2).block_parts == 2);
    CHECK(box(image, 2).parallel.slots == 2);
    CHECK(box(image, 7).block_parts == 7);
}

TEST_CASE("the name of a candidate does not depend on slots that divide a block") {
    ContractionSchedule schedule;
    schedule.boxes = {{.place = SumPlace::Block, .block = {4, 0}}};
    const std::string name = decisions_text(schedule);
    schedule.boxes[0].block_parts = 2;
    schedule.boxes[0].parallel = {1, 2, 1};
    CHECK(decisions_text(schedule) == name);
    CHECK(to_text(Schedule(schedule)) != name);
}

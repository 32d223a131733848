#include <catch2/catch.hpp>

#include "scheduler/schedule/schedule.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;

TEST_CASE("a reduction along rows takes one result at a time, with vectors of each sum's own lanes") {
    const Target target = load_target("x86-64-v3");
    ReductionProblem reduction{.results = {{64, 1, {0}}},
                               .reduced = {{4096, 1, {0}}},
                               .sums = {ScalarKind::F64, ScalarKind::F32},
                               .in_rows = true,
                               .elements = 64 * 4096};
    const Problem problem{.operands = {}, .form = reduction};
    const Schedule chosen = choose_schedule(problem, target);
    check_schedule(problem, chosen);
    CHECK(to_text(chosen) == "reduction: one result at a time, sums in [4 8] lanes, 1 loop parallel");
    CHECK(describe(chosen) == "one result at a time, vectors of 8");
    CHECK(tile_text(chosen) == "1x8");
}

TEST_CASE("results of a reduction stand side by side in as many vectors as their sums leave room for") {
    const Target target = load_target("x86-64-v3");
    const auto chosen = [&](std::int64_t results, int live_sums) {
        ReductionProblem reduction{.results = {{results, 1, {0}}},
                                   .reduced = {{100, results, {0}}},
                                   .sums = {ScalarKind::F32},
                                   .live_sums = live_sums,
                                   .elements = 100 * results};
        const Problem problem{.operands = {}, .form = reduction};
        const Schedule schedule = choose_schedule(problem, target);
        check_schedule(problem, schedule);
        return to_text(schedule);
    };
    CHECK(chosen(64, 4) == "reduction: 8 lanes x 4 vectors of results");
    CHECK(chosen(64, 24) == "reduction: 8 lanes x 2 vectors of results");
    CHECK(chosen(20, 4) == "reduction: 8 lanes x 1 vectors of results overlapping");
}

TEST_CASE("results side by side leave room for the widest of several sums") {
    const auto chosen = [](ScalarKind second, int live_sums) {
        ReductionProblem reduction{.computed = ScalarKind::I8,
                                   .results = {{64, 1, {0}}},
                                   .reduced = {{6, 64, {0}}},
                                   .sums = {ScalarKind::I8, second},
                                   .live_sums = live_sums,
                                   .elements = 6 * 64};
        const Problem problem{.operands = {}, .form = reduction};
        const Schedule schedule = choose_schedule(problem, load_target("x86-64-v4"));
        check_schedule(problem, schedule);
        return to_text(schedule);
    };
    CHECK(chosen(ScalarKind::I64, 12) == "reduction: 16 lanes x 1 vectors of results");
    CHECK(chosen(ScalarKind::I32, 4) == "reduction: 64 lanes x 1 vectors of results");
    CHECK(chosen(ScalarKind::I8, 4) == "reduction: 64 lanes x 1 vectors of results");
}

TEST_CASE("a value of a row is kept where it is dear and read more than once, in scratch of its slot") {
    const Target target = load_target("x86-64-v3");
    RowProblem row{.rows = {{1024, 200, {0}}},
                   .columns = {{200, 1, {1}}},
                   .sums = {ScalarKind::F32},
                   .values = {{20, 2, 800}, {20, 1, 800}, {2, 3, 800}},
                   .stores_rows = true};
    CHECK(to_text(choose_schedule({.operands = {}, .form = row}, target)) ==
          "row: 8 lanes, sums in [8] lanes, values [stack inlined inlined], 1 loop parallel");
    row.values[0].bytes = 4096;
    CHECK(to_text(choose_schedule({.operands = {}, .form = row}, target)) ==
          "row: 8 lanes, sums in [8] lanes, values [scratch inlined inlined], 1 loop parallel in "
          "4 ranges");
}

TEST_CASE("short rows lie side by side where copies cost less than what they save") {
    RowProblem row{.rows = {{1024, 10, {0}}},
                   .columns = {{10, 1, {1}}},
                   .sums = {ScalarKind::F32, ScalarKind::F32},
                   .values = {{2, 1, 40}, {20, 2, 40, true}},
                   .stores_rows = true,
                   .walks_pairs = true,
                   .whole_operands = 1};
    const auto chosen = [&](const char* target) {
        const Problem problem{.operands = {}, .form = row};
        const Schedule schedule = choose_schedule(problem, load_target(target));
        check_schedule(problem, schedule);
        return to_text(schedule);
    };
    CHECK(chosen("x86-64-v3") == "row: 8 rows side by side, sums in [1 1] lanes, values [inlined stack]");
    CHECK_THAT(chosen("x86-64-v4"),
               Contains("row: 16 rows side by side, sums in [1 1] lanes, values [inlined scratch]"));
    row.whole_operands = 10;
    CHECK_THAT(chosen("x86-64-v3"), Contains("row: 8 lanes"));
    row.whole_operands = 1;
    row.values[1].cost = 2;
    CHECK_THAT(chosen("x86-64-v3"), Contains("side by side"));
    row.sums = {ScalarKind::F32};
    CHECK_THAT(chosen("x86-64-v3"), Contains("row: 8 lanes"));
    row.values[1].cost = 20;
    row.columns[0].extent = 101;
    row.whole_operands = 0;
    row.stores_rows = false;
    CHECK_THAT(chosen("x86-64-v3"), Contains("row: 8 lanes"));
    row.columns[0].extent = 10;
    CHECK_THAT(chosen("x86-64-v3"), Contains("side by side"));
    row.values.clear();  // what two small operands are compared to, without a copy
    CHECK_THAT(chosen("x86-64-v3"), Contains("side by side"));
    row.columns[0].extent = 65;
    CHECK_THAT(chosen("x86-64-v3"), Contains("row: 8 lanes"));
    row.columns[0].extent = 10;
    row.walks_pairs = false;
    CHECK_THAT(chosen("x86-64-v3"), Contains("row: 8 lanes"));
}

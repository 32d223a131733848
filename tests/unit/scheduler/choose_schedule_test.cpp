#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "frontend/diagnostic.h"
#include "scheduler/kernels/function_schedules.h"
#include "scheduler/schedule/schedule.h"
#include "tests/unit/scheduler/map_of.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;

namespace {

/// [rows, steps] x [steps, columns], row-major; `stretches` of 128 steps each where there are several.
Problem product_of(std::int64_t rows, std::int64_t columns, std::int64_t stretches = 1) {
    const std::int64_t steps = 128 * stretches;
    ContractionProblem product;
    product.lhs = {ScalarKind::F32, rows * steps, false};
    product.rhs = {ScalarKind::F32, steps * columns, true};
    product.results = {{rows, columns, steps, 0, {0}}, {columns, 1, 0, 1, {1}}};
    product.reductions = {{128, 1, columns}};
    if (stretches > 1) {
        product.reductions.insert(product.reductions.begin(), {stretches, 128, 128 * columns});
        product.stretch_loops = 1;
    }
    product.flops = 2 * rows * columns * steps;
    return {.operands = {}, .form = product};
}

}  // namespace

TEST_CASE("a product with few columns runs along its rows in lanes") {
    const auto vector_loop = [](std::int64_t columns) {
        const Schedule chosen = choose_schedule(product_of(4096, columns, 4), load_target("x86-64-v3"));
        return std::get<ContractionSchedule>(chosen).vector_loop;
    };
    CHECK(vector_loop(3) == 0);
    CHECK(vector_loop(8) == 1);
    CHECK(vector_loop(16) == 1);
}

TEST_CASE("a product keeps its weight vectors in registers across rows") {
    const Target target = load_target("x86-64-v3");
    const Schedule chosen = choose_schedule(product_of(96, 384, 3), target);
    check_schedule(product_of(96, 384, 3), chosen);
    const auto& schedule = std::get<ContractionSchedule>(chosen);
    CHECK(schedule.vector_loop == 1);
    CHECK(schedule.row_loop == 0);
    CHECK(schedule.panel_is_rhs);
    CHECK(schedule.panel_form == OperandForm::PackedWeight);
    CHECK(schedule.row_form == OperandForm::Direct);
    CHECK(tile_text(chosen) == "4x24");
    CHECK(describe(chosen) == "tile: 4 rows x 3 vectors of 8 in registers, weights packed in panels");
    CHECK_THAT(describe_estimate(chosen), Contains(" cycles: "));
    REQUIRE(schedule.boxes.size() == 1);
    CHECK(schedule.boxes[0].place == SumPlace::Block);
    CHECK_THAT(to_text(product_of(96, 384, 3)),
               Contains("; stretch 3, lhs 128, rhs 49152; sum 128, lhs 1, rhs 384;"));
    CHECK_THAT(to_text(product_of(96, 384)), !Contains("stretch"));
}

TEST_CASE("results whose neighbours lie along the rows are transposed in blocks") {
    struct Case {
        std::int64_t rows, stretches;
        const char* target;
        bool strides = false;
    };
    // Sides of the blocks among all candidates that run along the columns.
    const auto transposed = [](const Case& each) {
        Problem problem = product_of(each.rows, 64, each.stretches);
        auto& product = std::get<ContractionProblem>(problem.form);
        product.results = {{64, each.rows, 0, 1, {1}}, {each.rows, 1, 128 * each.stretches, 0, {0}}};
        product.epilogue_strides = each.strides;
        std::set<int> sides;
        for (const Schedule& candidate : candidate_schedules(problem, load_target(each.target))) {
            check_schedule(problem, candidate);
            const auto& schedule = std::get<ContractionSchedule>(candidate);
            const int side = schedule.boxes.front().transposed_rows;
            CHECK((decisions_text(candidate).find("results transposed") != std::string::npos) == (side > 0));
            CHECK((describe(candidate).find(", results transposed") != std::string::npos) == (side > 0));
            CHECK((side == 0 || each.rows % side == 0 || stores_twice(product, schedule)));
            if (schedule.vector_loop == 0) sides.insert(side);
        }
        return sides;
    };
    CHECK(transposed({32, 4, "x86-64-v4"}).count(8) == 1);
    CHECK(transposed({28, 4, "x86-64-v3"}).count(8) == 1);
    CHECK(transposed({6, 4, "x86-64-v3"}).count(4) == 1);
    CHECK(transposed({32, 4, "armv8-a"}).count(4) == 1);
    CHECK(transposed({32, 4, "x86-64-v3", true}) == std::set<int>{0});
    // Small results of one stretch are stored from their accumulators.
    CHECK(transposed({32, 1, "x86-64-v3"}) == std::set<int>{0});
    CHECK(transposed({1024, 1, "x86-64-v3"}).count(8) == 1);
}

TEST_CASE("the totals of many stretches are added in groups of 64, whatever the target") {
    CHECK_THAT(to_text(product_of(96, 384, 64)), !Contains("totals"));
    CHECK_THAT(to_text(product_of(96, 384, 65)), Contains("; totals added 64 at a time, then 2;"));
    CHECK_THAT(to_text(product_of(96, 384, 512)), Contains("; totals added 64 at a time, then 8;"));
    CHECK_THAT(to_text(product_of(96, 384, 64 * 65)),
               Contains("; totals added 64 at a time, then 64, then 2;"));
    Problem gradient = product_of(96, 384);
    auto& product = std::get<ContractionProblem>(gradient.form);
    product.reductions = {{32, 56 * 112, 384 * 56 * 112}, {56, 112, 384 * 112}, {112, 1, 384}};
    product.stretch_loops = 2;
    CHECK_THAT(to_text(gradient), Contains("; totals added 56 at a time, then 32;"));
}

TEST_CASE("products of bytes are added four at a time where the target has instructions for it") {
    const auto chosen = [](const char* target, ScalarKind lhs, ScalarKind rhs, std::int64_t steps = 128) {
        Problem problem = product_of(96, 64);
        auto& product = std::get<ContractionProblem>(problem.form);
        product.computed = ScalarKind::I32;
        product.lhs.element = lhs;
        product.rhs.element = rhs;
        product.reductions[0].extent = steps;
        Target machine = load_target("x86-64-v4");
        if (std::string(target) == "vnni") {
            machine.features.push_back("avx512vnni");
            std::sort(machine.features.begin(), machine.features.end());
        } else
            machine = load_target(target);
        const Schedule best = choose_schedule(problem, machine);
        check_schedule(problem, best);
        const auto& schedule = std::get<ContractionSchedule>(best);
        CHECK((schedule.bytes == ByteProducts::None || schedule.panel_form == OperandForm::PackedWeight));
        return schedule.bytes;
    };
    constexpr auto i8 = ScalarKind::I8, u8 = ScalarKind::U8;
    CHECK(chosen("x86-64-v2", i8, i8) == ByteProducts::Words);
    CHECK(chosen("x86-64-v4", u8, u8) == ByteProducts::Words);
    CHECK(chosen("vnni", i8, i8) == ByteProducts::BiasedWords);
    CHECK(chosen("vnni", u8, u8) == ByteProducts::BiasedWords);
    CHECK(chosen("vnni", u8, i8) == ByteProducts::Words);
    CHECK(chosen("vnni", i8, i8, 126) == ByteProducts::None);
    CHECK(chosen("armv8-a", i8, i8) == ByteProducts::None);
    CHECK(chosen("x86-64-v3", i8, ScalarKind::I16) == ByteProducts::None);
}

TEST_CASE("words of a row are biased once for all vectors of a panel, if they fill vectors") {
    const auto form = [](std::int64_t steps) {
        Problem problem = product_of(96, 64);
        auto& product = std::get<ContractionProblem>(problem.form);
        product.computed = ScalarKind::I32;
        product.lhs.element = product.rhs.element = ScalarKind::I8;
        product.reductions[0].extent = steps;
        Target machine = load_target("x86-64-v4");
        machine.features.push_back("avx512vnni");
        std::sort(machine.features.begin(), machine.features.end());
        const Schedule best = choose_schedule(problem, machine);
        check_schedule(problem, best);
        return std::get<ContractionSchedule>(best).row_form;
    };
    CHECK(form(64) == OperandForm::ConvertedRows);
    CHECK(form(60) == OperandForm::Direct);
}

TEST_CASE("a row's scalars of neighbouring steps are loaded as vectors where a multiply-add takes one lane") {
    const auto steps = [](const char* target, auto change) {
        Problem problem = product_of(160, 384, 2);
        change(std::get<ContractionProblem>(problem.form));
        const Schedule chosen = choose_schedule(problem, load_target(target));
        check_schedule(problem, chosen);
        const int count = std::get<ContractionSchedule>(chosen).tile.steps;
        CHECK((decisions_text(chosen).find("rows in vectors of") != std::string::npos) == (count > 1));
        return count;
    };
    using Product = ContractionProblem;
    const auto same = [](Product&) {};
    CHECK(steps("armv8-a", same) == 4);
    CHECK(steps("armv7", same) == 1);
    CHECK(steps("x86-64-v3", same) == 1);
    CHECK(steps("armv8-a", [](Product& product) {
              product.computed = product.lhs.element = product.rhs.element = ScalarKind::F64;
          }) == 2);
    const auto narrow = [](Product& product) { product.lhs.element = ScalarKind::U16; };
    CHECK(steps("armv8-a", narrow) == 4);
    CHECK(steps("x86-64-v3", narrow) == 1);
    CHECK(steps("armv8-a", [](Product& product) {
              product.results[0].lhs_stride = 1;
              product.reductions[0].lhs_stride = 160 * 128;
              product.reductions[1].lhs_stride = 160;
          }) == 1);
    CHECK(steps("armv8-a", [](Product& product) { product.reductions[1].extent = 3; }) == 1);
}

TEST_CASE("rows of a narrow type are converted once for all vectors of a panel") {
    const auto form = [](ScalarKind element, std::int64_t step) {
        Problem problem = product_of(96, 384);
        auto& product = std::get<ContractionProblem>(problem.form);
        product.lhs.element = element;
        product.reductions[0].lhs_stride = step;
        const Schedule best = choose_schedule(problem, load_target("x86-64-v3"));
        check_schedule(problem, best);
        return std::get<ContractionSchedule>(best).row_form;
    };
    CHECK(form(ScalarKind::U16, 1) == OperandForm::ConvertedRows);
    CHECK(form(ScalarKind::F32, 1) == OperandForm::Direct);
    CHECK(form(ScalarKind::U16, 96) == OperandForm::Direct);
}

TEST_CASE("a loop whose steps share scalars between rows is unrolled only if they fit in registers") {
    // A line of 56 windows of 3 pixels with 3 features, times 16 features; then windows that do not overlap.
    const auto unrolled = [](const char* target, std::int64_t columns, std::int64_t row_stride) {
        ContractionProblem line;
        line.lhs = {ScalarKind::F32, 56 * row_stride + 9, false};
        line.rhs = {ScalarKind::F32, 9 * columns, true};
        line.results = {{56, columns, row_stride, 0, {0}}, {columns, 1, 0, 1, {1}}};
        line.reductions = {{9, 1, columns}};
        line.flops = 2 * 56 * columns * 9;
        const Schedule chosen = choose_schedule({.operands = {}, .form = line}, load_target(target));
        return std::get<ContractionSchedule>(chosen).boxes[0].unrolled_steps;
    };
    CHECK(unrolled("x86-64-v3", 16, 3) == 0);
    CHECK(unrolled("x86-64-v4", 32, 6) == 0);
    CHECK(unrolled("x86-64-v3", 16, 9) == 1);
}

TEST_CASE("a schedule that does not fit its product is detected") {
    const Problem problem = product_of(96, 384, 3);
    const Schedule good = choose_schedule(problem, load_target("x86-64-v3"));
    const auto refused = [&](const char* what, auto corrupt) {
        ContractionSchedule schedule = std::get<ContractionSchedule>(good);
        corrupt(schedule);
        CHECK_THROWS_WITH(check_schedule(problem, schedule), Contains(what));
    };
    using Chosen = ContractionSchedule;
    refused("two result loops", [](Chosen& chosen) { chosen.row_loop = 1; });
    refused("does not depend on the row loop", [](Chosen& chosen) { chosen.panel_is_rhs = false; });
    refused("no more rows", [](Chosen& chosen) { chosen.tile.rows = 97; });
    refused("no longer than their loop", [](Chosen& chosen) { chosen.tile.lanes = 12; });
    refused("only weights are packed", [](Chosen& chosen) { chosen.row_form = OperandForm::PackedWeight; });
    refused("whole panels side by side", [](Chosen& chosen) { chosen.boxes[0].box.begin = 8; });
    refused("cover the vectorised loop", [](Chosen& chosen) { chosen.boxes.pop_back(); });
    refused("have a place", [](Chosen& chosen) { chosen.boxes[0].place = SumPlace::Accumulators; });
    refused("inside all panels are equal", [](Chosen& chosen) { chosen.outer_blocks = 7; });
    refused("inside a stretch", [](Chosen& chosen) { chosen.boxes[0].unrolled_steps = 2; });
    refused("the loop of its steps", [](Chosen& chosen) { chosen.tile.steps = 129; });
}

TEST_CASE(
    "a panel whose rows fall on the same lines of the cache is copied for many rows, and read in place for "
    "few") {
    const auto form = [](std::int64_t rows) {
        Problem problem = product_of(rows, 1024, 8);
        std::get<ContractionProblem>(problem.form).rhs.is_constant = false;
        const Schedule chosen = choose_schedule(problem, load_target("x86-64-v4"));
        check_schedule(problem, chosen);
        return std::get<ContractionSchedule>(chosen).panel_form;
    };
    CHECK(form(1024) == OperandForm::PackedPanel);
    CHECK(form(12) == OperandForm::Direct);
}

TEST_CASE("on targets with small caches, rows are blocked across panels") {
    const Problem problem = product_of(2048, 1152, 8);
    const auto outer_blocks = [&](std::int64_t l2_bytes) {
        Target target = load_target("x86-64-v4");
        target.l2_bytes = l2_bytes;
        const Schedule chosen = choose_schedule(problem, target);
        check_schedule(problem, chosen);
        return std::get<ContractionSchedule>(chosen).outer_blocks;
    };
    CHECK(outer_blocks(2 << 20) > 0);
    CHECK(outer_blocks(64 << 20) == 0);
    CHECK(outer_blocks(1 << 20) < outer_blocks(4 << 20));
}

TEST_CASE("blocks of rows that share a stretch of a panel have more tiles than divide the rows best") {
    const Problem problem = product_of(197, 1536, 12);
    const Schedule chosen = choose_schedule(problem, load_target("x86-64-v3"));
    check_schedule(problem, chosen);
    // Two tiles would divide the 197 rows most evenly.
    CHECK(std::get<ContractionSchedule>(chosen).boxes.front().block.row_tiles == 5);
}

TEST_CASE("rows that the last block computes again count in the choice of blocks") {
    const Problem problem = product_of(1500, 1536, 3);
    const Schedule chosen = choose_schedule(problem, load_target("x86-64-v3"));
    check_schedule(problem, chosen);
    const auto& schedule = std::get<ContractionSchedule>(chosen);
    // Blocks of 126 rows would compute 12 rows twice.
    CHECK(1500 % (schedule.boxes.front().block.row_tiles * schedule.tile.rows) == 0);
}

TEST_CASE("padded lines are staged in blocks that fit into the first-level cache") {
    ContractionProblem convolution;
    convolution.lhs = {ScalarKind::F32, 58 * 58 * 16, false};
    convolution.rhs = {ScalarKind::F32, 3 * 3 * 16 * 32, true};
    convolution.results = {{56, 56 * 32, 58 * 16, 0, {1}}, {56, 32, 16, 0, {2}}, {32, 1, 0, 1, {3}}};
    convolution.reductions = {{3, 58 * 16, 48 * 32}, {48, 1, 32}};
    convolution.flops = std::int64_t{2} * 56 * 56 * 32 * 144;
    convolution.staged = StagedOperand{.loop = 0, .line_bytes = 58 * 16 * 4, .window = 3, .step = 1};
    const Problem problem{.operands = {}, .form = convolution};
    for (const Schedule& schedule : candidate_schedules(problem, load_target("x86-64-v3"))) {
        check_schedule(problem, schedule);
        const auto& chosen = std::get<ContractionSchedule>(schedule);
        CHECK(chosen.staged_rows == 4);
        CHECK(chosen.boxes[0].parallel.loops == 1);
        ContractionSchedule wrong = chosen;
        wrong.staged_rows = 0;
        CHECK_THROWS(check_schedule(problem, wrong));
    }
}

TEST_CASE("one loop of tiles runs along lines whose borders are peeled") {
    ContractionProblem window;  // 3 by 3 elements of each of 32 features
    window.lhs = {ScalarKind::F32, 112 * 112 * 32, false};
    window.rhs = {ScalarKind::F32, 9 * 32, true};
    window.results = {{112, 112 * 32, 112 * 32, 0, {1}}, {112, 32, 32, 0, {2}}, {32, 1, 1, 1, {3}}};
    window.reductions = {{3, 112 * 32, 96}, {3, 32, 32}};
    window.flops = 2 * 9 * window.lhs.elements;
    window.epilogue_cost = 20;
    window.epilogue_reads_twice = true;
    const auto blocked = [&] {
        const Problem problem{.operands = {}, .form = window};
        int count = 0;
        for (const Schedule& candidate : candidate_schedules(problem, load_target("x86-64-v3"))) {
            check_schedule(problem, candidate);
            count += std::get<ContractionSchedule>(candidate).outer_blocks > 0 ? 1 : 0;
        }
        return count;
    };
    CHECK(blocked() > 0);
    window.peeled = {{1, 0, 1, 1, 1, 112}, {2, 1, 1, 1, 1, 112}};
    CHECK(blocked() == 0);
}

TEST_CASE("candidates of a product fit it, and are sorted by estimate") {
    for (const char* name : {"x86-64-v3", "x86-64-v4", "armv8-a"}) {
        const Problem problem = product_of(200, 100, 3);
        const std::vector<Schedule> candidates = candidate_schedules(problem, load_target(name));
        CHECK(candidates.size() >= 5);
        CHECK(candidates.front() == choose_schedule(problem, load_target(name)));
        double before = 0;
        for (const Schedule& candidate : candidates) {
            check_schedule(problem, candidate);
            const ContractionEstimate& estimate = std::get<ContractionSchedule>(candidate).estimate;
            CHECK(estimate.cycles >= before);
            CHECK(estimate.arithmetic > 0);
            before = estimate.cycles;
        }
    }
}

TEST_CASE("the decisions of a candidate name it among those of its problem, for any number of slots") {
    for (const char* name : {"x86-64-v3", "x86-64-v4", "armv8-a"}) {
        for (const auto& [rows, columns] : {std::pair{200, 100}, {1024, 512}, {7, 4096}}) {
            Target one = load_target(name), many = one;
            one.cores = 1;
            many.cores = 16;
            const Problem problem = product_of(rows, columns, 8);
            const std::vector<Schedule> serial = candidate_schedules(problem, one),
                                        parallel = candidate_schedules(problem, many);
            REQUIRE(serial.size() == parallel.size());
            std::set<std::string> decisions;
            for (std::size_t i = 0; i < serial.size(); i++) {
                CHECK(decisions.insert(decisions_text(serial[i])).second);
                CHECK(decisions_text(serial[i]) == decisions_text(parallel[i]));
                CHECK_THAT(decisions_text(serial[i]), !Contains("cycles"));
            }
        }
    }
}

TEST_CASE("a tuning chooses among the candidates, and nothing else") {
    const Target target = load_target("x86-64-v3");
    const Problem problem = product_of(200, 100, 3), other = product_of(64, 48, 3);
    const std::vector<Schedule> candidates = candidate_schedules(problem, target);
    ScheduleChoice choice;
    choice.tuning.schedules[to_text(problem)] = {decisions_text(candidates[3]), 2, 1};
    const ChosenSchedule tuned = choose_schedule(problem, target, choice);
    CHECK(tuned.schedule == candidates[3]);
    CHECK(tuned.number == 3);
    CHECK(tuned.is_tuned);
    const ChosenSchedule untouched = choose_schedule(other, target, choice);
    CHECK(untouched.schedule == choose_schedule(other, target));
    CHECK_FALSE(untouched.is_tuned);
    choice.candidate = 1;
    CHECK(choose_schedule(problem, target, choice).number == 3);
    CHECK(choose_schedule(other, target, choice).number == 1);
    // A schedule that is no candidate could have other bits.
    choice.tuning.schedules[to_text(problem)].schedule += " ";
    CHECK(choose_schedule(problem, target, choice).number == 1);
    CHECK_FALSE(choose_schedule(problem, target, choice).is_tuned);
}

TEST_CASE("a schedule's text matches its tile and lanes") {
    const Schedule map = choose_schedule(map_of(3, 64), load_target("x86-64-v3"));
    CHECK(describe(map) == "in vectors");
    CHECK(tile_text(map) == "8");
    CHECK(vector_lanes(map) == 8);
    const Schedule sort =
        choose_schedule({.form = SortProblem{{ScalarKind::F32}, 2, 9, 1, 9}}, load_target("x86-64-v3"));
    CHECK(to_text(sort) == "sort: 3 merges");
    CHECK(tile_text(sort) == "1");
}

TEST_CASE("rows are sorted by the bytes of a key if they are long, or if their comparator is") {
    const auto chosen = [](std::int64_t length, int ops, std::optional<ScalarKind> key) {
        const SortProblem problem{{ScalarKind::F32}, 1, length, 1, length, ops, key};
        return to_text(choose_schedule({.form = problem}, load_target("x86-64-v3")));
    };
    CHECK(chosen(257, 9, ScalarKind::F32) == "sort: radix, 4-byte key");
    CHECK(chosen(257, 9, std::nullopt) == "sort: 8 merges");
    CHECK(chosen(16, 9, ScalarKind::F32) == "sort: 3 merges");
    CHECK(chosen(700, 1, ScalarKind::I64) == "sort: 9 merges");
    CHECK(chosen(100000, 1, ScalarKind::I64) == "sort: radix, 8-byte key");
    CHECK(chosen(64, 1, ScalarKind::I8) == "sort: radix, 1-byte key");
    CHECK_THROWS_WITH(
        check_schedule({.form = SortProblem{{ScalarKind::F32}, 1, 99, 1, 99}}, SortSchedule{0, 4}),
        Contains("by their key"));
}

TEST_CASE("one row times a large matrix in memory reads it in the order of memory") {
    const auto chosen = [](std::int64_t steps, std::int64_t columns, bool is_constant = false) {
        ContractionProblem problem{.lhs = {ScalarKind::F32},
                                   .rhs = {ScalarKind::F32, steps * columns, is_constant}};
        problem.results = {{.extent = columns, .stride = 1, .rhs_stride = 1, .loops = {0}}};
        problem.reductions = {{.extent = steps, .lhs_stride = 1, .rhs_stride = columns}};
        problem.flops = 2 * steps * columns;
        const std::string text = to_text(choose_schedule({.form = problem}, load_target("x86-64-v3")));
        return text.substr(0, text.find(';'));
    };
    CHECK(chosen(128, 4100) ==
          "row product: 8 lanes, 8 steps at a time, blocks of 1024 columns, 1 loop parallel in 4 ranges");
    CHECK(chosen(5, 100000) == "row product: 8 lanes, 5 steps at a time, blocks of 2048 columns");
    CHECK(chosen(128, 1000).substr(0, 11) == "contraction");        // fits the second-level cache
    CHECK(chosen(100000, 100).substr(0, 11) == "contraction");      // short rows of the matrix
    CHECK(chosen(128, 4100, true).substr(0, 11) == "contraction");  // packed
}

TEST_CASE("few first elements of a row are selected, many are sorted by their keys") {
    const auto chosen = [](std::int64_t length, std::int64_t kept, ScalarKind key = ScalarKind::F32) {
        const SortProblem problem{{key}, 1, length, 1, kept, 1, key};
        return to_text(choose_schedule({.form = problem}, load_target("x86-64-v3")));
    };
    CHECK(chosen(32000, 1) == "sort: selection, 4-byte key");
    CHECK(chosen(32000, 160) == "sort: selection, 4-byte key");
    CHECK(chosen(32000, 170) == "sort: radix, 4-byte key");
    CHECK(chosen(32000, 64, ScalarKind::F64) == "sort: selection, 8-byte key");
    CHECK(chosen(32000, 65, ScalarKind::F64) == "sort: radix, 8-byte key");
    CHECK(chosen(64, 63) == "sort: radix, 4-byte key");
    CHECK(chosen(10, 5) == "sort: selection, 4-byte key");
    const SortProblem rows{{ScalarKind::F32}, 64, 32000, 1, 10, 1, ScalarKind::F32};
    CHECK(to_text(choose_schedule({.form = rows}, load_target("x86-64-v3"))) ==
          "sort: selection, 4-byte key, 1 loop parallel in 4 ranges");
    const SortProblem unkeyed{{ScalarKind::F32}, 1, 99, 1, 5};
    CHECK_THROWS_WITH(check_schedule({.form = unkeyed}, SortSchedule{6}), Contains("by their key"));
}

TEST_CASE("a schedule that does not fit its problem is detected") {
    const Problem problem = map_of(3, 24);
    const Schedule good = choose_schedule(problem, load_target("x86-64-v3"));
    check_schedule(problem, good);
    const auto refused = [&](const char* what, auto corrupt) {
        MapSchedule map = std::get<MapSchedule>(good);
        corrupt(map);
        CHECK_THROWS_WITH(check_schedule(problem, map), Contains(what));
    };
    refused("a schedule for each box", [](MapSchedule& map) { map.boxes.clear(); });
    refused("no longer than their loop", [](MapSchedule& map) { map.boxes[0].lanes = 32; });
    refused("no longer than their loop", [](MapSchedule& map) { map.boxes[0].lanes = 3; });
    refused("that overlap are known", [](MapSchedule& map) { map.boxes[0].overlaps = true; });
    refused("cover the loop", [](MapSchedule& map) { map.boxes[0].vectors = 2; });
    CHECK_THROWS_WITH(check_schedule(problem, SortSchedule{}), Contains("of the problem's kind"));
    CHECK_THROWS_WITH(check_schedule({.form = SortProblem{{ScalarKind::F32}, 1, 9, 1, 9}}, SortSchedule{2}),
                      Contains("leaves one run"));
    CHECK_THROWS_WITH(check_schedule({.form = ScatterProblem{64, {}}}, ScatterSchedule{4}),
                      Contains("what the kernel fills"));
    const Problem pool{.form = ScatterProblem{96, {ScalarKind::F32}, 12}};
    CHECK_NOTHROW(check_schedule(pool, ScatterSchedule{8, 4}));
    CHECK_THROWS_WITH(check_schedule(pool, ScatterSchedule{8, 8}), Contains("whole windows"));
    const Problem rows{.form = ScatterProblem{96, {}, 0, 12}};
    CHECK_NOTHROW(check_schedule(rows, ScatterSchedule{.window_lanes = 4}));
    CHECK_THROWS_WITH(check_schedule(rows, ScatterSchedule{.window_lanes = 8}),
                      Contains("vectors of a window"));
    CHECK_THROWS_WITH(check_schedule({.form = UpdateProblem{ScalarKind::F32, {}}}, UpdateSchedule{4}),
                      Contains("no longer than their loop"));
    const auto check_update = [](bool reads_window) {
        check_schedule({.form = UpdateProblem{ScalarKind::F32, {{12, 1, {0}}}, reads_window}},
                       UpdateSchedule{8, true});
    };
    CHECK_NOTHROW(check_update(false));
    CHECK_THROWS_WITH(check_update(true), Contains("store the same elements again"));
}

TEST_CASE("groups that compute the same on different values share one problem") {
    const auto program = program_of(
        "(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<6x4xf32>, tensor<4x6xf32>)",
        R"(
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %d = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<6xf32>) -> tensor<4x6xf32>
  %a = stablehlo.multiply %x, %d : tensor<4x6xf32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %b = stablehlo.multiply %y, %d : tensor<4x6xf32>
  return %a, %t, %b : tensor<4x6xf32>, tensor<6x4xf32>, tensor<4x6xf32>
)");
    const FunctionGraph graph(program.main());
    const FunctionGroups groups = group_function(graph);
    const FunctionLayouts layouts = layouts_of(graph, groups);
    const FunctionSchedules schedules = schedule_groups(graph, groups, layouts, load_target("x86-64-v3"));
    check_schedules(groups, schedules);
    const std::vector<ScheduledGroup>& all = schedules.regions.at(0);
    REQUIRE(all.size() == 3);
    CHECK(to_text(all[0].problem.problem) ==
          "map f32; 24 elements from 0: 4 by 6 of [0], 6 by 1 of [1]; reads f32[24]; reads f32[6] constant");
    CHECK(all[0].problem.problem == all[2].problem.problem);
    CHECK(all[0].problem.operands != all[2].problem.operands);
    CHECK_FALSE(all[0].problem.problem == all[1].problem.problem);
    FunctionSchedules corrupted = schedules;
    corrupted.regions[0][0].problem.operands.pop_back();
    CHECK_THROWS_WITH(check_schedules(groups, corrupted), Contains("a value for each operand"));
    corrupted.regions[0].pop_back();
    CHECK_THROWS_WITH(check_schedules(groups, corrupted), Contains("one for each group"));
}

namespace {

/// The only group of a product [rows, steps] x [columns, steps], or of the contraction that `attributes`
/// describe.
ScheduledGroup scheduled(const std::string& lhs, const std::string& rhs, const std::string& result,
                         const std::string& attributes) {
    const auto program =
        program_of("(%x: tensor<" + lhs + ">, %w: tensor<" + rhs + ">) -> tensor<" + result + ">",
                   "  %r = stablehlo.dot_general %x, %w, " + attributes + " : (tensor<" + lhs + ">, tensor<" +
                       rhs + ">) -> tensor<" + result + ">\n  return %r : tensor<" + result + ">\n");
    const FunctionGraph graph(program.main());
    const FunctionGroups groups = group_function(graph);
    const FunctionLayouts layouts = layouts_of(graph, groups);
    const FunctionSchedules schedules = schedule_groups(graph, groups, layouts, load_target("x86-64-v3"));
    check_schedules(groups, schedules);
    REQUIRE(schedules.regions.at(0).size() == 1);
    return schedules.regions[0][0];
}

}  // namespace

TEST_CASE("a product with few rows is summed along the matrix rows, where they are contiguous") {
    const auto matvec = [](const std::string& rows, const std::string& attributes) {
        return to_text(scheduled(rows + "64xf32", "40x64xf32", rows + "40xf32", attributes).chosen.schedule);
    };
    const std::string rows_of_both = "contracting_dims = [1] x [1]";
    CHECK(matvec("", "contracting_dims = [0] x [1]") ==
          "dot products: 8 lanes, results in vectors of 8, loop -1 together");
    CHECK(matvec("3x", rows_of_both) == "dot products: 8 lanes, results in vectors of 8, loop 0 together");
    CHECK_THAT(matvec("5x", rows_of_both), Contains("contraction: "));
    // With the matrix on the left, few results are adjacent, and each one is computed alone.
    CHECK(to_text(scheduled("40x64xf32", "2x64xf32", "40x2xf32", rows_of_both).chosen.schedule) ==
          "dot products: 8 lanes, results in vectors of 1, loop 1 together");
    // Columns are adjacent already.
    CHECK_THAT(
        to_text(scheduled("64xf32", "64x40xf32", "40xf32", "contracting_dims = [0] x [0]").chosen.schedule),
        Contains("contraction: "));
}

TEST_CASE("no weight of a product with few rows is packed") {
    const ScheduledGroup group = scheduled("2x3x64xf32", "2x40x64xf32", "2x3x40xf32",
                                           "batching_dims = [0] x [0], contracting_dims = [2] x [2]");
    CHECK_THAT(to_text(group.problem.problem), Contains(", in lanes"));
    DotProductSchedule schedule = std::get<DotProductSchedule>(group.chosen.schedule);
    schedule.shared_loop = 0;
    CHECK_THROWS_WITH(check_schedule(group.problem.problem, schedule), Contains("share the rows"));
    schedule = {.lanes = 8, .result_lanes = 64};
    CHECK_THROWS_WITH(check_schedule(group.problem.problem, schedule), Contains("no longer than"));
    CHECK_THROWS_WITH(check_schedule(group.problem.problem, ContractionSchedule{}),
                      Contains("are dot products"));
}

TEST_CASE("short windows of a scatter are updated in vectors") {
    const auto lanes = [](std::int64_t window, ScalarKind kind) {
        const Problem problem{.form = ScatterProblem{960, {}, 0, window, kind}};
        const Schedule chosen = choose_schedule(problem, load_target("x86-64-v3"));
        check_schedule(problem, chosen);
        return std::get<ScatterSchedule>(chosen).window_lanes;
    };
    CHECK(lanes(8, ScalarKind::F32) == 8);
    CHECK(lanes(16, ScalarKind::F64) == 4);
    CHECK(lanes(4, ScalarKind::F32) == 4);
    CHECK(lanes(12, ScalarKind::F32) == 1);
    CHECK(lanes(64, ScalarKind::F32) == 1);
    CHECK(lanes(0, ScalarKind::F32) == 1);
}

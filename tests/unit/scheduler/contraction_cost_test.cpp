#include "scheduler/schedule/contraction_cost.h"

#include <catch2/catch.hpp>

#include "scheduler/schedule/schedule.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;

namespace {

/// A depthwise convolution of `window` by `window` over rows by columns of results with so many channels.
Problem depthwise(std::int64_t window, std::int64_t rows, std::int64_t columns, std::int64_t channels) {
    const std::int64_t line = (columns + window - 1) * channels;
    ContractionProblem image;
    image.lhs = {ScalarKind::F32, (rows + window - 1) * line, false};
    image.rhs = {ScalarKind::F32, window * window * channels, true};
    image.results = {{rows, columns * channels, line, 0, {0}},
                     {columns, channels, channels, 0, {1}},
                     {channels, 1, 1, 1, {2}}};
    image.reductions = {{window, line, window * channels}, {window, channels, channels}};
    image.flops = 2 * window * window * rows * columns * channels;
    return {.operands = {}, .form = image};
}

/// Rows of `steps` elements by a matrix of `columns` that is read in place.
Problem product(std::int64_t rows, std::int64_t steps, std::int64_t columns) {
    ContractionProblem product;
    product.lhs = {ScalarKind::F32, rows * steps, false};
    product.rhs = {ScalarKind::F32, steps * columns, false};
    product.results = {{rows, columns, steps, 0, {0}}, {columns, 1, 0, 1, {1}}};
    product.reductions = {{steps, 1, columns}};
    product.flops = 2 * rows * steps * columns;
    return {.operands = {}, .form = product};
}

ContractionSchedule chosen(const Problem& problem, const char* target) {
    const Schedule schedule = choose_schedule(problem, load_target(target));
    check_schedule(problem, schedule);
    return std::get<ContractionSchedule>(schedule);
}

}  // namespace

TEST_CASE("panels are inside the rows where a row's lines would not stay in the first-level cache") {
    // Pixels of 2 KiB: every second one shares a set of the cache.
    CHECK(chosen(depthwise(3, 14, 14, 512), "x86-64-v3").panels_inside);
    CHECK(chosen(depthwise(5, 6, 80, 512), "x86-64-v4").panels_inside);
    // Pixels of 128 bytes, whole lines for each panel, and all of them in the first-level cache.
    CHECK_FALSE(chosen(depthwise(3, 7, 7, 32), "x86-64-v4").panels_inside);
}

TEST_CASE("tiles do not read far apart rows that share sets of the cache") {
    // Lines of 168 KiB, a multiple of what the sets repeat after.
    const ContractionSchedule schedule = chosen(depthwise(5, 6, 80, 512), "x86-64-v4");
    CHECK(schedule.row_loop == 1);
}

TEST_CASE("a copied panel is never inside a tile of rows") {
    const Problem problem = depthwise(3, 14, 14, 512);
    ContractionSchedule schedule = chosen(problem, "x86-64-v3");
    schedule.panel_form = OperandForm::PackedPanel;
    CHECK_THROWS_WITH(check_schedule(problem, schedule), Contains("neither copied"));
}

TEST_CASE("a panel in place that ends inside of a line leaves its rest to the next panel") {
    // 43 rows are 11 tiles of 4 or 8 of 6; rows of 3 vectors of 8 are one and a half lines.
    const ContractionSchedule schedule = chosen(product(43, 64, 1500), "x86-64-v3");
    CHECK(schedule.panel_form == OperandForm::Direct);
    CHECK(schedule.tile.rows == 4);
    CHECK(schedule.boxes.front().box.vectors == 3);
}

TEST_CASE("vectors of a matrix in place follow each other where they are its whole rows") {
    // Columns of 7392 steps for 32 features: 924 KiB of weights, read for several blocks of rows.
    ContractionProblem image;
    image.lhs = {ScalarKind::F32, 512000, false};
    image.rhs = {ScalarKind::F32, 236544, true};
    image.results = {{150, 1280, 32, 0, {2}}, {32, 40, 0, 1, {3}}, {40, 1, 10240, 0, {1}}};
    image.reductions = {{21, 5120, 11264}, {4, 88, 2816}, {88, 1, 32}};
    image.stretch_loops = 2;
    image.flops = 2838528000;
    const ContractionSchedule schedule = chosen({.operands = {}, .form = image}, "x86-64-v4");
    CHECK(schedule.vector_loop == 1);
    CHECK(schedule.panel_form == OperandForm::Direct);
}

#include <catch2/catch.hpp>

#include "scheduler/schedule/schedule.h"
#include "tests/unit/scheduler/map_of.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;

TEST_CASE("rows shorter than a vector are computed in blocks that fill whole vectors") {
    const auto chosen = [](std::int64_t rows, std::int64_t columns) {
        Problem problem = map_of(rows, columns);
        std::get<MapProblem>(problem.form).boxes[0].joined_loops = 2;
        const Schedule schedule = choose_schedule(problem, load_target("x86-64-v3"));
        check_schedule(problem, schedule);
        return std::get<MapSchedule>(schedule).boxes[0];
    };
    const BoxSchedule colours = chosen(100, 3);
    CHECK(colours.rows == 8);
    CHECK(colours.lanes == 8);
    CHECK(colours.vectors == 3);
    CHECK(chosen(100, 2).rows == 4);
    CHECK(chosen(100, 6).rows == 4);
    CHECK(chosen(6, 2).lanes == 4);  // three blocks of two rows leave none
    CHECK(chosen(100, 8).rows == 0);
    CHECK(chosen(100, 9).rows == 0);
    CHECK(chosen(1, 3).rows == 0);
    Problem apart = map_of(100, 3);
    CHECK(std::get<MapSchedule>(choose_schedule(apart, load_target("x86-64-v3"))).boxes[0].rows == 0);
}

TEST_CASE("blocks of rows repeat the steps of their loads") {
    const auto rows = [](std::int64_t columns, std::int64_t period) {
        Problem problem = map_of(100, columns);
        ElementBox& box = std::get<MapProblem>(problem.form).boxes[0];
        box.joined_loops = 2;
        box.period = period;
        const Schedule schedule = choose_schedule(problem, load_target("x86-64-v3"));
        check_schedule(problem, schedule);
        return std::get<MapSchedule>(schedule).boxes[0].rows;
    };
    CHECK(rows(3, 2) == 8);
    CHECK(rows(6, 8) == 8);
    CHECK(rows(4, 3) == 6);
    CHECK(rows(3, 3) == 0);  // 24 rows would take nine vectors, as would 12 in halves of vectors
    CHECK(rows(6, 5) == 0);
}

TEST_CASE("rows of repeated pixels are computed in blocks of three loops") {
    const auto chosen = [](std::int64_t pixels, std::int64_t repetitions, std::int64_t colours, int joined) {
        const std::int64_t row = repetitions * colours;
        MapProblem map;
        map.boxes.push_back(
            {0,
             5 * pixels * row,
             {{5, pixels * row, {0}}, {pixels, row, {1}}, {repetitions, colours, {2}}, {colours, 1, {3}}}});
        map.boxes[0].joined_loops = joined;
        const Problem problem{.operands = {{ScalarKind::F32, 5 * pixels * colours, false}}, .form = map};
        const Schedule schedule = choose_schedule(problem, load_target("x86-64-v3"));
        check_schedule(problem, schedule);
        return std::get<MapSchedule>(schedule).boxes[0];
    };
    const BoxSchedule colours = chosen(100, 2, 3, 3);
    CHECK(colours.joined_loops == 3);
    CHECK(colours.lanes == 8);
    CHECK(colours.rows == 4);
    CHECK(colours.vectors == 3);
    CHECK(chosen(100, 2, 3, 2).rows == 0);          // two rows of three do not fill a vector
    CHECK(chosen(100, 2, 4, 3).joined_loops == 2);  // two rows of four do
    CHECK(chosen(100, 2, 2, 3).joined_loops == 3);
    CHECK(chosen(1, 2, 3, 3).rows == 0);
}

TEST_CASE("short rows whose elements are side by side along the rows only are stored interleaved") {
    const auto chosen = [](std::int64_t rows, std::int64_t columns, bool differs) {
        Problem problem = map_of(rows, columns);
        ElementBox& box = std::get<MapProblem>(problem.form).boxes[0];
        box.walks_rows = true;
        box.differs_by_column = differs;
        const Schedule schedule = choose_schedule(problem, load_target("x86-64-v3"));
        check_schedule(problem, schedule);
        return std::get<MapSchedule>(schedule).boxes[0];
    };
    const BoxSchedule colours = chosen(100, 3, false);
    CHECK(colours.interleaves);
    CHECK(colours.lanes == 8);
    CHECK(colours.overlaps);
    CHECK(chosen(4, 2, false).lanes == 4);
    CHECK(!chosen(3, 2, false).interleaves);
    CHECK(chosen(100, 7, false).interleaves);
    CHECK(!chosen(100, 8, false).interleaves);
    CHECK(chosen(3, 2, true).lanes == 2);
}

TEST_CASE("a map uses native vectors, several at a time if they fit") {
    const auto text = [](const char* target, std::int64_t columns) {
        return to_text(choose_schedule(map_of(3, columns), load_target(target)));
    };
    CHECK(text("x86-64-v3", 64) == "map: 8 lanes x 4 vectors");
    CHECK(text("x86-64-v3", 24) == "map: 8 lanes x 1 vectors");
    CHECK(text("x86-64-v3", 21) == "map: 8 lanes x 1 vectors overlapping");
    CHECK(text("armv7", 24) == "map: 4 lanes x 2 vectors");
    CHECK(text("armv7", 1) == "map: 1 lanes x 1 vectors");
}

TEST_CASE("a large map is parallel") {
    const Target target = load_target("x86-64-v3");
    CHECK_THAT(to_text(choose_schedule(map_of(1024, 1024), target)), Contains("parallel"));
    CHECK_THAT(to_text(choose_schedule(map_of(8, 1024), target)), !Contains("parallel"));
}

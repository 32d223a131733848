#include <catch2/catch.hpp>

#include "scheduler/schedule/schedule.h"
#include "tests/unit/scheduler/map_of.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;

TEST_CASE("rows shorter than a vector are computed in blocks that fill whole vectors") {
    const auto chosen = [](std::int64_t rows, std::int64_t columns) {
        Problem problem = map_of(rows, columns);
        std::get<MapProblem>(problem.form).boxes[0].walks_pairs = true;
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

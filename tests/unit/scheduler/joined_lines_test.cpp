#include "scheduler/schedule/joined_lines.h"

#include <catch2/catch.hpp>

#include "scheduler/schedule/schedule.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;

namespace {

/// A convolution of 3 by 3 over `size` by `size` pixels, from `channels` to 48 features, in stretches of the
/// channels.
Problem small_image(std::int64_t size, std::int64_t channels) {
    const std::int64_t line = (size + 2) * channels, columns = 48;
    ContractionProblem image;
    image.lhs = {ScalarKind::F32, (size + 2) * line, false};
    image.rhs = {ScalarKind::F32, 9 * channels * columns, true};
    image.results = {
        {size, size * columns, line, 0, {0}}, {size, columns, channels, 0, {1}}, {columns, 1, 0, 1, {2}}};
    image.reductions = {
        {3, line, 3 * channels * columns}, {3, channels, channels * columns}, {channels, 1, columns}};
    image.stretch_loops = 2;
    image.flops = 18 * size * size * channels * columns;
    return {.operands = {}, .form = image};
}

}  // namespace

TEST_CASE("tiles go on in the next line of an image if they do not divide its lines") {
    const Target target = load_target("x86-64-v3");
    const auto chosen = [&](std::int64_t size, std::int64_t channels) {
        const Problem problem = small_image(size, channels);
        const Schedule schedule = choose_schedule(problem, target);
        check_schedule(problem, schedule);
        return std::get<ContractionSchedule>(schedule);
    };
    CHECK(chosen(14, 128).joined_line == 1);
    CHECK(tile_text(chosen(14, 128)) == "4x24");
    CHECK(chosen(12, 128).joined_line == 0);
    // Short sums do not pay for the addresses of the rows.
    CHECK(chosen(14, 8).joined_line == 0);
}

TEST_CASE("lines are joined only if their results follow each other, and never around staged lines") {
    auto image = std::get<ContractionProblem>(small_image(14, 128).form);
    CHECK(joinable_lines(image) == std::vector<std::size_t>{1});
    const ContractionProblem joined = join_lines(image, 1);
    REQUIRE(joined.results.size() == 2);
    CHECK(joined.results[0] == ResultLoop{196, 48, 128, 0, {1}, 14, 0});
    image.staged = StagedOperand{.loop = 0, .line_bytes = 8192};
    CHECK(joinable_lines(image).empty());
    image.staged.reset();
    std::swap(image.results[1].lhs_stride, image.results[2].lhs_stride);
    CHECK(joinable_lines(image).empty());  // the lines read one operand, their elements none
    std::swap(image.results[1].lhs_stride, image.results[2].lhs_stride);
    image.results[0].stride += 48;
    CHECK(joinable_lines(image).empty());
    ContractionSchedule schedule =
        std::get<ContractionSchedule>(choose_schedule(small_image(14, 128), load_target("x86-64-v3")));
    CHECK_THROWS_WITH(check_schedule({.operands = {}, .form = image}, schedule),
                      Contains("follow each other"));
}

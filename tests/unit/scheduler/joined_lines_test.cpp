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

TEST_CASE("lines are joined only if their results are one after another, and never around staged lines") {
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
    image.results[0].stride = 48;
    image.results[1].stride = 14 * 48;
    CHECK(joinable_lines(image).empty());
    ContractionSchedule schedule =
        std::get<ContractionSchedule>(choose_schedule(small_image(14, 128), load_target("x86-64-v3")));
    CHECK_THROWS_WITH(check_schedule({.operands = {}, .form = image}, schedule),
                      Contains("follow each other"));
}

TEST_CASE("lines whose results are in the padding of the next convolution are joined, too") {
    auto images = std::get<ContractionProblem>(small_image(14, 128).form);
    CHECK(number_results(images, 1).gaps.empty());
    CHECK(number_results(images, 1).strides == std::vector<std::int64_t>{48, 1});
    images.results[0].stride = 16 * 48;
    images.results.insert(images.results.begin(), {2, 16 * 16 * 48, 16 * 16 * 128, 0, {3}});
    CHECK(joinable_lines(images) == std::vector<std::size_t>{1, 2});
    // Each place is that of the result's number, with the gaps before it.
    for (const std::size_t inner : {1, 2}) {
        const auto [strides, gaps] = number_results(images, inner);
        REQUIRE(strides.size() == 3);
        REQUIRE(gaps.size() == 2);
        for (std::int64_t result = 0; result < 2 * 14 * 14 * 48; result++) {
            const std::int64_t feature = result % 48, pixel = result / 48 % 14, line = result / 48 / 14;
            const std::int64_t number =
                inner == 1 ? line * strides[0] + pixel * strides[1] + feature
                           : line / 14 * strides[0] + (line % 14 * 14 + pixel) * strides[1] + feature;
            std::int64_t place = number;
            for (const ResultGap& gap : gaps) place += number / gap.results * gap.elements;
            CHECK(place == line / 14 * 16 * 16 * 48 + line % 14 * 16 * 48 + pixel * 48 + feature);
        }
    }
}

TEST_CASE("planes of joined lines with gaps are numbered further apart than their results") {
    auto planes = std::get<ContractionProblem>(small_image(3, 8).form);
    planes.results = {{8, 24, 0, 1, {1}}, {3, 4, 8, 0, {2}}, {2, 1, 3, 0, {3}}};
    CHECK(joinable_lines(planes) == std::vector<std::size_t>{2});
    const auto [strides, gaps] = number_results(planes, 2);
    CHECK(strides == std::vector<std::int64_t>{8, 1});
    for (std::int64_t result = 0; result < 8 * 3 * 2; result++) {
        const std::int64_t number = result / 6 * strides[0] + result % 6;
        std::int64_t place = number;
        for (const ResultGap& gap : gaps) place += number / gap.results * gap.elements;
        CHECK(place == result / 6 * 24 + result / 2 % 3 * 4 + result % 2);
    }
}

TEST_CASE("rows of joined lines are evenly spaced if the lines that they read follow each other") {
    auto image = std::get<ContractionProblem>(small_image(14, 128).form);
    CHECK_FALSE(are_evenly_spaced(image, 1));
    image.results[0].lhs_stride = 14 * 128;
    CHECK(are_evenly_spaced(image, 1));
}

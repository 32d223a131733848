#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "scheduler/kernels/function_schedules.h"
#include "scheduler/rewrite/explicit_padding.h"
#include "scheduler/rewrite/features_last.h"
#include "scheduler/schedule/packed_form.h"
#include "scheduler/schedule/winograd_transform.h"
#include "scheduler/steps/weight_packing.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// A convolution with these sizes; `window` as in the text form.
struct Convolution {
    int rows = 58, columns = 58, channels = 64, features = 64, groups = 1;
    int window_rows = 3, window_columns = 3;
    std::string window = "";
    std::string result = "1x56x56x64";
    bool constant_weights = true;
    std::string element = "f32";
};

hlo2c::frontend::Program program(const Convolution& c) {
    const auto tensor = [&](const std::string& shape) { return "tensor<" + shape + "x" + c.element + ">"; };
    const std::string image = tensor("1x" + std::to_string(c.rows) + "x" + std::to_string(c.columns) + "x" +
                                     std::to_string(c.channels));
    const std::string weights =
        tensor(std::to_string(c.window_rows) + "x" + std::to_string(c.window_columns) + "x" +
               std::to_string(c.channels / c.groups) + "x" + std::to_string(c.features));
    const std::string result = tensor(c.result);
    return program_of(
        "(%x: " + image + (c.constant_weights ? "" : ", %w: " + weights) + ") -> " + result,
        (c.constant_weights ? "  %w = stablehlo.constant dense<0.5> : " + weights + "\n" : "") +
            "  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
            "window = {" +
            c.window + "} {batch_group_count = 1 : i64, feature_group_count = " + std::to_string(c.groups) +
            " : i64} : (" + image + ", " + weights + ") -> " + result + "\n  return %r : " + result + "\n");
}

/// The group of the convolution on one core of a server.
ScheduledGroup scheduled(const Convolution& convolution, FloatRules rules) {
    Target target = load_target("x86-64-v4");
    target.cores = 1;
    auto prepared = program(convolution);
    make_padding_explicit(prepared);
    move_features_last(prepared);
    const FunctionGraph graph(prepared.main());
    const FunctionGroups groups = group_function(graph, rules == FloatRules::Fast);
    const FunctionLayouts layouts = layouts_of(graph, groups);
    const FunctionSchedules schedules = schedule_groups(graph, groups, layouts, target, {}, rules);
    check_schedules(groups, schedules);
    for (const ScheduledGroup& group : schedules.regions.at(0))
        if (std::holds_alternative<ContractionProblem>(group.problem.problem.form)) return group;
    FAIL("no contraction");
    return {};
}

const ContractionProblem& problem_of(const ScheduledGroup& group) {
    return std::get<ContractionProblem>(group.problem.problem.form);
}

bool has_windows(const Convolution& convolution, FloatRules rules = FloatRules::Fast) {
    return problem_of(scheduled(convolution, rules)).windows.has_value();
}

/// Number of candidates by Winograd's algorithm.
std::size_t candidates(const ScheduledGroup& group) {
    std::size_t count = 0;
    for (const Schedule& each : group.chosen.candidates)
        count += std::holds_alternative<WinogradSchedule>(each) ? 1 : 0;
    return count;
}

}  // namespace

TEST_CASE("transformed products give the sums of a window along one dimension") {
    for (const int outputs : winograd_outputs) {
        const WinogradTransform& transform = winograd_transform(outputs);
        REQUIRE(transform.outputs() == outputs);
        REQUIRE(transform.inputs() == outputs + 2);
        // The result is bilinear: one input and one weight that are 1 show every coefficient.
        for (int input = 0; input < transform.inputs(); input++)
            for (int weight = 0; weight < 3; weight++)
                for (int output = 0; output < outputs; output++) {
                    double sum = 0;
                    for (int i = 0; i < transform.inputs(); i++)
                        sum +=
                            transform.result[static_cast<std::size_t>(output)][static_cast<std::size_t>(i)] *
                            transform.input[static_cast<std::size_t>(i)][static_cast<std::size_t>(input)] *
                            transform.weights[static_cast<std::size_t>(i)][static_cast<std::size_t>(weight)];
                    CHECK(std::abs(sum - (input == output + weight ? 1 : 0)) < 1e-12);
                }
    }
}

TEST_CASE("lines of a small padded image are not staged where transformed tiles save more") {
    Convolution small{.rows = 13, .columns = 13, .channels = 32, .result = "1x13x13x64"};
    small.window = "pad = [[1, 1], [1, 1]]";
    CHECK(has_windows(small));
    CHECK(problem_of(scheduled(small, FloatRules::Strict)).staged);
    small.channels = 16;
    CHECK(problem_of(scheduled(small, FloatRules::Fast)).staged);
    small.channels = 32;
    small.constant_weights = false;
    CHECK(problem_of(scheduled(small, FloatRules::Fast)).staged);
}

TEST_CASE("only --fp=fast lets sums be formed from transformed tiles") {
    CHECK(has_windows({}));
    for (const FloatRules rules : {FloatRules::Strict, FloatRules::Contract}) {
        const ScheduledGroup group = scheduled({}, rules);
        CHECK_FALSE(problem_of(group).windows.has_value());
        CHECK(candidates(group) == 0);
        CHECK_THAT(to_text(group.problem.problem), !Contains("windows"));
    }
}

TEST_CASE("windows of 3 by 3 that move one element at a time slide; others do not") {
    CHECK(has_windows({.window = "pad = [[1, 2], [0, 1]]", .result = "1x59x57x64"}));
    CHECK(has_windows({.window = "reverse = [true, true]"}));
    CHECK_FALSE(has_windows({.window = "stride = [2, 2]", .result = "1x28x28x64"}));
    CHECK_FALSE(has_windows({.window = "rhs_dilate = [2, 2]", .result = "1x54x54x64"}));
    CHECK_FALSE(has_windows({.window_columns = 5, .result = "1x56x54x64"}));
    CHECK_FALSE(has_windows({.groups = 2}));
    CHECK_FALSE(has_windows({.element = "f64"}));
}

TEST_CASE("the cheapest of direct sums, F(2, 3) and F(4, 3) is chosen") {
    const ScheduledGroup group = scheduled({}, FloatRules::Fast);
    CHECK(candidates(group) == 2);
    CHECK_THAT(to_text(group.problem.problem),
               Contains("; windows of 3 by 3 over 1 images of 56 by 56, 64 channels to 64 features;"));
    CHECK_THAT(describe(group.chosen.schedule), StartsWith("Winograd F(4, 3): blocks of "));
    CHECK_THAT(describe_estimate(group.chosen.schedule), Contains(" cycles: "));
    double before = 0;
    for (const Schedule& each : group.chosen.candidates) {
        CHECK(estimated_cycles(each) >= before);
        before = estimated_cycles(each);
    }
    // Weights that are read from memory for a few tiles cost more than the products that they save.
    const Convolution deep{.rows = 9, .columns = 9, .channels = 512, .features = 512, .result = "1x7x7x512"};
    CHECK_THAT(describe(scheduled(deep, FloatRules::Fast).chosen.schedule), StartsWith("Winograd F(2, 3)"));
}

TEST_CASE("weights that are no constants, and few channels or features, are summed directly") {
    CHECK(candidates(scheduled({.constant_weights = false}, FloatRules::Fast)) == 0);
    CHECK(candidates(scheduled({.channels = 3}, FloatRules::Fast)) == 0);
    CHECK(candidates(scheduled({.features = 6, .result = "1x56x56x6"}, FloatRules::Fast)) == 0);
}

TEST_CASE("blocks of tiles are shared out to slots, and a schedule that leaves slots idle costs more") {
    const ScheduledGroup group = scheduled({}, FloatRules::Fast);
    Target target = load_target("x86-64-v4");
    target.cores = 4;
    for (const WinogradSchedule& each : winograd_candidates(problem_of(group), target)) {
        CHECK(each.parallel.slots == 4);
        CHECK(rows_of_tiles(*problem_of(group).windows, each.outputs) / each.tile_rows >= 4);
    }
}

TEST_CASE("a schedule that does not fit the windows is found") {
    const ScheduledGroup group = scheduled({}, FloatRules::Fast);
    const auto corrupted = [&](const auto& change) {
        WinogradSchedule schedule = std::get<WinogradSchedule>(group.chosen.schedule);
        change(schedule);
        return [&group, schedule] { check_schedule(group.problem.problem, schedule); };
    };
    CHECK_THROWS_WITH(corrupted([](WinogradSchedule& each) { each.tile_rows = 15; })(),
                      Contains("no more tiles than an image"));
    CHECK_THROWS_WITH(corrupted([](WinogradSchedule& each) { each.tile.vectors = 3; })(),
                      Contains("features fill panels"));
    CHECK_THROWS_WITH(corrupted([](WinogradSchedule& each) { each.tile.rows = 1000; })(),
                      Contains("no more rows than a block has tiles"));
}

TEST_CASE("weights are transformed in double and rounded once") {
    const auto weights = hlo2c::frontend::Literal::from_values<float>(
        {{3, 3, 1, 1}, hlo2c::frontend::ElementType::F32, {}, {}},
        {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f, 8.0f, 10.0f});
    const PackedBlock block{.offset = 0,
                            .loops = {{4, 0}, {4, 0}, {1, 1}, {1, 1}, {1, 1}},
                            .windows = TransformedWindows{2, 3, 1}};
    const std::vector<std::byte> bytes = pack(weights, {hlo2c::frontend::no_value, {block}});
    float values[16];
    REQUIRE(bytes.size() == sizeof values);
    std::memcpy(values, bytes.data(), sizeof values);
    CHECK(values[0] == 1);      // first row and first column
    CHECK(values[3] == 3);      // first row, last column
    CHECK(values[1] == 3);      // half the sum of the first row
    CHECK(values[5] == 11.5f);  // a quarter of all
    CHECK(values[10] == 1.5f);  // a quarter of 1 - 2 + 3 - 4 + 5 - 6 + 7 - 8 + 10
    CHECK(values[15] == 10);
}

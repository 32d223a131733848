#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "frontend/diagnostic.h"
#include "scheduler/schedule.h"
#include "scheduler/steps/function_steps.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;

namespace {

/// A product, its transpose in memory, and another product.
hlo2c::frontend::Program products() {
    return program_of("(%x: tensor<32x8xf32>, %w: tensor<8x8xf32>) -> tensor<32x8xf32>", R"(
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x8xf32>, tensor<8x8xf32>) -> tensor<32x8xf32>
  %b = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<32x8xf32>, tensor<8x8xf32>) -> tensor<32x8xf32>
  return %b : tensor<32x8xf32>
)");
}

}  // namespace

TEST_CASE("every scheduler stage reports its output, in order") {
    std::vector<std::string> stages;
    const StageObserver observe = [&](const std::string& stage, const StageResult& result) {
        stages.push_back(stage);
        INFO(stage);
        CHECK_FALSE(result.text().empty());
        CHECK(result.text() == result.text());
        CHECK(result.json().is_structured());
        CHECK(result.json() == result.json());
    };
    schedule(products(), load_target("x86-64-v3"), observe);
    CHECK(stages == std::vector<std::string>{"process_ops",
                                             "error_functions",
                                             "one_hot_products",
                                             "spread_convolution",
                                             "convolution_phases",
                                             "cumulative_windows",
                                             "explicit_padding",
                                             "features_last",
                                             "skip_masked_columns",
                                             "tile_operands",
                                             "tile_lines",
                                             "split_contractions",
                                             "unread_states",
                                             "loop_matrices",
                                             "narrow_integers",
                                             "double_loops",
                                             "split_reductions",
                                             "line_sums",
                                             "short_reductions",
                                             "flat_gathers",
                                             "gathered_rows",
                                             "filled_state",
                                             "groups",
                                             "layout",
                                             "order",
                                             "schedule",
                                             "combiners",
                                             "lower",
                                             "steps",
                                             "loops",
                                             "memory"});
}

TEST_CASE("a kernel that lacks an argument, reads out of place or does not write its root is detected") {
    const auto program = products();
    const Target target = load_target("x86-64-v3");
    const FunctionGraph graph(program.main());
    const FunctionGroups groups = group_function(graph);
    const FunctionLayouts layouts = layouts_of(graph, groups);
    const FunctionKernels kernels =
        make_kernels(program, graph, groups, layouts, order_groups(graph, groups, layouts),
                     schedule_groups(graph, groups, layouts, target), {}, target);
    check_kernels(graph, groups, kernels);
    const auto refused = [&](const char* what, auto corrupt) {
        FunctionKernels corrupted = kernels;
        corrupt(corrupted.regions[0][0]);
        CHECK_THROWS_WITH(check_kernels(graph, groups, corrupted), Contains(what));
    };
    refused("an argument for each parameter", [](GroupKernels& made) { made.calls[0].arguments.pop_back(); });
    refused("has none", [](GroupKernels& made) { made.calls.clear(); });
    refused("written by no kernel", [](GroupKernels& made) {
        made.calls[0].arguments.back().value = made.calls[0].arguments.front().value;
    });
    refused("a weight that it does not have",
            [](GroupKernels& made) { made.calls[0].arguments.front().packed = 5; });
}

TEST_CASE("steps that read unwritten values, or name unknown entries of the plan, are detected") {
    const Plan plan = schedule(products(), load_target("x86-64-v3"));
    const FunctionPlan& function = plan.functions[0];
    check_steps(function, plan);
    CHECK_THAT(to_text(function, plan), Contains("argument x: f32[32,8], 1024 bytes\n"));
    CHECK_THAT(to_text(function, plan), Contains("call dot_f32_32x8 (t0, w) -> result0\n"));
    const auto refused = [&](const char* what, auto corrupt) {
        FunctionPlan corrupted = function;
        corrupt(corrupted);
        CHECK_THROWS_WITH(check_steps(corrupted, plan), Contains(what));
    };
    refused("reads t0 before a step has written it",
            [](FunctionPlan& f) { std::swap(f.steps[0].action, f.steps[1].action); });
    refused("the end of the function reads", [](FunctionPlan& f) { f.steps.pop_back(); });
    refused("a kernel that does not exist",
            [](FunctionPlan& f) { std::get<CallStep>(f.steps[0].action).kernel = 9; });
    refused("a buffer that does not exist",
            [](FunctionPlan& f) { std::get<CallStep>(f.steps[0].action).arguments[0].buffer = 9; });
    refused("an argument for each parameter",
            [](FunctionPlan& f) { std::get<CallStep>(f.steps[0].action).arguments.pop_back(); });
    refused("accesses x beyond its end", [](FunctionPlan& f) { f.buffers[0].bytes = 512; });
    refused("a collective that does not exist",
            [](FunctionPlan& f) { f.steps.insert(f.steps.begin(), Step{CollectiveStep{}}); });
    refused("leaves x", [](FunctionPlan& f) {
        f.steps.insert(f.steps.begin(), Step{CopyStep{{2, 0}, {0, 64}, 1024}});
    });
}

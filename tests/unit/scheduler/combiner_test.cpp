#include <algorithm>
#include <catch2/catch.hpp>

#include "scheduler/merge_plans.h"
#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

/// The sum of x over two replicas.
Plan sum_of(int elements) {
    const std::string type = "tensor<" + std::to_string(elements) + "xf32>";
    auto program = program_of("(%x: " + type + ") -> " + type, R"(
  %r = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : ()" + type +
                                                                   ") -> " + type +
                                                                   "\n  return %r : " + type + "\n");
    program.attributes = {{"mhlo.num_replicas", hlo2c::frontend::IntegerAttribute{2}}};
    return schedule(program, load_target("x86-64-v3"));
}

}  // namespace

TEST_CASE("entry points with equal reductions share a combiner, which is named after what it computes") {
    MergedPlan merged("sums", "sums.mlir", load_target("x86-64-v3"));
    merged.add(sum_of(4), "four");
    merged.add(sum_of(5), "five");
    REQUIRE(merged.plan().combiners.size() == 1);
    CHECK(merged.plan().combiners[0].name == "combine_add_f32");
    REQUIRE(merged.plan().collectives.size() == 2);
    for (const Collective& collective : merged.plan().collectives) CHECK(collective.combiner == 0);
}

TEST_CASE("the kernels that combine the elements of two processes have no parallel loops") {
    auto program = program_of("(%x: tensor<4096xf32>) -> tensor<4096xf32>", R"(
  %y = stablehlo.tanh %x : tensor<4096xf32>
  %r = "stablehlo.all_reduce"(%y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4096xf32>) -> tensor<4096xf32>
  return %r : tensor<4096xf32>
)");
    program.attributes = {{"mhlo.num_replicas", hlo2c::frontend::IntegerAttribute{2}}};
    Target target = load_target("x86-64-v3");
    target.parallel_work = 1;
    target.cores = 4;
    const Plan plan = schedule(program, target);
    std::vector<std::string> parallel;
    for (const Kernel& kernel : plan.kernels)
        if (std::any_of(kernel.nest.nodes.begin(), kernel.nest.nodes.end(), [](const Node& node) {
                return node.kind == NodeKind::For && node.loop == LoopKind::Parallel;
            }))
            parallel.push_back(kernel.name);
    CHECK(plan.kernels.size() == 3);
    CHECK(parallel == std::vector<std::string>{"tanh_f32_4096"});
}

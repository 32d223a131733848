#include "scheduler/groups/subnormal_values.h"

#include <catch2/catch.hpp>

#include "scheduler/loops/float_rules.h"
#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

/// The attention of 16 rows and columns, whose scores have `mask` in the last column.
hlo2c::frontend::Program masked_attention(const std::string& mask) {
    const std::string zeros = "0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, ";
    return program_of("(%scores: tensor<16x16xf32>, %values: tensor<16x32xf32>) -> tensor<16x32xf32>",
                      "  %mask = stablehlo.constant dense<[" + zeros + mask + R"(]> : tensor<16xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %masks = stablehlo.broadcast_in_dim %mask, dims = [1] : (tensor<16xf32>) -> tensor<16x16xf32>
  %x = stablehlo.add %scores, %masks : tensor<16x16xf32>
  %largest = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
  %shift = stablehlo.broadcast_in_dim %largest, dims = [0] : (tensor<16xf32>) -> tensor<16x16xf32>
  %shifted = stablehlo.subtract %x, %shift : tensor<16x16xf32>
  %powers = stablehlo.exponential %shifted : tensor<16x16xf32>
  %sum = stablehlo.reduce(%powers init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
  %divisor = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<16xf32>) -> tensor<16x16xf32>
  %weights = stablehlo.divide %powers, %divisor : tensor<16x16xf32>
  %r = stablehlo.dot_general %weights, %values, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  return %r : tensor<16x32xf32>
)");
}

/// True if the kernel of the product leaves out subnormal factors.
bool skips(const std::string& mask, const std::string& target, FloatRules rules = FloatRules::Strict) {
    const Plan plan = schedule(masked_attention(mask), load_target(target), {}, rules);
    for (const Kernel& kernel : plan.kernels)
        for (const Node& node : kernel.nest.nodes)
            if (node.kind == NodeKind::Call && node.symbol == fma_of_subnormals) return true;
    return false;
}

}  // namespace

TEST_CASE("a mask of -100 makes the weights of an attention subnormal, one of -1e9 makes them zero") {
    CHECK(skips("-100.0", "x86-64-v3"));
    CHECK(skips("-100.0", "x86-64-v4"));
    CHECK_FALSE(skips("-1.0e9", "x86-64-v3"));
    CHECK_FALSE(skips("-10.0", "x86-64-v3"));
}

TEST_CASE("subnormal factors are left out only where they are slow and exist") {
    CHECK_FALSE(skips("-100.0", "armv8-a"));
    CHECK_FALSE(skips("-100.0", "x86-64-v3", FloatRules::Fast));
}

#include "scheduler/steps/value_names.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/passes/bind_arguments.h"
#include "frontend/passes/fold.h"
#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Program;

namespace {

/// The name of the constant that `%0 = stablehlo.constant` is at this location.
std::string name_at(const std::string& location, const std::string& result = "%0") {
    const Program program = program_of(
        "() -> tensor<2xf32>", "  " + result + " = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32> " +
                                   location + "\n  return " + result + " : tensor<2xf32>\n");
    return weight_name(program, program.main().body.ops[0]);
}

}  // namespace

TEST_CASE("weights have the names of bound arguments, without the root of their tree") {
    CHECK(name_at("loc(\"a[1]['params']['Conv_0']['kernel']\")") == "params_Conv_0_kernel");
    CHECK(name_at("loc(\"params['w']\")") == "params_w");
    CHECK(name_at("loc(\"w['encoder.bias']\")") == "encoder_bias");
    CHECK(name_at("loc(\"features.0.weight\")") == "features_0_weight");
    CHECK(name_at("loc(\"a[1]\")") == "a_1");
}

TEST_CASE("weights that the compiler computes are named for their part of the model") {
    CHECK(name_at("loc(\"jit(f)/Net/BatchNorm_0/mul\")") == "Net_BatchNorm_0_mul");
    CHECK(name_at("loc(\"jit(f)/mul\")") == "");
    CHECK(name_at("loc(\"jit(f)\")") == "");
}

TEST_CASE("buffers are named for a part of the model, without formulas and the model's own name") {
    CHECK(name_of_scope("Net/h_0/attention") == "h_0_attention");
    CHECK(name_of_scope("Net/h_0/bqd,bkd->bqk") == "h_0");
    CHECK(name_of_scope("Net") == "Net");
    CHECK(name_of_scope("bqd,bkd->bqk").empty());
}

TEST_CASE("the last words of long names are kept") {
    std::string long_name = "a";
    for (int i = 0; i < 30; i++) long_name += ".layer";
    CHECK(name_at("loc(\"" + long_name + ".kernel\")") ==
          "layer_layer_layer_layer_layer_layer_layer_layer_layer_kernel");
}

TEST_CASE("constants have the names that the program gives them, but no printer's numbers") {
    CHECK(name_at("", "%mask") == "mask");
    for (const char* numbered : {"%cst", "%cst_3", "%c_1", "%12"}) CHECK(name_at("", numbered).empty());
}

TEST_CASE("a bound argument that is only moved keeps its name") {
    Program program =
        program_of(R"((%x: tensor<4x2xf32>, %w: tensor<2xf32> loc("params['bias']")) -> tensor<4x2xf32>)",
                   R"(
  %0 = stablehlo.reshape %w : (tensor<2xf32>) -> tensor<1x2xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.add %x, %1 : tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
)");
    using hlo2c::frontend::Literal;
    const hlo2c::frontend::TensorType type{{2}, hlo2c::frontend::ElementType::F32, {}, {}};
    hlo2c::frontend::bind_arguments(program, {{1, Literal::from_values<float>(type, {1.0F, 2.0F})}});
    hlo2c::frontend::fold(program);
    const Plan plan = schedule(std::move(program), load_target("x86-64-v3"));
    REQUIRE(plan.weights.size() == 1);
    CHECK(plan.weights[0].name == "params_bias");
}

TEST_CASE("values in memory are named for the part of the model that writes them first") {
    Program program =
        program_of("(%x: tensor<4x8xf32>, %w: tensor<8x9xf32>, %v: tensor<9x8xf32>) -> tensor<4x8xf32>", R"(
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<4x8xf32>, tensor<8x9xf32>) -> tensor<4x9xf32> loc("jit(f)/Net/Dense_0/dot_general")
  %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0]
      : (tensor<4x9xf32>, tensor<9x8xf32>) -> tensor<4x8xf32> loc("jit(f)/Net/Dense_1/dot_general")
  return %1 : tensor<4x8xf32>
)");
    const Plan plan = schedule(std::move(program), load_target("x86-64-v3"));
    const auto& buffers = plan.functions[0].buffers;
    CHECK(std::any_of(buffers.begin(), buffers.end(),
                      [](const Buffer& each) { return each.name == "Dense_0"; }));
    CHECK(plan.functions[0].steps[1].comment == "Net/Dense_1");
}

#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

Plan plan_of(const std::string& body) {
    return schedule(program_of("(%a: tensor<2x3xf32>) -> tensor<2x3xf32>", body), load_target("x86-64-v3"));
}

std::vector<CustomCallStep> calls_of(const Plan& plan) {
    std::vector<CustomCallStep> calls;
    for (const Step& step : plan.functions[0].steps)
        if (const auto* call = std::get_if<CustomCallStep>(&step.action)) calls.push_back(*call);
    return calls;
}

std::string refusal_of(const std::string& call) {
    try {
        plan_of("  %r = " + call +
                " : (tensor<2x3xf32>) -> tensor<2x3xf32>\n  return %r : tensor<2x3xf32>\n");
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(error.diagnostic().number == 416);
        return error.diagnostic().message;
    }
    return "";
}

const std::string alias =
    "output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], "
    "operand_index = 0, operand_tuple_indices = []>]";

}  // namespace

TEST_CASE("an unknown custom call becomes a hook call, with its configuration as text") {
    const Plan plan = plan_of(R"(
  %r = stablehlo.custom_call @f(%a) {api_version = 4 : i32, backend_config = {z = 1 : i32, b = "t"}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
)");
    REQUIRE(plan.custom_calls.size() == 1);
    const CustomCall& call = plan.custom_calls[0];
    CHECK(call.target == "f");
    CHECK(call.config == "{b = \"t\", z = 1 : i32}");
    CHECK(call.api_version == 4);
    CHECK_FALSE(call.has_side_effect);
    REQUIRE(call.inputs.size() == 1);
    CHECK(call.inputs[0].bytes == 24);
    CHECK(call.inputs[0].shares == -1);
    const std::vector<CustomCallStep> steps = calls_of(plan);
    REQUIRE(steps.size() == 1);
    CHECK(plan.functions[0].buffers[steps[0].outputs[0].buffer].role == BufferRole::Result);
}

TEST_CASE("a tridiagonal solve leaves the diagonals out, and refuses a program that reads them") {
    const auto solve = [](const std::string& returned) {
        return program_of("(%d: tensor<4xf64>, %b: tensor<4x3xf64>) -> " + returned, R"(
  %r:5 = stablehlo.custom_call @lapack_dgtsv_ffi(%d, %d, %d, %b) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x3xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x3xf64>, tensor<i32>)
  return )" + std::string(returned == "tensor<4xf64>" ? "%r#1" : "%r#3") + " : " + returned +
                                                                                         "\n");
    };
    const Plan plan = schedule(solve("tensor<4x3xf64>"), load_target("x86-64-v3"));
    REQUIRE(plan.kernels.size() == 1);
    CHECK(plan.kernels[0].runtime_function == "hlo2c_gtsv_f64");
    try {
        schedule(solve("tensor<4xf64>"), load_target("x86-64-v3"));
        FAIL("a result that is not computed was read");
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(error.diagnostic().number == 408);
        CHECK(error.diagnostic().message == "result 1 of this call is read, but it is not computed");
    }
}

TEST_CASE("an aliased operand with other readers is copied, one without shares its memory") {
    const Plan copied = plan_of("  %r = stablehlo.custom_call @f(%a) {" + alias +
                                "} : (tensor<2x3xf32>) -> tensor<2x3xf32>\n  return %r : tensor<2x3xf32>\n");
    const CustomCallStep step = calls_of(copied).at(0);
    CHECK(step.inputs[0].buffer == step.outputs[0].buffer);
    CHECK(std::holds_alternative<CopyStep>(copied.functions[0].steps[0].action));

    const Plan shared = plan_of(
        "  %b = stablehlo.negate %a : tensor<2x3xf32>\n  %c = stablehlo.custom_call @f(%b) {" + alias +
        "} : (tensor<2x3xf32>) -> tensor<2x3xf32>\n"
        "  %r = stablehlo.negate %c : tensor<2x3xf32>\n  return %r : tensor<2x3xf32>\n");
    for (const Step& each : shared.functions[0].steps)
        CHECK_FALSE(std::holds_alternative<CopyStep>(each.action));
    CHECK(calls_of(shared).at(0).inputs[0].buffer == calls_of(shared).at(0).outputs[0].buffer);
}

TEST_CASE("custom calls that the hook cannot express are rejected by name") {
    CHECK(refusal_of("stablehlo.custom_call @SPMDFullToShardShape(%a)") ==
          "the scheduler does not support the custom call @SPMDFullToShardShape");
    CHECK(refusal_of("stablehlo.custom_call @f(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], "
                     "result_layouts = [dense<[1, 0]> : tensor<2xindex>]}") ==
          "operand_layouts of a custom call require a layout that is not row-major");
}

#include <catch2/catch.hpp>

#include "scheduler/groups/function_groups.h"
#include "scheduler/rewrite/explicit_padding.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

/// The stages of each kernel of a program, in order; those of a group are separated by bars.
std::vector<std::string> stages_of_kernels(const hlo2c::frontend::Program& program) {
    const FunctionGraph graph(program.main());
    const FunctionGroups groups = group_function(graph);
    check_groups(graph, groups);
    std::vector<std::string> kernels;
    for (const Group& group : groups.regions[0].groups) {
        std::string& text = kernels.emplace_back();
        for (const Stage& stage : group.stages)
            text += (text.empty() ? "" : " | ") + to_text(graph.region(0), stage);
    }
    return kernels;
}

using Kernels = std::vector<std::string>;

}  // namespace

TEST_CASE("a softmax is two reductions and two maps, of which the sum and the quotient read one") {
    CHECK(stages_of_kernels(softmax_of(4, 32)) ==
          Kernels{"reduction maximum | map exponential of broadcast_in_dim subtract | reduction add | "
                  "map divide of broadcast_in_dim"});
}

TEST_CASE("what a layer norm computes once per row is the epilogue of its reductions") {
    const std::string rows = "tensor<4xf32>", all = "tensor<4x32xf32>";
    const auto sum = [&](const std::string& name, const std::string& of) {
        return "  %" + name + "s = stablehlo.reduce(%" + of +
               " init: %zero) applies stablehlo.add across dimensions = [1] : (" + all +
               ", tensor<f32>) -> " + rows + "\n  %" + name + " = stablehlo.divide %" + name +
               "s, %n : " + rows + "\n";
    };
    const auto repeated = [&](const std::string& name, const std::string& of) {
        return "  %" + name + " = stablehlo.broadcast_in_dim %" + of + ", dims = [0] : (" + rows + ") -> " +
               all + "\n";
    };
    const auto program = program_of(
        "(%x: " + all + ") -> " + all,
        "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n  %n = stablehlo.constant dense<32.0> : " +
            rows + "\n" + sum("mean", "x") + repeated("m", "mean") + "  %d = stablehlo.subtract %x, %m : " +
            all + "\n  %q = stablehlo.multiply %d, %d : " + all + "\n" + sum("variance", "q") +
            "  %r = stablehlo.rsqrt %variance : " + rows + "\n" + repeated("b", "r") +
            "  %y = stablehlo.multiply %d, %b : " + all + "\n  return %y : " + all + "\n");
    CHECK(stages_of_kernels(program) ==
          Kernels{"reduction add, then divide | map subtract of broadcast_in_dim | "
                  "reduction add of multiply, then divide rsqrt | map multiply of broadcast_in_dim"});
}

TEST_CASE("an attention is a contraction, the stages of a softmax, and a contraction") {
    const std::string scores = "tensor<4x32xf32>", rows = "tensor<4xf32>";
    const auto reduced = [&](const std::string& of, const std::string& function) {
        return "stablehlo.reduce(%" + of + ") applies stablehlo." + function +
               " across dimensions = [1] : (" + scores + ", tensor<f32>) -> " + rows + "\n";
    };
    const std::string repeated = ", dims = [0] : (" + rows + ") -> " + scores + "\n";
    const auto program = program_of(
        "(%q: tensor<4x8xf32>, %k: tensor<32x8xf32>, %v: tensor<32x8xf32>, %mask: " + scores +
            ") -> tensor<4x8xf32>",
        "  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
        "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<4x8xf32>, "
        "tensor<32x8xf32>) -> " +
            scores + "\n  %a = stablehlo.add %s, %mask : " + scores +
            "\n  %m = " + reduced("a init: %least", "maximum") + "  %mb = stablehlo.broadcast_in_dim %m" +
            repeated + "  %d = stablehlo.subtract %a, %mb : " + scores +
            "\n  %e = stablehlo.exponential %d : " + scores + "\n  %t = " + reduced("e init: %zero", "add") +
            "  %tb = stablehlo.broadcast_in_dim %t" + repeated + "  %w = stablehlo.divide %e, %tb : " +
            scores + "\n  %r = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (" + scores +
            ", tensor<32x8xf32>) -> tensor<4x8xf32>\n  return %r : tensor<4x8xf32>\n");
    CHECK(stages_of_kernels(program) ==
          Kernels{"contraction dot_general, then add",
                  "reduction maximum | map exponential of broadcast_in_dim subtract | reduction add | "
                  "map divide of broadcast_in_dim",
                  "contraction dot_general"});
}

TEST_CASE("padding before a convolution is its prologue, padding after it ends its epilogue") {
    hlo2c::frontend::Program program =
        program_of("(%x: tensor<1x14x14x8xf32>, %w: tensor<3x3x8x16xf32>) -> tensor<1x16x16x16xf32>", R"(
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<1x14x14x16xf32>
  %c = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x14x14x8xf32>, tensor<3x3x8x16xf32>) -> tensor<1x14x14x16xf32>
  %m = stablehlo.maximum %c, %zeros : tensor<1x14x14x16xf32>
  %p = stablehlo.pad %m, %zero, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<1x14x14x16xf32>, tensor<f32>) -> tensor<1x16x16x16xf32>
  return %p : tensor<1x16x16x16xf32>
)");
    make_padding_explicit(program);
    CHECK(stages_of_kernels(program) == Kernels{"contraction convolution of pad, then maximum pad"});
}

TEST_CASE("reductions of the same rows are stages of one kernel, with what both lead to") {
    const std::string reduced =
        " across dimensions = [1] : (tensor<4x32xf32>, tensor<f32>) -> tensor<4xf32>\n";
    const auto program =
        program_of("(%x: tensor<4x32xf32>) -> tensor<4xf32>",
                   "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
                   "  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add" +
                       reduced +
                       "  %q = stablehlo.multiply %x, %x : tensor<4x32xf32>\n"
                       "  %t = stablehlo.reduce(%q init: %zero) applies stablehlo.add" +
                       reduced +
                       "  %a = stablehlo.multiply %s, %s : tensor<4xf32>\n"
                       "  %r = stablehlo.subtract %t, %a : tensor<4xf32>\n  return %r : tensor<4xf32>\n");
    CHECK(stages_of_kernels(program) ==
          Kernels{"reduction add, then multiply | reduction add | map subtract"});
}

TEST_CASE("maps that share operands are stages of one kernel") {
    const auto program =
        program_of("(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)", R"(
  %a = stablehlo.add %x, %y : tensor<8xf32>
  %b = stablehlo.multiply %a, %y : tensor<8xf32>
  return %a, %b : tensor<8xf32>, tensor<8xf32>
)");
    CHECK(stages_of_kernels(program) == Kernels{"map add | map multiply"});
}

TEST_CASE("a group is shown with its name, its roots and its stages") {
    const auto program = softmax_of(4, 32);
    const FunctionGraph graph(program.main());
    const std::string text = to_text(graph, group_function(graph));
    CHECK_THAT(text, Catch::Matchers::StartsWith("region 0\n0 softmax -> %"));
    CHECK_THAT(text, Catch::Matchers::Contains(": reduction maximum | map exponential"));
}

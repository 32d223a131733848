#include "scheduler/groups/pattern_name.h"

#include <catch2/catch.hpp>

#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

/// The names of all groups of a function with this signature and body, in order; each has all ops.
std::vector<std::string> names_of(const std::string& signature, const std::string& body) {
    const auto program = program_of(signature, body);
    const hlo2c::frontend::Function& function = program.main();
    const Constants constants = constants_of(function);
    const RegionGraph graph(function, function.body, constants);
    std::set<int> all;
    for (int at = 0; at + 1 < graph.op_count(); at++) all.insert(at);
    std::vector<std::string> names;
    for (const Group& group : group_region(graph).groups) names.push_back(pattern_name(graph, group, all));
    return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a contraction is named with what follows it: bias, relu") {
    CHECK(names_of("(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32>", R"(
  %z = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %c = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
  %a = stablehlo.add %d, %c : tensor<4x16xf32>
  %m = stablehlo.maximum %a, %z : tensor<4x16xf32>
  return %m : tensor<4x16xf32>
)") == Names{"dot_bias_relu"});
}

TEST_CASE("a convolution is named with its window, and as depthwise or grouped") {
    const auto name = [](const std::string& groups, const std::string& kernel) {
        return names_of("(%x: tensor<1x9x9x4xf32>, %w: tensor<" + kernel + "xf32>) -> tensor<1x7x7x8xf32>",
                        R"(
  %c = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = )" +
                            groups + R"( : i64} : (tensor<1x9x9x4xf32>, tensor<)" + kernel +
                            R"(xf32>) -> tensor<1x7x7x8xf32>
  return %c : tensor<1x7x7x8xf32>
)");
    };
    CHECK(name("1", "3x3x4x8") == Names{"conv3x3"});
    CHECK(name("2", "3x3x2x8") == Names{"grouped_conv3x3"});
    CHECK(name("4", "3x3x1x8") == Names{"depthwise_conv3x3"});
}

TEST_CASE("the operand of a convolution may be a constant, which has no operands") {
    CHECK(names_of("(%w: tensor<1x1x1xi32>) -> tensor<1x1x1xi64>", R"(
  %z = stablehlo.constant dense<0> : tensor<1x1x1xi32>
  %c = stablehlo.convolution(%z, %w) dim_numbers = [0, f, b]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1xi32>, tensor<1x1x1xi32>) -> tensor<1x1x1xi64>
  return %c : tensor<1x1x1xi64>
)") == Names{"conv1"});
}

TEST_CASE("of too many words, those of patterns stay") {
    CHECK(names_of("(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32>", R"(
  %z = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %two = stablehlo.constant dense<2.0> : tensor<4x16xf32>
  %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %c = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
  %a = stablehlo.add %d, %c : tensor<4x16xf32>
  %m = stablehlo.multiply %a, %two : tensor<4x16xf32>
  %s = stablehlo.subtract %m, %two : tensor<4x16xf32>
  %r = stablehlo.maximum %s, %z : tensor<4x16xf32>
  return %r : tensor<4x16xf32>
)") == Names{"dot_bias_multiply_relu"});
}

TEST_CASE("rows are named for their pattern, or for their reductions and what is computed of them") {
    const std::string maximum = R"(
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<4xf32>) -> tensor<4x16xf32>
  %d = stablehlo.subtract %x, %mb : tensor<4x16xf32>
)";
    CHECK(names_of("(%x: tensor<4x16xf32>) -> tensor<4x16xf32>", maximum + R"(
  %e = stablehlo.exponential %d : tensor<4x16xf32>
  %s = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<4xf32>) -> tensor<4x16xf32>
  %q = stablehlo.divide %e, %sb : tensor<4x16xf32>
  return %q : tensor<4x16xf32>
)") == Names{"softmax"});
    CHECK(names_of("(%x: tensor<4x16xf32>) -> tensor<4x16xf32>",
                   maximum + "  return %d : tensor<4x16xf32>\n") == Names{"maximum_subtract"});
}

TEST_CASE("a map is named for its first ops, and sequences of ops for their function") {
    CHECK(names_of("(%x: tensor<4x16xf32>) -> tensor<4x16xf32>", R"(
  %one = stablehlo.constant dense<1.0> : tensor<4x16xf32>
  %n = stablehlo.negate %x : tensor<4x16xf32>
  %e = stablehlo.exponential %n : tensor<4x16xf32>
  %a = stablehlo.add %e, %one : tensor<4x16xf32>
  %s = stablehlo.divide %one, %a : tensor<4x16xf32>
  %m = stablehlo.multiply %s, %x : tensor<4x16xf32>
  return %m : tensor<4x16xf32>
)") == Names{"sigmoid_multiply"});
}

TEST_CASE("ops that only find the rows of a gather are not in its name") {
    CHECK(names_of("(%x: tensor<8x16xf32>, %i: tensor<4x1xi32>, %b: tensor<16xf32>) -> tensor<4x16xf32>", R"(
  %zero = stablehlo.constant dense<0> : tensor<4x1xi32>
  %rows = stablehlo.constant dense<8> : tensor<4x1xi32>
  %below = stablehlo.compare LT, %i, %zero : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
  %from_end = stablehlo.add %i, %rows : tensor<4x1xi32>
  %at = stablehlo.select %below, %from_end, %i : tensor<4x1xi1>, tensor<4x1xi32>
  %g = "stablehlo.gather"(%x, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>} : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
  %c = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
  %a = stablehlo.add %g, %c : tensor<4x16xf32>
  return %a : tensor<4x16xf32>
)") == Names{"gather_bias"});
}

TEST_CASE("an update is named for what it computes") {
    const auto name = [](const std::string& value) {
        return names_of(
            "(%x: tensor<8x16xf32>, %v: tensor<2x16xf32>, %i: tensor<i32>) -> tensor<8x16xf32>",
            R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %at = stablehlo.add %i, %one : tensor<i32>
  %old = stablehlo.dynamic_slice %x, %at, %zero, sizes = [2, 16] : (tensor<8x16xf32>, tensor<i32>, tensor<i32>) -> tensor<2x16xf32>
  %p = stablehlo.multiply %old, %v : tensor<2x16xf32>
  %s = stablehlo.subtract %p, %v : tensor<2x16xf32>
  %u = stablehlo.dynamic_update_slice %x, )" +
                value +
                R"(, %at, %zero : (tensor<8x16xf32>, tensor<2x16xf32>, tensor<i32>, tensor<i32>) -> tensor<8x16xf32>
  return %u : tensor<8x16xf32>
)");
    };
    CHECK(name("%s") == Names{"multiply_subtract_update"});
    CHECK(name("%v").back() == "dynamic_update_slice");
}

TEST_CASE("a splat that has a kernel of its own is a fill") {
    CHECK(names_of("() -> tensor<4x16xf32>", R"(
  %z = stablehlo.constant dense<1.5> : tensor<f32>
  %c = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
  return %c : tensor<4x16xf32>
)") == Names{"fill"});
}

TEST_CASE("a clamp behind a batch norm is no hard sigmoid") {
    const auto name = [](const std::string& shift) {
        return names_of(
            "(%x: tensor<4x16xf32>, %m: tensor<4x16xf32>, %s: tensor<4x16xf32>) -> tensor<4x16xf32>",
            "%z = stablehlo.constant dense<0.0> : tensor<4x16xf32>\n"
            "%six = stablehlo.constant dense<6.0> : tensor<4x16xf32>\n" +
                shift +
                "%b = stablehlo.multiply %a, %s : tensor<4x16xf32>\n"
                "%c = stablehlo.add %b, %m : tensor<4x16xf32>\n"
                "%d = stablehlo.maximum %c, %z : tensor<4x16xf32>\n"
                "%e = stablehlo.minimum %d, %six : tensor<4x16xf32>\n"
                "return %e : tensor<4x16xf32>\n");
    };
    CHECK(name("%a = stablehlo.subtract %x, %m : tensor<4x16xf32>\n") == Names{"batch_norm_clamp"});
    CHECK(name("%a = stablehlo.tanh %x : tensor<4x16xf32>\n") == Names{"tanh_hard_sigmoid"});
}

TEST_CASE("reductions of windows are named for what they compute") {
    const auto name = [](const std::string& op) {
        return names_of("(%x: tensor<4x16xf32>, %i: tensor<f32>) -> tensor<4x8xf32>", R"(
  %r = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.)" + op + R"( %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
)");
    };
    CHECK(name("maximum") == Names{"window_maximum"});
    CHECK(name("atan2") == Names{"reduce_window"});
}

TEST_CASE("a reduction that finds the index of an extreme value is argmax or argmin") {
    const auto name = [](const std::string& direction, const std::string& indices) {
        return names_of("(%x: tensor<4x16xf32>, %i: tensor<f32>, %p: tensor<4x16xi32>) -> tensor<4xi32>", R"(
  %j = stablehlo.constant dense<0> : tensor<i32>
  %n = )" + indices + R"( : tensor<4x16xi32>
  %r:2 = "stablehlo.reduce"(%x, %n, %i, %j) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %k: tensor<i32>, %b: tensor<f32>, %l: tensor<i32>):
    %c = stablehlo.compare )" + direction + R"(, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %c, %a, %b : tensor<i1>, tensor<f32>
    %w = stablehlo.select %c, %k, %l : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }) : (tensor<4x16xf32>, tensor<4x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %r#1 : tensor<4xi32>
)");
    };
    CHECK(name("GE", "stablehlo.iota dim = 1") == Names{"argmax"});
    CHECK(name("LT", "stablehlo.iota dim = 1") == Names{"argmin"});
    CHECK(name("NE", "stablehlo.iota dim = 1") == Names{"reduce"});
    CHECK(name("GE", "stablehlo.negate %p") == Names{"reduce"});
}

#include "frontend/partition/partition.h"

#include <algorithm>

#include "frontend/ops/op_traits.h"
#include "tests/unit/partition/programs.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;

namespace {

const std::string two_by_two = R"(["x"=2, "y"=2])";

/// The collectives of the entry point, regions included.
std::vector<std::string> collectives_of(const Program& program) {
    std::vector<std::string> names;
    for_each_op(program.main().body, [&](const Op& op) {
        if (has_trait(op.code, op_trait::SideEffect))
            names.emplace_back(spelling(op.code).substr(spelling(op.code).find('.') + 1));
    });
    return names;
}

/// The collectives of a function of four processes, which must agree with one process.
std::vector<std::string> run(const std::string& function) {
    return collectives_of(require_equal_parts(module_of(4, two_by_two, function), 4));
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a contraction along a cut dimension needs one all_reduce") {
    CHECK(run("func.func @main(%x: tensor<4x8xf32>" + sharded(R"([{"x"}, {}])") + ", %v: tensor<8x8xf32>" +
              sharded(R"([{}, {"y"}])") + ", %w: tensor<8x4xf32>" + sharded(R"([{"y"}, {}])") +
              ") -> (tensor<4x4xf32>" + sharded(R"([{"x"}, {}])") + R"() {
    %h = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %r = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    return %r : tensor<4x4xf32>
  })") == Names{"all_reduce"});
}

TEST_CASE("a result that is cut along the contracted axes is scattered") {
    CHECK(run("func.func @main(%x: tensor<4x8xf32>" + sharded(R"([{}, {"x"}])") + ", %v: tensor<8x8xf32>" +
              sharded(R"([{"x"}, {}])") + ") -> (tensor<4x8xf32>" + sharded(R"([{"x"}, {}])") + R"() {
    %r = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  })") == Names{"reduce_scatter"});
}

TEST_CASE("an initial value that is no identity counts once") {
    CHECK(run("func.func @main(%x: tensor<8x4xf32>" + sharded(R"([{"x"}, {"y"}])") +
              R"(, %init: tensor<f32>) -> tensor<4xf32> {
    %r = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  })") == Names{"all_reduce"});
}

TEST_CASE("the first of equal elements is found across processes") {
    CHECK(
        run("func.func @main(%x: tensor<64x4xf32>" + sharded(R"([{"x", "y"}, {}])") + R"() -> tensor<4xi32> {
    %i = stablehlo.iota dim = 0 : tensor<64x4xi32>
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.reduce(%x init: %least), (%i init: %zero) across dimensions = [0] : (tensor<64x4xf32>, tensor<64x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
     reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>)  {
      %gt = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %eq = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %lt = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %tie = stablehlo.and %eq, %lt : tensor<i1>
      %first = stablehlo.or %gt, %tie : tensor<i1>
      %v = stablehlo.select %gt, %a, %b : tensor<i1>, tensor<f32>
      %n = stablehlo.select %first, %j, %k : tensor<i1>, tensor<i32>
      stablehlo.return %v, %n : tensor<f32>, tensor<i32>
    }
    return %r#1 : tensor<4xi32>
  })") == Names{"all_gather", "all_gather"});
}

TEST_CASE("a sort moves its axis to another dimension and back") {
    CHECK(run("func.func @main(%x: tensor<64x4xi32>" + sharded(R"([{"x", "y"}, {}])") +
              ") -> (tensor<64x4xi32>" + sharded(R"([{"x", "y"}, {}])") + R"() {
    %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<64x4xi32>) -> tensor<64x4xi32>
    return %r : tensor<64x4xi32>
  })") == Names{"all_to_all", "all_to_all"});
}

TEST_CASE("starts are clamped in the whole tensor") {
    // Start 100 of 3 elements in 8: elements 5 to 7, which two processes have.
    for (const char* start : {"-3", "2", "100"})
        CHECK(run("func.func @main(%x: tensor<8x4xi32>" + sharded(R"([{"x", "y"}, {}])") +
                  ", %u: tensor<3x4xi32>) -> (tensor<8x4xi32>" + sharded(R"([{"x", "y"}, {}])") + R"() {
    %s = stablehlo.constant dense<)" +
                  start + R"(> : tensor<i32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %r = stablehlo.dynamic_update_slice %x, %u, %s, %z : (tensor<8x4xi32>, tensor<3x4xi32>, tensor<i32>, tensor<i32>) -> tensor<8x4xi32>
    return %r : tensor<8x4xi32>
  })") == Names{});
}

TEST_CASE("a gather from a cut table takes each row from its owner") {
    CHECK(run("func.func @main(%x: tensor<64x4xf32>" + sharded(R"([{"x", "y"}, {}])") +
              R"(, %i: tensor<5x1xi32>) -> tensor<5x4xf32> {
    %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<64x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
    return %r : tensor<5x4xf32>
  })") == Names{"all_reduce"});
}

TEST_CASE("a scatter into a cut table needs no exchange") {
    CHECK(run("func.func @main(%x: tensor<8x4xf32>" + sharded(R"([{"x", "y"}, {}])") +
              ", %i: tensor<5x1xi32>, %u: tensor<5x4xf32>) -> (tensor<8x4xf32>" +
              sharded(R"([{"x", "y"}, {}])") + R"() {
    %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return %r : tensor<8x4xf32>
  })") == Names{});
}

TEST_CASE("groups of a convolution are divided, and their number") {
    CHECK(run("func.func @main(%x: tensor<2x6x6x4xf32>" + sharded(R"([{}, {}, {}, {"x"}])") +
              ", %w: tensor<3x3x1x8xf32>) -> (tensor<2x4x4x8xf32>" + sharded(R"([{}, {}, {}, {"x"}])") +
              R"() {
    %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x6x6x4xf32>, tensor<3x3x1x8xf32>) -> tensor<2x4x4x8xf32>
    return %r : tensor<2x4x4x8xf32>
  })") == Names{});
}

TEST_CASE("a loop keeps its carry in parts") {
    const Names found =
        run("func.func @main(%x: tensor<8x8xf32>" + sharded(R"([{"x"}, {}])") + R"() -> tensor<8x8xf32> {
    %start = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%i = %start, %h = %x) : tensor<i32>, tensor<8x8xf32>
)" + three_iterations +
            R"(      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %s = stablehlo.reduce(%h init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
      %t = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
      %g = stablehlo.subtract %t, %h : tensor<8x8xf32>
      stablehlo.return %n, %g : tensor<i32>, tensor<8x8xf32>
    }
    return %r#1 : tensor<8x8xf32>
  })");
    CHECK(found == Names{});
}

TEST_CASE("constraints order the parts anew") {
    CHECK(run("func.func @main(%x: tensor<8x8xf32>" + sharded(R"([{"x"}, {"y"}])") + R"() -> tensor<8x8xf32> {
    %0 = stablehlo.negate %x : tensor<8x8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
    %2 = stablehlo.add %1, %1 : tensor<8x8xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"x", "y"}, {}]> : tensor<8x8xf32>
    return %3 : tensor<8x8xf32>
  })")
              .size() == 3);
}

TEST_CASE("a convolution over a cut image reads a line of each neighbour") {
    CHECK(run("func.func @main(%x: tensor<1x8x6x2xf32>" + sharded(R"([{}, {"x", "y"}, {}, {}])") +
              ", %w: tensor<3x3x2x2xf32>) -> (tensor<1x8x6x2xf32>" + sharded(R"([{}, {"x", "y"}, {}, {}])") +
              R"() {
    %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x6x2xf32>, tensor<3x3x2x2xf32>) -> tensor<1x8x6x2xf32>
    return %r : tensor<1x8x6x2xf32>
  })") == Names{"collective_permute", "collective_permute"});
}

TEST_CASE("windows of a cut image meet the initial value at its edges only") {
    CHECK(run("func.func @main(%x: tensor<8x4xf32>" + sharded(R"([{"x", "y"}, {}])") +
              ", %init: tensor<f32>) -> (tensor<4x4xf32>" + sharded(R"([{"x", "y"}, {}])") + R"() {
    %r = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    return %r : tensor<4x4xf32>
  })") == Names{"collective_permute"});
}

TEST_CASE("a pad that shifts fills one part's edge") {
    CHECK(run("func.func @main(%x: tensor<8x4xf32>" + sharded(R"([{"x", "y"}, {}])") +
              ", %v: tensor<f32>) -> (tensor<8x4xf32>" + sharded(R"([{"x", "y"}, {}])") + R"() {
    %r = stablehlo.pad %x, %v, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return %r : tensor<8x4xf32>
  })") == Names{"collective_permute"});
}

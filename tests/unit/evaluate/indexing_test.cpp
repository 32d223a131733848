#include <catch2/catch.hpp>

#include "tests/unit/evaluate/programs.h"

using namespace hlo2c::frontend;
using Values = std::vector<double>;

namespace {

std::string region(const std::string& body) {
    return "({\n^bb0(%x: tensor<i32>, %y: tensor<i32>):\n" + body + "\n})";
}
const std::string adds = region("%s = stablehlo.add %x, %y : tensor<i32>\nstablehlo.return %s : tensor<i32>");
const std::string replaces = region("stablehlo.return %y : tensor<i32>");
const std::string subtracts =
    region("%s = stablehlo.subtract %y, %x : tensor<i32>\nstablehlo.return %s : tensor<i32>");

/// Scatter of single elements into [1, 2, 3].
Values scatter_row(const std::string& indices, const std::string& updates, int count,
                   const std::string& body) {
    const std::string n = std::to_string(count);
    return values_of(
        "tensor<3xi32>",
        constant("a", "[1, 2, 3]", "tensor<3xi32>") + constant("i", indices, "tensor<" + n + "x1xi32>") +
            constant("u", updates, "tensor<" + n + "xi32>") +
            "%r = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<"
            "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> " +
            body + " : (tensor<3xi32>, tensor<" + n + "x1xi32>, tensor<" + n + "xi32>) -> tensor<3xi32>");
}

}  // namespace

TEST_CASE("gather clamps the starts of its windows") {
    const std::string body =
        constant("a", "[[1, 2], [3, 4], [5, 6]]", "tensor<3x2xi32>") +
        constant("i", "[[2], [-1], [9]]", "tensor<3x1xi64>") +
        "%r = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
        "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: "
        "1, 2>}> : "
        "(tensor<3x2xi32>, tensor<3x1xi64>) -> tensor<3x2xi32>";
    CHECK(values_of("tensor<3x2xi32>", body) == Values{5, 6, 1, 2, 5, 6});
}

TEST_CASE("torch_index_select refuses to select from nothing") {
    const std::string text = R"(
      func.func @main() -> tensor<2x3xf32> {
        %x = stablehlo.constant dense<> : tensor<0x3xf32>
        %index = stablehlo.constant dense<[0, 0]> : tensor<2xi32>
        %0 = "stablehlo.torch_index_select"(%x, %index) {dim = 0 : i64, batch_dims = 0 : i64}
            : (tensor<0x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
        return %0 : tensor<2x3xf32>
      })";
    CHECK_THROWS_AS(run_program(text), hlo2c::DiagnosticError);
}

TEST_CASE("gather batches pair dimensions of operand and indices") {
    const std::string body =
        constant("a", "[[1, 2], [3, 4]]", "tensor<2x2xi32>") + constant("i", "[1, 0]", "tensor<2xi64>") +
        "%r = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = "
        "[1], "
        "operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], "
        "index_vector_dim = "
        "1>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x2xi32>, tensor<2xi64>) -> tensor<2xi32>";
    CHECK(values_of("tensor<2xi32>", body) == Values{2, 3});
}

TEST_CASE("scatter drops updates out of range and combines those at one position") {
    CHECK(scatter_row("[[0], [0], [5], [-1]]", "[10, 20, 30, 40]", 4, adds) == Values{31, 2, 3});
    CHECK(scatter_row("[[2]]", "[9]", 1, replaces) == Values{1, 2, 9});
}

TEST_CASE("scatter gives its computation the current value first") {
    CHECK(scatter_row("[[1]]", "[9]", 1, subtracts) == Values{1, 7, 3});
}

TEST_CASE("of a window partly out of range, scatter drops only the elements outside") {
    const std::string body = constant("a", "[1, 2, 3]", "tensor<3xi32>") + constant("i", "2", "tensor<i32>") +
                             constant("u", "[10, 20]", "tensor<2xi32>") +
                             "%r = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = "
                             "#stablehlo.scatter<update_window_dims = "
                             "[0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> " +
                             adds + " : (tensor<3xi32>, tensor<i32>, tensor<2xi32>) -> tensor<3xi32>";
    CHECK(values_of("tensor<3xi32>", body) == Values{1, 2, 13});
}

TEST_CASE("sort is stable and moves its operands together") {
    const std::string body =
        constant("k", "[2, 1, 2, 1]", "tensor<4xi32>") + constant("v", "[0, 1, 2, 3]", "tensor<4xi32>") +
        "%s:2 = \"stablehlo.sort\"(%k, %v) <{dimension = -1 : i64, is_stable = true}> ({\n"
        "^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):\n"
        "  %l = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "  stablehlo.return %l : tensor<i1>\n}) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, "
        "tensor<4xi32>)\n"
        "%r = stablehlo.concatenate %s#0, %s#1, dim = 0 : (tensor<4xi32>, tensor<4xi32>) -> tensor<8xi32>";
    CHECK(values_of("tensor<8xi32>", body) == Values{1, 1, 2, 2, 1, 3, 0, 2});
}

TEST_CASE("sort along an outer dimension sorts each column") {
    const std::string body =
        constant("k", "[[3, 1], [2, 4], [1, 0]]", "tensor<3x2xi32>") +
        "%r = \"stablehlo.sort\"(%k) <{dimension = 0 : i64}> ({\n^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
        "  %l = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "  stablehlo.return %l : tensor<i1>\n}) : (tensor<3x2xi32>) -> tensor<3x2xi32>";
    CHECK(values_of("tensor<3x2xi32>", body) == Values{1, 0, 2, 1, 3, 4});
}

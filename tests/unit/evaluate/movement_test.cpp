#include <catch2/catch.hpp>

#include "tests/unit/evaluate/programs.h"

using namespace hlo2c::frontend;
using Values = std::vector<double>;

namespace {

const std::string matrix = constant("a", "[[1, 2, 3], [4, 5, 6]]", "tensor<2x3xi32>");

}  // namespace

TEST_CASE("transpose reads dimension permutation[d] for dimension d") {
    CHECK(values_of(
              "tensor<3x2xi32>",
              matrix + "%r = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>") ==
          Values{1, 4, 2, 5, 3, 6});
}

TEST_CASE("broadcast_in_dim may put dimensions in another order and expands those of size 1") {
    CHECK(values_of("tensor<3x2xi32>", matrix + "%r = stablehlo.broadcast_in_dim %a, dims = [1, 0] : "
                                                "(tensor<2x3xi32>) -> tensor<3x2xi32>") ==
          Values{1, 4, 2, 5, 3, 6});
    CHECK(values_of("tensor<2x2xi32>", constant("c", "[[7], [8]]", "tensor<2x1xi32>") +
                                           "%r = stablehlo.broadcast_in_dim %c, dims = [0, 1] : "
                                           "(tensor<2x1xi32>) -> tensor<2x2xi32>") == Values{7, 7, 8, 8});
}

TEST_CASE("pad removes elements for negative amounts after interior padding") {
    const std::string row = constant("a", "[1, 2, 3]", "tensor<3xi32>") + constant("z", "0", "tensor<i32>");
    CHECK(values_of("tensor<6xi32>",
                    row + "%r = stablehlo.pad %a, %z, low = [2], high = [-1], interior = [1] : "
                          "(tensor<3xi32>, tensor<i32>) -> tensor<6xi32>") == Values{0, 0, 1, 0, 2, 0});
    CHECK(values_of("tensor<3xi32>",
                    row + "%r = stablehlo.pad %a, %z, low = [-1], high = [-1], interior = [1] : "
                          "(tensor<3xi32>, tensor<i32>) -> tensor<3xi32>") == Values{0, 2, 0});
    CHECK(values_of("tensor<1xi32>",
                    row + "%r = stablehlo.pad %a, %z, low = [-3], high = [1], interior = [0] : "
                          "(tensor<3xi32>, tensor<i32>) -> tensor<1xi32>") == Values{0});
}

TEST_CASE("slice steps by its strides, reverse reverses dimensions") {
    CHECK(values_of("tensor<1x2xi32>",
                    matrix + "%r = stablehlo.slice %a [1:2, 0:3:2] : (tensor<2x3xi32>) -> tensor<1x2xi32>") ==
          Values{4, 6});
    CHECK(values_of("tensor<2x3xi32>", matrix + "%r = stablehlo.reverse %a, dims = [1] : tensor<2x3xi32>") ==
          Values{3, 2, 1, 6, 5, 4});
}

TEST_CASE("dynamic_slice and dynamic_update_slice clamp their starts") {
    const std::string starts = constant("i", "-4", "tensor<i64>") + constant("k", "9", "tensor<i64>");
    CHECK(values_of("tensor<1x2xi32>",
                    matrix + starts +
                        "%r = stablehlo.dynamic_slice %a, %i, %k, sizes = [1, 2] : "
                        "(tensor<2x3xi32>, tensor<i64>, tensor<i64>) -> tensor<1x2xi32>") == Values{2, 3});
    CHECK(values_of(
              "tensor<2x3xi32>",
              matrix + starts + constant("u", "[[9, 9]]", "tensor<1x2xi32>") +
                  "%r = stablehlo.dynamic_update_slice %a, %u, %i, %k : (tensor<2x3xi32>, tensor<1x2xi32>, "
                  "tensor<i64>, tensor<i64>) -> tensor<2x3xi32>") == Values{1, 9, 9, 4, 5, 6});
}

TEST_CASE("a large unsigned start is clamped to the end, not to the beginning") {
    CHECK(values_of("tensor<1xi32>", constant("a", "[1, 2, 3]", "tensor<3xi32>") +
                                         constant("i", "18446744073709551615", "tensor<ui64>") +
                                         "%r = stablehlo.dynamic_slice %a, %i, sizes = [1] : "
                                         "(tensor<3xi32>, tensor<ui64>) -> tensor<1xi32>") == Values{3});
}

TEST_CASE("concatenate joins along its dimension") {
    CHECK(values_of("tensor<2x4xi32>", matrix + constant("b", "[[7], [8]]", "tensor<2x1xi32>") +
                                           "%r = stablehlo.concatenate %a, %b, dim = 1 : "
                                           "(tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x4xi32>") ==
          Values{1, 2, 3, 7, 4, 5, 6, 8});
}

TEST_CASE("iota counts along its dimension") {
    CHECK(values_of("tensor<2x3xf32>", "%r = stablehlo.iota dim = 1 : tensor<2x3xf32>") ==
          Values{0, 1, 2, 0, 1, 2});
    CHECK(values_of("tensor<2x3xi32>", "%r = stablehlo.iota dim = 0 : tensor<2x3xi32>") ==
          Values{0, 0, 0, 1, 1, 1});
}

TEST_CASE("dynamic shapes follow the arguments") {
    const std::string text =
        "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {\n"
        "%r = stablehlo.add %a, %a : tensor<?xf32>\nreturn %r : tensor<?xf32>\n}\n";
    const Literal argument = Literal::from_values<float>({{3}, ElementType::F32, {}, {}}, {1, 2, 3});
    const Literal result = run_program(text, {argument}).at(0);
    CHECK(result.type().shape == std::vector<std::int64_t>{3});
    CHECK(result.real(2) == 6);
}

TEST_CASE("real_dynamic_slice never reads outside its operand") {
    CHECK(values_of("tensor<1xi32>",
                    constant("a", "[1, 2, 3]", "tensor<3xi32>") + constant("s", "9", "tensor<1xi64>") +
                        constant("l", "10", "tensor<1xi64>") + constant("o", "1", "tensor<1xi64>") +
                        "%r = stablehlo.real_dynamic_slice %a, %s, %l, %o : (tensor<3xi32>, "
                        "tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi32>") == Values{3});
    // The result has the requested length, also if that follows from start and limit.
    CHECK(values_of("tensor<?xi32>",
                    constant("a", "[1, 2, 3]", "tensor<3xi32>") + constant("s", "2", "tensor<1xi64>") +
                        constant("l", "4", "tensor<1xi64>") + constant("o", "1", "tensor<1xi64>") +
                        "%r = stablehlo.real_dynamic_slice %a, %s, %l, %o : (tensor<3xi32>, "
                        "tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>") == Values{2, 3});
}

TEST_CASE("a result whose size nothing determines is not evaluated") {
    const std::string line = "tensor<?xi32, #stablehlo.bounds<4>>";
    const auto refuses = [&](const std::string& op) {
        CHECK_THROWS_AS(
            run_program("func.func @main() -> " + line + " {\n" + constant("z", "0", "tensor<i32>") +
                        constant("s", "1", "tensor<2xui64>") + op + "\nreturn %r : " + line + "\n}\n"),
            hlo2c::DiagnosticError);
    };
    refuses("%r = stablehlo.iota dim = 0 : " + line);
    refuses("%r = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<i32>) -> " + line);
    refuses(
        "%t, %r = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> "
        "(tensor<2xui64>, " +
        line + ")");
}

TEST_CASE("slices of a bounded value are at most as long as its size") {
    const auto run = [](int size, const std::string& op, const std::string& type) {
        return run_program(
                   "func.func @main(%n: tensor<i32>) -> " + type + " {\n" +
                       constant("c", "[3, 1, 4, 1]", "tensor<4xi32>") + constant("i", "0", "tensor<1xi32>") +
                       constant("z", "1", "tensor<i32>") +
                       "%a = stablehlo.set_dimension_size %c, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) "
                       "-> tensor<?xi32, #stablehlo.bounds<4>>\n" +
                       op + "\nreturn %r : " + type + "\n}\n",
                   {Literal::scalar<int>(ElementType::I32, size)})
            .at(0);
    };
    const std::string from = "(tensor<?xi32, #stablehlo.bounds<4>>";
    const auto slice = [&](int limit, int size) {
        const std::string type = "tensor<" + std::to_string(limit) + "xi32>";
        return run(size,
                   "%r = stablehlo.slice %a [0:" + std::to_string(limit) + "] : " + from + ") -> " + type,
                   type);
    };
    const auto dynamic_slice = [&](int length, int size) {
        const std::string type = "tensor<" + std::to_string(length) + "xi32>";
        return run(size,
                   "%r = stablehlo.dynamic_slice %a, %z, sizes = [" + std::to_string(length) + "] : " + from +
                       ", tensor<i32>) -> " + type,
                   type);
    };
    CHECK(slice(2, 2).type().shape == std::vector<std::int64_t>{2});
    CHECK(slice(4, 2).type().shape == std::vector<std::int64_t>{2});  // all of it
    CHECK_THROWS_AS(slice(3, 2), hlo2c::DiagnosticError);
    CHECK(dynamic_slice(4, 2).type().shape == std::vector<std::int64_t>{2});
    CHECK_THROWS_AS(dynamic_slice(3, 2), hlo2c::DiagnosticError);
    CHECK_THROWS_AS(run(2,
                        "%u = stablehlo.constant dense<7> : tensor<3xi32>\n"
                        "%r = stablehlo.dynamic_update_slice %a, %u, %z : " +
                            from + ", tensor<3xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>",
                        "tensor<?xi32, #stablehlo.bounds<4>>"),
                    hlo2c::DiagnosticError);
    CHECK_THROWS_AS(
        run(0,
            "%r = \"stablehlo.gather\"(%a, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = "
            "[0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : " +
                from + ", tensor<1xi32>) -> tensor<1xi32>",
            "tensor<1xi32>"),
        hlo2c::DiagnosticError);
}

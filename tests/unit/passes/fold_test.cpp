#include "frontend/passes/fold.h"

#include <catch2/catch.hpp>

#include "frontend/ir/attributes.h"
#include "frontend/passes/dead_code_elimination.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;
namespace attr = hlo2c::attr;

namespace {

Program folded(const std::string& body, const std::string& type = "tensor<4xf32>") {
    Program program = unary_program(body, type);
    fold(program);
    dead_code_elimination(program);
    verify(program);
    return program;
}

/// Ops that are left of a function of %a that returns %r.
std::vector<std::string> ops_left(const std::string& argument, const std::string& result,
                                  const std::string& body) {
    Program program = program_of("func.func @main(%a: " + argument + ") -> " + result + " {\n" + body +
                                 "\nreturn %r : " + result + "\n}\n");
    fold(program);
    dead_code_elimination(program);
    verify(program);
    return ops_of(program);
}

}  // namespace

TEST_CASE("the chain of a batch normalisation's weights becomes one constant") {
    const Program program = folded(
        "%v = stablehlo.constant dense<[3.0, 8.0]> : tensor<2xf32>\n"
        "%o = stablehlo.constant dense<1.0> : tensor<f32>\n"
        "%e = stablehlo.broadcast_in_dim %o, dims = [] : (tensor<f32>) -> tensor<2xf32>\n"
        "%s = stablehlo.add %v, %e : tensor<2xf32>\n%q = stablehlo.rsqrt %s : tensor<2xf32>\n"
        "%r = stablehlo.reshape %q : (tensor<2xf32>) -> tensor<1x2xf32>",
        "tensor<1x2xf32>");
    CHECK(ops_of(program).empty());
    const Literal* literal = returned_constant(program);
    REQUIRE(literal != nullptr);
    CHECK(literal->real(0) == 0.5);
    CHECK(literal->real(1) == static_cast<double>(1.0F / 3.0F));
}

TEST_CASE("splats stay splats however large they are") {
    const Program program = folded(
        "%o = stablehlo.constant dense<2.0> : tensor<f32>\n"
        "%b = stablehlo.broadcast_in_dim %o, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>\n"
        "%r = stablehlo.multiply %b, %b : tensor<4096x4096xf32>",
        "tensor<4096x4096xf32>");
    const Literal* literal = returned_constant(program);
    REQUIRE(literal != nullptr);
    CHECK(literal->is_splat());
    CHECK(literal->real(0) == 4);
}

TEST_CASE("a broadcast of a constant stays one, however small") {
    const Program program = folded(
        "%o = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n"
        "%r = stablehlo.broadcast_in_dim %o, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>",
        "tensor<2x3xf32>");
    CHECK(ops_of(program) == std::vector<std::string>{"broadcast_in_dim"});
}

TEST_CASE("a broadcast of integers folds, since other rules need constant indices") {
    const Program program = folded(
        "%o = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
        "%r = stablehlo.broadcast_in_dim %o, dims = [0] : (tensor<2xi32>) -> tensor<2x3xi32>",
        "tensor<2x3xi32>");
    const Literal* literal = returned_constant(program);
    REQUIRE(literal != nullptr);
    for (std::int64_t i = 0; i < 6; i++) CHECK(literal->integer(i) == (i < 3 ? 1 : 2));
}

TEST_CASE("arithmetic on broadcasts of constants folds in front of the broadcast") {
    const Program program = folded(
        "%v = stablehlo.constant dense<[3.0, 8.0]> : tensor<2xf32>\n"
        "%m = stablehlo.constant dense<[5.0, 7.0]> : tensor<2xf32>\n"
        "%w = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<2xf32>) -> tensor<9x2xf32>\n"
        "%n = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<2xf32>) -> tensor<9x2xf32>\n"
        "%o = stablehlo.constant dense<1.0> : tensor<9x2xf32>\n"
        "%s = stablehlo.add %w, %o : tensor<9x2xf32>\n%q = stablehlo.rsqrt %s : tensor<9x2xf32>\n"
        "%r = stablehlo.multiply %q, %n : tensor<9x2xf32>",
        "tensor<9x2xf32>");
    CHECK(ops_of(program) == std::vector<std::string>{"broadcast_in_dim"});
    for (const Op& op : program.main().body.ops)
        if (op.code == OpCode::Constant) {
            const Literal& literal = op[attr::value];
            CHECK(literal.type().shape == std::vector<std::int64_t>{2});
            CHECK(literal.real(0) == 2.5);
        }
}

TEST_CASE("functions of the host's math library are not folded") {
    const Program program = folded(
        "%o = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>\n"
        "%r = stablehlo.sine %o : tensor<4xf32>");
    CHECK(ops_of(program) == std::vector<std::string>{"sine"});
}

TEST_CASE("factors and solutions of constant matrices are not folded") {
    const std::string matrix = "%m = stablehlo.constant dense<[[4.0, 2.0], [2.0, 3.0]]> : tensor<2x2xf32>\n";
    CHECK(ops_of(folded(matrix + "%r = stablehlo.cholesky %m, lower = true : tensor<2x2xf32>",
                        "tensor<2x2xf32>")) == std::vector<std::string>{"cholesky"});
    CHECK(
        ops_of(folded(matrix + R"(%r = "stablehlo.triangular_solve"(%m, %m) <{left_side = true, lower = true,
      unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}>
      : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>)",
                      "tensor<2x2xf32>")) == std::vector<std::string>{"triangular_solve"});
}

TEST_CASE("absolute values of complex numbers, and powers that broadcast, are not folded") {
    CHECK(ops_of(folded("%o = stablehlo.constant dense<(1.0, 2.0)> : tensor<4xcomplex<f32>>\n"
                        "%r = stablehlo.abs %o : (tensor<4xcomplex<f32>>) -> tensor<4xf32>")) ==
          std::vector<std::string>{"abs"});
    CHECK(
        ops_of(folded("%o = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>\n"
                      "%p = stablehlo.constant dense<0.7> : tensor<f32>\n"
                      "%r = chlo.broadcast_power %o, %p : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>")) ==
        std::vector<std::string>{"broadcast_power"});
}

TEST_CASE("reductions of constants fold, those that read other values do not") {
    const std::string reduce =
        "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "%r = stablehlo.reduce(%o init: %z) applies stablehlo.add across dimensions = [0] : "
        "(tensor<4xf32>, tensor<f32>) -> tensor<f32>";
    CHECK(ops_of(folded("%o = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>\n" + reduce,
                        "tensor<f32>"))
              .empty());
    CHECK_FALSE(ops_of(folded("%o = stablehlo.negate %a : tensor<4xf32>\n" + reduce, "tensor<f32>")).empty());
}

TEST_CASE("a conversion to a larger type stays where a contraction reads it") {
    const std::string weights =
        "%w = stablehlo.constant dense<\"0x" + std::string(4 * 5 * 7, '4') + std::string(4 * 7, '5') +
        "\"> : tensor<6x7xbf16>\n%c = stablehlo.convert %w : (tensor<6x7xbf16>) -> tensor<6x7xf32>\n";
    const std::string product =
        " = stablehlo.dot_general %a, %c, contracting_dims = [0] x [0] : (tensor<6xf32>, tensor<6x7xf32>) "
        "-> tensor<7xf32>";
    const auto ops = [](const std::string& body) { return ops_left("tensor<6xf32>", "tensor<7xf32>", body); };
    CHECK(ops(weights + "%r" + product) == std::vector<std::string>{"convert", "dot_general"});
    // The transposed constant is converted, not the other way round.
    CHECK(ops("%w = stablehlo.constant dense<\"0x" + std::string(4 * 5 * 7, '4') + std::string(4 * 7, '5') +
              "\"> : tensor<7x6xbf16>\n%v = stablehlo.convert %w : (tensor<7x6xbf16>) -> tensor<7x6xf32>\n"
              "%c = stablehlo.transpose %v, dims = [1, 0] : (tensor<7x6xf32>) -> tensor<6x7xf32>\n%r" +
              product) == std::vector<std::string>{"convert", "dot_general"});
    // A product with scaled weights reads them from memory.
    CHECK(ops(weights + "%d = stablehlo.add %c, %c : tensor<6x7xf32>\n%r = stablehlo.dot_general %a, %d, "
                        "contracting_dims = [0] x [0] : (tensor<6xf32>, tensor<6x7xf32>) -> tensor<7xf32>") ==
          std::vector<std::string>{"dot_general"});
}

TEST_CASE("a comparison of indices stays, a long chain of ops on them becomes a constant") {
    const std::string indices =
        "%i = stablehlo.iota dim = 0 : tensor<16xi32>\n"
        "%x = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<16xi32>) -> tensor<16x16xi32>\n"
        "%y = stablehlo.broadcast_in_dim %i, dims = [1] : (tensor<16xi32>) -> tensor<16x16xi32>\n"
        "%p = stablehlo.compare GE, %x, %y : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>\n";
    const std::string zero = "%z = stablehlo.constant dense<0.0> : tensor<16x16xf32>\n";
    const std::string choice = "%r = stablehlo.select %p, %a, %z : tensor<16x16xi1>, tensor<16x16xf32>";
    CHECK(ops_left("tensor<16x16xf32>", "tensor<16x16xf32>", indices + zero + choice) ==
          std::vector<std::string>{"iota", "broadcast_in_dim", "broadcast_in_dim", "compare", "select"});
    std::string chain = indices + zero + "%q0 = stablehlo.multiply %x, %y : tensor<16x16xi32>\n";
    for (int i = 0; i < 6; i++)
        chain += "%q" + std::to_string(i + 1) + " = stablehlo.subtract %q" + std::to_string(i) +
                 ", %x : tensor<16x16xi32>\n";
    CHECK(ops_left("tensor<16x16xf32>", "tensor<16x16xf32>",
                   chain + "%n = stablehlo.convert %q6 : (tensor<16x16xi32>) -> tensor<16x16xf32>\n"
                           "%r = stablehlo.add %a, %n : tensor<16x16xf32>") ==
          std::vector<std::string>{"add"});
    // The same everywhere.
    CHECK(
        ops_of(
            folded("%i = stablehlo.iota dim = 0 : tensor<100xi32>\n"
                   "%n = stablehlo.constant dense<100> : tensor<100xi32>\n"
                   "%r = stablehlo.compare LT, %i, %n : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>",
                   "tensor<100xi1>"))
            .empty());
}

TEST_CASE("indices of a gather become a constant") {
    const std::string body =
        "%i = stablehlo.iota dim = 0 : tensor<32x1xi32>\n%t = stablehlo.constant dense<2> : "
        "tensor<32x1xi32>\n"
        "%j = stablehlo.multiply %i, %t : tensor<32x1xi32>\n"
        "%r = \"stablehlo.gather\"(%a, %j) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = "
        "[0], "
        "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<64xf32>, "
        "tensor<32x1xi32>) -> tensor<32xf32>";
    CHECK(ops_left("tensor<64xf32>", "tensor<32xf32>", body) == std::vector<std::string>{"gather"});
}

#include "frontend/passes/decompose.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "frontend/data/compare.h"
#include "frontend/forms/text/printer.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;
using Names = std::vector<std::string>;

namespace {

/// The program has equal results before and after, on [0.5, -0.25, 0.75, 0], and can be printed afterwards.
Names decomposed(const std::string& body, const std::string& type = "tensor<4xf32>") {
    Program program = unary_program(body, type);
    const Literal argument =
        Literal::from_values<float>({{4}, ElementType::F32, {}, {}}, {0.5F, -0.25F, 0.75F, 0});
    const std::vector<Literal> before = evaluate(program, std::vector{argument});
    decompose(program);
    verify(program);
    CHECK(ops_of(program_of(print_stablehlo_text(program))) == ops_of(program));
    const std::vector<Literal> after = evaluate(program, std::vector{argument});
    const Comparison verdict = compare(after.at(0), before.at(0), {1e-6, 0});
    INFO(body << "\n" << verdict.text);
    CHECK(verdict.equal);
    return ops_of(program);
}

const std::string vectors =
    "%x = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<2x2xf32>\n"
    "%s = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>\n"
    "%o = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>\n"
    "%v = stablehlo.constant dense<[0.5, 0.25]> : tensor<2xf32>\n";

}  // namespace

TEST_CASE("batch normalisation becomes the specification's arithmetic") {
    const Names inference = decomposed(
        vectors +
            "%r = \"stablehlo.batch_norm_inference\"(%x, %s, %o, %o, %v) <{epsilon = 0.125 : f32, "
            "feature_index = "
            "1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> "
            "tensor<2x2xf32>",
        "tensor<2x2xf32>");
    CHECK(std::find(inference.begin(), inference.end(), "batch_norm_inference") == inference.end());
    for (const std::string index : {"0", "1"}) {
        decomposed(vectors +
                       "%r, %m, %w = \"stablehlo.batch_norm_training\"(%x, %s, %o) <{epsilon = 0.125 : f32, "
                       "feature_index = " +
                       index +
                       " : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) "
                       "-> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)",
                   "tensor<2x2xf32>");
        decomposed(
            vectors +
                "%g = stablehlo.exponential %x : tensor<2x2xf32>\n"
                "%r, %m, %w = \"stablehlo.batch_norm_grad\"(%x, %s, %o, %v, %g) <{epsilon = 0.125 : f32, "
                "feature_index = " +
                index +
                " : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, "
                "tensor<2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)",
            "tensor<2x2xf32>");
    }
}

TEST_CASE("the body of a map reads what replaces a value from outside") {
    const Names names = decomposed(R"(
        %c = stablehlo.constant dense<3> : tensor<i32>
        %p = stablehlo.custom_call @xla.sdy.PropagationBarrier(%c) : (tensor<i32>) -> tensor<i32>
        %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
        ^bb0(%e: tensor<f32>):
          %f = stablehlo.convert %p : (tensor<i32>) -> tensor<f32>
          %t = stablehlo.multiply %e, %f : tensor<f32>
          stablehlo.return %t : tensor<f32>
        }) : (tensor<4xf32>) -> tensor<4xf32>)");
    CHECK(std::find(names.begin(), names.end(), "map") == names.end());
}

TEST_CASE("a cross-replica-sum becomes an all_reduce that adds") {
    const auto sum_of = [](const std::string& value) {
        return "\"stablehlo.cross-replica-sum\"(" + value +
               ") {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>\n";
    };
    CHECK(decomposed("%r = " + sum_of("%a")) == Names{"all_reduce", "add"});
    CHECK(decomposed("%f = \"stablehlo.async_start\"(%a) ({\n^bb0(%b: tensor<4xf32>):\n%s = " + sum_of("%b") +
                     "stablehlo.return %s : tensor<4xf32>\n}) : (tensor<4xf32>) -> "
                     "!stablehlo.future<tensor<4xf32>>\n"
                     "%r = \"stablehlo.async_done\"(%f) : (!stablehlo.future<tensor<4xf32>>) -> "
                     "tensor<4xf32>") == Names{"async_start", "all_reduce", "add", "async_done"});
}

TEST_CASE("dot and broadcast become their general forms") {
    CHECK(decomposed("%r = stablehlo.dot %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>",
                     "tensor<f32>") == Names{"dot_general"});
    CHECK(decomposed("%r = stablehlo.broadcast %a, sizes = [3] : (tensor<4xf32>) -> tensor<3x4xf32>",
                     "tensor<3x4xf32>") == Names{"broadcast_in_dim"});
}

TEST_CASE("functions of CHLO become primitive ones") {
    CHECK(decomposed("%r = chlo.square %a : tensor<4xf32> -> tensor<4xf32>") == Names{"multiply"});
    CHECK(decomposed("%r = chlo.tan %a : tensor<4xf32> -> tensor<4xf32>") == Names{"tan"});
}

TEST_CASE("the conjugate of a real number is the number") {
    CHECK(decomposed("%r = chlo.conj %a : tensor<4xf32> -> tensor<4xf32>") == Names{});
}

TEST_CASE("a function of CHLO that broadcasts becomes primitive ops too") {
    const Names ops =
        decomposed("%r = chlo.broadcast_next_after %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>");
    CHECK(std::find(ops.begin(), ops.end(), "next_after") == ops.end());
}

TEST_CASE("next_after gives the adjacent number, for all pairs of narrow floats") {
    const std::string name = GENERATE("f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3FN",
                                      "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU");
    const ElementType type = *element_type_from_spelling(name);
    const int codes = 1 << bit_width(type);
    std::set<double> numbers;
    std::vector<std::byte> from, to;
    for (int i = 0; i < codes; i++) {
        const double number = decode_float(type, static_cast<std::uint64_t>(i));
        if (!std::isnan(number)) numbers.insert(number);
        for (int j = 0; j < codes; j++) {
            from.push_back(static_cast<std::byte>(i));
            to.push_back(static_cast<std::byte>(j));
        }
    }
    const TensorType tensor{{codes * codes}, type, {}, {}};
    const std::vector<Literal> arguments = {Literal(tensor, from), Literal(tensor, to)};
    const std::string spelling = "tensor<" + std::to_string(codes * codes) + "x" + name + ">";
    Program program = program_of("func.func @main(%a: " + spelling + ", %b: " + spelling + ") -> " +
                                 spelling + " {\n%r = chlo.next_after %a, %b : " + spelling + ", " +
                                 spelling + " -> " + spelling + "\nreturn %r : " + spelling + "\n}");
    const Literal whole = evaluate(program, arguments).at(0);
    decompose(program);
    verify(program);
    const Names ops = ops_of(program);
    CHECK(std::find(ops.begin(), ops.end(), "next_after") == ops.end());
    const Literal steps = evaluate(program, arguments).at(0);
    int wrong = 0;
    for (std::int64_t i = 0; i < codes * codes; i++) {
        const double x = arguments[0].real(i), y = arguments[1].real(i);
        double expected = std::isnan(x) || std::isnan(y) ? std::nan("") : y;
        if (x < y) expected = *numbers.upper_bound(x);
        if (x > y) expected = *std::prev(numbers.lower_bound(x));
        for (const double result : {whole.real(i), steps.real(i)})
            wrong += result != expected && !(std::isnan(result) && std::isnan(expected));
    }
    CHECK(wrong == 0);
}

TEST_CASE("functions of narrow floats are rounded once") {
    decomposed(
        "%h = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xf16>\n"
        "%s = chlo.square %h : tensor<4xf16> -> tensor<4xf16>\n"
        "%r = stablehlo.convert %s : (tensor<4xf16>) -> tensor<4xf32>");
}

TEST_CASE("top_k becomes a stable sort, from the largest, of which the first elements stay") {
    CHECK(decomposed("%1:2 = chlo.top_k(%a, k = 3) : tensor<4xf32> -> (tensor<3xf32>, tensor<3xi32>)\n"
                     "%2 = stablehlo.convert %1#1 : (tensor<3xi32>) -> tensor<3xf32>\n"
                     "%r = stablehlo.add %1#0, %2 : tensor<3xf32>\n",
                     "tensor<3xf32>") ==
          Names{"iota", "sort", "compare", "slice", "slice", "convert", "add"});
}

TEST_CASE("custom calls that only place a tensor are replaced by their operand") {
    CHECK(decomposed("%r = stablehlo.custom_call @Sharding(%a) : (tensor<4xf32>) -> tensor<4xf32>") ==
          Names{});
}

TEST_CASE("an HLO scatter drops a window that is partly out of range, by an index past the end") {
    for (const std::string at : {"-1", "0", "2", "3", "7"}) {
        const Names left = decomposed(
            "%i = stablehlo.constant dense<[" + at + ", 0]> : tensor<2xi32>\n" +
            "%u = stablehlo.constant dense<[5.0, 6.0]> : tensor<2xf32>\n"
            "%x = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<4x1xf32>\n"
            "%y = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<"
            "update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0, 1]>}> "
            "({\n"
            "^bb0(%p: tensor<f32>, %q: tensor<f32>):\n  stablehlo.return %q : tensor<f32>\n"
            "}) {hlo2c.whole_windows = true} : (tensor<4x1xf32>, tensor<2xi32>, tensor<2xf32>) -> "
            "tensor<4x1xf32>\n"
            "%r = stablehlo.reshape %y : (tensor<4x1xf32>) -> tensor<4xf32>");
        CHECK(std::count(left.begin(), left.end(), "select") == 1);
    }
}

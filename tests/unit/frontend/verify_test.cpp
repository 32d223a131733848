#include "frontend/ops/verify.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/forms/text/parser.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

namespace {

std::string in_main(const std::string& body) {
    return "func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %s: tensor<f32>, %i: tensor<i32>, %v: "
           "tensor<5xi32>, %d: tensor<?x3xf32>, %p: tensor<i1>) {\n" +
           body + "\n  return\n}\n";
}

std::string message_of(const std::string& text) {
    const Program program = read_stablehlo_text(text, "");
    try {
        verify(program);
    } catch (const DiagnosticError& error) {
        CHECK(error.diagnostic().number >= 201);
        CHECK(error.diagnostic().number < 300);
        CHECK_FALSE(error.diagnostic().remedy.empty());
        return error.diagnostic().message;
    }
    return "";
}

}  // namespace

TEST_CASE("ops that keep the specification's constraints are accepted") {
    CHECK(message_of(in_main(R"(
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.add %d, %d : tensor<?x3xf32>
  %2 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %4 = "stablehlo.gather"(%a, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<5xi32>) -> tensor<5x3xf32>
  %5 = stablehlo.pad %a, %s, low = [-1, 0], high = [0, 1], interior = [0, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x8xf32>)")) ==
          "");
}

TEST_CASE("a violated constraint is named with its label") {
    struct Violation {
        const char* body;
        const char* message;
    };
    const std::vector<Violation> violations = {
        {"  %0 = \"stablehlo.add\"(%a, %b) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>",
         "stablehlo.add violates (C1)"},
        {"  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<2x3xf32>, "
         "tensor<3x4xf32>) -> tensor<3x4xf32>",
         "stablehlo.dot_general violates (C10)"},
        {"  %0 = stablehlo.dot_general %a, %b, contracting_dims = [2] x [0] : (tensor<2x3xf32>, "
         "tensor<3x4xf32>) -> tensor<3x4xf32>",
         "stablehlo.dot_general violates (C6)"},
        {"  %0 = stablehlo.transpose %a, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x3xf32>",
         "stablehlo.transpose violates (C2)"},
        {"  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>",
         "stablehlo.transpose violates (C3): result 0 is declared as tensor<2x3xf32>, but operands and "
         "attributes give "
         "tensor<3x2xf32>"},
        {"  %0 = stablehlo.slice %a [0:3, 0:3] : (tensor<2x3xf32>) -> tensor<3x3xf32>",
         "stablehlo.slice violates (C3)"},
        {"  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>",
         "stablehlo.broadcast_in_dim violates (C2)"},
        {"  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<4x3xf32>",
         "stablehlo.broadcast_in_dim violates (C5)"},
        {"  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<3x4xf32>) -> "
         "tensor<5x3xf32>",
         "stablehlo.concatenate violates (C2)"},
        {"  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<5xf32>",
         "stablehlo.reshape violates (C2)"},
        {"  %0 = stablehlo.iota dim = 2 : tensor<2x3xi32>", "stablehlo.iota violates (C1)"},
        {"  %0 = stablehlo.and %a, %a : tensor<2x3xf32>",
         "stablehlo.and violates (I1): operand 0 (lhs) is tensor<2x3xf32> where a tensor of boolean or "
         "integer "
         "elements was "
         "expected"},
        // Inputs and inits of chlo.scan share its operands in parts that are not equal.
        {"  %t = stablehlo.custom_call @make() : () -> tensor<5xtf32>\n"
         "  %0:2 = \"chlo.scan\"(%v, %t, %i) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 2, 1>}> "
         "({\n"
         "  ^bb0(%x: tensor<i32>, %y: tensor<tf32>, %z: tensor<i32>):\n"
         "    stablehlo.return %x, %z : tensor<i32>, tensor<i32>\n"
         "  }) : (tensor<5xi32>, tensor<5xtf32>, tensor<i32>) -> (tensor<5xi32>, tensor<i32>)",
         "chlo.scan violates (I1): operand 1 is tensor<5xtf32> where a tensor of boolean, integer, float or "
         "complex elements was expected"},
        {"  %0 = \"stablehlo.dot_general\"(%a, %b) <{dot_dimension_numbers = 1 : i64}> : (tensor<2x3xf32>, "
         "tensor<3x4xf32>) -> tensor<2x4xf32>",
         "the attribute 'dot_dimension_numbers' of stablehlo.dot_general is not #stablehlo.dot<...>"},
        {"  %0 = stablehlo.dynamic_slice %a, %i, sizes = [1, 1] : (tensor<2x3xf32>, tensor<i32>) -> "
         "tensor<1x1xf32>",
         "stablehlo.dynamic_slice violates (C2)"},
        {"  %0 = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [2] : "
         "(tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>",
         "stablehlo.reduce violates (C4)"},
        {"  %0 = stablehlo.add %d, %d : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x4xf32>",
         "stablehlo.add violates (C1): result 0 is declared as tensor<?x4xf32>"},
        {"  %0 = call @other(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>",
         "the function @other is not defined"},
        {"  %0 = call @main(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>",
         "@main takes 7 arguments but is called with 1"},
        {"  %0 = \"stablehlo.if\"(%p) ({\n    stablehlo.return %a : tensor<2x3xf32>\n  }, {\n    "
         "stablehlo.return %b : tensor<3x4xf32>\n  }) : (tensor<i1>) -> tensor<2x3xf32>",
         "stablehlo.if violates (C2)"},
        {"  %0 = stablehlo.while(%k = %i) : tensor<i32>\n  cond {\n    stablehlo.return %k : tensor<i32>\n  "
         "} do {\n    stablehlo.return %k : tensor<i32>\n  }",
         "stablehlo.while violates (C1)"},
        {"  \"stablehlo.if\"(%p) ({\n    %x = stablehlo.add %a, %a : tensor<2x3xf32>\n  }, {\n    "
         "stablehlo.return\n  }) : (tensor<i1>) -> ()",
         "a region ends with stablehlo.add where stablehlo.return was expected"},
    };
    for (const Violation& violation : violations) {
        INFO(violation.body);
        CHECK_THAT(message_of(in_main(violation.body)), Catch::StartsWith(violation.message));
    }
}

TEST_CASE("a splat too large for an op's list is rejected before it is expanded") {
    CHECK(
        message_of(in_main(
            R"(  %0 = "stablehlo.transpose"(%a) {permutation = dense<0> : tensor<4000000000000xi64>} : (tensor<2x3xf32>) -> tensor<3x2xf32>)")) ==
        "the attribute 'permutation' of stablehlo.transpose has a list of 4000000000000 elements");
    CHECK(
        message_of(in_main(
            R"(  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", operand_layouts = [dense<0> : tensor<4000000000000xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>)")) ==
        "the attribute 'operand_layouts' of stablehlo.custom_call has a list of 4000000000000 elements");
    CHECK(message_of(in_main("  %0 = stablehlo.constant dense<0> : tensor<4000000000000xi64>")).empty());
    CHECK(message_of(
              in_main(
                  "  %0 = stablehlo.constant dense<1> : tensor<4000000000000xi32>\n"
                  "  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<4000000000000xi32>) -> tensor<?xf32>"))
              .find("dynamic_iota") != std::string::npos);
}

TEST_CASE("a verifier error has the source location of the op") {
    const Program program = read_stablehlo_text(
        "func.func @main(%a: tensor<2x3xf32>) {\n  %0 = stablehlo.transpose %a, dims = [0] : "
        "(tensor<2x3xf32>) -> tensor<2x3xf32> loc(\"model.py\":41:2)\n  return\n}",
        "some.mlir");
    try {
        verify(program);
        FAIL("it was accepted");
    } catch (const DiagnosticError& error) {
        const Place& place = error.diagnostic().place;
        CHECK(place.file == "some.mlir");
        CHECK(place.line == 2);
        CHECK(place.column == 8);
        CHECK(place.op == "stablehlo.transpose (model.py:41)");
    }
}

TEST_CASE("recursion is refused") {
    CHECK(message_of("func.func @main() {\n  call @f() : () -> ()\n  return\n}\nfunc.func @f() {\n  call "
                     "@main() : () -> "
                     "()\n  return\n}") == "@main calls itself, directly or through other functions");
}

TEST_CASE("a pass that breaks the order of definitions is detected") {
    Program program = read_stablehlo_text(
        "func.func @main(%a: tensor<f32>) {\n  %0 = stablehlo.add %a, %a : tensor<f32>\n  %1 = stablehlo.add "
        "%0, %0 : "
        "tensor<f32>\n  return\n}",
        "");
    verify(program);
    std::swap(program.main().body.ops[0], program.main().body.ops[1]);
    CHECK_THROWS_WITH(verify(program), Catch::Contains("uses %0 where it is not defined"));
}

TEST_CASE("convolution counts its windows after padding and dilation (C25)") {
    const auto convolution = [](const std::string& window, const std::string& result) {
        return message_of(
            "func.func @main(%x: tensor<1x7x7x4xf32>, %w: tensor<3x3x2x6xf32>) {\n  %0 = "
            "stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = "
            "{" +
            window +
            "} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : "
            "(tensor<1x7x7x4xf32>, tensor<3x3x2x6xf32>) -> " +
            result + "\n  return\n}");
    };
    CHECK(convolution("", "tensor<1x5x5x6xf32>") == "");
    CHECK(convolution("stride = [2, 2], pad = [[1, 1], [1, 0]]", "tensor<1x4x3x6xf32>") == "");
    CHECK(convolution("lhs_dilate = [2, 1], rhs_dilate = [1, 3]", "tensor<1x11x1x6xf32>") == "");
    CHECK_THAT(convolution("stride = [0, 1]", "tensor<1x5x5x6xf32>"), Catch::Contains("(C3)"));
    CHECK_THAT(convolution("stride = [1]", "tensor<1x5x5x6xf32>"), Catch::Contains("(C2)"));
    CHECK_THAT(convolution("", "tensor<1x5x4x6xf32>"),
               Catch::Contains("operands and attributes give tensor<1x5x5x6xf32>"));
}

TEST_CASE("reduce_window counts windows over the dilated and padded input (C15)") {
    const auto window = [](const std::string& attributes, const std::string& result) {
        return message_of(
            "func.func @main(%x: tensor<4x6xf32>, %i: tensor<f32>) {\n  %0 = \"stablehlo.reduce_window\"(%x, "
            "%i) <{" +
            attributes +
            "}> ({\n  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n    %s = "
            "stablehlo.add %p, %q : tensor<f32>\n    stablehlo.return %s : tensor<f32>\n  }) : "
            "(tensor<4x6xf32>, tensor<f32>) -> " +
            result + "\n  return\n}");
    };
    CHECK(window("window_dimensions = array<i64: 2, 3>", "tensor<3x4xf32>") == "");
    CHECK(window("window_dimensions = array<i64: 2, 3>, base_dilations = array<i64: 2, 1>, padding = "
                 "dense<[[1, 0], [0, "
                 "2]]> : tensor<2x2xi64>",
                 "tensor<7x6xf32>") == "");
    CHECK_THAT(window("window_dimensions = array<i64: 2>", "tensor<3x4xf32>"), Catch::Contains("(C4)"));
    CHECK_THAT(window("window_dimensions = array<i64: 0, 1>", "tensor<3x4xf32>"), Catch::Contains("(C5)"));
}

TEST_CASE("types of results are inferred without the declared ones") {
    const Program program =
        read_stablehlo_text(in_main("  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : "
                                    "(tensor<2x3xf32>, tensor<3x4xf32>) -> "
                                    "tensor<2x4xf32>"),
                            "");
    const std::vector<Type> types = infer_result_types(program, program.main(), program.main().body.ops[0]);
    REQUIRE(types.size() == 1);
    CHECK(to_string(types[0]) == "tensor<2x4xf32>");
}

TEST_CASE("the depth of nested calls is counted, whatever the order of the functions") {
    const auto chain = [](int calls, bool callees_first) {
        std::vector<std::string> functions;
        for (int i = 0; i <= calls; i++) {
            const std::string head = i == 0 ? "@main" : "private @f" + std::to_string(i);
            const std::string op =
                i == calls ? "stablehlo.negate %a : tensor<f32>"
                           : "call @f" + std::to_string(i + 1) + "(%a) : (tensor<f32>) -> tensor<f32>";
            functions.push_back("func.func " + head + "(%a: tensor<f32>) -> tensor<f32> {\n  %r = " + op +
                                "\n  return %r : tensor<f32>\n}\n");
        }
        if (callees_first) std::reverse(functions.begin(), functions.end());
        std::string text;
        for (const std::string& function : functions) text += function;
        return text;
    };
    for (const bool callees_first : {false, true}) {
        CHECK(message_of(chain(2000, callees_first)).empty());
        CHECK(message_of(chain(2001, callees_first)) ==
              "the call of @f1 starts a chain of more than 2000 nested calls");
        CHECK(message_of(chain(50000, callees_first)).find("more than 2000 nested calls") !=
              std::string::npos);
    }
}

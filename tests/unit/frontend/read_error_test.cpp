#include <catch2/catch.hpp>

#include "frontend/forms/text/parser.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

namespace {

Diagnostic error_of(const std::string& text) {
    try {
        read_stablehlo_text(text, "bad.mlir");
    } catch (const DiagnosticError& error) {
        return error.diagnostic();
    }
    FAIL("the text was read:\n" << text);
    return {};
}

std::string in_main(const std::string& body) {
    return "func.func @main(%a: tensor<2xf32>, %i: tensor<i32>) {\n" + body + "\n  return\n}\n";
}

}  // namespace

TEST_CASE("a broken invariant names its source file relative to the source folder") {
    try {
        broken_invariant("x", (std::string(__FILE__)).c_str(), 7, "why");
    } catch (const DiagnosticError& error) {
        CHECK(error.diagnostic().place.file == "tests/unit/frontend/read_error_test.cpp");
    }
    try {
        broken_invariant("x", "/home/somebody/lib/include/header.h", 7, "why");
    } catch (const DiagnosticError& error) {
        CHECK(error.diagnostic().place.file == "header.h");
    }
}

TEST_CASE("a truncated file is an error at every place where it may be cut") {
    const std::string whole = R"(#loc = loc("x")
module @m attributes {a = 1 : i32} {
  func.func public @main(%a: tensor<2xf32> loc(#loc)) -> tensor<2xf32> {
    %c = stablehlo.constant dense<"0x0000803F0000803F"> : tensor<2xf32>
    %0 = stablehlo.add %a, %c : tensor<2xf32> loc(#loc2)
    return %0 : tensor<2xf32>
  }
} loc(#loc)
#loc2 = loc("y")
)";
    REQUIRE_NOTHROW(read_stablehlo_text(whole, "whole.mlir"));
    const std::size_t end = whole.find("} loc(#loc)");
    for (std::size_t cut = 0; cut < end; cut++) {
        INFO(whole.substr(0, cut));
        const Diagnostic diagnostic = error_of(whole.substr(0, cut));
        CHECK(diagnostic.severity != Severity::Bug);
        CHECK(diagnostic.number >= 101);
        CHECK(diagnostic.number < 200);
        CHECK_FALSE(diagnostic.remedy.empty());
    }
    const Diagnostic alias = error_of(whole.substr(0, whole.find("#loc2 = ")));
    CHECK(alias.message == "the location alias '#loc2' is not defined");
}

TEST_CASE("resources that are cut short anywhere are not in the file") {
    const std::string function = R"(func.func @main() -> tensor<1xi32> {
  %0 = stablehlo.constant dense_resource<w> : tensor<1xi32>
  return %0 : tensor<1xi32>
}
)";
    const std::string resources = R"({-# dialect_resources: { builtin: { w: "0x0400000001000000" } } #-})";
    REQUIRE_NOTHROW(read_stablehlo_text(function + resources, "whole.mlir"));
    for (std::size_t cut = 0; cut < resources.find("0x04"); cut++) {
        for (const char* end : {"", "#-}", "-}", "}"}) {
            INFO(resources.substr(0, cut) << end);
            const Diagnostic diagnostic = error_of(function + resources.substr(0, cut) + end);
            CHECK(diagnostic.number >= 101);
            CHECK(diagnostic.number < 200);
        }
    }
}

TEST_CASE("aliases of aliases do not exceed a program's limits on size and depth") {
    const auto chain = [](const std::string& first, const auto& next, int count) {
        std::string text = first;
        for (int i = 1; i < count; i++) text += next(std::to_string(i), std::to_string(i - 1)) + "\n";
        return text + "func.func @main() {\n  return\n}\n";
    };
    const auto pair_of_attributes = [](const std::string& name, const std::string& before) {
        return "#a" + name + " = [#a" + before + ", #a" + before + "]";
    };
    const auto list_of_one = [](const std::string& name, const std::string& before) {
        return "#a" + name + " = [#a" + before + "]";
    };
    const auto pair_of_types = [](const std::string& name, const std::string& before) {
        return "!t" + name + " = tuple<!t" + before + ", !t" + before + ">";
    };
    const auto tuple_of_one = [](const std::string& name, const std::string& before) {
        return "!t" + name + " = tuple<!t" + before + ">";
    };
    CHECK(error_of(chain("#a0 = 1\n", pair_of_attributes, 60)).number == 122);
    CHECK(error_of(chain("!t0 = tensor<f32>\n", pair_of_types, 60)).number == 122);
    CHECK(error_of(chain("#a0 = 1\n", list_of_one, 300)).number == 110);
    CHECK(error_of(chain("!t0 = tensor<f32>\n", tuple_of_one, 300)).number == 110);
    CHECK_NOTHROW(read_stablehlo_text(chain("#a0 = 1\n", pair_of_attributes, 8), "pairs.mlir"));
    CHECK_NOTHROW(read_stablehlo_text(chain("!t0 = tensor<f32>\n", tuple_of_one, 100), "nested.mlir"));
}

TEST_CASE("a resource that many constants share is not expanded without limit") {
    std::string text = "func.func @main() {\n";
    for (int i = 0; i < 2000; i++)
        text += "  %" + std::to_string(i) + " = stablehlo.constant dense_resource<w> : tensor<4096xf32>\n";
    text += "  return\n}\n{-# dialect_resources: { builtin: { w: \"0x04000000" +
            std::string(2 * 4 * 4096, '0') + "\" } } #-}\n";
    CHECK(error_of(text).number == 122);
}

TEST_CASE("an error shows file, line, column and the line's text") {
    const Diagnostic diagnostic = error_of(in_main("  %0 = stablehlo.adds %a, %a : tensor<2xf32>"));
    CHECK(diagnostic.number == 103);
    CHECK(diagnostic.place.file == "bad.mlir");
    CHECK(diagnostic.place.line == 2);
    CHECK(diagnostic.place.column == 8);
    CHECK(diagnostic.place.line_text == "  %0 = stablehlo.adds %a, %a : tensor<2xf32>");
    CHECK_THAT(format(diagnostic), Catch::Contains("  |        ^\n"));
}

TEST_CASE("each mistake in the text has its own error") {
    struct Mistake {
        const char* body;
        int number;
        const char* message;
    };
    const std::vector<Mistake> mistakes = {
        {"  %0 = stablehlo.add %a, %b : tensor<2xf32>", 104, "the value %b is not defined"},
        {"  %0 = stablehlo.add %a, %a : tensor<3xf32>", 107,
         "operand 0 of stablehlo.add is written as tensor<3xf32> but %a has the type tensor<2xf32>"},
        {"  %a = stablehlo.add %a, %a : tensor<2xf32>", 106, "the value %a is defined twice"},
        {"  %0 = stablehlo.add %a : tensor<2xf32>", 108,
         "stablehlo.add has 1 operands where 2 were expected"},
        {"  %0:2 = stablehlo.add %a, %a : tensor<2xf32>", 108,
         "2 results are named, but stablehlo.add has 1"},
        {"  %0 = stablehlo.constant dense<__elided__> : tensor<2xf32>", 105,
         "the data of this constant was omitted"},
        {"  %0 = stablehlo.constant dense<...> : tensor<2xf32>", 105,
         "the data of this constant was omitted"},
        {"  %0 = stablehlo.constant dense<[1.0]> : tensor<2xf32>", 111,
         "the elements do not have the shape of tensor<2xf32>"},
        {"  %0 = stablehlo.constant dense<> : tensor<f32>", 111,
         "the elements do not have the shape of tensor<f32>"},
        {"  %0 = stablehlo.constant dense<1> : tensor<2xf32>", 111,
         "'1' is an integer: a constant of f32 has elements like 1.0"},
        {"  %0 = stablehlo.constant dense<128> : tensor<2xi8>", 111, "'128' does not fit i8"},
        {"  %0 = stablehlo.constant dense<\"0x00\"> : tensor<2xf32>", 111,
         "the constant's data has 1 bytes, but tensor<2xf32> needs 8"},
        {"  %0 = stablehlo.constant dense<\"0x000000000000000G\"> : tensor<2xf32>", 111,
         "the constant's data has a character that is not a hexadecimal digit"},
        {"  %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0]]> : tensor<2x2xf32>", 111,
         "this row of the constant has 1 entries, but 2 were expected"},
        {"  %0 = stablehlo.iota dim = 0 : tensor<2xfoo>", 102,
         "an element type like f32, i8, ui32 or bf16 was expected, found 'foo'"},
        {"  %0 = stablehlo.add %a#1, %a : tensor<2xf32>", 104, "%a has 1 results: there is no #1"},
        {"  %0 = stablehlo.sort %a : tensor<2xf32>", 102, "stablehlo.sort only has a generic form"},
        {"  %0 = stablehlo.iota dim = 0 : tensor<99999999999x99999999999xf32>", 113,
         "this tensor type has too many elements"},
        {"  %0 = arith.addf %a, %a : tensor<2xf32>", 103,
         "the op 'arith.addf' of the dialect 'arith' is not supported"},
    };
    for (const Mistake& mistake : mistakes) {
        INFO(mistake.body);
        const Diagnostic diagnostic = error_of(in_main(mistake.body));
        CHECK(diagnostic.number == mistake.number);
        CHECK(diagnostic.message == mistake.message);
        CHECK(diagnostic.place.line == 2);
        CHECK_FALSE(diagnostic.remedy.empty());
    }
}

TEST_CASE("a value is not visible outside of its region") {
    const Diagnostic diagnostic = error_of(in_main(R"(  %p = stablehlo.constant dense<true> : tensor<i1>
  "stablehlo.if"(%p) ({
    %x = stablehlo.add %a, %a : tensor<2xf32>
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  %y = stablehlo.add %x, %x : tensor<2xf32>)"));
    CHECK(diagnostic.message == "the value %x is not defined");
    CHECK(diagnostic.place.line == 9);
}

TEST_CASE("deeply nested text is refused, not a stack overflow") {
    std::string attributes = "func.func @main() attributes {a = ";
    attributes.append(100000, '[');
    CHECK(error_of(attributes).number == 110);
    std::string types = "func.func @main(%a: ";
    for (int i = 0; i < 100000; i++) types += "tuple<";
    CHECK(error_of(types).number == 110);
    std::string constants = "func.func @main() {\n  %0 = stablehlo.constant dense<";
    constants.append(100000, '[');
    CHECK(error_of(constants).number == 110);
    std::string locations = "func.func @main() {\n  return loc(";
    for (int i = 0; i < 100000; i++) locations += "\"a\"(";
    CHECK(error_of(locations).number == 110);
    CHECK(error_of("#a = loc(\"x\"(#b))\n#b = loc(\"y\"(#a))\nfunc.func @main() {\n  return loc(#a)\n}")
              .number == 110);
}

TEST_CASE("text that is not a program gets an error, whatever its bytes") {
    for (const char* text :
         {"", "\n\n", "%", "#", "\"", "module", "module {", "func.func", "{-#", "func.func @", "@",
          "module @m {} module @n {}", "func.func @f() { ^", "!x = tensor<", "#x = #y<", "\xff\xfe",
          "func.func @f() {\n %0 = \"stablehlo.add\"(", "func.func @main(%a: tensor<2"})
        CHECK(error_of(text).severity != Severity::Bug);
}

TEST_CASE("an inconsistent MHLO op is rejected") {
    CHECK(error_of(in_main("  %0 = mhlo.copy %a : tensor<3xf32>")).message ==
          "the results of mhlo.copy do not have the declared types");
    CHECK(error_of(in_main("  %0 = mhlo.bitcast %a : (tensor<2xf32>) -> tensor<3xf32>")).severity ==
          Severity::Unsupported);
    CHECK(error_of(in_main("  %0 = mhlo.topk(%a, k = 1) : tensor<2xf32> -> tensor<1xf32>")).message ==
          "topk does not have one operand and two results");
    CHECK(
        error_of(in_main("  %0 = \"mhlo.fusion\"(%a) ({\n  ^bb0:\n    mhlo.return %a : tensor<2xf32>\n  }) : "
                         "(tensor<2xf32>) -> tensor<2xf32>"))
            .number == 108);
    CHECK(error_of(in_main("  %0 = mhlo.no_such_op %a : tensor<2xf32>")).number == 103);
}

TEST_CASE("a keyword must belong to its enumeration") {
    const std::string dot =
        "  %0 = stablehlo.dot %a, %a, precision = [NONE] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>";
    CHECK(error_of(in_main(dot)).message == "'NONE' is not a keyword of precision: DEFAULT, HIGH, HIGHEST");
    for (const char* attribute :
         {"#stablehlo<precision NONE>", "#chlo<precision NONE>", "#stablehlo<comparison_type BITWISE>",
          "#stablehlo<transpose UP>", "#stablehlo<rng_distribution EVEN>",
          "#stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<EXACT>>"}) {
        INFO(attribute);
        CHECK(error_of("func.func @f() attributes {x = " + std::string(attribute) + "} { return }").number ==
              111);
    }
}

TEST_CASE("attributes must be complete") {
    for (const char* attribute :
         {"#stablehlo.channel_handle<handle = 1>", "#stablehlo.channel_handle<>",
          "#stablehlo.output_operand_alias<operand_index = 0, output_tuple_indices = [0]>",
          "#stablehlo.dot_algorithm<lhs_precision_type = f32>", "#stablehlo.result_accuracy<ulps = 1>",
          "#stablehlo.replica_group_mesh_axes<axes = []>",
          "#stablehlo.replica_group_mesh_axes<mesh_name = @m>", "#stablehlo.gather<offset_dims = 1>",
          "#stablehlo.scatter<update_window_dims = 0>", "[1, 2,]", "{a = 1,}", "array<i1: 1>",
          "dense<[1, 2,]> : tensor<2xi64>", "-1 : ui8", "1 : f32"}) {
        INFO(attribute);
        const Diagnostic diagnostic =
            error_of("func.func @f() attributes {x = " + std::string(attribute) + "} { return }");
        CHECK(diagnostic.number >= 102);
        CHECK(diagnostic.number <= 111);
    }
}

TEST_CASE("attributes without a default are required") {
    const auto message = [](const std::string& op) { return error_of(in_main("  %0 = " + op)).message; };
    CHECK(message("\"stablehlo.transpose\"(%a) : (tensor<2xf32>) -> tensor<2xf32>") ==
          "stablehlo.transpose lacks the attribute 'permutation'");
    CHECK(message("\"stablehlo.iota\"() : () -> tensor<2xf32>") ==
          "stablehlo.iota lacks the attribute 'iota_dimension'");
    CHECK(message("\"stablehlo.triangular_solve\"(%a, %a) {left_side = true, lower = true, transpose_a = "
                  "#stablehlo<transpose TRANSPOSE>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>") ==
          "stablehlo.triangular_solve lacks the attribute 'unit_diagonal'");
    CHECK(message("stablehlo.convolution(%a, %a) dim_numbers = [b, f]x[i, o]->[b, f], window = {} "
                  "{batch_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>") ==
          "stablehlo.convolution lacks the attribute 'feature_group_count'");
}

TEST_CASE("properties are those of the op; other attributes stand beside them") {
    const auto message = [](const std::string& attributes) {
        return error_of(in_main("  %0 = \"stablehlo.transpose\"(%a) " + attributes +
                                " : (tensor<2xf32>) -> tensor<2xf32>"))
            .message;
    };
    CHECK(message("<{permutation = array<i64: 0>, order = 1 : i64}>") ==
          "stablehlo.transpose has no property 'order'");
    CHECK(message("<{permutation = array<i64: 0>, my.order = 1 : i64}>") ==
          "stablehlo.transpose has no property 'my.order'");
    const std::string text = in_main(
        "  %0 = \"stablehlo.transpose\"(%a) <{permutation = array<i64: 0>}> {my.order = 1 : i64, order = 1 : "
        "i64} : "
        "(tensor<2xf32>) -> tensor<2xf32>");
    CHECK(read_stablehlo_text(text, "test.mlir").main().body.ops[0].attributes.size() == 3);
}

TEST_CASE("dot_general names the dimensions that it contracts") {
    CHECK(error_of(in_main("  %0 = stablehlo.dot_general %a, %a : (tensor<2xf32>, tensor<2xf32>) -> "
                           "tensor<2x2xf32>"))
              .number == 102);
}

TEST_CASE("a function must match its type") {
    CHECK(error_of("func.func @f(%a: tensor<2xf32>) -> tensor<?xf32> {\n  return %a : tensor<2xf32>\n}")
              .number == 107);
    const std::string body =
        " ({\n^bb0(%a: tensor<2xf32>):\n  \"func.return\"(%a) : (tensor<2xf32>) -> ()\n}) : () -> ()";
    CHECK(error_of("\"func.func\"() <{function_type = (tensor<3xf32>) -> tensor<2xf32>, sym_name = \"f\"}>" +
                   body)
              .number == 107);
    CHECK(error_of("\"func.func\"() <{function_type = (tensor<2xf32>) -> tensor<2xf32>}>" + body).number ==
          102);
}

TEST_CASE("the body of a function is not empty") {
    CHECK(error_of("func.func @f() {\n}").number == 102);
}

TEST_CASE("only a dynamic size has a bound") {
    CHECK(error_of("func.func @f(%a: tensor<2x?xf32, #stablehlo.bounds<4, 4>>) { return }").number == 113);
}

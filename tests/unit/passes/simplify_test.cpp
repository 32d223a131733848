#include "frontend/passes/simplify.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/passes/dead_code_elimination.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;
using Names = std::vector<std::string>;

namespace {

Names simplified(const std::string& body, const std::string& type = "tensor<4xf32>") {
    Program program = unary_program(body, type);
    simplify(program);
    dead_code_elimination(program);
    verify(program);
    return ops_of(program);
}

/// `%r = op %a, %c` with %c a constant of this value.
Names with_constant(const std::string& op, const std::string& value) {
    return simplified("%c = stablehlo.constant dense<" + value + "> : tensor<4xf32>\n%r = stablehlo." + op +
                      " %a, %c : tensor<4xf32>");
}

/// The results for the argument 1, 2, 3, 4, as digits.
std::string values_of_1234(const Program& program) {
    const Literal argument = Literal::from_values<float>({{4}, ElementType::F32, {}, {}}, {1, 2, 3, 4});
    std::string values;
    const Literal result = evaluate(program, std::vector{argument}).at(0);
    for (std::int64_t i = 0; i < result.type().element_count(); i++)
        values += std::to_string(static_cast<int>(result.real(i)));
    return values;
}

}  // namespace

TEST_CASE("float arithmetic with neutral elements is removed if that is exact") {
    CHECK(with_constant("multiply", "1.0").empty());
    CHECK(with_constant("divide", "1.0").empty());
    CHECK(with_constant("subtract", "0.0").empty());
    CHECK(with_constant("add", "-0.0").empty());
    CHECK(with_constant("maximum", "0xFF800000").empty());
    CHECK(with_constant("minimum", "0x7F800000").empty());
}

TEST_CASE("float arithmetic that is not exact stays") {
    CHECK(with_constant("add", "0.0") == Names{"add"});
    CHECK(with_constant("subtract", "-0.0") == Names{"subtract"});
    CHECK(with_constant("multiply", "0.0") == Names{"multiply"});
    CHECK(with_constant("divide", "3.0") == Names{"divide"});
    CHECK(with_constant("maximum", "-3.4e38") == Names{"maximum"});
    CHECK(simplified("%r = stablehlo.subtract %a, %a : tensor<4xf32>") == Names{"subtract"});
}

TEST_CASE("division by a power of two becomes multiplication") {
    CHECK(with_constant("divide", "8.0") == Names{"multiply"});
    CHECK(with_constant("divide", "-0.25") == Names{"multiply"});
    CHECK(with_constant("divide", "1.0e-45") == Names{"divide"});
}

TEST_CASE("a square is a product") {
    CHECK(with_constant("power", "1.0").empty());
    CHECK(with_constant("power", "2.0") == Names{"multiply"});
    CHECK(with_constant("power", "3.0") == Names{"power"});
}

TEST_CASE("data movement without effect is removed") {
    CHECK(simplified("%b = stablehlo.negate %a : tensor<4xf32>\n%r = stablehlo.negate %b : tensor<4xf32>")
              .empty());
    CHECK(simplified("%b = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<2x2xf32>\n"
                     "%r = stablehlo.reshape %b : (tensor<2x2xf32>) -> tensor<4xf32>")
              .empty());
    CHECK(simplified("%r = stablehlo.slice %a [0:4] : (tensor<4xf32>) -> tensor<4xf32>").empty());
    CHECK(simplified("%r = stablehlo.concatenate %a, dim = 0 : (tensor<4xf32>) -> tensor<4xf32>").empty());
    CHECK(simplified("%r = stablehlo.convert %a : tensor<4xf32>").empty());
}

TEST_CASE("transposes are joined, and those of dimensions of size 1 are reshapes") {
    CHECK(simplified("%b = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<2x2xf32>\n"
                     "%c = stablehlo.transpose %b, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>\n"
                     "%d = stablehlo.transpose %c, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>\n"
                     "%r = stablehlo.reshape %d : (tensor<2x2xf32>) -> tensor<4xf32>")
              .empty());
    CHECK(simplified("%b = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<4x1xf32>\n"
                     "%r = stablehlo.transpose %b, dims = [1, 0] : (tensor<4x1xf32>) -> tensor<1x4xf32>",
                     "tensor<1x4xf32>") == Names{"reshape"});
}

TEST_CASE("broadcasts are joined") {
    CHECK(
        simplified("%b = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>\n"
                   "%r = stablehlo.broadcast_in_dim %b, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<3x4xf32>",
                   "tensor<3x4xf32>") == Names{"broadcast_in_dim"});
}

TEST_CASE("slices of slices read the first operand") {
    CHECK(simplified("%b = stablehlo.slice %a [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>\n"
                     "%r = stablehlo.slice %b [1:2] : (tensor<2xf32>) -> tensor<1xf32>",
                     "tensor<1xf32>") == Names{"slice"});
}

TEST_CASE("a slice of a concatenation reads the operand that holds it") {
    const std::string both =
        "%c = stablehlo.negate %a : tensor<4xf32>\n"
        "%b = stablehlo.concatenate %c, %a, dim = 0 : "
        "(tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>\n";
    CHECK(simplified(both + "%r = stablehlo.slice %b [4:8] : (tensor<8xf32>) -> tensor<4xf32>").empty());
    CHECK(simplified(both + "%r = stablehlo.slice %b [1:4:2] : (tensor<8xf32>) -> tensor<2xf32>",
                     "tensor<2xf32>") == Names{"negate", "slice"});
    CHECK(simplified(both + "%r = stablehlo.slice %b [2:6] : (tensor<8xf32>) -> tensor<4xf32>") ==
          Names{"negate", "concatenate", "slice"});
}

TEST_CASE(
    "a transposed concatenation of parts that keep their order concatenates along the moved dimension") {
    const std::string stacked =
        "%b = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<1x4xf32>\n"
        "%m = stablehlo.negate %b : tensor<1x4xf32>\n"
        "%c = stablehlo.concatenate %b, %m, dim = 0 : "
        "(tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>\n";
    Program program = unary_program(
        stacked + "%r = stablehlo.transpose %c, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>",
        "tensor<4x2xf32>");
    simplify(program);
    dead_code_elimination(program);
    verify(program);
    const Names ops = ops_of(program);
    CHECK(std::count(ops.begin(), ops.end(), "transpose") == 0);
    CHECK(ops.back() == "concatenate");
    const Literal argument = Literal::from_values<float>({{4}, ElementType::F32, {}, {}}, {1, 2, 3, 4});
    const Literal result = evaluate(program, std::vector{argument}).at(0);
    CHECK(result.real(2) == 2);
    CHECK(result.real(3) == -2);
    CHECK(simplified("%b = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<2x2xf32>\n"
                     "%m = stablehlo.negate %b : tensor<2x2xf32>\n"
                     "%c = stablehlo.concatenate %b, %m, dim = 0 : "
                     "(tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>\n"
                     "%r = stablehlo.transpose %c, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>",
                     "tensor<2x4xf32>")
              .back() == "transpose");
}

TEST_CASE("concatenations are joined unless the inner one has other readers") {
    const std::string inner =
        "%b = stablehlo.concatenate %a, %a, dim = 0 : "
        "(tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>\n";
    CHECK(simplified(inner + "%r = stablehlo.concatenate %a, %b, dim = 0 : "
                             "(tensor<4xf32>, tensor<8xf32>) -> tensor<12xf32>",
                     "tensor<12xf32>") == Names{"concatenate"});
    CHECK(simplified(inner + "%c = stablehlo.negate %b : tensor<8xf32>\n"
                             "%r = stablehlo.concatenate %c, %b, dim = 0 : "
                             "(tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>",
                     "tensor<16xf32>") == Names{"concatenate", "negate", "concatenate"});
}

TEST_CASE("a gather at constant positions that progress evenly is a slice") {
    const auto gathered = [](const std::string& positions, const std::string& count) {
        Program program = unary_program(
            "%i = stablehlo.constant dense<" + positions + "> : tensor<" + count +
                "xi32>\n%r = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = #stablehlo.gather<"
                "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
                "slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<" +
                count + "xi32>) -> tensor<" + count + "xf32>",
            "tensor<" + count + "xf32>");
        simplify(program);
        verify(program);
        return std::pair(ops_of(program), values_of_1234(program));
    };
    CHECK(gathered("[0, 1, 2, 3]", "4") == std::pair(Names{}, std::string("1234")));
    CHECK(gathered("[1, 3]", "2") == std::pair(Names{"slice"}, std::string("24")));
    CHECK(gathered("[3, 1]", "2") == std::pair(Names{"slice", "reverse"}, std::string("42")));
    CHECK(gathered("[1, 1, 2, 2]", "4") ==
          std::pair(Names{"slice", "broadcast_in_dim", "reshape"}, std::string("2233")));
    CHECK(gathered("[9, 9, 9]", "3") ==
          std::pair(Names{"slice", "broadcast_in_dim", "reshape"}, std::string("444")));
    CHECK(gathered("[-1, 1]", "2") == std::pair(Names{"slice"}, std::string("12")));
    CHECK(gathered("[0, 0, 1]", "3") == std::pair(Names{"gather"}, std::string("112")));
    CHECK(gathered("[0, 2, 3]", "3") == std::pair(Names{"gather"}, std::string("134")));
}

TEST_CASE("a scatter with a single window at a constant start is a dynamic_update_slice") {
    const auto scattered = [](const std::string& start, const std::string& type, const std::string& body) {
        Program program = unary_program(
            "%i = stablehlo.constant dense<" + start + "> : tensor<1x" + type +
                ">\n%u = stablehlo.slice %a [1:3] : (tensor<4xf32>) -> tensor<2xf32>\n"
                "%r = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<"
                "update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({\n"
                "^bb0(%x: tensor<f32>, %y: tensor<f32>):\n" +
                body + "}) : (tensor<4xf32>, tensor<1x" + type + ">, tensor<2xf32>) -> tensor<4xf32>",
            "tensor<4xf32>");
        simplify(program);
        dead_code_elimination(program);
        verify(program);
        return std::pair(ops_of(program), values_of_1234(program));
    };
    const std::string add = "%s = stablehlo.add %x, %y : tensor<f32>\nstablehlo.return %s : tensor<f32>\n";
    const std::string replace = "stablehlo.return %y : tensor<f32>\n";
    CHECK(scattered("2", "i32", replace) ==
          std::pair(Names{"slice", "dynamic_update_slice"}, std::string("1223")));
    CHECK(scattered("2", "i32", add) ==
          std::pair(Names{"slice", "slice", "add", "dynamic_update_slice"}, std::string("1257")));
    // Elements outside are skipped.
    CHECK(scattered("-1", "i32", add).second == "4234");
    CHECK(scattered("3", "i64", add).second == "1236");
    CHECK(scattered("4", "i64", add) == std::pair(Names{}, std::string("1234")));
    CHECK(scattered("-2", "i64", add) == std::pair(Names{}, std::string("1234")));
    CHECK(scattered("18446744073709551615", "ui64", add) == std::pair(Names{}, std::string("1234")));
}

TEST_CASE("results without elements and sums without terms are not computed") {
    const std::string nothing = "%b = stablehlo.slice %a [4:4] : (tensor<4xf32>) -> tensor<0xf32>\n";
    CHECK(simplified(nothing + "%r = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : "
                               "(tensor<4xf32>, tensor<0xf32>) -> tensor<4x0xf32>",
                     "tensor<4x0xf32>")
              .empty());
    CHECK(simplified(nothing + "%r = stablehlo.dot_general %b, %b, contracting_dims = [0] x [0] : "
                               "(tensor<0xf32>, tensor<0xf32>) -> tensor<f32>",
                     "tensor<f32>")
              .empty());
    const std::string images =
        "%b = stablehlo.constant dense<> : tensor<2x5x5x0xf32>\n"
        "%k = stablehlo.constant dense<> : tensor<3x3x0x4xf32>\n";
    CHECK(simplified(images +
                         "%r = stablehlo.convolution(%b, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, "
                         "1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, "
                         "feature_group_count = 1 : i64} : (tensor<2x5x5x0xf32>, tensor<3x3x0x4xf32>) -> "
                         "tensor<2x5x5x4xf32>",
                     "tensor<2x5x5x4xf32>")
              .empty());
}

TEST_CASE("an index that cannot be negative needs no normalisation") {
    const std::string body =
        "%i = stablehlo.iota dim = 0 : tensor<4xi32>\n"
        "%z = stablehlo.constant dense<0> : tensor<4xi32>\n"
        "%n = stablehlo.constant dense<4> : tensor<4xi32>\n"
        "%c = stablehlo.compare LT, %i, %z : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>\n"
        "%s = stablehlo.add %i, %n : tensor<4xi32>\n"
        "%r = stablehlo.select %c, %s, %i : tensor<4xi1>, tensor<4xi32>";
    CHECK(simplified(body, "tensor<4xi32>") == Names{"iota"});
}

TEST_CASE("a choice between true and false is its condition or the inverse of it") {
    const std::string head =
        "%p = stablehlo.is_finite %a : (tensor<4xf32>) -> tensor<4xi1>\n"
        "%t = stablehlo.constant dense<true> : tensor<4xi1>\n"
        "%f = stablehlo.constant dense<false> : tensor<4xi1>\n";
    const auto chosen = [&](const std::string& body) { return simplified(head + body, "tensor<4xi1>"); };
    CHECK(chosen("%r = stablehlo.select %p, %t, %f : tensor<4xi1>, tensor<4xi1>") == Names{"is_finite"});
    CHECK(chosen("%r = stablehlo.select %p, %f, %t : tensor<4xi1>, tensor<4xi1>") ==
          Names{"is_finite", "not"});
    CHECK(chosen("%n = stablehlo.not %p : tensor<4xi1>\n"
                 "%r = stablehlo.select %n, %f, %t : tensor<4xi1>, tensor<4xi1>") == Names{"is_finite"});
    CHECK(chosen("%s = stablehlo.slice %p [0:1] : (tensor<4xi1>) -> tensor<1xi1>\n"
                 "%q = stablehlo.reshape %s : (tensor<1xi1>) -> tensor<i1>\n"
                 "%r = stablehlo.select %q, %t, %f : tensor<i1>, tensor<4xi1>") ==
          Names{"is_finite", "slice", "reshape", "select"});
    CHECK(simplified("%p = stablehlo.is_finite %a : (tensor<4xf32>) -> tensor<4xi1>\n"
                     "%y = stablehlo.constant dense<1> : tensor<4xi32>\n"
                     "%n = stablehlo.constant dense<0> : tensor<4xi32>\n"
                     "%r = stablehlo.select %p, %y, %n : tensor<4xi1>, tensor<4xi32>",
                     "tensor<4xi32>") == Names{"is_finite", "select"});
}

TEST_CASE("a boolean compared with true or false is itself or its inverse") {
    const auto compared = [](const std::string& direction, const std::string& with) {
        return simplified(
            "%p = stablehlo.is_finite %a : (tensor<4xf32>) -> tensor<4xi1>\n"
            "%c = stablehlo.constant dense<" +
                with + "> : tensor<4xi1>\n%r = stablehlo.compare " + direction +
                ", %p, %c : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>",
            "tensor<4xi1>");
    };
    CHECK(compared("NE", "false") == Names{"is_finite"});
    CHECK(compared("EQ", "true") == Names{"is_finite"});
    CHECK(compared("EQ", "false") == Names{"is_finite", "not"});
    CHECK(compared("NE", "true") == Names{"is_finite", "not"});
    CHECK(compared("GT", "false") == Names{"is_finite", "compare"});
    CHECK(compared("EQ", "[true, false, true, false]") == Names{"is_finite", "compare"});
}

TEST_CASE("a boolean shifted by constants chooses a power of two") {
    const auto shifted = [](const std::string& amount) {
        Program program = unary_program(
            "%two = stablehlo.constant dense<2.0> : tensor<4xf32>\n"
            "%p = stablehlo.compare GT, %a, %two : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>\n"
            "%u = stablehlo.convert %p : (tensor<4xi1>) -> tensor<4xui8>\n"
            "%v = stablehlo.reshape %u : (tensor<4xui8>) -> tensor<2x2xui8>\n" +
                amount + "%r = stablehlo.shift_left %v, %n : tensor<2x2xui8>",
            "tensor<2x2xui8>");
        const Literal argument = Literal::from_values<float>({{4}, ElementType::F32, {}, {}}, {1, 3, 4, 2});
        const Literal expected = evaluate(program, std::vector{argument}).at(0);
        simplify(program);
        dead_code_elimination(program);
        verify(program);
        CHECK(evaluate(program, std::vector{argument}).at(0) == expected);
        return ops_of(program);
    };
    const Names chosen = shifted(
        "%k = stablehlo.constant dense<[3, 9]> : tensor<2xui8>\n"
        "%n = stablehlo.broadcast_in_dim %k, dims = [1] : (tensor<2xui8>) -> tensor<2x2xui8>\n");
    CHECK(std::count(chosen.begin(), chosen.end(), "select") == 1);
    CHECK(std::count(chosen.begin(), chosen.end(), "convert") == 0);
    const Names stays = shifted("%n = stablehlo.add %v, %v : tensor<2x2xui8>\n");
    CHECK(std::count(stays.begin(), stays.end(), "select") == 0);
}

TEST_CASE("an if with a known condition is replaced by its branch") {
    CHECK(simplified("%p = stablehlo.constant dense<false> : tensor<i1>\n"
                     "%r = \"stablehlo.if\"(%p) ({\n  stablehlo.return %a : tensor<4xf32>\n}, {\n"
                     "  %x = stablehlo.abs %a : tensor<4xf32>\n  stablehlo.return %x : tensor<4xf32>\n"
                     "}) : (tensor<i1>) -> tensor<4xf32>") == Names{"abs"});
}

TEST_CASE("branches on scalars become selects, branches on tensors stay") {
    const auto branches = [](const std::string& type) {
        Program program =
            program_of("func.func @main(%p: tensor<i1>, %a: " + type + ") -> " + type +
                       " {\n%r = \"stablehlo.if\"(%p) ({\n  stablehlo.return %a : " + type +
                       "\n}, {\n  %x = stablehlo.abs %a : " + type + "\n  stablehlo.return %x : " + type +
                       "\n}) : (tensor<i1>) -> " + type + "\nreturn %r : " + type + "\n}\n");
        simplify(program);
        verify(program);
        return ops_of(program);
    };
    CHECK(branches("tensor<f32>") == Names{"abs", "select"});
    CHECK(branches("tensor<4xf32>") == Names{"if", "abs"});
}

TEST_CASE("a loop that never runs yields its operands") {
    CHECK(simplified("%r = stablehlo.while(%x = %a) : tensor<4xf32>\n cond {\n"
                     "  %c = stablehlo.constant dense<false> : tensor<i1>\n  stablehlo.return %c : "
                     "tensor<i1>\n } do {\n"
                     "  %y = stablehlo.abs %x : tensor<4xf32>\n  stablehlo.return %y : tensor<4xf32>\n }")
              .empty());
}

TEST_CASE("a dynamic slice with constant starts is a slice, clamped") {
    Program program = unary_program(
        "%i = stablehlo.constant dense<9> : tensor<i32>\n"
        "%r = stablehlo.dynamic_slice %a, %i, sizes = [2] : "
        "(tensor<4xf32>, tensor<i32>) -> tensor<2xf32>",
        "tensor<2xf32>");
    simplify(program);
    verify(program);
    REQUIRE(ops_of(program) == Names{"slice"});
    const Literal argument = Literal::from_values<float>({{4}, ElementType::F32, {}, {}}, {1, 2, 3, 4});
    CHECK(evaluate(program, std::vector{argument}).at(0).real(0) == 3);
}

TEST_CASE("two comparisons with constants that exclude each other, or leave nothing out, are a constant") {
    const auto values = [](const std::string& element, const std::string& op, const std::string& a,
                           const std::string& b) {
        const std::string type = "tensor<4x" + element + ">";
        const auto comparison = [&](const std::string& name, const std::string& text) {
            return "%" + name + "c = stablehlo.constant dense<" + text.substr(3) + "> : " + type + "\n%" +
                   name + " = stablehlo.compare " + text.substr(0, 2) + ", %x, %" + name + "c : (" + type +
                   ", " + type + ") -> tensor<4xi1>\n";
        };
        Program program = unary_program("%x = stablehlo.convert %a : (tensor<4xf32>) -> " + type + "\n" +
                                            comparison("p", a) + comparison("q", b) + "%s = stablehlo." + op +
                                            " %p, %q : tensor<4xi1>\n"
                                            "%r = stablehlo.convert %s : (tensor<4xi1>) -> tensor<4xf32>",
                                        "tensor<4xf32>");
        simplify(program);
        dead_code_elimination(program);
        verify(program);
        return ops_of(program) == Names{"convert"} ? values_of_1234(program) : "";
    };
    CHECK(values("i32", "and", "GT 0", "LT 0") == "0000");
    CHECK(values("i32", "and", "GT 0", "LT 1") == "0000");
    CHECK(values("i32", "and", "GT 0", "LT 2") == "");
    CHECK(values("i32", "and", "EQ 3", "EQ 4") == "0000");
    CHECK(values("i32", "or", "NE 3", "NE 4") == "1111");
    CHECK(values("i32", "or", "LT 3", "GE 3") == "1111");
    CHECK(values("i32", "or", "LT 3", "GT 3") == "");
    CHECK(values("ui8", "or", "LT 0", "GT 255") == "0000");
    CHECK(values("f64", "and", "GT 0.0", "LT 1.0") == "");
    CHECK(values("f64", "and", "GT 1.0", "LE 1.0") == "0000");
    CHECK(values("f64", "or", "LT 1.0", "GE 1.0") == "");  // a NaN is neither
    CHECK(values("f64", "or", "NE 1.0", "NE 2.0") == "1111");
}

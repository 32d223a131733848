#include "frontend/passes/inline_calls.h"

#include <catch2/catch.hpp>

#include "tests/unit/passes/programs.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

namespace {

int number_of(const std::string& text) {
    Program program = program_of(text);
    try {
        inline_calls(program);
    } catch (const DiagnosticError& error) {
        return error.diagnostic().number;
    }
    return 0;
}

}  // namespace

TEST_CASE("nested calls become one function") {
    Program program = program_of(
        "func.func @main(%a: tensor<i32>) -> tensor<i32> {\n"
        "%b = func.call @four(%a) : (tensor<i32>) -> tensor<i32>\n"
        "%c = func.call @two(%b) : (tensor<i32>) -> tensor<i32>\nreturn %c : tensor<i32>\n}\n"
        "func.func private @four(%x: tensor<i32>) -> tensor<i32> {\n"
        "%y = func.call @two(%x) : (tensor<i32>) -> tensor<i32>\n"
        "%z = func.call @two(%y) : (tensor<i32>) -> tensor<i32>\nreturn %z : tensor<i32>\n}\n"
        "func.func private @two(%x: tensor<i32>) -> tensor<i32> {\n"
        "%y = stablehlo.add %x, %x : tensor<i32>\nreturn %y : tensor<i32>\n}\n");
    inline_calls(program);
    verify(program);
    CHECK(program.functions.size() == 1);
    CHECK(ops_of(program) == std::vector<std::string>{"add", "add", "add"});
    CHECK(evaluate(program, std::vector{Literal::scalar<int>(ElementType::I32, 3)}).at(0).integer(0) == 24);
}

TEST_CASE("calls inside loops are inlined, and a callee may return its argument") {
    Program program = program_of(
        "func.func @main(%a: tensor<i32>) -> tensor<i32> {\n"
        "%n = stablehlo.constant dense<10> : tensor<i32>\n"
        "%w = stablehlo.while(%i = %a) : tensor<i32>\n"
        " cond {\n  %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "  stablehlo.return %c : tensor<i1>\n } do {\n"
        "  %j = func.call @next(%i) : (tensor<i32>) -> tensor<i32>\n  stablehlo.return %j : tensor<i32>\n }\n"
        "%r = func.call @same(%w) : (tensor<i32>) -> tensor<i32>\nreturn %r : tensor<i32>\n}\n"
        "func.func private @same(%x: tensor<i32>) -> tensor<i32> {\nreturn %x : tensor<i32>\n}\n"
        "func.func private @next(%x: tensor<i32>) -> tensor<i32> {\n"
        "%o = stablehlo.constant dense<3> : tensor<i32>\n%y = stablehlo.add %x, %o : tensor<i32>\n"
        "return %y : tensor<i32>\n}\n");
    inline_calls(program);
    verify(program);
    CHECK(evaluate(program, std::vector{Literal::scalar<int>(ElementType::I32, 0)}).at(0).integer(0) == 12);
}

TEST_CASE("recursion and missing functions are errors") {
    CHECK(
        number_of(
            "func.func @main(%a: tensor<i32>) -> tensor<i32> {\n%b = func.call @main(%a) : (tensor<i32>) -> "
            "tensor<i32>\nreturn %b : tensor<i32>\n}\n") == 211);
    CHECK(
        number_of(
            "func.func @main(%a: tensor<i32>) -> tensor<i32> {\n%b = func.call @lost(%a) : (tensor<i32>) -> "
            "tensor<i32>\nreturn %b : tensor<i32>\n}\n") == 210);
}

TEST_CASE("functions that each call the next one twice are rejected before they exhaust memory") {
    std::string text =
        "func.func @main(%a: tensor<i32>) -> tensor<i32> {\n"
        "%b = func.call @f0(%a) : (tensor<i32>) -> tensor<i32>\nreturn %b : tensor<i32>\n}\n";
    for (int i = 0; i < 40; i++) {
        const std::string next = std::to_string(i + 1);
        text += "func.func private @f" + std::to_string(i) +
                "(%x: tensor<i32>) -> tensor<i32> {\n%y = func.call @f" + next +
                "(%x) : (tensor<i32>) -> tensor<i32>\n%z = func.call @f" + next +
                "(%y) : (tensor<i32>) -> tensor<i32>\nreturn %z : tensor<i32>\n}\n";
    }
    CHECK(
        number_of(text +
                  "func.func private @f40(%x: tensor<i32>) -> tensor<i32> {\nreturn %x : tensor<i32>\n}\n") ==
        215);
}

#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "tests/unit/evaluate/programs.h"

using namespace hlo2c;
using namespace hlo2c::frontend;
using Values = std::vector<double>;

namespace {

std::string branch(const std::string& name, int value) {
    return "{\n%" + name + " = stablehlo.constant dense<" + std::to_string(value) +
           "> : tensor<i32>\nstablehlo.return %" + name + " : tensor<i32>\n}";
}

double case_of(int index) {
    return values_of("tensor<i32>", constant("i", std::to_string(index), "tensor<i32>") +
                                        "%r = \"stablehlo.case\"(%i) (" + branch("p", 10) + ", " +
                                        branch("q", 20) + ") : (tensor<i32>) -> tensor<i32>")
        .at(0);
}

}  // namespace

TEST_CASE("case runs its last branch for an index out of range") {
    CHECK(case_of(0) == 10);
    CHECK(case_of(1) == 20);
    CHECK(case_of(7) == 20);
    CHECK(case_of(-1) == 20);
}

TEST_CASE("while runs as long as its condition holds and may not run at all") {
    const std::string loop =
        "%n = stablehlo.constant dense<10> : tensor<i32>\n"
        "%w:2 = stablehlo.while(%i = %a, %s = %a) : tensor<i32>, tensor<i32>\n"
        " cond {\n  %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "  stablehlo.return %c : tensor<i1>\n } do {\n  %o = stablehlo.constant dense<1> : tensor<i32>\n"
        "  %j = stablehlo.add %i, %o : tensor<i32>\n  %t = stablehlo.add %s, %i : tensor<i32>\n"
        "  stablehlo.return %j, %t : tensor<i32>, tensor<i32>\n }\n"
        "%r = stablehlo.add %w#1, %a : tensor<i32>";
    CHECK(values_of("tensor<i32>", constant("a", "0", "tensor<i32>") + loop) == Values{45});
    CHECK(values_of("tensor<i32>", constant("a", "20", "tensor<i32>") + loop) == Values{40});
}

TEST_CASE("ops whose results are not read do not run, not even an infinite loop") {
    const std::string text =
        "%w = stablehlo.while(%i = %a) : tensor<i32>\n"
        " cond {\n  %c = stablehlo.constant dense<true> : tensor<i1>\n"
        "  stablehlo.return %c : tensor<i1>\n } do {\n  stablehlo.return %i : tensor<i32>\n }\n"
        "%n = stablehlo.negate %w : tensor<i32>\n"
        "%d = stablehlo.custom_call @compute(%a) : (tensor<i32>) -> tensor<i32>\n"
        "%r = stablehlo.add %a, %a : tensor<i32>";
    CHECK(values_of("tensor<i32>", constant("a", "4", "tensor<i32>") + text) == Values{8});
}

TEST_CASE("an infinite loop with a constant state returns that state") {
    const std::string text =
        "%w = stablehlo.while(%i = %a) : tensor<i32>\n"
        " cond {\n  %c = stablehlo.constant dense<true> : tensor<i1>\n"
        "  stablehlo.return %c : tensor<i1>\n } do {\n  %h = stablehlo.constant dense<100> : tensor<i32>\n"
        "  %o = stablehlo.constant dense<1> : tensor<i32>\n  %n = stablehlo.add %i, %o : tensor<i32>\n"
        "  %m = stablehlo.minimum %n, %h : tensor<i32>\n  stablehlo.return %m : tensor<i32>\n }\n"
        "%r = stablehlo.add %w, %a : tensor<i32>";
    CHECK(values_of("tensor<i32>", constant("a", "4", "tensor<i32>") + text) == Values{104});
}

TEST_CASE("calls and composites run their functions") {
    const std::string text =
        "func.func @main(%a: tensor<i32>) -> tensor<i32> {\n"
        "%b = func.call @double(%a) : (tensor<i32>) -> tensor<i32>\n"
        "%c = stablehlo.composite \"my.double\" %b {decomposition = @double} : (tensor<i32>) -> tensor<i32>\n"
        "return %c : tensor<i32>\n}\n"
        "func.func private @double(%x: tensor<i32>) -> tensor<i32> {\n"
        "%y = stablehlo.add %x, %x : tensor<i32>\nreturn %y : tensor<i32>\n}\n";
    CHECK(run_program(text, {Literal::scalar<int>(ElementType::I32, 3)}).at(0).integer(0) == 12);
}

TEST_CASE("arguments that do not fit are refused") {
    const std::string text =
        "func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {\nreturn %a : tensor<2xi32>\n}\n";
    CHECK_THROWS_AS(run_program(text, {Literal::scalar<int>(ElementType::I32, 3)}), DiagnosticError);
    CHECK_THROWS_AS(run_program(text), DiagnosticError);
}

#include "frontend/passes/bind_arguments.h"

#include <catch2/catch.hpp>

#include "tests/unit/passes/programs.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

namespace {

const std::string text =
    "func.func @main(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>) -> tensor<i32> {\n"
    "%d = stablehlo.subtract %a, %b : tensor<i32>\n%r = stablehlo.multiply %d, %c : tensor<i32>\n"
    "return %r : tensor<i32>\n}\n";

Literal number(int value) {
    return Literal::scalar<int>(ElementType::I32, value);
}

}  // namespace

TEST_CASE("bound arguments leave the signature and the others keep their positions") {
    Program program = program_of(text);
    bind_arguments(program, {{1, number(2)}});
    verify(program);
    REQUIRE(program.main().arguments().size() == 2);
    CHECK(original_position(program.main(), 0) == 0);
    CHECK(original_position(program.main(), 1) == 2);
    CHECK(program.main().values[program.main().body.ops.front().results[0]].name == "b");
    CHECK(evaluate(program, std::vector{number(7), number(10)}).at(0).integer(0) == 50);
}

TEST_CASE("positions are unchanged when nothing was bound") {
    const Program program = program_of(text);
    CHECK(original_position(program.main(), 2) == 2);
}

TEST_CASE("data of another type and positions past the end are refused") {
    Program program = program_of(text);
    CHECK_THROWS_AS(bind_arguments(program, {{3, number(2)}}), DiagnosticError);
    CHECK_THROWS_AS(bind_arguments(program, {{0, Literal::scalar<float>(ElementType::F32, 2)}}),
                    DiagnosticError);
}

#include <catch2/catch.hpp>
#include <regex>

#include "frontend/ops/configuration.h"
#include "frontend/passes/dead_code_elimination.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;

TEST_CASE("ops whose results are not read are removed") {
    Program program = unary_program(
        "%d = stablehlo.exponential %a : tensor<4xf32>\n"
        "%e = stablehlo.negate %d : tensor<4xf32>\n%r = stablehlo.abs %a : tensor<4xf32>");
    dead_code_elimination(program);
    CHECK(ops_of(program) == std::vector<std::string>{"abs"});
}

TEST_CASE("values carried by a loop that only feed themselves are removed") {
    Program program = program_of(
        "func.func @main(%a: tensor<i32>, %b: tensor<f32>) -> tensor<i32> {\n"
        "%n = stablehlo.constant dense<10> : tensor<i32>\n"
        "%w:3 = stablehlo.while(%i = %a, %s = %b, %t = %b) : tensor<i32>, tensor<f32>, tensor<f32>\n"
        " cond {\n  %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "  stablehlo.return %c : tensor<i1>\n } do {\n  %o = stablehlo.constant dense<1> : tensor<i32>\n"
        "  %j = stablehlo.add %i, %o : tensor<i32>\n  %u = stablehlo.add %s, %t : tensor<f32>\n"
        "  stablehlo.return %j, %u, %s : tensor<i32>, tensor<f32>, tensor<f32>\n }\n"
        "return %w#0 : tensor<i32>\n}\n");
    dead_code_elimination(program);
    verify(program);
    CHECK(ops_of(program) == std::vector<std::string>{"while", "compare", "add"});
    CHECK(program.main().body.ops[1].operands.size() == 1);
}

TEST_CASE("unused results of a branch are removed with the ops that compute them") {
    Program program = program_of(
        "func.func @main(%p: tensor<i1>, %a: tensor<f32>) -> tensor<f32> {\n"
        "%r:2 = \"stablehlo.if\"(%p) ({\n  %x = stablehlo.negate %a : tensor<f32>\n"
        "  %y = stablehlo.exponential %a : tensor<f32>\n  stablehlo.return %x, %y : tensor<f32>, "
        "tensor<f32>\n}, {\n"
        "  stablehlo.return %a, %a : tensor<f32>, tensor<f32>\n}) : (tensor<i1>) -> (tensor<f32>, "
        "tensor<f32>)\n"
        "return %r#0 : tensor<f32>\n}\n");
    dead_code_elimination(program);
    verify(program);
    CHECK(ops_of(program) == std::vector<std::string>{"if", "negate"});
}

TEST_CASE("ops with side effects stay") {
    Program program = unary_program(
        "%d = stablehlo.custom_call @log(%a) {has_side_effect = true} : (tensor<4xf32>) -> "
        "tensor<f32>\n%r = stablehlo.abs %a : tensor<4xf32>");
    dead_code_elimination(program);
    CHECK(ops_of(program) == std::vector<std::string>{"custom_call", "abs"});
}

TEST_CASE("a custom call without side effects goes once nothing reads it") {
    Program program = unary_program(
        "%d = stablehlo.custom_call @compute(%a) : (tensor<4xf32>) -> tensor<f32>\n"
        "%r = stablehlo.abs %a : tensor<4xf32>");
    dead_code_elimination(program);
    CHECK(ops_of(program) == std::vector<std::string>{"abs"});
}

TEST_CASE("LAPACK is asked for values alone if nothing reads the vectors") {
    const auto letter = [](const std::string& call, const std::string& types, const std::string& result) {
        Program program = program_of("func.func @main(%a: tensor<6x6xf32>) -> tensor<6xf32> {\n" + call +
                                     " : (tensor<6x6xf32>) -> (" + types + ")\n" + result + "\n}\n");
        dead_code_elimination(program);
        verify(program);
        return configured_number(program.main().body.ops[0], "mode");
    };
    const std::string matrix = "tensor<6x6xf32>", row = "tensor<6xf32>", info = "tensor<i32>";
    const std::string sum =
        "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "%s = stablehlo.reduce(%v#0 init: %z) applies stablehlo.add across dimensions = [0] : "
        "(tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>\nreturn %s : tensor<6xf32>";
    const std::string eigh =
        "%v:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = "
        "76 : "
        "ui8}}";
    const std::string svd =
        "%v:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {mhlo.backend_config = {mode = 65 : ui8}}";
    CHECK(letter(eigh, matrix + ", " + row + ", " + info, "return %v#1 : tensor<6xf32>") == 'N');
    CHECK(letter(eigh, matrix + ", " + row + ", " + info, sum) == 'V');
    const std::string types = matrix + ", " + row + ", " + matrix + ", " + matrix + ", " + info;
    CHECK(letter(svd, types, "return %v#1 : tensor<6xf32>") == 'N');
    CHECK(letter(svd, types, std::regex_replace(sum, std::regex("v#0"), "v#3")) == 'A');
}

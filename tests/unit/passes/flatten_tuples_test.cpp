#include "frontend/passes/flatten_tuples.h"

#include <catch2/catch.hpp>

#include "frontend/pipeline.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;

TEST_CASE("an entry point takes and gives the leaves of its tuples, in their order") {
    Program program = program_of(
        "func.func @main(%t: tuple<tensor<i32>, tuple<tensor<i64>>> {tf.name = \"t\"}, %a: tensor<i32>) -> "
        "(tensor<i32>, tuple<tuple<tensor<i64>>, tensor<i32>>) {\n"
        "%x = stablehlo.get_tuple_element %t[0] : (tuple<tensor<i32>, tuple<tensor<i64>>>) -> tensor<i32>\n"
        "%y = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>, tuple<tensor<i64>>>) -> "
        "tuple<tensor<i64>>\n"
        "%s = stablehlo.subtract %x, %a : tensor<i32>\n"
        "%r = stablehlo.tuple %y, %s : tuple<tuple<tensor<i64>>, tensor<i32>>\n"
        "return %a, %r : tensor<i32>, tuple<tuple<tensor<i64>>, tensor<i32>>\n}\n");
    flatten_tuples(program);
    verify(program);
    REQUIRE(program.main().arguments().size() == 3);
    CHECK(program.main().argument_attributes[0].entries.size() == 1);
    CHECK(program.main().argument_attributes[1].entries.empty());
    const std::vector<Literal> arguments = {Literal::scalar<int>(ElementType::I32, 7),
                                            Literal::scalar<int>(ElementType::I64, 5),
                                            Literal::scalar<int>(ElementType::I32, 3)};
    for (const Program& each : {program, run_pipeline(program, {})}) {
        const std::vector<Literal> results = evaluate(each, arguments);
        REQUIRE(results.size() == 3);
        CHECK(results[0].integer(0) == 3);
        CHECK(results[1].integer(0) == 5);
        CHECK(results[2].integer(0) == 4);
    }
    CHECK(ops_of(run_pipeline(program, {})) == std::vector<std::string>{"subtract"});
}

TEST_CASE("a program without tuples at its edges stays as it is") {
    const std::string text =
        "func.func @main(%a: tensor<i32>) -> tensor<i32> {\nreturn %a : tensor<i32>\n}\n";
    Program program = program_of(text);
    flatten_tuples(program);
    CHECK(program == program_of(text));
}

TEST_CASE("a custom call takes and gives the leaves of its tuples") {
    Program program = program_of(
        "func.func @main(%a: tensor<i32>, %b: tensor<i64>) -> tensor<i64> {\n"
        "%t = stablehlo.tuple %a, %b : tuple<tensor<i32>, tensor<i64>>\n"
        "%r = stablehlo.custom_call @swap(%t) : (tuple<tensor<i32>, tensor<i64>>) -> "
        "tuple<tensor<i64>, tuple<tensor<i32>>>\n"
        "%x = stablehlo.get_tuple_element %r[0] : (tuple<tensor<i64>, tuple<tensor<i32>>>) -> tensor<i64>\n"
        "return %x : tensor<i64>\n}\n");
    flatten_tuples(program);
    verify(program);
    const Program simple = run_pipeline(program, {});
    CHECK(ops_of(simple) == std::vector<std::string>{"custom_call"});
    const Op& call = simple.main().body.ops[0];
    CHECK(call.operands == simple.main().arguments());
    REQUIRE(call.results.size() == 2);
    CHECK(simple.main().body.ops.back().operands[0] == call.results[0]);
    CHECK(to_string(simple.main().type(call.results[1])) == "tensor<i32>");
}

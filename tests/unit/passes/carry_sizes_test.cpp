#include "frontend/passes/carry_sizes.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/passes/bind_arguments.h"
#include "frontend/pipeline.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;

namespace {

const std::string line = "tensor<?xi32, #stablehlo.bounds<4>>";

Literal numbers(const std::vector<std::int32_t>& values) {
    return Literal::from_values(
        TensorType{{static_cast<std::int64_t>(values.size())}, ElementType::I32, {}, {}}, values);
}

}  // namespace

TEST_CASE("sizes of bounded arguments and results are arguments and results") {
    const Program program = run_pipeline(
        program_of("func.func @main(%x: " + line + ", %y: tensor<4xi32>) -> " + line +
                   " {\n%r = stablehlo.add %x, %x : " + line + "\nreturn %r : " + line + "\n}\n"),
        {});
    const Function& main = program.main();
    REQUIRE(main.arguments().size() == 3);
    CHECK(to_string(main.type(main.arguments()[0])) == "tensor<4xi32>");
    CHECK(to_string(main.type(main.arguments()[2])) == "tensor<i32>");
    CHECK(original_position(main, 2) == 2);
    REQUIRE(main.result_types.size() == 2);
    CHECK(to_string(main.result_types[0]) == "tensor<4xi32>");
    CHECK(to_string(main.result_types[1]) == "tensor<i32>");

    const std::vector<CarriedSize> taken = carried_sizes(main.argument_attributes, 3);
    REQUIRE(taken.size() == 1);
    CHECK(taken[0].tensor == 0);
    CHECK(taken[0].size == 2);

    for (const std::int32_t size : {-1, 0, 3, 4, 9}) {
        const std::int32_t there = std::clamp(size, 0, 4);
        const std::vector<Literal> arguments = {numbers({1, 2, 3, 4}), numbers({5, 6, 7, 8}),
                                                Literal::scalar(ElementType::I32, size)};
        const std::vector<Literal> results = evaluate(program, arguments);
        CHECK(results.at(1).integer(0) == there);
        for (std::int64_t i = 0; i < 4; i++) CHECK(results.at(0).integer(i) == (i < there ? 2 * (i + 1) : 0));
    }
}

TEST_CASE("a result smaller than its bound has the size of the bound") {
    const Program program = run_pipeline(
        program_of("func.func @main(%x: tensor<3xi32>, %n: tensor<i32>) -> " + line +
                   " {\n%s = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3xi32>, tensor<i32>) -> "
                   "tensor<?xi32, #stablehlo.bounds<3>>\n"
                   "%r = stablehlo.concatenate %s, %s, dim = 0 : (tensor<?xi32, #stablehlo.bounds<3>>, "
                   "tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<?xi32, #stablehlo.bounds<6>>\n"
                   "%c = stablehlo.slice %r [0:3] : (tensor<?xi32, #stablehlo.bounds<6>>) -> tensor<3xi32>\n"
                   "%d = stablehlo.set_dimension_size %c, %n, dim = 0 : (tensor<3xi32>, tensor<i32>) -> " +
                   line + "\nreturn %d : " + line + "\n}\n"),
        {});
    CHECK(to_string(program.main().result_types[0]) == "tensor<4xi32>");
    const std::vector<Literal> arguments = {numbers({1, 2, 3}), Literal::scalar(ElementType::I32, 2)};
    const std::vector<Literal> results = evaluate(program, arguments);
    CHECK(results.at(1).integer(0) == 2);
    for (std::int64_t i = 0; i < 4; i++) CHECK(results.at(0).integer(i) == (i < 2 ? i + 1 : 0));
}

#include "frontend/ops/op_row.h"

#include <catch2/catch.hpp>
#include <set>

#include "tests/unit/frontend/refusals.h"

using namespace hlo2c::frontend;

TEST_CASE("operands and results of an op have different names, and so have its attributes") {
    for (const OpRow& row : op_rows()) {
        INFO(spelling(row.code));
        std::set<std::string_view> operands, results, attributes;
        for (const ValueFact& fact : row.operands) CHECK(operands.insert(fact.name).second);
        for (const ValueFact& fact : row.results) CHECK(results.insert(fact.name).second);
        for (const AttributeFact& fact : row.attributes) CHECK(attributes.insert(fact.name).second);
    }
}

TEST_CASE("the numbers of operands follow from the operands of a row") {
    CHECK(row(OpCode::Pad).least_operands() == 2);
    CHECK(row(OpCode::Pad).most_operands() == 2);
    CHECK(row(OpCode::DynamicSlice).takes_operands(1));
    CHECK_FALSE(row(OpCode::DynamicSlice).takes_operands(0));
    CHECK(row(OpCode::Scatter).least_operands() == 3);
    CHECK(row(OpCode::Scatter).most_operands() == any_number);
    CHECK(wrong_count(OpCode::Pad, 3, 0)->message == "stablehlo.pad has 3 operands where 2 were expected");
    CHECK(wrong_count(OpCode::Scatter, 2, 1)->message ==
          "stablehlo.scatter has 2 operands where at least 3 were expected");
    CHECK(wrong_count(OpCode::While, 1, 1)->message == "stablehlo.while has 1 regions where 2 were expected");
    CHECK_FALSE(wrong_count(OpCode::While, 1, 2).has_value());
}

TEST_CASE("variadic operands share evenly what single ones leave") {
    const auto& scatter = row(OpCode::Scatter).operands;
    const std::size_t expected[] = {0, 0, 1, 2, 2};
    for (std::size_t i = 0; i < 5; i++) CHECK(fact_of(scatter, i, 5) == expected[i]);
    CHECK(fact_of(row(OpCode::Send).operands, 2, 3) == 1U);
    CHECK(fact_of(row(OpCode::Send).operands, 0, 1) == 1U);
    CHECK(fact_of(row(OpCode::Add).results, 4, 5) == 0U);
    CHECK_FALSE(fact_of(row(OpCode::CheckEq).results, 0, 1).has_value());
}

TEST_CASE("a message names an operand as the specification does, and numbers its label so") {
    const std::string reduce = R"(func.func @main(%a: tensor<3xf32>, %s: tensor<f32>, %t: !stablehlo.token) {
  %0:2 = "stablehlo.reduce"(%a, %a, %s, %t) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) : (tensor<3xf32>, tensor<3xf32>, tensor<f32>, !stablehlo.token) -> (tensor<f32>, tensor<f32>)
  return
})";
    CHECK_THAT(testing::message_of(reduce),
               Catch::StartsWith("stablehlo.reduce violates (I2): operand 3 (init_values) is "
                                 "!stablehlo.token where a tensor"));
}

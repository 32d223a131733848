#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/op_traits.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
namespace frontend = hlo2c::frontend;
using frontend::OpCode;

namespace {

template <typename Check>
void for_each_rule(Check&& check) {
    for (std::size_t number = 0; number < frontend::op_count; number++) {
        const auto code = static_cast<OpCode>(number);
        INFO(frontend::spelling(code));
        check(code, rule_of(code));
    }
}

/// The number and the op of the diagnostic that refuses a program.
std::pair<int, std::string> refusal_of(const std::string& body) {
    try {
        schedule(program_of("(%x: tensor<4xf32>) -> tensor<4xf32>", body), load_target("x86-64-v3"));
    } catch (const hlo2c::DiagnosticError& error) {
        return {error.diagnostic().number, error.diagnostic().place.op};
    }
    return {};
}

}  // namespace

TEST_CASE("terminators are those of the op table") {
    for_each_rule([](OpCode code, const OpRule& rule) {
        CHECK((rule.role == Role::Terminator) == frontend::has_trait(code, frontend::op_trait::Terminator));
    });
}

TEST_CASE("only ops without side effects become part of several kernels") {
    for_each_rule([](OpCode code, const OpRule& rule) {
        if (rule.is_inlinable()) CHECK(frontend::has_trait(code, frontend::op_trait::Pure));
    });
}

TEST_CASE("a role comes with what it needs, and only with that") {
    for_each_rule([](OpCode, const OpRule& rule) {
        const bool is_computed = rule.arithmetic != Arithmetic::None;
        const bool is_moved = rule.movement != Movement::None;
        CHECK_FALSE((is_computed && is_moved));
        CHECK((rule.role == Role::Inlined) == (is_computed || is_moved));
        CHECK((rule.role == Role::Anchor) == (rule.group != nullptr));
        CHECK((rule.role == Role::Runtime) == (rule.runtime != RuntimeFamily::None));
        CHECK((rule.role == Role::Step) == (rule.step != StepKind::None));
        CHECK((rule.arithmetic == Arithmetic::Function) == !rule.function.empty());
        if (is_computed) CHECK(rule.cost > 0);
    });
}

TEST_CASE("an op that an earlier pass has to replace is refused by name") {
    const std::pair expected(408, std::string("chlo.square"));
    CHECK(refusal_of("  %r = chlo.square %x : tensor<4xf32> -> tensor<4xf32>\n"
                     "  return %r : tensor<4xf32>\n") == expected);
}

TEST_CASE("a comparator with an op that an earlier pass has to replace is refused too") {
    const std::pair expected(402, std::string("chlo.square"));
    CHECK(refusal_of(R"(
  %r = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = chlo.square %a : tensor<f32> -> tensor<f32>
    %c = stablehlo.compare LT, %s, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
)") == expected);
}

#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "frontend/passes/simplify_rules.h"

using namespace hlo2c::frontend;

namespace {

Replacement first(Rewriter&, Op&) {
    return std::nullopt;
}
Replacement second(Rewriter&, Op&) {
    return std::nullopt;
}

constexpr RuleEntry sums[] = {{OpCode::Add, first}, {OpCode::Subtract, second}};
constexpr RuleEntry differences[] = {{OpCode::Subtract, first}};

}  // namespace

TEST_CASE("a table has the rules of all families, and none for other ops") {
    const RuleTable table = {sums};
    CHECK(table.find(OpCode::Add) == &first);
    CHECK(table.find(OpCode::Subtract) == &second);
    CHECK(table.find(OpCode::Multiply) == nullptr);
}

TEST_CASE("an op has a rule in one family only") {
    CHECK_THROWS_AS((RuleTable{sums, differences}), hlo2c::DiagnosticError);
    CHECK_NOTHROW(RuleTable({sums, differences}, [](OpCode code) { return code == OpCode::Add; }));
}

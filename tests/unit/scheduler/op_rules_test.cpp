#include <catch2/catch.hpp>

#include "frontend/ir/total_table.h"
#include "scheduler/ops/op_rule.h"

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

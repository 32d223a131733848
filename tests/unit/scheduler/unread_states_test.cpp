#include "scheduler/rewrite/unread_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/ir/attributes.h"
#include "frontend/ops/verify.h"
#include "scheduler/program_names.h"
#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Program;

namespace {

struct Scan {
    int rows = 12;            ///< of the stacked results
    int first = 0, step = 1;  ///< of the counter
    std::string row = "%i";   ///< where an iteration writes
    std::string condition = "LT, %i, %twelve";
    std::string read = "%x";  ///< what an iteration adds to %x
};

/// Stacks rows of 16 elements in the order of a counter.
Program stacked(const Scan& scan) {
    return program_of(fmt::format("(%x: tensor<1x16xf32>) -> tensor<{}x16xf32>", scan.rows),
                      fmt::format(R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %twelve = stablehlo.constant dense<12> : tensor<i32>
  %eleven = stablehlo.constant dense<11> : tensor<i32>
  %first = stablehlo.constant dense<{1}> : tensor<i32>
  %step = stablehlo.constant dense<{2}> : tensor<i32>
  %init = stablehlo.constant dense<0.0> : tensor<{0}x16xf32>
  %r:2 = stablehlo.while(%i = %first, %s = %init) : tensor<i32>, tensor<{0}x16xf32>
   cond {{
    %c = stablehlo.compare {4} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    %down = stablehlo.subtract %eleven, %i : tensor<i32>
    %old = stablehlo.slice %s [0:1, 0:16] : (tensor<{0}x16xf32>) -> tensor<1x16xf32>
    %sum = stablehlo.add {5}, %x : tensor<1x16xf32>
    %next = stablehlo.dynamic_update_slice %s, %sum, {3}, %zero : (tensor<{0}x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<{0}x16xf32>
    %n = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %n, %next : tensor<i32>, tensor<{0}x16xf32>
  }}
  return %r#1 : tensor<{0}x16xf32>
)",
                                  scan.rows, scan.first, scan.step, scan.row, scan.condition, scan.read));
}

std::vector<std::int64_t> unread(const Scan& scan) {
    Program program = stacked(scan);
    if (scan.read != "%old")
        std::erase_if(program.functions[0].body.ops[6].regions[1].ops,
                      [](const Op& op) { return op.code == OpCode::Slice; });
    mark_unread_states(program);
    hlo2c::frontend::verify(program);
    for (const Op& op : program.main().body.ops)
        if (op.code == OpCode::While) return op[hlo2c::attr::unread_operands];
    return {-1};
}

}  // namespace

TEST_CASE("nobody needs the initial state of rows that the iterations all write") {
    const std::vector<std::int64_t> second = {1};
    CHECK(unread({}) == second);
    CHECK(unread({.row = "%down"}) == second);
    CHECK(unread({.first = 11, .step = -1, .condition = "LE, %zero, %i"}) == second);
}

TEST_CASE("an initial state stays if rows are left out, written twice or read") {
    CHECK(unread({.rows = 13}).empty());
    CHECK(unread({.step = 2}).empty());
    CHECK(unread({.row = "%zero"}).empty());
    CHECK(unread({.first = 1}).empty());
    CHECK(unread({.first = 12}).empty());
    CHECK(unread({.read = "%old"}).empty());
}

TEST_CASE("no kernel fills a state that the iterations overwrite") {
    const auto fills = [](const Scan& scan) {
        const Plan plan = schedule(stacked(scan), load_target("x86-64-v3"));
        return std::count_if(plan.functions[0].steps.begin(), plan.functions[0].steps.end(),
                             [](const Step& step) { return std::holds_alternative<CallStep>(step.action); });
    };
    CHECK(fills({.rows = 13}) == 1);
    CHECK(fills({}) == 0);
}

#include "scheduler/loops/merge_assignments.h"

#include <catch2/catch.hpp>

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType f32{ScalarKind::F32, 1};

/// total = first; total = x[0] + total; `rest` statements that add x[0] again; out[0] = total.
std::string merged(bool first_is_number, int rest) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, 1, false}, {"out", ScalarKind::F32, 1, true}};
    const NodeId zero = nest.integer(0);
    const NodeId x = nest.add({.kind = NodeKind::Load, .type = f32, .operands = {zero}, .symbol = "x"});
    const NodeId total = nest.variable("total", f32);
    const auto assign = [&](NodeId value) {
        return nest.add({.kind = NodeKind::Assign, .operands = {value}, .symbol = "total"});
    };
    const NodeId number = nest.add({.kind = NodeKind::Real, .type = f32});
    std::vector<NodeId> statements = {assign(first_is_number ? number : x)};
    for (int i = 0; i <= rest; i++) statements.push_back(assign(nest.binary(NodeKind::Add, x, total)));
    statements.push_back(nest.add({.kind = NodeKind::Store, .operands = {zero, total}, .symbol = "out"}));
    const NodeId body = nest.block(statements);
    nest.body = nest.add({.kind = NodeKind::Declare, .type = f32, .operands = {body}, .symbol = "total"});
    const LoopNest result = merge_assignments(nest);
    verify(result);
    return to_text(result);
}

}  // namespace

TEST_CASE("a constant first value becomes a part of the assignment that follows") {
    CHECK(merged(true, 0) ==
          "input x: f32[1]\n"
          "output out: f32[1]\n"
          "let total = add(x[0]:f32, 0:f32)\n"
          "out[0] = total\n");
}

TEST_CASE("a local that is assigned again stays a local") {
    CHECK(merged(true, 1) ==
          "input x: f32[1]\n"
          "output out: f32[1]\n"
          "declare total: f32\n"
          "total := add(x[0]:f32, 0:f32)\n"
          "total := add(x[0]:f32, total)\n"
          "out[0] = total\n");
}

TEST_CASE("a first value that is not a constant stays an assignment") {
    CHECK(merged(false, 0) ==
          "input x: f32[1]\n"
          "output out: f32[1]\n"
          "declare total: f32\n"
          "total := x[0]:f32\n"
          "total := add(x[0]:f32, total)\n"
          "out[0] = total\n");
}

namespace {

/// Two totals, declared first; for each: let half = x[i] / 2; total = half * half; and both are stored at the
/// end, as they are or after the second is doubled.
std::string squares(bool doubles_second) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, 2, false}, {"out", ScalarKind::F32, 2, true}};
    const NodeId two = nest.add({.kind = NodeKind::Real, .type = f32, .integer = 0x40000000});
    std::vector<NodeId> statements, stores;
    for (const int i : {0, 1}) {
        const std::string name = "half_" + std::to_string(i), total = "total_" + std::to_string(i);
        const NodeId at = nest.integer(i);
        const NodeId x = nest.add({.kind = NodeKind::Load, .type = f32, .operands = {at}, .symbol = "x"});
        const NodeId half = nest.variable(name, f32);
        const NodeId assign = nest.add({.kind = NodeKind::Assign,
                                        .operands = {nest.binary(NodeKind::Multiply, half, half)},
                                        .symbol = total});
        statements.push_back(nest.add({.kind = NodeKind::LetStatement,
                                       .operands = {nest.binary(NodeKind::Divide, x, two), assign},
                                       .symbol = name}));
        stores.push_back(nest.add(
            {.kind = NodeKind::Store, .operands = {at, nest.variable(total, f32)}, .symbol = "out"}));
    }
    if (doubles_second)
        statements.push_back(
            nest.add({.kind = NodeKind::Assign,
                      .operands = {nest.binary(NodeKind::Multiply, nest.variable("total_1", f32), two)},
                      .symbol = "total_1"}));
    statements.insert(statements.end(), stores.begin(), stores.end());
    NodeId body = nest.block(statements);
    for (const char* total : {"total_1", "total_0"})
        body = nest.add({.kind = NodeKind::Declare, .type = f32, .operands = {body}, .symbol = total});
    nest.body = body;
    const LoopNest result = merge_assignments(nest);
    verify(result);
    return to_text(result);
}

constexpr const char* squares_begin =
    "input x: f32[2]\n"
    "output out: f32[2]\n"
    "let half_0 = divide(x[0]:f32, 2:f32)\n"
    "let total_0 = multiply(half_0, half_0)\n"
    "let half_1 = divide(x[1]:f32, 2:f32)\n";

}  // namespace

TEST_CASE("locals that get one value become lets where they get it") {
    CHECK(squares(false) == std::string(squares_begin) +
                                "let total_1 = multiply(half_1, half_1)\n"
                                "out[0] = total_0\n"
                                "out[1] = total_1\n");
}

TEST_CASE("a local is declared in front of the statement that first uses it") {
    CHECK(squares(true) == std::string(squares_begin) +
                               "declare total_1: f32\n"
                               "total_1 := multiply(half_1, half_1)\n"
                               "total_1 := multiply(total_1, 2:f32)\n"
                               "out[0] = total_0\n"
                               "out[1] = total_1\n");
}

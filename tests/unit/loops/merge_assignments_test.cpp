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

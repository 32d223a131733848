#include "tests/unit/codegen_c/gemm_nest.h"

namespace hlo2c::codegen::testing {

using namespace hlo2c::scheduler;

LoopNest gemm_nest(int m, int k, int n, int rows, int vectors, int lanes) {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::F32, m * k, false},
                       {"b", ScalarKind::F32, k * n, false},
                       {"bias", ScalarKind::F32, n, false},
                       {"out", ScalarKind::F32, m * n, true}};
    const ValueType index{ScalarKind::I32, 1}, row{ScalarKind::F32, lanes};
    const auto constant = [&](std::int64_t value) { return nest.integer(value); };
    const auto add = [&](NodeId a, NodeId b) { return nest.binary(NodeKind::Add, a, b); };
    const auto multiply = [&](NodeId a, std::int64_t b) {
        return nest.binary(NodeKind::Multiply, a, constant(b));
    };
    const auto ramp = [&](NodeId base) {
        const NodeId one = constant(1);
        return nest.add({.kind = NodeKind::Ramp, .type = {ScalarKind::I32, lanes}, .operands = {base, one}});
    };
    const auto load = [&](const std::string& buffer, NodeId base) {
        const NodeId at = ramp(base);
        return nest.add({.kind = NodeKind::Load, .type = row, .operands = {at}, .symbol = buffer});
    };
    const auto store = [&](const std::string& buffer, NodeId base, NodeId value) {
        const NodeId at = ramp(base);
        return nest.add({.kind = NodeKind::Store, .operands = {at, value}, .symbol = buffer});
    };
    const auto place = [&](int r, int v) { return constant((r * vectors + v) * lanes); };
    const auto variable = [&](const std::string& name) { return nest.variable(name, index); };

    std::vector<NodeId> statements;
    for (int r = 0; r < rows; r++) {
        for (int v = 0; v < vectors; v++) {
            const NodeId zero = nest.add({.kind = NodeKind::Real, .type = row});
            statements.push_back(store("sum", place(r, v), zero));
        }
    }
    std::vector<NodeId> inner;
    for (int r = 0; r < rows; r++) {
        for (int v = 0; v < vectors; v++) {
            const NodeId a_row = add(multiply(variable("yo"), rows), constant(r));
            const NodeId a_index = add(multiply(a_row, k), variable("step"));
            const NodeId scalar = nest.add(
                {.kind = NodeKind::Load, .type = {ScalarKind::F32, 1}, .operands = {a_index}, .symbol = "a"});
            const NodeId splat = nest.add({.kind = NodeKind::Broadcast, .type = row, .operands = {scalar}});
            const NodeId column = add(multiply(variable("xo"), vectors * lanes), constant(v * lanes));
            const NodeId weights = load("b", add(multiply(variable("step"), n), column));
            const NodeId sum = load("sum", place(r, v));
            const NodeId fused =
                nest.add({.kind = NodeKind::Fma, .type = row, .operands = {splat, weights, sum}});
            inner.push_back(store("sum", place(r, v), fused));
        }
    }
    const NodeId inner_body = nest.block(inner);
    const auto loop = [&](const std::string& name, std::int64_t extent, NodeId body) {
        const NodeId zero = constant(0), count = constant(extent);
        return nest.add(
            {.kind = NodeKind::For, .type = index, .operands = {zero, count, body}, .symbol = name});
    };
    statements.push_back(loop("step", k, inner_body));
    for (int r = 0; r < rows; r++) {
        for (int v = 0; v < vectors; v++) {
            const NodeId column = add(multiply(variable("xo"), vectors * lanes), constant(v * lanes));
            const NodeId biased = nest.binary(NodeKind::Add, load("sum", place(r, v)), load("bias", column));
            const NodeId zero = nest.add({.kind = NodeKind::Real, .type = row});
            const NodeId result = nest.binary(NodeKind::Maximum, biased, zero);
            const NodeId out_row = add(multiply(variable("yo"), rows), constant(r));
            statements.push_back(store("out", add(multiply(out_row, n), column), result));
        }
    }
    const NodeId tile = nest.block(statements);
    const NodeId with_sum = nest.add({.kind = NodeKind::Allocate,
                                      .type = {ScalarKind::F32, 1},
                                      .operands = {tile},
                                      .integer = rows * vectors * lanes,
                                      .symbol = "sum",
                                      .memory = MemoryKind::Registers});
    nest.body = loop("yo", m / rows, loop("xo", n / (vectors * lanes), with_sum));
    return nest;
}

}  // namespace hlo2c::codegen::testing

#include "scheduler/loops/value_ranges.h"

#include <catch2/catch.hpp>

#include "scheduler/loops/constant_limits.h"

using namespace hlo2c::scheduler;

namespace {

/// for i in [0, extent): out[index(i)] = 0
template <typename Index>
LoopNest loop_over(std::int64_t extent, const Index& index) {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::F32, 1, true}};
    const NodeId i = nest.variable("i", {ScalarKind::I32, 1});
    const NodeId place = index(nest, i);
    const NodeId zero = nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F32, 1}});
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {place, zero}, .symbol = "out"});
    nest.body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(extent), store}, .symbol = "i"});
    return nest;
}

NodeId find(const LoopNest& nest, NodeKind kind) {
    NodeId found = no_node;
    for (NodeId id = 0; id < nest.nodes.size(); id++)
        if (nest[id].kind == kind) found = id;
    return found;
}

}  // namespace

TEST_CASE("a loop's variable stays below its end, and what is computed of it follows") {
    const LoopNest nest = loop_over(10, [](LoopNest& to, NodeId i) {
        return to.binary(NodeKind::FloorDivide, to.binary(NodeKind::Multiply, i, to.integer(6)),
                         to.integer(4));
    });
    const ValueRanges ranges(nest);
    CHECK(ranges.of(find(nest, NodeKind::Variable)) == Interval{0, 9});
    CHECK(ranges.of(find(nest, NodeKind::Multiply)) == Interval{0, 54});
    CHECK(ranges.of(find(nest, NodeKind::FloorDivide)) == Interval{0, 13});
    CHECK(ranges.is_exact(find(nest, NodeKind::Multiply)));
}

TEST_CASE("what may wrap is anything of its type") {
    const LoopNest nest = loop_over(1 << 20, [](LoopNest& to, NodeId i) {
        return to.binary(NodeKind::Multiply, i, to.integer(1 << 20));
    });
    const ValueRanges ranges(nest);
    CHECK_FALSE(ranges.is_exact(find(nest, NodeKind::Multiply)));
    CHECK(ranges.of(find(nest, NodeKind::Multiply)) == type_interval(ScalarKind::I32));
}

TEST_CASE("a constant in the upper half of u64 is not below the lower half") {
    constexpr ValueType u64{ScalarKind::U64, 1};
    const LoopNest nest = loop_over(10, [&](LoopNest& to, NodeId) {
        const NodeId least = to.binary(NodeKind::Minimum, to.integer(-1, u64), to.integer(1, u64));
        return to.add({.kind = NodeKind::Convert, .type = {ScalarKind::I32, 1}, .operands = {least}});
    });
    CHECK(ValueRanges(nest).of(find(nest, NodeKind::Minimum)).high == 1);
}

TEST_CASE("a node in two scopes has the values of both") {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::F32, 1, true}};
    const NodeId i = nest.variable("i", {ScalarKind::I32, 1});
    const NodeId zero = nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F32, 1}});
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {i, zero}, .symbol = "out"});
    std::vector<NodeId> loops;
    for (const std::int64_t begin : {2, 7})
        loops.push_back(nest.add({.kind = NodeKind::For,
                                  .operands = {nest.integer(begin), nest.integer(3), store},
                                  .symbol = "i"}));
    nest.body = nest.block(loops);
    CHECK(ValueRanges(nest).of(i) == Interval{2, 9});
}

TEST_CASE("a float is limited by a constant that is neither NaN nor a zero whose sign counts") {
    const auto is_limit = [](NodeKind kind, ValueType type, std::int64_t bits) {
        LoopNest nest;
        nest.parameters = {{"a", type.kind, 8, false}, {"out", type.kind, 8, true}};
        const NodeId at = nest.integer(0);
        const NodeId value =
            nest.add({.kind = NodeKind::Load, .type = type, .operands = {at}, .symbol = "a"});
        const NodeId constant = nest.add({.kind = is_float(type.kind) ? NodeKind::Real : NodeKind::Integer,
                                          .type = type,
                                          .integer = bits});
        const NodeId extremum = nest.binary(kind, constant, value);
        const ConstantLimit limit = constant_limit(nest, extremum);
        CHECK(((limit.operand == value && limit.limit == constant) || limit.limit == no_node));
        return limit.limit == constant;
    };
    const std::int64_t six = 0x40c00000, minus_zero = INT64_C(0x80000000);
    for (const NodeKind kind : {NodeKind::Maximum, NodeKind::Minimum}) {
        CHECK(is_limit(kind, {ScalarKind::F32, 8}, six));
        CHECK(is_limit(kind, {ScalarKind::F64, 1}, 0x4018000000000000));
        CHECK_FALSE(is_limit(kind, {ScalarKind::F32, 8}, 0x7fc00000));
        CHECK_FALSE(is_limit(kind, {ScalarKind::I32, 8}, 6));
    }
    CHECK(is_limit(NodeKind::Minimum, {ScalarKind::F32, 8}, 0));
    CHECK_FALSE(is_limit(NodeKind::Minimum, {ScalarKind::F32, 8}, minus_zero));
    CHECK_FALSE(is_limit(NodeKind::Maximum, {ScalarKind::F32, 8}, minus_zero));
    CHECK_FALSE(is_limit(NodeKind::Maximum, {ScalarKind::F32, 8}, 0));
}

TEST_CASE("the maximum of a float and +0 is a relu, on either side; of -0 and of integers it is not") {
    const auto of_zero = [](ValueType type, std::int64_t bits, bool zero_first) {
        LoopNest nest;
        nest.parameters = {{"a", type.kind, 8, false}, {"out", type.kind, 8, true}};
        const NodeId at = nest.integer(0);
        const NodeId value =
            nest.add({.kind = NodeKind::Load, .type = type, .operands = {at}, .symbol = "a"});
        const NodeId zero = nest.add({.kind = is_float(type.kind) ? NodeKind::Real : NodeKind::Integer,
                                      .type = type,
                                      .integer = bits});
        const NodeId most = zero_first ? nest.binary(NodeKind::Maximum, zero, value)
                                       : nest.binary(NodeKind::Maximum, value, zero);
        nest.body = nest.add({.kind = NodeKind::Store, .operands = {at, most}, .symbol = "out"});
        const NodeId operand = relu_operand(nest, most);
        CHECK((operand == value || operand == no_node));
        return operand == value;
    };
    CHECK(of_zero({ScalarKind::F32, 1}, 0, false));
    CHECK(of_zero({ScalarKind::F64, 1}, 0, true));
    CHECK_FALSE(of_zero({ScalarKind::F32, 1}, INT64_C(0x80000000), false));
    CHECK_FALSE(of_zero({ScalarKind::I32, 1}, 0, false));
}

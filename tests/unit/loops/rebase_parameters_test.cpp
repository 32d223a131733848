#include "scheduler/loops/rebase_parameters.h"

#include <catch2/catch.hpp>
#include <string>

#include "scheduler/loops/prove_bounds.h"

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType index_type{ScalarKind::I32, 1};
constexpr ValueType vector_type{ScalarKind::F32, 4};

/// for i in [0, 3): out[i * 4 .. + 3] = x[place(i) .. + 3], where x has 64 elements.
template <typename Place>
LoopNest copy_from(Place place) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, 64, false}, {"out", ScalarKind::F32, 12, true}};
    const NodeId i = nest.variable("i", index_type);
    const auto lanes = [&](NodeId base) {
        return nest.add(
            {.kind = NodeKind::Ramp, .type = index_type.with_lanes(4), .operands = {base, nest.integer(1)}});
    };
    const NodeId value = nest.add(
        {.kind = NodeKind::Load, .type = vector_type, .operands = {lanes(place(nest, i))}, .symbol = "x"});
    const NodeId to = lanes(nest.binary(NodeKind::Multiply, i, nest.integer(4)));
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {to, value}, .symbol = "out"});
    nest.body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(3), store}, .symbol = "i"});
    return nest;
}

NodeId sum(LoopNest& nest, NodeId a, std::int64_t b) {
    return b == 0 ? a : nest.binary(NodeKind::Add, a, nest.integer(b));
}

/// The text of a nest without the extents of its parameters.
std::string code(LoopNest nest) {
    for (BufferParameter& parameter : nest.parameters) parameter.elements = 0;
    return to_text(nest);
}

/// i * 8 + first.
RebasedNest rebased_rows(std::int64_t first) {
    return rebase_parameters(copy_from([&](LoopNest& nest, NodeId i) {
        return sum(nest, nest.binary(NodeKind::Multiply, i, nest.integer(8)), first);
    }));
}

}  // namespace

TEST_CASE("kernels on different rows of a buffer become equal") {
    const RebasedNest at_start = rebased_rows(0), later = rebased_rows(24);
    CHECK(at_start.first == std::vector<std::int64_t>{0, 0});
    CHECK(later.first == std::vector<std::int64_t>{24, 0});
    CHECK(at_start.nest.parameters[0].elements == 64);
    CHECK(later.nest.parameters[0].elements == 40);
    CHECK(prove_bounds(later.nest).empty());
    CHECK(code(at_start.nest) == code(later.nest));
}

TEST_CASE("a constant inside a product moves if the factor divides the distance") {
    const auto product = [](std::int64_t first) {
        return rebase_parameters(copy_from([&](LoopNest& nest, NodeId i) {
            return nest.binary(NodeKind::Multiply, sum(nest, i, first), nest.integer(4));
        }));
    };
    CHECK(product(5).first == std::vector<std::int64_t>{20, 0});
    CHECK(code(product(5).nest) == code(product(0).nest));
}

TEST_CASE("a parameter keeps its first element if no constant of an index can become smaller") {
    const RebasedNest result = rebase_parameters(copy_from([](LoopNest& nest, NodeId i) {
        return nest.binary(NodeKind::Maximum, nest.integer(8),
                           nest.binary(NodeKind::Multiply, i, nest.integer(8)));
    }));
    CHECK(result.first == std::vector<std::int64_t>{0, 0});
    CHECK(result.nest.parameters[0].elements == 64);
}

TEST_CASE("a parameter does not begin before its buffer where an index may be negative") {
    const RebasedNest result = rebase_parameters(copy_from([](LoopNest& nest, NodeId i) {
        return sum(nest, nest.binary(NodeKind::Multiply, i, nest.integer(8)), -4);
    }));
    CHECK(result.first == std::vector<std::int64_t>{0, 0});
    CHECK_FALSE(prove_bounds(result.nest).empty());
}

#include "scheduler/loops/name_indices.h"

#include <catch2/catch.hpp>
#include <string>

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType index_type{ScalarKind::I32, 1};

/// let `name` = i * `stride` in `body`.
NodeId let(LoopNest& nest, const std::string& name, const std::string& of, int stride, NodeId body) {
    const NodeId value = nest.binary(NodeKind::Multiply, nest.variable(of, index_type), nest.integer(stride));
    return nest.add({.kind = NodeKind::LetStatement, .operands = {value, body}, .symbol = name});
}

NodeId element(LoopNest& nest, const std::string& buffer, const std::string& index) {
    return nest.add({.kind = NodeKind::Load,
                     .type = index_type,
                     .operands = {nest.variable(index, index_type)},
                     .symbol = buffer});
}

LoopNest loop_over(LoopNest nest, NodeId body) {
    nest.body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(4), body}, .symbol = "i"});
    verify(nest);
    return nest;
}

NodeId store(LoopNest& nest, const std::string& index, NodeId value) {
    return nest.add(
        {.kind = NodeKind::Store, .operands = {nest.variable(index, index_type), value}, .symbol = "out"});
}

LoopNest with_parameters() {
    LoopNest nest;
    nest.parameters = {{"lhs", ScalarKind::I32, 64, false}, {"out", ScalarKind::I32, 64, true}};
    return nest;
}

}  // namespace

TEST_CASE("an index is named after its buffer, through other indices") {
    LoopNest nest = with_parameters();
    NodeId body = store(nest, "index_3", element(nest, "lhs", "index_2"));
    body = let(nest, "index_3", "i", 8, body);
    body = let(nest, "index_2", "index", 2, body);
    body = let(nest, "index", "i", 4, body);
    const LoopNest named = name_indices(loop_over(std::move(nest), body));
    verify(named);
    CHECK(to_text(named) ==
          "input lhs: i32[64]\n"
          "output out: i32[64]\n"
          "for i from 0 extent 4\n"
          "  let lhs_at = multiply(i, 4)\n"
          "  let lhs_at_2 = multiply(lhs_at, 2)\n"
          "  let out_at = multiply(i, 8)\n"
          "  out[out_at] = lhs[lhs_at_2]:i32\n");
}

TEST_CASE("an index into several buffers keeps its name, and names with a meaning stay") {
    LoopNest nest = with_parameters();
    NodeId body = store(nest, "index", element(nest, "lhs", "row"));
    body = let(nest, "row", "index", 2, body);
    body = let(nest, "index", "i", 4, body);
    const LoopNest named = name_indices(loop_over(std::move(nest), body));
    CHECK(to_text(named) ==
          "input lhs: i32[64]\n"
          "output out: i32[64]\n"
          "for i from 0 extent 4\n"
          "  let index = multiply(i, 4)\n"
          "  let row = multiply(index, 2)\n"
          "  out[index] = lhs[row]:i32\n");
}

TEST_CASE("an index that finds an index in memory is named after the buffer that holds it") {
    LoopNest nest = with_parameters();
    const NodeId found = element(nest, "lhs", "index");
    const NodeId store =
        nest.add({.kind = NodeKind::Store, .operands = {found, nest.integer(1)}, .symbol = "out"});
    const NodeId body = let(nest, "index", "i", 4, store);
    CHECK(to_text(name_indices(loop_over(std::move(nest), body))) ==
          "input lhs: i32[64]\n"
          "output out: i32[64]\n"
          "for i from 0 extent 4\n"
          "  let lhs_at = multiply(i, 4)\n"
          "  out[lhs[lhs_at]:i32] = 1\n");
}

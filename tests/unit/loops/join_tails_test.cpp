#include "scheduler/loops/join_tails.h"

#include <catch2/catch.hpp>

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType index_type{ScalarKind::I32, 1};

NodeId loop(LoopNest& nest, const char* variable, std::int64_t extent, NodeId body) {
    return nest.add({.kind = NodeKind::For,
                     .operands = {nest.integer(0), nest.integer(extent), body},
                     .symbol = variable});
}

NodeId plus(LoopNest& nest, NodeId a, NodeId b) {
    return nest.binary(NodeKind::Add, a, b);
}

NodeId times(LoopNest& nest, const char* variable, std::int64_t factor) {
    return nest.binary(NodeKind::Multiply, nest.variable(variable, index_type), nest.integer(factor));
}

NodeId store(LoopNest& nest, NodeId at) {
    const NodeId zero = nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F32, 1}});
    return nest.add({.kind = NodeKind::Store, .operands = {at, zero}, .symbol = "out"});
}

/// Stores elements `at` + 3 * row of four rows.
NodeId rows(LoopNest& nest, NodeId at) {
    return loop(nest, "row", 4, store(nest, plus(nest, at, times(nest, "row", 3))));
}

LoopNest empty_nest() {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::F32, 64, true}};
    return nest;
}

NodeId first_in(LoopNest& nest, std::int64_t step, std::int64_t last, NodeId body) {
    const NodeId place = nest.binary(NodeKind::Minimum, times(nest, "tile", step), nest.integer(last));
    return nest.add({.kind = NodeKind::LetStatement, .operands = {place, body}, .symbol = "first"});
}

}  // namespace

TEST_CASE("the last tile of a loop is its last iteration, which begins early") {
    LoopNest nest = empty_nest();
    nest.body = nest.block({loop(nest, "tile", 2, rows(nest, times(nest, "tile", 12))),
                            rows(nest, nest.integer(18)), store(nest, nest.integer(60))});
    const LoopNest joined = join_tails(nest);
    verify(joined);
    LoopNest expected = empty_nest();
    const NodeId at = plus(expected, times(expected, "first", 6), times(expected, "row", 3));
    const NodeId tile = loop(expected, "row", 4, store(expected, at));
    expected.body = expected.block(
        {loop(expected, "tile", 3, first_in(expected, 2, 3, tile)), store(expected, expected.integer(60))});
    CHECK(to_text(joined) == to_text(expected));
}

TEST_CASE("a last tile in its own place makes the loop longer") {
    LoopNest nest = empty_nest();
    nest.body = nest.block(
        {loop(nest, "tile", 2, rows(nest, times(nest, "tile", 12))), rows(nest, nest.integer(24))});
    LoopNest expected = empty_nest();
    expected.body = loop(expected, "tile", 3, rows(expected, times(expected, "tile", 12)));
    CHECK(to_text(join_tails(nest)) == to_text(expected));
}

TEST_CASE("indices with names, and divisions that the place of the tile determines, are compared by value") {
    // Element (tile * 4 + 1) / 3 of the loop, element 7 / 3 of the last tile, and a named index.
    LoopNest nest = empty_nest();
    const NodeId quotient = nest.binary(NodeKind::FloorDivide,
                                        plus(nest, times(nest, "tile", 4), nest.integer(1)), nest.integer(3));
    const NodeId tile = nest.block({rows(nest, nest.variable("at", index_type)), store(nest, quotient)});
    const NodeId named = nest.add(
        {.kind = NodeKind::LetStatement, .operands = {times(nest, "tile", 12), tile}, .symbol = "at"});
    nest.body = nest.block({loop(nest, "tile", 2, named),
                            nest.block({rows(nest, nest.integer(18)), store(nest, nest.integer(2))})});
    const std::string text = to_text(join_tails(nest));
    CHECK_THAT(text, Catch::Contains("for tile from 0 extent 3"));
    CHECK_THAT(text, Catch::Contains("let first = minimum(multiply(tile, 2), 3)"));
    CHECK_THAT(text, Catch::Contains("floor_divide(add(multiply(first, 2), 1), 3)"));
}

TEST_CASE("two equal tiles are a loop of two") {
    LoopNest nest = empty_nest();
    nest.body =
        nest.block({loop(nest, "column", 3, rows(nest, nest.variable("column", index_type))),
                    loop(nest, "column_2", 3,
                         rows(nest, plus(nest, nest.variable("column_2", index_type), nest.integer(9))))});
    LoopNest expected = empty_nest();
    const NodeId at = plus(expected, times(expected, "tile", 9), expected.variable("column", index_type));
    expected.body = loop(expected, "tile", 2, loop(expected, "column", 3, rows(expected, at)));
    const std::string text = to_text(join_tails(nest));
    CHECK_THAT(text, Catch::Contains("for tile from 0 extent 2"));
    CHECK_THAT(text, Catch::Contains("multiply(tile, 9)"));
    CHECK(text.find("column_2") == std::string::npos);
}

TEST_CASE("what differs in more than its place, and innermost loops, stay") {
    LoopNest shorter = empty_nest();
    shorter.body =
        shorter.block({loop(shorter, "tile", 2, rows(shorter, times(shorter, "tile", 12))),
                       loop(shorter, "row", 3,
                            store(shorter, plus(shorter, shorter.integer(18), times(shorter, "row", 3))))});
    CHECK(to_text(join_tails(shorter)) == to_text(shorter));
    LoopNest elsewhere = empty_nest();
    elsewhere.body =
        elsewhere.block({loop(elsewhere, "tile", 2, rows(elsewhere, times(elsewhere, "tile", 12))),
                         rows(elsewhere, elsewhere.integer(36))});
    CHECK(to_text(join_tails(elsewhere)) == to_text(elsewhere));
    LoopNest innermost = empty_nest();
    innermost.body = innermost.block({loop(innermost, "x", 2, store(innermost, times(innermost, "x", 4))),
                                      store(innermost, innermost.integer(6))});
    CHECK(to_text(join_tails(innermost)) == to_text(innermost));
}

TEST_CASE("named places with divisions keep their distance") {
    LoopNest nest = empty_nest();
    const auto tile = [&](const char* name, std::int64_t offset) {
        const NodeId line =
            nest.binary(NodeKind::FloorDivide, nest.variable("i", index_type), nest.integer(2));
        const NodeId place = plus(nest, line, nest.integer(offset));
        const NodeId body = loop(nest, "row", 3, rows(nest, nest.variable(name, index_type)));
        const NodeId zero = nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F32, 1}});
        const NodeId first =
            nest.add({.kind = NodeKind::Store, .operands = {nest.integer(0), zero}, .symbol = "sum"});
        const NodeId named = nest.add(
            {.kind = NodeKind::LetStatement, .operands = {place, nest.block({first, body})}, .symbol = name});
        return nest.add({.kind = NodeKind::Allocate,
                         .type = {ScalarKind::F32, 1},
                         .operands = {named},
                         .integer = 1,
                         .symbol = "sum",
                         .memory = MemoryKind::Registers});
    };
    const NodeId one = tile("at", 3), other = tile("at_2", 5);
    nest.body = loop(nest, "i", 4, nest.block({one, other}));
    CHECK_THAT(to_text(join_tails(nest)),
               Catch::Contains("let at = add(floor_divide(i, 2), add(multiply(tile, 2), 3))"));
}

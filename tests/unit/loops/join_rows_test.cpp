#include "scheduler/loops/join_rows.h"

#include <catch2/catch.hpp>

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType index_type{ScalarKind::I32, 1};

NodeId loop(LoopNest& nest, const char* variable, std::int64_t extent, NodeId body) {
    return nest.add({.kind = NodeKind::For,
                     .operands = {nest.integer(0), nest.integer(extent), body},
                     .symbol = variable});
}

/// out[row * 8 + place] = 0
NodeId store(LoopNest& nest, const char* row, NodeId place) {
    const NodeId scaled = nest.binary(NodeKind::Multiply, nest.variable(row, index_type), nest.integer(8));
    const NodeId at = nest.binary(NodeKind::Add, scaled, place);
    const NodeId zero = nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F32, 1}});
    return nest.add({.kind = NodeKind::Store, .operands = {at, zero}, .symbol = "out"});
}

LoopNest empty_nest() {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::F32, 64, true}};
    return nest;
}

}  // namespace

TEST_CASE("the parts of rows are stored in one loop over the rows") {
    LoopNest nest = empty_nest();
    const NodeId vectors =
        loop(nest, "z", 8, loop(nest, "y", 6, store(nest, "z", nest.variable("y", index_type))));
    const NodeId rest = loop(nest, "z_2", 8, store(nest, "z_2", nest.integer(6)));
    const NodeId last = loop(nest, "z_3", 8, store(nest, "z_3", nest.integer(7)));
    nest.body = nest.block({vectors, rest, last});
    const LoopNest joined = join_rows(nest);
    verify(joined);
    LoopNest expected = empty_nest();
    expected.body =
        loop(expected, "z", 8,
             expected.block({loop(expected, "y", 6, store(expected, "z", expected.variable("y", index_type))),
                             store(expected, "z", expected.integer(6)),
                             store(expected, "z", expected.integer(7))}));
    CHECK(to_text(joined) == to_text(expected));
}

TEST_CASE("inner loops are joined as well, under the names of indices around them") {
    LoopNest nest = empty_nest();
    const NodeId vectors = nest.add(
        {.kind = NodeKind::LetStatement,
         .operands = {nest.integer(3), loop(nest, "y", 2, store(nest, "y", nest.variable("at", index_type)))},
         .symbol = "at"});
    const NodeId rest = loop(nest, "y_2", 2, store(nest, "y_2", nest.integer(4)));
    nest.body = nest.block({loop(nest, "z", 3, vectors), loop(nest, "z_2", 3, rest)});
    const LoopNest joined = join_rows(nest);
    verify(joined);
    LoopNest expected = empty_nest();
    const NodeId both = expected.block({store(expected, "y", expected.variable("at", index_type)),
                                        store(expected, "y", expected.integer(4))});
    expected.body = loop(expected, "z", 3,
                         expected.add({.kind = NodeKind::LetStatement,
                                       .operands = {expected.integer(3), loop(expected, "y", 2, both)},
                                       .symbol = "at"}));
    CHECK(to_text(joined) == to_text(expected));
}

TEST_CASE("loops of different extents stay apart") {
    LoopNest nest = empty_nest();
    nest.body = nest.block({loop(nest, "z", 7, store(nest, "z", nest.integer(1))),
                            loop(nest, "z_2", 8, store(nest, "z_2", nest.integer(2)))});
    CHECK(to_text(join_rows(nest)) == to_text(nest));
}

#include "scheduler/loops/equal_indices.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType index_type{ScalarKind::I32, 1};

NodeId load(LoopNest& nest, NodeId index) {
    return nest.add({.kind = NodeKind::Load, .type = index_type, .operands = {index}, .symbol = "x"});
}

/// let `name` = `start` + block in out[`name` * 4 + `place`] = `value`.
NodeId named_store(LoopNest& nest, const std::string& name, NodeId start, int place, NodeId value) {
    const NodeId row = nest.binary(NodeKind::Add, start, nest.variable("block", index_type));
    const NodeId line = nest.binary(NodeKind::Multiply, nest.variable(name, index_type), nest.integer(4));
    const NodeId store = nest.add({.kind = NodeKind::Store,
                                   .operands = {nest.binary(NodeKind::Add, line, nest.integer(place)), value},
                                   .symbol = "out"});
    return nest.add({.kind = NodeKind::LetStatement, .operands = {row, store}, .symbol = name});
}

/// for start: for block: twice, let value = x[(start + block) * 4] in a store that names start + block.
LoopNest stores_of_values() {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::I32, 32, false}, {"out", ScalarKind::I32, 32, true}};
    const NodeId start = nest.variable("start", index_type), block = nest.variable("block", index_type);
    std::vector<NodeId> statements;
    for (const std::string end : {"", "_2"}) {
        const NodeId row = nest.binary(NodeKind::Add, start, block);
        const NodeId element = load(nest, nest.binary(NodeKind::Multiply, row, nest.integer(4)));
        const NodeId store = named_store(nest, "row" + end, start, static_cast<int>(statements.size()) + 1,
                                         nest.variable("value" + end, index_type));
        statements.push_back(nest.add(
            {.kind = NodeKind::LetStatement, .operands = {element, store}, .symbol = "value" + end}));
    }
    NodeId body = nest.block(statements);
    for (const std::string loop : {"block", "start"})
        body = nest.add(
            {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(4), body}, .symbol = loop});
    nest.body = body;
    verify(nest);
    return nest;
}

}  // namespace

TEST_CASE("an index that several statements name is named once, before the values that they name") {
    const LoopNest nest = name_equal_indices_once(stores_of_values());
    verify(nest);
    CHECK(to_text(nest) ==
          "input x: i32[32]\n"
          "output out: i32[32]\n"
          "for start from 0 extent 4\n"
          "  for block from 0 extent 4\n"
          "    let row = add(start, block)\n"
          "    let value = x[multiply(row, 4)]:i32\n"
          "    out[add(multiply(row, 4), 1)] = value\n"
          "    let value_2 = x[multiply(row, 4)]:i32\n"
          "    out[add(multiply(row, 4), 2)] = value_2\n");
}

TEST_CASE("an index that names an element stays below the name") {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::I32, 4, false}, {"out", ScalarKind::I32, 32, true}};
    std::vector<NodeId> statements;
    for (const std::string end : {"", "_2"}) {
        const NodeId element = nest.variable("element", index_type);
        const NodeId store = named_store(nest, "row" + end, element, 1, nest.integer(1));
        statements.push_back(nest.add({.kind = NodeKind::LetStatement,
                                       .operands = {load(nest, nest.integer(0)), store},
                                       .symbol = "element"}));
    }
    nest.body = nest.add({.kind = NodeKind::For,
                          .operands = {nest.integer(0), nest.integer(4), nest.block(statements)},
                          .symbol = "block"});
    verify(nest);
    const LoopNest result = name_equal_indices_once(nest);
    verify(result);
    CHECK(to_text(result) == to_text(nest));
}

TEST_CASE("an index that is named after a local gets its first value is named before the local") {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::I32, 32, true}};
    const NodeId start = nest.variable("start", index_type), total = nest.variable("total", index_type);
    const NodeId first =
        nest.add({.kind = NodeKind::Assign, .operands = {nest.integer(7)}, .symbol = "total"});
    const NodeId again = nest.add({.kind = NodeKind::Assign,
                                   .operands = {nest.binary(NodeKind::Add, total, nest.integer(1))},
                                   .symbol = "total"});
    const NodeId local =
        nest.add({.kind = NodeKind::Declare,
                  .type = index_type,
                  .operands = {nest.block({first, named_store(nest, "row_2", start, 2, total), again})},
                  .symbol = "total"});
    NodeId body = nest.block({named_store(nest, "row", start, 1, nest.integer(1)), local});
    for (const std::string loop : {"block", "start"})
        body = nest.add(
            {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(4), body}, .symbol = loop});
    nest.body = body;
    verify(nest);
    const LoopNest result = name_equal_indices_once(nest);
    verify(result);
    CHECK_THAT(to_text(result), Catch::Matchers::EndsWith("    let row = add(start, block)\n"
                                                          "    out[add(multiply(row, 4), 1)] = 1\n"
                                                          "    declare total: i32\n"
                                                          "    total := 7\n"
                                                          "    out[add(multiply(row, 4), 2)] = total\n"
                                                          "    total := add(total, 1)\n"));
}

TEST_CASE("a name is not read where a loop binds what it is computed from again") {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::I32, 8, false}, {"out", ScalarKind::I32, 32, true}};
    const NodeId start = nest.variable("start", index_type), block = nest.variable("block", index_type);
    const NodeId element = load(nest, nest.binary(NodeKind::Add, start, block));
    const NodeId store = nest.add(
        {.kind = NodeKind::Store, .operands = {nest.variable("row", index_type), element}, .symbol = "out"});
    const auto loop = [&](NodeId body, const std::string& name) {
        return nest.add(
            {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(4), body}, .symbol = name});
    };
    const NodeId let = nest.add({.kind = NodeKind::LetStatement,
                                 .operands = {nest.binary(NodeKind::Add, start, block), loop(store, "block")},
                                 .symbol = "row"});
    nest.body = loop(loop(let, "block"), "start");
    verify(nest);
    const LoopNest result = name_equal_indices_once(nest);
    verify(result);
    CHECK(to_text(result) == to_text(nest));
}

#include "scheduler/loops/transpose_copies.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/loops/byte_words.h"
#include "scheduler/loops/loop_nest.h"
#include "scheduler/loops/prove_bounds.h"
#include "scheduler/loops/prune.h"
#include "scheduler/loops/rewriter.h"

using namespace hlo2c::scheduler;

namespace {

/// for i in [0, rows): for j in [0, columns): out[j * rows + i] = a[i * columns + j]. If it `binds`, the
/// index is bound to a name, and so is the element, whose square is doubled `doublings` times and stored.
LoopNest transposition(int rows, int columns, bool binds = false, int doublings = 0) {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::F32, rows * columns, false},
                       {"out", ScalarKind::F32, rows * columns, true}};
    const NodeId i = nest.variable("i", {ScalarKind::I32, 1}), j = nest.variable("j", {ScalarKind::I32, 1});
    const auto place = [&](NodeId row, int width, NodeId column) {
        return nest.binary(NodeKind::Add, nest.binary(NodeKind::Multiply, row, nest.integer(width)), column);
    };
    const ValueType number{ScalarKind::F32, 1};
    const auto bound = [&](const std::string& name, NodeId value, NodeId body) {
        return nest.add({.kind = NodeKind::Let, .type = number, .operands = {value, body}, .symbol = name});
    };
    const NodeId index = binds ? nest.variable("index", {ScalarKind::I32, 1}) : place(i, columns, j);
    NodeId value = nest.add({.kind = NodeKind::Load, .type = number, .operands = {index}, .symbol = "a"});
    if (binds) {
        const NodeId element = nest.variable("element", number);
        const auto named = [&](int step) { return nest.variable("value" + std::to_string(step), number); };
        NodeId stored = named(doublings);
        for (int step = doublings; step > 0; step--) {
            const NodeId before = named(step - 1);
            stored =
                bound("value" + std::to_string(step), nest.binary(NodeKind::Add, before, before), stored);
        }
        stored = bound("value0", nest.binary(NodeKind::Multiply, element, element), stored);
        value = bound("index", place(i, columns, j), bound("element", value, stored));
    }
    const NodeId store =
        nest.add({.kind = NodeKind::Store, .operands = {place(j, rows, i), value}, .symbol = "out"});
    const auto loop = [&](const char* variable, int extent, NodeId body) {
        const NodeId begin = nest.integer(0), count = nest.integer(extent);
        return nest.add({.kind = NodeKind::For, .operands = {begin, count, body}, .symbol = variable});
    };
    nest.body = loop("i", rows, loop("j", columns, store));
    return nest;
}

/// for i in [0, rows): for j in [0, columns): out[j * rows + i] = the four bytes of `a` from
/// (i * columns + j) * 4 on.
LoopNest transposition_of_words(int rows, int columns) {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::I8, 4 * rows * columns, false},
                       {"out", ScalarKind::I32, rows * columns, true}};
    const NodeId i = nest.variable("i", {ScalarKind::I32, 1}), j = nest.variable("j", {ScalarKind::I32, 1});
    const auto place = [&](NodeId row, int width, NodeId column) {
        return nest.binary(NodeKind::Add, nest.binary(NodeKind::Multiply, row, nest.integer(width)), column);
    };
    Node word{.kind = NodeKind::Call, .type = {ScalarKind::I32, 1}, .symbol = word_of_bytes};
    for (int byte = 0; byte < bytes_in_word; byte++)
        word.operands.push_back(
            nest.add({.kind = NodeKind::Load,
                      .type = {ScalarKind::I8, 1},
                      .operands = {place(place(i, columns, j), bytes_in_word, nest.integer(byte))},
                      .symbol = "a"}));
    NodeId body = nest.add({.kind = NodeKind::Store,
                            .operands = {place(j, rows, i), nest.add(std::move(word))},
                            .symbol = "out"});
    for (const auto& [variable, extent] : {std::pair("j", columns), std::pair("i", rows)})
        body = nest.add({.kind = NodeKind::For,
                         .operands = {nest.integer(0), nest.integer(extent), body},
                         .symbol = variable});
    nest.body = body;
    return nest;
}

std::size_t count(const LoopNest& nest, NodeKind kind) {
    const LoopNest reached = rebuild(nest, [](LoopNest&, Node&) { return no_node; });
    return static_cast<std::size_t>(std::count_if(reached.nodes.begin(), reached.nodes.end(),
                                                  [&](const Node& node) { return node.kind == kind; }));
}

}  // namespace

TEST_CASE(
    "A copy across rows is a transposition of blocks in registers, and element by element at the edges") {
    const LoopNest whole = transpose_copies(transposition(16, 24), 32);
    verify(whole);
    CHECK(prove_bounds(whole).empty());
    CHECK(count(whole, NodeKind::Shuffle) == 24);  // 8 vectors, exchanged at distances 4, 2 and 1
    CHECK(count(whole, NodeKind::Store) == 8);
    const LoopNest edges = transpose_copies(transposition(19, 11), 32);
    verify(edges);
    CHECK(prove_bounds(edges).empty());
    CHECK(count(edges, NodeKind::Store) == 10);
    // Few rows give smaller blocks; too few give none.
    CHECK(count(transpose_copies(transposition(5, 64), 64), NodeKind::Shuffle) == 8);
    CHECK(transpose_copies(transposition(3, 64), 64) ==
          rebuild(transposition(3, 64), [](LoopNest&, Node&) { return no_node; }));
}

TEST_CASE("Words of neighbouring bytes are transposed as one element each") {
    const LoopNest nest = load_words(transpose_copies(transposition_of_words(16, 24), 32));
    verify(nest);
    CHECK(prove_bounds(nest).empty());
    CHECK(count(nest, NodeKind::Shuffle) == 24);
    CHECK(count(nest, NodeKind::Load) == 8);
    CHECK(count(nest, NodeKind::Call) == 0);
}

TEST_CASE("A transposition evaluates what its value binds once for each vector") {
    const LoopNest nest = transpose_copies(transposition(16, 24, true), 32);
    verify(nest);
    CHECK(prove_bounds(nest).empty());
    CHECK(count(nest, NodeKind::Shuffle) == 24);
    CHECK(count(nest, NodeKind::Load) == 8);
    CHECK(count(nest, NodeKind::Let) == 16);
    verify(prune(nest));
}

TEST_CASE("A transposition walks each value of a long chain once") {
    const LoopNest nest = transpose_copies(transposition(16, 24, true, 40), 32);
    verify(nest);
    CHECK(count(nest, NodeKind::Shuffle) == 24);
    CHECK(count(nest, NodeKind::Load) == 8);
}

TEST_CASE("A transposition by shuffles has the same lanes as the copy") {
    const LoopNest nest = transpose_copies(transposition(8, 8), 32);
    // Traces each stored lane back through the shuffles to the row and lane that were loaded.
    std::map<std::string, NodeId> lets;
    for (const Node& node : nest.nodes)
        if (node.kind == NodeKind::LetStatement) lets[node.symbol] = node.operands[0];
    const std::function<std::pair<NodeId, int>(NodeId, int)> origin = [&](NodeId id, int lane) {
        const Node& node = nest[id];
        if (node.kind == NodeKind::Variable) return origin(lets.at(node.symbol), lane);
        if (node.kind == NodeKind::Load) return std::pair{id, lane};
        const int taken = node.lanes.at(static_cast<std::size_t>(lane));
        return origin(node.operands[static_cast<std::size_t>(taken / 8)], taken % 8);
    };
    std::vector<NodeId> loads;
    int column = 0;
    for (NodeId id = 0; id < nest.nodes.size(); id++) {
        if (nest[id].kind == NodeKind::Load && nest[id].type.lanes == 8) loads.push_back(id);
        if (nest[id].kind != NodeKind::Store || nest[nest[id].operands[1]].kind != NodeKind::Variable)
            continue;
        for (int row = 0; row < 8; row++)
            CHECK(origin(nest[id].operands[1], row) ==
                  std::pair{loads.at(static_cast<std::size_t>(row)), column});
        column++;
    }
    CHECK(column == 8);
}

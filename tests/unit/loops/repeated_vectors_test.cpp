#include "scheduler/loops/repeated_vectors.h"

#include <catch2/catch.hpp>
#include <string>

#include "scheduler/loops/loop_builder.h"
#include "scheduler/loops/merge_lets.h"

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType bytes{ScalarKind::I8, 8}, floats{ScalarKind::F32, 8};

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t times = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) times++;
    return times;
}

LoopNest nest_of_rows() {
    LoopNest nest;
    nest.parameters = {{"weights", ScalarKind::I8, 8, false},
                       {"scales", ScalarKind::F32, 8, false},
                       {"x", ScalarKind::F32, 2, false},
                       {"out", ScalarKind::F32, 16, true}};
    return nest;
}

/// Two rows of eight products each, with `operand` as the vector that both rows read.
template <typename Operand>
LoopNest two_rows(Operand operand) {
    LoopNest nest = nest_of_rows();
    LoopBuilder loops(nest);
    for (int row = 0; row < 2; row++) {
        const NodeId factor =
            loops.broadcast(loops.load("x", loops.integer(row), {ScalarKind::F32, 1}), floats);
        loops.store("out", loops.integer(row * 8), loops.multiply(factor, operand(nest, loops)));
    }
    loops.finish();
    return nest;
}

NodeId converted(LoopNest& nest, LoopBuilder& loops) {
    const NodeId weights = loops.load("weights", loops.integer(0), bytes);
    return nest.add({.kind = NodeKind::Convert, .type = floats, .operands = {weights}});
}

NodeId scaled(LoopNest& nest, LoopBuilder& loops) {
    return loops.multiply(converted(nest, loops), loops.load("scales", loops.integer(0), floats));
}

/// Three statements that each bind `index` and store there.
template <typename Index>
LoopNest three_lets(Index index) {
    LoopNest nest;
    nest.parameters = {{"at", ScalarKind::I32, 1, false}, {"out", ScalarKind::I32, 16, true}};
    std::vector<NodeId> statements;
    for (const std::string name : {"t", "t_2", "t_3"}) {
        const NodeId value = index(nest, nest.variable("i", {}));
        const NodeId store = nest.add({.kind = NodeKind::Store,
                                       .operands = {nest.variable(name, {}), nest.integer(1)},
                                       .symbol = "out"});
        statements.push_back(
            nest.add({.kind = NodeKind::LetStatement, .operands = {value, store}, .symbol = name}));
    }
    nest.body = nest.add({.kind = NodeKind::For,
                          .operands = {nest.integer(0), nest.integer(4), nest.block(statements)},
                          .symbol = "i"});
    return nest;
}

}  // namespace

TEST_CASE("a vector that several rows compute from the same weights is named once") {
    const LoopNest nest = name_repeated_vectors(two_rows(scaled));
    verify(nest);
    const std::string text = to_text(nest);
    CHECK(count(text, "let ") == 1);
    CHECK(count(text, "convert(") == 1);
    CHECK(count(text, "value[0]") == 3);
}

TEST_CASE("a function of a vector that several rows read is called once") {
    const LoopNest nest = name_repeated_vectors(two_rows([](LoopNest& made, LoopBuilder& loops) {
        return made.call("rsqrt", floats, {loops.load("scales", loops.integer(0), floats)});
    }));
    verify(nest);
    CHECK(count(to_text(nest), "rsqrt(") == 1);
}

TEST_CASE("of a repeated vector, the part that more statements read has a name of its own") {
    bool is_scaled = false;
    const LoopNest nest = name_repeated_vectors(two_rows([&](LoopNest& made, LoopBuilder& loops) {
        is_scaled = !is_scaled;
        return is_scaled ? scaled(made, loops) : converted(made, loops);
    }));
    verify(nest);
    CHECK(count(to_text(nest), "let ") == 1);
    CHECK(count(to_text(nest), "multiply(value[0], scales") == 1);
}

TEST_CASE("a vector that several rows load is named for its buffer") {
    const LoopNest nest = name_repeated_vectors(two_rows(
        [](LoopNest&, LoopBuilder& loops) { return loops.load("scales", loops.integer(0), floats); }));
    verify(nest);
    const std::string text = to_text(nest);
    CHECK(count(text, "let scales_2[0] = scales[ramp(0, 1):i32x8]") == 1);
    CHECK(count(text, "scales_2[0]") == 3);
    CHECK(count(text, "broadcast(x[") == 2);
}

TEST_CASE("an element that several rows broadcast is named for its buffer") {
    const LoopNest nest = name_repeated_vectors(two_rows([](LoopNest&, LoopBuilder& loops) {
        return loops.broadcast(loops.load("scales", loops.integer(0), {ScalarKind::F32, 1}), floats);
    }));
    verify(nest);
    const std::string text = to_text(nest);
    CHECK(count(text, "let scales_2[0] = broadcast(scales[0]") == 1);
    CHECK(count(text, "scales_2[0]") == 3);
}

TEST_CASE("the broadcast of a constant gets no name") {
    const LoopNest nest = two_rows([](LoopNest&, LoopBuilder& loops) {
        return loops.broadcast(loops.real(1, {ScalarKind::F32, 1}), floats);
    });
    CHECK(to_text(name_repeated_vectors(nest)) == to_text(nest));
}

TEST_CASE("a vector that is computed from what a statement stores gets no name") {
    const LoopNest nest = two_rows([](LoopNest&, LoopBuilder& loops) {
        return loops.negate(loops.load("out", loops.integer(0), floats));
    });
    CHECK(to_text(name_repeated_vectors(nest)) == to_text(nest));
}

TEST_CASE("neighbouring statements that bind the same index share its name") {
    const LoopNest nest = merge_lets(
        three_lets([](LoopNest& made, NodeId i) { return made.binary(NodeKind::Add, i, made.integer(4)); }));
    verify(nest);
    CHECK(count(to_text(nest), "let ") == 1);
    CHECK(count(to_text(nest), "out[t] = 1") == 3);
}

TEST_CASE("neighbouring statements that bind elements or different indices keep their names") {
    int offset = 0;
    const LoopNest different = three_lets(
        [&](LoopNest& made, NodeId i) { return made.binary(NodeKind::Add, i, made.integer(++offset)); });
    CHECK(count(to_text(merge_lets(different)), "let ") == 3);
    const LoopNest elements = three_lets([](LoopNest& made, NodeId) {
        return made.add({.kind = NodeKind::Load, .operands = {made.integer(0)}, .symbol = "at"});
    });
    CHECK(count(to_text(merge_lets(elements)), "let ") == 3);
}

TEST_CASE("neighbouring statements that bind an index of a counter, which they advance, keep their names") {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::I32, 16, true}};
    std::vector<NodeId> statements;
    for (const std::string name : {"t", "t_2"}) {
        const NodeId next = nest.binary(NodeKind::Add, nest.variable("counter", {}), nest.integer(1));
        const NodeId store = nest.add({.kind = NodeKind::Store,
                                       .operands = {nest.variable(name, {}), nest.integer(1)},
                                       .symbol = "out"});
        const NodeId advance = nest.add({.kind = NodeKind::Assign, .operands = {next}, .symbol = "counter"});
        statements.push_back(nest.add({.kind = NodeKind::LetStatement,
                                       .operands = {next, nest.block({store, advance})},
                                       .symbol = name}));
    }
    nest.body = nest.add({.kind = NodeKind::Declare,
                          .operands = {nest.integer(0), nest.block(statements)},
                          .symbol = "counter"});
    verify(nest);
    CHECK(count(to_text(merge_lets(nest)), "let ") == 2);
}

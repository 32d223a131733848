#include <catch2/catch.hpp>

#include "codegen/c/kernel_printer.h"
#include "tests/unit/codegen_c/compiled_kernel.h"

using namespace hlo2c::codegen;
using namespace hlo2c::codegen::testing;
using namespace hlo2c::scheduler;

namespace {

constexpr ValueType index_type{ScalarKind::I32, 1};

std::string printed(const LoopNest& nest) {
    Kernel kernel;
    kernel.name = "kernel";
    kernel.nest = nest;
    Plan plan;
    plan.kernels = {kernel};
    return print_kernels(plan, "test").kernels[0].definition;
}

/// for y in 0..4: for x in 2 * y..2 * y + the extent: out[x] = 1
std::string inner_loop_with(NodeId (*extent_of)(LoopNest&, NodeId begin)) {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::F32, 64, true}};
    const auto begin = [&] {
        return nest.binary(NodeKind::Multiply, nest.variable("y", index_type), nest.integer(2));
    };
    const NodeId one =
        nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F32, 1}, .integer = 0x3f800000});
    const NodeId at = nest.variable("x", index_type);
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {at, one}, .symbol = "out"});
    const NodeId first = begin(), extent = extent_of(nest, begin());
    const NodeId inner = nest.add(
        {.kind = NodeKind::For, .type = index_type, .operands = {first, extent, store}, .symbol = "x"});
    const NodeId zero = nest.integer(0), four = nest.integer(4);
    nest.body =
        nest.add({.kind = NodeKind::For, .type = index_type, .operands = {zero, four, inner}, .symbol = "y"});
    return printed(nest);
}

}  // namespace

TEST_CASE("A loop whose extent is its end without its begin is printed with the end") {
    const std::string text = inner_loop_with([](LoopNest& nest, NodeId begin) {
        const NodeId end = nest.binary(NodeKind::Add, nest.variable("y", index_type), nest.integer(20));
        return nest.binary(NodeKind::Subtract, end, begin);
    });
    CHECK_THAT(text, Catch::Contains("for (int x = y * 2; x < y + 20; x++)"));
}

TEST_CASE("A loop of another extent is printed with the sum of its begin and its extent") {
    const std::string text = inner_loop_with(
        [](LoopNest& nest, NodeId begin) { return nest.binary(NodeKind::Subtract, begin, nest.integer(1)); });
    CHECK_THAT(text, Catch::Contains("for (int x = y * 2; x < y * 2 + y * 2 - 1; x++)"));
}

TEST_CASE("A loop that reads several elements of a row has a pointer to the first one") {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::F32, 64, false}, {"out", ScalarKind::F32, 64, true}};
    const ValueType number{ScalarKind::F32, 1};
    const auto at = [&](int offset) {
        const NodeId row = nest.binary(NodeKind::Multiply, nest.variable("y", index_type), nest.integer(8));
        return offset == 0 ? row : nest.binary(NodeKind::Add, row, nest.integer(offset));
    };
    const auto read = [&](int offset) {
        const NodeId index = at(offset);
        return nest.add({.kind = NodeKind::Load, .type = number, .operands = {index}, .symbol = "a"});
    };
    const auto write = [&](int offset, NodeId value) {
        const NodeId index = at(offset);
        return nest.add({.kind = NodeKind::Store, .operands = {index, value}, .symbol = "out"});
    };
    const NodeId sum = nest.binary(NodeKind::Add, nest.binary(NodeKind::Add, read(3), read(2)), read(6));
    const NodeId condition = nest.add({.kind = NodeKind::LessEqual,
                                       .type = {ScalarKind::Boolean, 1},
                                       .operands = {nest.integer(1), nest.variable("y", index_type)}});
    const NodeId guarded = nest.add({.kind = NodeKind::If, .operands = {condition, write(1, read(-8))}});
    const NodeId inside = nest.add({.kind = NodeKind::If, .operands = {condition, write(2, read(7))}});
    const NodeId body = nest.block({write(0, sum), guarded, inside});
    const NodeId zero = nest.integer(0), four = nest.integer(4);
    nest.body =
        nest.add({.kind = NodeKind::For, .type = index_type, .operands = {zero, four, body}, .symbol = "y"});
    const std::string text = printed(nest);
    INFO(text);
    CHECK_THAT(text, Catch::Contains("const float *const a_row = &a[y * 8 + 2];"));
    CHECK_THAT(text, Catch::Contains("out[y * 8] = a_row[1] + a_row[0] + a_row[4];"));
    CHECK_THAT(text, Catch::Contains("a[y * 8 - 8]") && Catch::Contains("a_row[5]"));
    CHECK_THAT(text, !Catch::Contains("out_row"));
}

TEST_CASE("A loop has no pointer to elements whose index it changes") {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::F32, 64, false}, {"out", ScalarKind::F32, 64, true}};
    const ValueType number{ScalarKind::F32, 1};
    const auto place = [&] { return nest.variable("place", index_type); };
    const auto read = [&](int offset) {
        const NodeId twice = nest.binary(NodeKind::Multiply, place(), nest.integer(2));
        const NodeId index = nest.binary(NodeKind::Add, twice, nest.integer(offset));
        return nest.add({.kind = NodeKind::Load, .type = number, .operands = {index}, .symbol = "a"});
    };
    const NodeId next = nest.binary(NodeKind::Add, place(), nest.integer(1));
    const NodeId advance = nest.add({.kind = NodeKind::Assign, .operands = {next}, .symbol = "place"});
    const NodeId sum = nest.binary(NodeKind::Add, nest.binary(NodeKind::Add, read(1), read(2)), read(3));
    const NodeId at = nest.variable("x", index_type);
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {at, sum}, .symbol = "out"});
    const NodeId body = nest.block({advance, store});
    const NodeId zero = nest.integer(0), four = nest.integer(4);
    const NodeId loop =
        nest.add({.kind = NodeKind::For, .type = index_type, .operands = {zero, four, body}, .symbol = "x"});
    nest.body = nest.add({.kind = NodeKind::Declare,
                          .type = index_type,
                          .operands = {nest.integer(0), loop},
                          .symbol = "place"});
    const std::string text = printed(nest);
    INFO(text);
    CHECK_THAT(text, !Catch::Contains("a_row"));
}

TEST_CASE("A logical operation has no branch around a load, and no compiler warns of it") {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::Boolean, 8, false},
                       {"b", ScalarKind::I8, 8, false},
                       {"out", ScalarKind::Boolean, 8, true}};
    const ValueType flag{ScalarKind::Boolean, 1}, byte{ScalarKind::I8, 1};
    const NodeId at = nest.integer(3);
    const auto read = [&](const char* buffer, ValueType type) {
        return nest.add({.kind = NodeKind::Load, .type = type, .operands = {at}, .symbol = buffer});
    };
    const NodeId both = nest.binary(NodeKind::And, read("out", flag), read("a", flag));
    const NodeId sum = nest.binary(NodeKind::Add, read("b", byte), read("b", byte));
    const NodeId less = nest.add(
        {.kind = NodeKind::Less, .type = flag, .operands = {sum, nest.binary(NodeKind::Add, sum, sum)}});
    const NodeId either = nest.binary(NodeKind::Or, both, less);
    nest.body = nest.add({.kind = NodeKind::Store, .operands = {at, either}, .symbol = "out"});
    const std::string text = printed(nest);
    INFO(text);
    CHECK_THAT(text, Catch::Contains("((out[3] != 0) & (a[3] != 0)) |") && Catch::Contains("(int)(add_i8("));
    CHECK_THAT(text, !Catch::Contains("&&") && !Catch::Contains("||"));
}

TEST_CASE("A selection among loads has no branch") {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::Boolean, 8, false}, {"out", ScalarKind::Boolean, 8, true}};
    const ValueType flag{ScalarKind::Boolean, 1};
    const auto read = [&](int at) {
        return nest.add(
            {.kind = NodeKind::Load, .type = flag, .operands = {nest.integer(at)}, .symbol = "a"});
    };
    const NodeId chosen =
        nest.add({.kind = NodeKind::Select, .type = flag, .operands = {read(0), read(1), read(2)}});
    nest.body = nest.add({.kind = NodeKind::Store, .operands = {nest.integer(3), chosen}, .symbol = "out"});
    CHECK_THAT(printed(nest), Catch::Contains("select_i32(a[0] != 0, a[1] != 0, a[2] != 0)"));
}

TEST_CASE("A local has one number in C, whatever numbers its symbol ends in") {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::I32, 2, true}};
    const auto add = [&](NodeId a, NodeId b) { return nest.binary(NodeKind::Add, a, b); };
    const NodeId sum = add(nest.variable("value_3_2", index_type), nest.variable("value_4", index_type));
    const NodeId zero = nest.integer(0);
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {zero, sum}, .symbol = "out"});
    const NodeId five = nest.integer(5), six = nest.integer(6);
    const NodeId inner =
        nest.add({.kind = NodeKind::LetStatement, .operands = {five, store}, .symbol = "value_4"});
    nest.body = nest.add({.kind = NodeKind::LetStatement, .operands = {six, inner}, .symbol = "value_3_2"});
    const std::string text = printed(nest);
    CHECK_THAT(text, Catch::Contains("const int value = 6;") && Catch::Contains("const int value_2 = 5;") &&
                         Catch::Contains("out[0] = value + value_2;"));
}

TEST_CASE("A name between shared loops and their parallel loop is declared before the ranges") {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::I32, 1, false}, {"out", ScalarKind::I32, 8, true}};
    const auto loop = [&](const char* variable, LoopKind kind, NodeId value) {
        const NodeId at = nest.variable(variable, index_type);
        const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {at, value}, .symbol = "out"});
        return nest.add({.kind = NodeKind::For,
                         .type = index_type,
                         .operands = {nest.integer(0), nest.integer(4), store},
                         .symbol = variable,
                         .loop = kind});
    };
    const NodeId shared = loop("s", LoopKind::Shared, nest.integer(0));
    const NodeId first =
        nest.add({.kind = NodeKind::Load, .type = index_type, .operands = {nest.integer(0)}, .symbol = "x"});
    const NodeId parallel = loop("p", LoopKind::Parallel, nest.variable("first", index_type));
    const NodeId let =
        nest.add({.kind = NodeKind::LetStatement, .operands = {first, parallel}, .symbol = "first"});
    nest.body = nest.block({shared, let});
    const std::string text = printed(nest);
    CHECK_THAT(text,
               Catch::Contains("const int first = x[0];\n    struct test_kernel_body_closure captured = {"));
    CHECK_THAT(text, Catch::Contains("return hlo2c_parallel_for(context, 4, test_kernel_body, &captured);"));
    CHECK_THAT(text, Catch::Contains("out[p] = first;"));
}

TEST_CASE("Neighbouring locals of one type are declared together, with their first values") {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::I32, 8, false}, {"out", ScalarKind::I32, 8, true}};
    const auto variable = [&](const char* name) { return nest.variable(name, index_type); };
    const auto sum = nest.binary(NodeKind::Add, variable("a"), variable("b"));
    NodeId body = nest.add({.kind = NodeKind::Store, .operands = {nest.integer(0), sum}, .symbol = "out"});
    for (const char* name : {"b", "a"}) {
        const NodeId value = nest.add(
            {.kind = NodeKind::Load, .type = index_type, .operands = {nest.integer(0)}, .symbol = "x"});
        const NodeId assign = nest.add({.kind = NodeKind::Assign, .operands = {value}, .symbol = name});
        body = nest.add({.kind = NodeKind::Declare,
                         .type = index_type,
                         .operands = {nest.block({assign, body})},
                         .symbol = name});
    }
    nest.body = body;
    CHECK_THAT(printed(nest), Catch::Contains("int a = x[0], b = x[0];"));
}

TEST_CASE("A vector that is added to the elements that it overwrites is printed as a call") {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, 8, false}, {"out", ScalarKind::F32, 8, true}};
    const ValueType vector{ScalarKind::F32, 8};
    const auto ramp = [&](std::int64_t first) {
        return nest.add({.kind = NodeKind::Ramp,
                         .type = {ScalarKind::I32, 8},
                         .operands = {nest.integer(first), nest.integer(1)}});
    };
    const auto load = [&](const char* buffer, std::int64_t first) {
        return nest.add(
            {.kind = NodeKind::Load, .type = vector, .operands = {ramp(first)}, .symbol = buffer});
    };
    const auto store = [&](NodeId value) {
        return nest.add({.kind = NodeKind::Store, .operands = {ramp(0), value}, .symbol = "out"});
    };
    nest.body = store(nest.binary(NodeKind::Add, load("out", 0), load("x", 0)));
    CHECK_THAT(printed(nest), Catch::Contains("add_to_f32x8(out, load_f32x8(x));"));
    nest.body = store(nest.binary(NodeKind::Add, load("x", 0), load("out", 0)));
    CHECK_THAT(printed(nest),
               Catch::Contains("store_f32x8(out, add_f32x8(load_f32x8(x), load_f32x8(out)));"));
}

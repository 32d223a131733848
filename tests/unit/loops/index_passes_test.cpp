#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "scheduler/loops/canonical_indices.h"
#include "scheduler/loops/deinterleave.h"
#include "scheduler/loops/drop_clamps.h"
#include "scheduler/loops/hoist_invariants.h"
#include "scheduler/loops/inline_indices.h"
#include "scheduler/loops/prove_bounds.h"
#include "scheduler/loops/prune.h"

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType index_type{ScalarKind::I32, 1};

NodeId clamp(LoopNest& nest, NodeId value, int most) {
    const NodeId low = nest.binary(NodeKind::Minimum, value, nest.integer(most));
    return nest.binary(NodeKind::Maximum, low, nest.integer(0));
}

NodeId load(LoopNest& nest, const std::string& buffer, NodeId index) {
    return nest.add({.kind = NodeKind::Load, .type = index_type, .operands = {index}, .symbol = buffer});
}

/// for i in [0, 4): out[i] = x[`start` + i], where `start` makes the start of the slice in the nest.
template <typename Start>
LoopNest slice_of(Start start) {
    LoopNest nest;
    nest.parameters = {{"at", ScalarKind::I32, 1, false},
                       {"x", ScalarKind::I32, 16, false},
                       {"out", ScalarKind::I32, 16, true}};
    const NodeId i = nest.variable("i", index_type);
    const NodeId value = load(nest, "x", nest.binary(NodeKind::Add, start(nest), i));
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {i, value}, .symbol = "out"});
    nest.body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(4), store}, .symbol = "i"});
    return nest;
}

long count(const LoopNest& nest, NodeKind kind) {
    return std::count_if(nest.nodes.begin(), nest.nodes.end(),
                         [&](const Node& node) { return node.kind == kind; });
}

}  // namespace

TEST_CASE("a clamp of an element stays, a second one to the same range goes") {
    const auto start = [](LoopNest& nest) {
        return clamp(nest, clamp(nest, load(nest, "at", nest.integer(0)), 12), 12);
    };
    const LoopNest nest = drop_clamps(slice_of(start));
    CHECK(count(nest, NodeKind::Minimum) == 1);
    CHECK(count(nest, NodeKind::Maximum) == 1);
}

TEST_CASE("a clamp of a 64-bit element bounds its conversion to 32 bits") {
    const LoopNest nest = drop_clamps(slice_of([](LoopNest& made) {
        const ValueType wide{ScalarKind::I64, 1};
        const NodeId element =
            made.add({.kind = NodeKind::Load, .type = wide, .operands = {made.integer(0)}, .symbol = "at"});
        const NodeId low = made.binary(NodeKind::Minimum, element, made.integer(12, wide));
        const NodeId clamped = made.binary(NodeKind::Maximum, low, made.integer(0, wide));
        return clamp(made, made.add({.kind = NodeKind::Convert, .type = index_type, .operands = {clamped}}),
                     12);
    }));
    CHECK(count(nest, NodeKind::Minimum) == 1);
    CHECK(count(nest, NodeKind::Maximum) == 1);
}

TEST_CASE("a clamp of a loop variable goes only if the loop stays in the range") {
    const auto kept = [](int most) {
        const auto start = [&](LoopNest& nest) { return clamp(nest, nest.variable("i", index_type), most); };
        return count(drop_clamps(slice_of(start)), NodeKind::Minimum);
    };
    CHECK(kept(3) == 0);
    CHECK(kept(2) == 1);
}

TEST_CASE("an index from memory is computed before the loops") {
    const auto start = [](LoopNest& nest) { return clamp(nest, load(nest, "at", nest.integer(0)), 12); };
    CHECK_THAT(to_text(hoist_invariants(slice_of(start), Invariants::Elements)),
               Catch::Matchers::EndsWith("let start = maximum(minimum(at[0]:i32, 12), 0)\n"
                                         "for i from 0 extent 4\n"
                                         "  out[i] = x[add(start, i)]:i32\n"));
}

TEST_CASE("an element that is no part of an index is read where it is needed") {
    LoopNest nest = slice_of([](LoopNest& made) { return made.integer(0); });
    const NodeId element = nest.add({.kind = NodeKind::Convert,
                                     .type = {ScalarKind::I64, 1},
                                     .operands = {load(nest, "at", nest.integer(3))}});
    const NodeId store = nest.add(
        {.kind = NodeKind::Store, .operands = {nest.variable("i", index_type), element}, .symbol = "out"});
    nest.body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(4), store}, .symbol = "i"});
    CHECK(count(hoist_invariants(nest, Invariants::Elements), NodeKind::LetStatement) == 0);
}

TEST_CASE("an index from memory that a name stands for is computed before the loops") {
    LoopNest nest = slice_of([](LoopNest& made) { return made.variable("first", index_type); });
    const NodeId first = clamp(nest, load(nest, "at", nest.integer(0)), 12);
    const NodeId let = nest.add({.kind = NodeKind::LetStatement,
                                 .operands = {first, nest[nest.body].operands[2]},
                                 .symbol = "first"});
    nest.body =
        nest.add({.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(4), let}, .symbol = "i"});
    CHECK_THAT(to_text(hoist_invariants(nest, Invariants::Elements)),
               Catch::Matchers::Contains("let first = maximum(minimum(at[0]:i32, 12), 0)\nfor i"));
}

namespace {

/// for r: for c: let at_row = `at`[r] in out[r * 4 + c] = x[clamp(at_row) * 4 + c], if `is_guarded` below a
/// condition.
LoopNest gathered_rows(bool is_guarded) {
    LoopNest nest;
    nest.parameters = {{"at", ScalarKind::I32, 3, false},
                       {"x", ScalarKind::I32, 16, false},
                       {"out", ScalarKind::I32, 16, true}};
    const NodeId r = nest.variable("r", index_type), c = nest.variable("c", index_type);
    const NodeId row = clamp(nest, nest.variable("at_row", index_type), 3);
    const auto place = [&](NodeId line) {
        return nest.binary(NodeKind::Add, nest.binary(NodeKind::Multiply, line, nest.integer(4)), c);
    };
    const NodeId store = nest.add(
        {.kind = NodeKind::Store, .operands = {place(r), load(nest, "x", place(row))}, .symbol = "out"});
    NodeId body = nest.add(
        {.kind = NodeKind::LetStatement, .operands = {load(nest, "at", r), store}, .symbol = "at_row"});
    if (is_guarded) {
        const NodeId inside = nest.binary(NodeKind::Less, r, nest.integer(3));
        body = nest.add({.kind = NodeKind::If, .operands = {inside, body}});
    }
    const NodeId columns = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(4), body}, .symbol = "c"});
    nest.body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(4), columns}, .symbol = "r"});
    return nest;
}

}  // namespace

TEST_CASE("the row that an element selects is computed before the loop along the row") {
    const LoopNest nest = hoist_invariants(gathered_rows(false), Invariants::Elements);
    verify(nest);
    CHECK_THAT(to_text(nest),
               Catch::Matchers::EndsWith("for r from 0 extent 4\n"
                                         "  let at_row = at[r]:i32\n"
                                         "  let start = multiply(maximum(minimum(at_row, 3), 0), 4)\n"
                                         "  for c from 0 extent 4\n"
                                         "    out[add(multiply(r, 4), c)] = x[add(start, c)]:i32\n"));
}

TEST_CASE("an element that a condition guards is read below the condition") {
    const LoopNest nest = gathered_rows(true), hoisted = hoist_invariants(nest, Invariants::Elements);
    CHECK(to_text(hoisted) == to_text(nest));
    CHECK(prove_bounds(hoisted).empty());
}

namespace {

/// let total = 0.5; `loops` times: for i: out[i] = x[i] - total / 2, or with 0.5 in the place of the total.
LoopNest centred(int loops, bool by_total = true) {
    LoopNest nest;
    const ValueType f32{ScalarKind::F32, 1};
    nest.parameters = {{"x", ScalarKind::F32, 4, false}, {"out", ScalarKind::F32, 4, true}};
    const NodeId half = nest.add({.kind = NodeKind::Real, .type = f32, .integer = 0x3f000000});
    std::vector<NodeId> statements;
    for (int loop = 0; loop < loops; loop++) {
        const NodeId i = nest.variable("i", index_type);
        const NodeId x = nest.add({.kind = NodeKind::Load, .type = f32, .operands = {i}, .symbol = "x"});
        const NodeId mean =
            nest.binary(NodeKind::Multiply, by_total ? nest.variable("total", f32) : half, half);
        const NodeId store = nest.add({.kind = NodeKind::Store,
                                       .operands = {i, nest.binary(NodeKind::Subtract, x, mean)},
                                       .symbol = "out"});
        statements.push_back(nest.add(
            {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(4), store}, .symbol = "i"}));
    }
    const NodeId body = loops == 1 ? statements[0] : nest.block(statements);
    nest.body = nest.add({.kind = NodeKind::LetStatement, .operands = {half, body}, .symbol = "total"});
    return nest;
}

}  // namespace

TEST_CASE("loops share what they compute of a total") {
    const std::string loop =
        "for i from 0 extent 4\n"
        "  out[i] = subtract(x[i]:f32, scaled_total)\n";
    for (const int loops : {1, 2}) {
        const LoopNest hoisted = hoist_invariants(centred(loops), Invariants::Reals);
        verify(hoisted);
        CHECK_THAT(to_text(hoisted),
                   Catch::Matchers::EndsWith("let scaled_total = multiply(total, 0.5:f32)\n" + loop +
                                             (loops == 2 ? loop : "")));
    }
}

TEST_CASE("a float of constants stays where it is") {
    const LoopNest nest = centred(1, false);
    CHECK(to_text(hoist_invariants(nest, Invariants::Reals)) == to_text(nest));
}

TEST_CASE("a float of a local that statements change is computed before the loop") {
    LoopNest nest = centred(1);
    const Node let = nest[nest.body];
    const NodeId assign =
        nest.add({.kind = NodeKind::Assign, .operands = {let.operands[0]}, .symbol = "total"});
    const NodeId body = nest.block({assign, let.operands[1]});
    nest.body = nest.add(
        {.kind = NodeKind::Declare, .type = {ScalarKind::F32, 1}, .operands = {body}, .symbol = "total"});
    const LoopNest hoisted = hoist_invariants(nest, Invariants::Reals);
    verify(hoisted);
    CHECK_THAT(to_text(hoisted), Catch::Matchers::Contains("total := 0.5:f32\n"
                                                           "let scaled_total = multiply(total, 0.5:f32)\n"
                                                           "for i"));
}

namespace {

/// total = 1; total = x[0] + total; then `stores` times: out[i] = total / 2.
LoopNest halves_of_total(int stores) {
    LoopNest nest;
    const ValueType f32{ScalarKind::F32, 1};
    nest.parameters = {{"x", ScalarKind::F32, 4, false}, {"out", ScalarKind::F32, 4, true}};
    const auto real = [&](std::int64_t bits) {
        return nest.add({.kind = NodeKind::Real, .type = f32, .integer = bits});
    };
    const NodeId total = nest.variable("total", f32);
    const auto assign = [&](NodeId value) {
        return nest.add({.kind = NodeKind::Assign, .operands = {value}, .symbol = "total"});
    };
    const NodeId x =
        nest.add({.kind = NodeKind::Load, .type = f32, .operands = {nest.integer(0)}, .symbol = "x"});
    std::vector<NodeId> statements = {assign(real(0x3f800000)), assign(nest.binary(NodeKind::Add, x, total))};
    for (int i = 0; i < stores; i++) {
        const NodeId half = nest.binary(NodeKind::Divide, total, real(0x40000000));
        statements.push_back(
            nest.add({.kind = NodeKind::Store, .operands = {nest.integer(i), half}, .symbol = "out"}));
    }
    const NodeId body = nest.block(statements);
    nest.body = nest.add({.kind = NodeKind::Declare, .type = f32, .operands = {body}, .symbol = "total"});
    return nest;
}

}  // namespace

TEST_CASE("a float that statements compute twice is named behind the last assignment") {
    const LoopNest hoisted = hoist_invariants(halves_of_total(2), Invariants::Reals);
    verify(hoisted);
    CHECK_THAT(to_text(hoisted), Catch::Matchers::EndsWith("total := 1:f32\n"
                                                           "total := add(x[0]:f32, total)\n"
                                                           "let scaled_total = divide(total, 2:f32)\n"
                                                           "out[0] = scaled_total\n"
                                                           "out[1] = scaled_total\n"));
}

TEST_CASE("a float that one statement computes stays there") {
    const LoopNest nest = halves_of_total(1);
    CHECK(to_text(hoist_invariants(nest, Invariants::Reals)) == to_text(nest));
}

TEST_CASE("equal indices from memory are computed once") {
    const auto start = [](LoopNest& nest) {
        const NodeId a = load(nest, "at", nest.integer(0)), b = load(nest, "at", nest.integer(0));
        const NodeId i = nest.variable("i", index_type);
        return nest.binary(NodeKind::Add, nest.binary(NodeKind::Multiply, a, i), b);
    };
    const LoopNest nest = hoist_invariants(slice_of(start), Invariants::Elements);
    CHECK(count(nest, NodeKind::LetStatement) == 1);
}

TEST_CASE("an element that the kernel may have written is read where it is needed") {
    LoopNest nest = slice_of([](LoopNest& made) { return load(made, "out", made.integer(0)); });
    CHECK(count(hoist_invariants(nest, Invariants::Elements), NodeKind::LetStatement) == 0);
}

namespace {

/// for i in [0, times): for c in [0, columns): out[i] = sum of the lanes of x[first + c + 3 * lane].
LoopNest sum_of_columns(int times, int columns, int first, std::int64_t elements = 24) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, elements, false}, {"out", ScalarKind::F32, times, true}};
    const ValueType vector{ScalarKind::F32, 8};
    const NodeId i = nest.variable("i", index_type), c = nest.variable("c", index_type);
    const NodeId begin = nest.binary(NodeKind::Add, c, nest.integer(first));
    const NodeId places = nest.add(
        {.kind = NodeKind::Ramp, .type = index_type.with_lanes(8), .operands = {begin, nest.integer(3)}});
    const NodeId read =
        nest.add({.kind = NodeKind::Load, .type = vector, .operands = {places}, .symbol = "x"});
    const NodeId sum = nest.add({.kind = NodeKind::Reduce, .type = vector.with_lanes(1), .operands = {read}});
    NodeId body = nest.add({.kind = NodeKind::Store, .operands = {i, sum}, .symbol = "out"});
    body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(columns), body}, .symbol = "c"});
    nest.body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(times), body}, .symbol = "i"});
    verify(nest);
    return nest;
}

}  // namespace

TEST_CASE("columns that many vectors read become neighbours in scratch") {
    const LoopNest nest = deinterleave(sum_of_columns(16, 3, 0), 4096);
    verify(nest);
    CHECK(prove_bounds(nest).empty());
    CHECK(nest.scratch_bytes == 128);
    const std::string text = to_text(nest);
    CHECK_THAT(text,
               Catch::Contains("columns[add(multiply(column, 8), row)] = x[add(multiply(row, 3), column)]"));
    CHECK_THAT(text, Catch::Contains("columns[ramp(add(0, multiply(c, 8)), 1)"));
    // Columns of a matrix whose second row comes first.
    CHECK_THAT(to_text(deinterleave(sum_of_columns(16, 3, 3, 27), 4096)),
               Catch::Contains("columns[ramp(add(1, multiply(c, 9)), 1)"));
}

TEST_CASE("a buffer is not copied for few reads, beyond the limit, or if columns are not known") {
    for (const LoopNest& nest : {sum_of_columns(4, 3, 0), sum_of_columns(16, 4, 0, 27),
                                 sum_of_columns(16, 3, 1, 27), sum_of_columns(16, 3, 0, 26)})
        CHECK(deinterleave(nest, 4096) == nest);
    CHECK(deinterleave(sum_of_columns(16, 3, 0), 64) == sum_of_columns(16, 3, 0));
}

TEST_CASE("a load that two scopes share stays if its name stands for different columns") {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, 24, false}, {"out", ScalarKind::F32, 32, true}};
    const ValueType vector{ScalarKind::F32, 8};
    const NodeId i = nest.variable("i", index_type), column = nest.variable("column", index_type);
    const NodeId places = nest.add(
        {.kind = NodeKind::Ramp, .type = index_type.with_lanes(8), .operands = {column, nest.integer(3)}});
    const NodeId read =
        nest.add({.kind = NodeKind::Load, .type = vector, .operands = {places}, .symbol = "x"});
    const NodeId sum = nest.add({.kind = NodeKind::Reduce, .type = vector.with_lanes(1), .operands = {read}});
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {i, sum}, .symbol = "out"});
    std::vector<NodeId> loops;
    for (const int number : {0, 1}) {
        const NodeId named = nest.add(
            {.kind = NodeKind::LetStatement, .operands = {nest.integer(number), store}, .symbol = "column"});
        loops.push_back(nest.add(
            {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(32), named}, .symbol = "i"}));
    }
    nest.body = nest.block(loops);
    verify(nest);
    CHECK(to_text(deinterleave(nest, 4096)).find("columns[ramp") == std::string::npos);
}

namespace {

/// for p: for k: out[p % 3 * 4 + k] = x[p % 3 * 4 + k] + x[k / 2], or with k / 2 in place of p % 3.
LoopNest rows_of_lines(bool by_inner_loop) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::I32, 12, false}, {"out", ScalarKind::I32, 12, true}};
    const NodeId p = nest.variable("p", index_type), k = nest.variable("k", index_type);
    const NodeId half = nest.binary(NodeKind::FloorDivide, k, nest.integer(2));
    const NodeId row = by_inner_loop ? half : nest.binary(NodeKind::FloorRemainder, p, nest.integer(3));
    const auto at = [&] {
        return nest.binary(NodeKind::Add, nest.binary(NodeKind::Multiply, row, nest.integer(4)), k);
    };
    const NodeId value = nest.binary(NodeKind::Add, load(nest, "x", at()), load(nest, "x", half));
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {at(), value}, .symbol = "out"});
    const NodeId inner = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(4), store}, .symbol = "k"});
    nest.body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(5), inner}, .symbol = "p"});
    return nest;
}

}  // namespace

TEST_CASE("where a row begins is divided once, before the loop along the row") {
    const LoopNest nest = hoist_invariants(rows_of_lines(false), Invariants::Divisions);
    verify(nest);
    CHECK(prove_bounds(nest).empty());
    CHECK_THAT(to_text(nest),
               Catch::Matchers::EndsWith(
                   "for p from 0 extent 5\n"
                   "  let base = multiply(floor_remainder(p, 3), 4)\n"
                   "  for k from 0 extent 4\n"
                   "    out[add(base, k)] = add(x[add(base, k)]:i32, x[floor_divide(k, 2)]:i32)\n"));
}

TEST_CASE("what the loop itself divides stays in it") {
    const LoopNest nest = rows_of_lines(true);
    CHECK(to_text(hoist_invariants(nest, Invariants::Divisions)) == to_text(nest));
}

namespace {

/// for i in [0, 4): let t = `value` of i, t_2 = t * 2 in out[t_2] = t.
template <typename Value>
LoopNest named_indices(Value value) {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::I32, 128, true}};
    const NodeId t = nest.variable("t", index_type);
    const NodeId store = nest.add(
        {.kind = NodeKind::Store, .operands = {nest.variable("t_2", index_type), t}, .symbol = "out"});
    const NodeId doubled = nest.binary(NodeKind::Multiply, t, nest.integer(2));
    const NodeId inner =
        nest.add({.kind = NodeKind::LetStatement, .operands = {doubled, store}, .symbol = "t_2"});
    const NodeId let = nest.add({.kind = NodeKind::LetStatement,
                                 .operands = {value(nest, nest.variable("i", index_type)), inner},
                                 .symbol = "t"});
    nest.body =
        nest.add({.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(4), let}, .symbol = "i"});
    verify(nest);
    return nest;
}

}  // namespace

TEST_CASE("names of products of a loop variable and a constant are replaced by them") {
    const LoopNest nest = inline_indices(named_indices(
        [](LoopNest& made, NodeId i) { return made.binary(NodeKind::Multiply, i, made.integer(8)); }));
    verify(nest);
    CHECK(count(nest, NodeKind::LetStatement) == 0);
    CHECK(to_text(nest).find("out[multiply(multiply(i, 8), 2)] = multiply(i, 8)") != std::string::npos);
}

TEST_CASE("a named constant is inlined") {
    const LoopNest nest =
        inline_indices(named_indices([](LoopNest& made, NodeId) { return made.integer(3); }));
    verify(nest);
    CHECK(to_text(nest).find("out[multiply(3, 2)] = 3") != std::string::npos);
}

TEST_CASE("names of longer indices stay") {
    const LoopNest nest = inline_indices(named_indices([](LoopNest& made, NodeId i) {
        const NodeId least = made.binary(NodeKind::Minimum, i, made.integer(2));
        return made.binary(NodeKind::Add, least, made.integer(1));
    }));
    verify(nest);
    CHECK(to_text(nest).find("out[multiply(t, 2)] = t") != std::string::npos);
}

TEST_CASE("a name keeps the value of a counter that statements advance") {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::I32, 16, true}};
    const NodeId counter = nest.variable("counter", index_type);
    const NodeId before = nest.binary(NodeKind::Add, counter, nest.integer(0));
    const NodeId advance = nest.add({.kind = NodeKind::Assign,
                                     .operands = {nest.binary(NodeKind::Add, counter, nest.integer(1))},
                                     .symbol = "counter"});
    const NodeId store = nest.add({.kind = NodeKind::Store,
                                   .operands = {nest.variable("t", index_type), nest.integer(1)},
                                   .symbol = "out"});
    const NodeId let = nest.add(
        {.kind = NodeKind::LetStatement, .operands = {before, nest.block({advance, store})}, .symbol = "t"});
    nest.body =
        nest.add({.kind = NodeKind::Declare, .operands = {nest.integer(0), let}, .symbol = "counter"});
    verify(nest);
    CHECK(to_text(inline_indices(nest)) == to_text(nest));
}

TEST_CASE("a sum has one constant, whose parts were added where they do not wrap") {
    const auto pruned = [](std::int64_t a, std::int64_t b) {
        LoopNest nest;
        nest.parameters = {{"x", ScalarKind::I32, 64, false}, {"out", ScalarKind::I32, 1, true}};
        const NodeId element = load(nest, "x", nest.integer(0));
        const NodeId first = nest.binary(NodeKind::Add, element, nest.integer(a));
        const NodeId sum = nest.binary(NodeKind::Add, first, nest.integer(b));
        nest.body = nest.add({.kind = NodeKind::Store, .operands = {nest.integer(0), sum}, .symbol = "out"});
        return to_text(prune(nest));
    };
    CHECK_THAT(pruned(8, 32), Catch::Matchers::EndsWith("out[0] = add(x[0]:i32, 40)\n"));
    CHECK_THAT(pruned(8, -8), Catch::Matchers::EndsWith("out[0] = x[0]:i32\n"));
    CHECK_THAT(pruned(INT32_MAX, 1), Catch::Matchers::EndsWith("add(add(x[0]:i32, 2147483647), 1)\n"));
}

namespace {

/// for t in [0, 9): for p in [0, panels): out[(t * 384 + p * 16 + 136) / divisor] = 0, in canonical form.
std::string divided(int panels, int divisor) {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::I32, 4096, true}};
    const auto times = [&](const char* name, int factor) {
        return nest.binary(NodeKind::Multiply, nest.variable(name, index_type), nest.integer(factor));
    };
    const NodeId sum = nest.binary(NodeKind::Add, nest.binary(NodeKind::Add, times("t", 384), times("p", 16)),
                                   nest.integer(136));
    const NodeId quotient = nest.binary(NodeKind::FloorDivide, sum, nest.integer(divisor));
    const NodeId store =
        nest.add({.kind = NodeKind::Store, .operands = {quotient, nest.integer(0)}, .symbol = "out"});
    const NodeId inner = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(panels), store}, .symbol = "p"});
    nest.body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(9), inner}, .symbol = "t"});
    return to_text(canonical_indices(nest));
}

}  // namespace

TEST_CASE("a division loses the terms that never change the quotient") {
    using Catch::Matchers::Contains;
    CHECK_THAT(divided(4, 3584), Contains("out[floor_divide(add(multiply(t, 3), 1), 28)]"));
    CHECK_THAT(divided(4, 64), Contains("out[add(multiply(t, 6), 2)]"));
    // The last panel reaches the next multiple of 128.
    CHECK_THAT(divided(9, 3584), Contains("floor_divide(add(add(multiply(t, 24), p), 8), 224)"));
    CHECK_THAT(divided(4, 3583),
               Contains("floor_divide(add(add(multiply(t, 384), multiply(p, 16)), 136), 3583)"));
}

TEST_CASE("a remainder loses the multiples of its divisor") {
    // for block in [0, 7): out[0] = first % 3 == 0
    const auto reduced = [](int factor, int constant, bool is_vector) {
        LoopNest nest;
        nest.parameters = {{"out", ScalarKind::I32, 16, true}};
        const NodeId product =
            nest.binary(NodeKind::Multiply, nest.variable("block", index_type), nest.integer(factor));
        NodeId dividend = nest.binary(NodeKind::Add, product, nest.integer(constant));
        NodeId divisor = nest.integer(3), place = nest.integer(0);
        if (is_vector) {
            const ValueType lanes = index_type.with_lanes(16);
            const auto ramp = [&](NodeId first) {
                return nest.add(
                    {.kind = NodeKind::Ramp, .type = lanes, .operands = {first, nest.integer(1)}});
            };
            dividend = ramp(dividend);
            divisor = nest.add({.kind = NodeKind::Broadcast, .type = lanes, .operands = {divisor}});
            place = ramp(place);
        }
        const NodeId rest = nest.binary(NodeKind::FloorRemainder, dividend, divisor);
        const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {place, rest}, .symbol = "out"});
        nest.body = nest.add({.kind = NodeKind::For,
                              .operands = {nest.integer(0), nest.integer(7), store},
                              .symbol = "block"});
        return to_text(canonical_indices(nest));
    };
    using Catch::Matchers::Contains;
    CHECK_THAT(reduced(48, 16, true), Contains("= floor_remainder(ramp(1, 1):i32x16, broadcast(3):i32x16)"));
    CHECK_THAT(reduced(48, -1, true), Contains("= floor_remainder(ramp(2, 1):i32x16, broadcast(3):i32x16)"));
    CHECK_THAT(reduced(16, 48, true), Contains("floor_remainder(ramp(multiply(block, 16), 1):i32x16"));
    CHECK_THAT(reduced(6, 5, false), Contains("= floor_remainder(2, 3)"));
}

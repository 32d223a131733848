#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>

#include "frontend/diagnostic.h"
#include "scheduler/loops/byte_words.h"
#include "scheduler/loops/finish_loops.h"
#include "scheduler/loops/float_rules.h"
#include "scheduler/loops/native_width.h"
#include "scheduler/loops/promote_registers.h"
#include "scheduler/loops/prove_bounds.h"
#include "scheduler/loops/prune.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/touched_bytes.h"

using namespace hlo2c::scheduler;

namespace {

/// for i in [0, extent): out[i * step + offset] = a[i * step + offset], in vectors of `lanes`.
LoopNest copy_nest(int extent, int step, int offset, int lanes, std::int64_t elements) {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::F32, elements, false}, {"out", ScalarKind::F32, elements, true}};
    const NodeId i = nest.variable("i", {ScalarKind::I32, 1});
    const NodeId scaled = nest.binary(NodeKind::Multiply, i, nest.integer(step));
    NodeId place = nest.binary(NodeKind::Add, scaled, nest.integer(offset));
    if (lanes > 1) {
        const NodeId one = nest.integer(1);
        place =
            nest.add({.kind = NodeKind::Ramp, .type = {ScalarKind::I32, lanes}, .operands = {place, one}});
    }
    const NodeId value = nest.add(
        {.kind = NodeKind::Load, .type = {ScalarKind::F32, lanes}, .operands = {place}, .symbol = "a"});
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {place, value}, .symbol = "out"});
    const NodeId begin = nest.integer(0), count = nest.integer(extent);
    nest.body = nest.add({.kind = NodeKind::For, .operands = {begin, count, store}, .symbol = "i"});
    return nest;
}

}  // namespace

TEST_CASE("Accesses that stay inside their buffers are proven, others are named") {
    CHECK(prove_bounds(copy_nest(8, 8, 0, 8, 64)).empty());
    const auto past = prove_bounds(copy_nest(8, 8, 1, 8, 64));
    REQUIRE(past.size() == 2);
    CHECK(past[0].find("load a[") == 0);
    CHECK(past[0].find("index 1..64 of 64 elements") != std::string::npos);
    CHECK(prove_bounds(copy_nest(8, 8, -1, 8, 64)).size() == 2);
}

TEST_CASE("What a kernel accesses follows from the numbers that its parameters hold") {
    // out[at[0] / 8 * 32 + i] = 7 for i in [0, 16)
    LoopNest nest;
    const ValueType index{ScalarKind::I64, 1};
    nest.parameters = {{"at", ScalarKind::I64, 1, false}, {"out", ScalarKind::I64, 128, true}};
    const NodeId first = nest.integer(0, index);
    const NodeId at = nest.add({.kind = NodeKind::Load, .type = index, .operands = {first}, .symbol = "at"});
    const NodeId block = nest.binary(NodeKind::Divide, at, nest.integer(8, index));
    const NodeId place =
        nest.binary(NodeKind::Add, nest.binary(NodeKind::Multiply, block, nest.integer(32, index)),
                    nest.variable("i", index));
    const NodeId store =
        nest.add({.kind = NodeKind::Store, .operands = {place, nest.integer(7, index)}, .symbol = "out"});
    nest.body = nest.add({.kind = NodeKind::For,
                          .operands = {nest.integer(0, index), nest.integer(16, index), store},
                          .symbol = "i"});
    const ParameterAccess out = parameter_accesses(nest, {{"at", 20}}).at("out");
    CHECK(out.elements == Interval{64, 79});
    CHECK(out.is_stored);
    CHECK(out.stored == 7);
    const ParameterAccess read = parameter_accesses(nest, {{"at", 20}}).at("at");
    CHECK(read.elements == Interval{0, 0});
    CHECK_FALSE(read.is_stored);
    const ParameterAccess unknown = parameter_accesses(nest, {}).at("out");
    CHECK(unknown.elements.low < 0);
    CHECK(unknown.elements.high > 127);
    CHECK(parameter_accesses(nest, {{"at", -1}}).at("out").elements.low < 0);  // -1 / 8 is 0, but not floor
}

TEST_CASE("An index that wraps in its type is not proven, even inside a buffer of so many elements") {
    constexpr int thirty_two_bits = 1 << 29;
    constexpr std::int64_t elements = std::int64_t{1} << 33;
    CHECK(prove_bounds(copy_nest(thirty_two_bits, 4, -4, 1, elements)).size() == 2);  // starts before 0
    CHECK(prove_bounds(copy_nest(thirty_two_bits, 4, 0, 1, elements)).empty());
    CHECK(prove_bounds(copy_nest(thirty_two_bits, 4, 4, 1, elements)).size() == 2);
    CHECK(prove_bounds(copy_nest(thirty_two_bits, 8, 0, 1, elements)).size() == 2);
}

TEST_CASE("A quotient of what wraps may be any number") {
    const auto divided = [](int extent) {
        LoopNest nest;
        nest.parameters = {{"out", ScalarKind::F32, extent, true}};
        const NodeId i = nest.variable("i", {ScalarKind::I32, 1});
        const NodeId scaled = nest.binary(NodeKind::Multiply, i, nest.integer(1024));
        const NodeId place = nest.binary(NodeKind::FloorDivide, scaled, nest.integer(1000));
        const NodeId back = nest.binary(NodeKind::Minimum, place, nest.integer(extent - 1));
        const NodeId zero = nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F32, 1}});
        const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {back, zero}, .symbol = "out"});
        nest.body = nest.add({.kind = NodeKind::For,
                              .operands = {nest.integer(0), nest.integer(extent), store},
                              .symbol = "i"});
        return nest;
    };
    CHECK(prove_bounds(divided(1 << 20)).empty());
    CHECK(prove_bounds(divided(1 << 22)).size() == 1);
}

TEST_CASE("The remainder of a value with a known step has that step") {
    const auto wrapped_nest = [](int step, int offset) {
        LoopNest nest;
        nest.parameters = {{"a", ScalarKind::F32, 24, false}, {"out", ScalarKind::F32, 24, true}};
        const NodeId i = nest.variable("i", {ScalarKind::I32, 1});
        const NodeId scaled = nest.binary(NodeKind::Multiply, i, nest.integer(step));
        const NodeId moved = nest.binary(NodeKind::Add, scaled, nest.integer(offset));
        const NodeId row = nest.binary(NodeKind::FloorRemainder, moved, nest.integer(24));
        const NodeId place = nest.add(
            {.kind = NodeKind::Ramp, .type = {ScalarKind::I32, 8}, .operands = {row, nest.integer(1)}});
        const NodeId value = nest.add(
            {.kind = NodeKind::Load, .type = {ScalarKind::F32, 8}, .operands = {place}, .symbol = "a"});
        const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {place, value}, .symbol = "out"});
        nest.body = nest.add(
            {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(9), store}, .symbol = "i"});
        return nest;
    };
    CHECK(prove_bounds(wrapped_nest(16, 0)).empty());  // rows 0, 8 and 16
    CHECK(prove_bounds(wrapped_nest(16, -8)).empty());
    CHECK(prove_bounds(wrapped_nest(16, 1)).size() == 2);
    CHECK(prove_bounds(wrapped_nest(20, 0)).size() == 2);  // rows 0, 4, ... 20
    CHECK(prove_bounds(wrapped_nest(7, 0)).size() == 2);
}

TEST_CASE("A value that is not the end of its range leaves a smaller range") {
    const auto guarded = [](NodeKind comparison, int excluded, int offset) {
        LoopNest nest;
        nest.parameters = {{"out", ScalarKind::F32, 6, true}};
        const NodeId i = nest.variable("i", {ScalarKind::I32, 1});
        const NodeId differs = nest.add(
            {.kind = comparison, .type = {ScalarKind::Boolean, 1}, .operands = {i, nest.integer(excluded)}});
        const NodeId condition =
            comparison == NodeKind::Equal
                ? nest.add({.kind = NodeKind::Not, .type = {ScalarKind::Boolean, 1}, .operands = {differs}})
                : differs;
        const NodeId place = nest.binary(NodeKind::Add, i, nest.integer(offset));
        const NodeId zero = nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F32, 1}});
        const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {place, zero}, .symbol = "out"});
        const NodeId branch = nest.add({.kind = NodeKind::If, .operands = {condition, store}});
        nest.body = nest.add(
            {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(7), branch}, .symbol = "i"});
        return prove_bounds(nest);
    };
    for (const NodeKind comparison : {NodeKind::NotEqual, NodeKind::Equal}) {
        CHECK(guarded(comparison, 6, 0).empty());
        CHECK(guarded(comparison, 0, -1).empty());
        CHECK(guarded(comparison, 5, 0).size() == 1);
        CHECK(guarded(comparison, 6, 1).size() == 1);
    }
}

TEST_CASE("Vectors that are odd or wider than the target are split into pieces that fit") {
    const LoopNest split = prune(native_width(copy_nest(4, 12, 0, 12, 48), 32));
    verify(split);
    CHECK(prove_bounds(split).empty());
    const std::string text = to_text(split);
    CHECK(text.find("f32x8") != std::string::npos);
    CHECK(text.find("f32x4") != std::string::npos);
    CHECK(text.find("f32x12") == std::string::npos);
}

TEST_CASE("What is computed before elements widen is computed in whole vectors") {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::F32, 8, false}, {"out", ScalarKind::F64, 8, true}};
    const NodeId zero = nest.integer(0), one = nest.integer(1);
    const NodeId place =
        nest.add({.kind = NodeKind::Ramp, .type = {ScalarKind::I32, 8}, .operands = {zero, one}});
    const NodeId a =
        nest.add({.kind = NodeKind::Load, .type = {ScalarKind::F32, 8}, .operands = {place}, .symbol = "a"});
    const NodeId sum = nest.binary(NodeKind::Add, nest.binary(NodeKind::Multiply, a, a), a);
    const NodeId wide =
        nest.add({.kind = NodeKind::Convert, .type = {ScalarKind::F64, 8}, .operands = {sum}});
    nest.body = nest.add({.kind = NodeKind::Store, .operands = {place, wide}, .symbol = "out"});
    const LoopNest split = prune(native_width(nest, 32));
    verify(split);
    const auto count = [&](NodeKind kind, ValueType type) {
        return std::count_if(split.nodes.begin(), split.nodes.end(),
                             [&](const Node& node) { return node.kind == kind && node.type == type; });
    };
    CHECK(count(NodeKind::Multiply, {ScalarKind::F32, 8}) == 1);
    CHECK(count(NodeKind::Multiply, {ScalarKind::F32, 4}) == 0);
    CHECK(count(NodeKind::Convert, {ScalarKind::F64, 4}) == 2);
}

TEST_CASE("A register array with constant indices becomes locals, any other a stack array") {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::F32, 2, true}};
    std::vector<NodeId> statements;
    for (int i = 0; i < 2; i++) {
        const NodeId zero = nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F32, 1}});
        const NodeId place = nest.integer(i);
        statements.push_back(nest.add({.kind = NodeKind::Store, .operands = {place, zero}, .symbol = "sum"}));
        const NodeId value = nest.add(
            {.kind = NodeKind::Load, .type = {ScalarKind::F32, 1}, .operands = {place}, .symbol = "sum"});
        statements.push_back(
            nest.add({.kind = NodeKind::Store, .operands = {place, value}, .symbol = "out"}));
    }
    const NodeId block = nest.block(statements);
    nest.body = nest.add({.kind = NodeKind::Allocate,
                          .type = {ScalarKind::F32, 1},
                          .operands = {block},
                          .integer = 2,
                          .symbol = "sum",
                          .memory = MemoryKind::Registers});
    const std::string text = to_text(promote_registers(nest));
    CHECK(text.find("declare sum[0]: f32") != std::string::npos);
    CHECK(text.find("sum[1] := 0") != std::string::npos);
    CHECK(text.find("allocate") == std::string::npos);
}

TEST_CASE("Comparisons with a known outcome are folded, except those of floats") {
    const auto outcome = [](ScalarKind kind, NodeKind comparison, std::optional<std::int64_t> right,
                            bool swapped) {
        LoopNest nest;
        nest.parameters = {{"a", kind, 1, false}, {"out", ScalarKind::U8, 1, true}};
        const auto load = [&] {
            const NodeId place = nest.integer(0);
            return nest.add({.kind = NodeKind::Load, .type = {kind, 1}, .operands = {place}, .symbol = "a"});
        };
        const NodeId a = load(), b = right ? nest.integer(*right, {kind, 1}) : load();
        const NodeId compared = nest.binary(comparison, swapped ? b : a, swapped ? a : b);
        const NodeId value =
            nest.add({.kind = NodeKind::Convert, .type = {ScalarKind::U8, 1}, .operands = {compared}});
        const NodeId place = nest.integer(0);
        nest.body = nest.add({.kind = NodeKind::Store, .operands = {place, value}, .symbol = "out"});
        const LoopNest pruned = prune(nest);
        const Node& result = pruned[pruned[pruned[pruned.body].operands[1]].operands[0]];
        return result.kind == NodeKind::Integer ? std::optional<std::int64_t>(result.integer) : std::nullopt;
    };
    using Outcome = std::optional<std::int64_t>;
    CHECK(outcome(ScalarKind::U8, NodeKind::NotEqual, {}, false) == Outcome(0));
    CHECK(outcome(ScalarKind::I64, NodeKind::LessEqual, {}, false) == Outcome(1));
    CHECK(outcome(ScalarKind::F32, NodeKind::NotEqual, {}, false) == Outcome());
    CHECK(outcome(ScalarKind::U32, NodeKind::Less, 0, false) == Outcome(0));
    CHECK(outcome(ScalarKind::U32, NodeKind::Less, 0, true) == Outcome());
    CHECK(outcome(ScalarKind::U64, NodeKind::LessEqual, -1, false) == Outcome(1));
    CHECK(outcome(ScalarKind::I16, NodeKind::Less, 32767, true) == Outcome(0));
    CHECK(outcome(ScalarKind::I16, NodeKind::Less, 32766, true) == Outcome());
    CHECK(outcome(ScalarKind::I64, NodeKind::LessEqual, INT64_MIN, true) == Outcome(1));
}

TEST_CASE("The lanes of a sum are combined pairwise by halves, whatever the target's vector width") {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::F32, 16, false}, {"out", ScalarKind::F32, 1, true}};
    const NodeId zero = nest.integer(0), one = nest.integer(1);
    const NodeId places =
        nest.add({.kind = NodeKind::Ramp, .type = {ScalarKind::I32, 16}, .operands = {zero, one}});
    const NodeId vector = nest.add(
        {.kind = NodeKind::Load, .type = {ScalarKind::F32, 16}, .operands = {places}, .symbol = "a"});
    const NodeId sum =
        nest.add({.kind = NodeKind::Reduce, .type = {ScalarKind::F32, 1}, .operands = {vector}});
    nest.body = nest.add({.kind = NodeKind::Store, .operands = {zero, sum}, .symbol = "out"});
    const LoopNest split = prune(native_width(nest, 16));
    // Of vectors of four: 0 and 8, 4 and 12, then both sums.
    const Node& reduced = split[split[split[split.body].operands[1]].operands[0]];
    REQUIRE(reduced.kind == NodeKind::Add);
    const auto begin = [&](NodeId load) { return split[split[split[load].operands[0]].operands[0]].integer; };
    const Node &first = split[reduced.operands[0]], &second = split[reduced.operands[1]];
    CHECK(begin(first.operands[0]) == 0);
    CHECK(begin(first.operands[1]) == 8);
    CHECK(begin(second.operands[0]) == 4);
    CHECK(begin(second.operands[1]) == 12);
}

TEST_CASE("Bounds are proven on the printed form: locals, split vectors, split loops") {
    const Target target = load_target("x86-64-v2");
    CHECK(prove_bounds(finish_loops(copy_nest(4, 12, 0, 12, 48), target, "copy")).empty());
    CHECK_THROWS_WITH(
        finish_loops(copy_nest(4, 12, 4, 12, 48), target, "copy"),
        Catch::Contains("kernel copy may leave a buffer: load a[") && Catch::Contains("#lane4"));
}

TEST_CASE("A nest that uses an unbound symbol is refused") {
    LoopNest nest = copy_nest(8, 8, 0, 8, 64);
    nest.nodes[nest.body].symbol = "j";
    CHECK_THROWS_AS(verify(nest), hlo2c::DiagnosticError);
}

namespace {

/// out[0] = the value that `make` builds from loads of a[0], a[1], ...
template <typename Make>
std::string with_rules(FloatRules rules, bool has_fma, int lanes, const Make& make) {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::F32, 64, false}, {"out", ScalarKind::F32, 8, true}};
    const ValueType type{ScalarKind::F32, lanes};
    const auto load = [&](int at) {
        NodeId place = nest.integer(at);
        if (lanes > 1)
            place = nest.add({.kind = NodeKind::Ramp,
                              .type = {ScalarKind::I32, lanes},
                              .operands = {place, nest.integer(1)}});
        return nest.add({.kind = NodeKind::Load, .type = type, .operands = {place}, .symbol = "a"});
    };
    const NodeId value = make(nest, load);
    NodeId place = nest.integer(0);
    if (lanes > 1)
        place = nest.add(
            {.kind = NodeKind::Ramp, .type = {ScalarKind::I32, lanes}, .operands = {place, nest.integer(1)}});
    nest.body = nest.add({.kind = NodeKind::Store, .operands = {place, value}, .symbol = "out"});
    nest = prune(apply_float_rules(nest, rules, has_fma));
    verify(nest);
    return to_text(nest);
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a product that is added rounds once under contract and fast, twice under strict") {
    const bool subtracts = GENERATE(false, true), product_first = GENERATE(false, true);
    const auto sum = [&](LoopNest& nest, const auto& load) {
        const NodeId product = nest.binary(NodeKind::Multiply, load(0), load(1)), other = load(2);
        return nest.binary(subtracts ? NodeKind::Subtract : NodeKind::Add, product_first ? product : other,
                           product_first ? other : product);
    };
    CHECK(!has(with_rules(FloatRules::Strict, true, 1, sum), "fma"));
    CHECK(has(with_rules(FloatRules::Contract, true, 8, sum), "fma"));
    CHECK(has(with_rules(FloatRules::Fast, true, 1, sum), "fma"));
    CHECK(has(with_rules(FloatRules::Contract, true, 1, sum), "neg") == subtracts);
    CHECK(!has(with_rules(FloatRules::Contract, false, 1, sum), "fma"));
}

TEST_CASE("a target without FMA multiplies and adds") {
    const auto fused = [](LoopNest& nest, const auto& load) {
        const NodeId a = load(0), b = load(1), c = load(2);
        return nest.add({.kind = NodeKind::Fma, .type = nest[a].type, .operands = {a, b, c}});
    };
    CHECK(has(with_rules(FloatRules::Strict, true, 8, fused), "fma"));
    CHECK(!has(with_rules(FloatRules::Strict, false, 8, fused), "fma"));
    CHECK(!has(with_rules(FloatRules::Fast, false, 8, fused), "fma"));
}

TEST_CASE("fast multiplies by the reciprocal of a constant or of a uniform divisor") {
    const bool constant = GENERATE(false, true);
    const auto quotient = [&](LoopNest& nest, const auto& load) {
        const ValueType type{ScalarKind::F32, 8};
        const NodeId x = load(0);
        NodeId by = nest.add({.kind = NodeKind::Real, .type = type, .integer = 0x41200000});
        if (!constant) {
            const NodeId scalar = nest.add({.kind = NodeKind::Load,
                                            .type = type.with_lanes(1),
                                            .operands = {nest.integer(40)},
                                            .symbol = "a"});
            by = nest.add({.kind = NodeKind::Broadcast, .type = type, .operands = {scalar}});
        }
        return nest.binary(NodeKind::Divide, x, by);
    };
    const auto divides_vectors = [](const std::string& text) {
        return has(text, "/") || has(text, "divide");
    };
    CHECK(divides_vectors(with_rules(FloatRules::Contract, true, 8, quotient)));
    CHECK(divides_vectors(with_rules(FloatRules::Fast, true, 8, quotient)) == !constant);
    CHECK(with_rules(FloatRules::Fast, true, 8, quotient) !=
          with_rules(FloatRules::Contract, true, 8, quotient));
}

TEST_CASE("fast computes some functions of f32 less exactly") {
    const std::string function = GENERATE("exp", "tanh", "erf", "erfc");
    const ScalarKind kind = GENERATE(ScalarKind::F32, ScalarKind::F64);
    LoopNest nest;
    nest.parameters = {{"a", kind, 1, false}, {"out", kind, 1, true}};
    const NodeId first = nest.integer(0);
    const NodeId x =
        nest.add({.kind = NodeKind::Load, .type = {kind, 1}, .operands = {first}, .symbol = "a"});
    const NodeId value = nest.call(function, {kind, 1}, {x});
    nest.body = nest.add({.kind = NodeKind::Store, .operands = {first, value}, .symbol = "out"});
    for (const std::string& name : float_rules_names()) {
        const FloatRules rules = parse_float_rules(name);
        const bool is_exact = rules != FloatRules::Fast || kind == ScalarKind::F64;
        CHECK(has(to_text(apply_float_rules(nest, rules, true)), "fast_" + function) == !is_exact);
    }
}

TEST_CASE("fast keeps reciprocals of values that only divide, and makes powers of square roots") {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::F32, 64, false}, {"out", ScalarKind::F32, 8, true}};
    const ValueType type{ScalarKind::F32, 8};
    const NodeId places = nest.add({.kind = NodeKind::Ramp,
                                    .type = {ScalarKind::I32, 8},
                                    .operands = {nest.integer(0), nest.integer(1)}});
    const auto read = [&](const std::string& buffer) {
        return nest.add({.kind = NodeKind::Load, .type = type, .operands = {places}, .symbol = buffer});
    };
    const NodeId kept = nest.add({.kind = NodeKind::Store,
                                  .operands = {places, nest.call("power_three_halves", type, {read("a")})},
                                  .symbol = "kept"});
    const bool is_numerator_too = GENERATE(false, true);
    const NodeId x = read(is_numerator_too ? "kept" : "a");
    const NodeId quotient = nest.binary(NodeKind::Divide, x, read("kept"));
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {places, quotient}, .symbol = "out"});
    nest.body = nest.add({.kind = NodeKind::Allocate,
                          .type = type.with_lanes(1),
                          .operands = {nest.block({kept, store})},
                          .integer = 8,
                          .symbol = "kept"});
    const auto quotients = [&](FloatRules rules) {
        const LoopNest result = prune(apply_float_rules(nest, rules, true));
        verify(result);
        const std::string text = to_text(result);
        CHECK(has(text, "power_three_halves") == (rules != FloatRules::Fast));
        CHECK(has(text, "sqrt") == (rules == FloatRules::Fast));
        return text;
    };
    const std::string source = is_numerator_too ? "kept" : "a";
    CHECK(has(quotients(FloatRules::Strict), "divide(" + source));
    CHECK(has(quotients(FloatRules::Fast), "divide(" + source) == is_numerator_too);
}

TEST_CASE("fast rounds halves only where they are stored, other narrow types as written") {
    const auto rounds = [](FloatRules rules, const std::string& function) {
        const std::string text = with_rules(rules, true, 8, [&](LoopNest& nest, const auto& load) {
            const NodeId x = load(0);
            return nest.binary(NodeKind::Add, nest.call(function, nest[x].type, {x}), load(1));
        });
        return has(text, function);
    };
    for (const char* half : {"nearest_bf16", "nearest_f16"}) {
        CHECK(rounds(FloatRules::Strict, half));
        CHECK(rounds(FloatRules::Contract, half));
        CHECK(!rounds(FloatRules::Fast, half));
    }
    CHECK(rounds(FloatRules::Fast, "nearest_f8e4m3fn"));
    CHECK(rounds(FloatRules::Fast, "round_nearest_even"));
}

TEST_CASE("fast splits long chains of additions in two, and keeps sums with other uses") {
    const auto chain = [](LoopNest& nest, const auto& load) {
        NodeId sum = load(0);
        for (int i = 1; i < 6; i++) sum = nest.binary(NodeKind::Add, sum, load(i));
        return sum;
    };
    CHECK(with_rules(FloatRules::Contract, true, 1, chain) == with_rules(FloatRules::Strict, true, 1, chain));
    CHECK(with_rules(FloatRules::Fast, true, 1, chain) != with_rules(FloatRules::Strict, true, 1, chain));
    const auto shared = [](LoopNest& nest, const auto& load) {
        NodeId sum = load(0), product = load(7);
        for (int i = 1; i < 6; i++) {
            sum = nest.binary(NodeKind::Add, sum, load(i));
            product = nest.binary(NodeKind::Multiply, product, sum);
        }
        return product;
    };
    CHECK(with_rules(FloatRules::Fast, true, 1, shared) == with_rules(FloatRules::Strict, true, 1, shared));
}

TEST_CASE("floating-point rules have names") {
    for (const std::string& name : float_rules_names()) CHECK(spelling(parse_float_rules(name)) == name);
}

namespace {

/// out[i] = the word of the four bytes of a at `places`, plus i * lanes * stride.
LoopNest words_nest(const std::vector<int>& places, int lanes, int stride) {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::I8, 256, false}, {"out", ScalarKind::I32, 64, true}};
    const auto ramp = [&](NodeId base, int step) {
        const NodeId by = nest.integer(step);
        return lanes == 1
                   ? base
                   : nest.add(
                         {.kind = NodeKind::Ramp, .type = {ScalarKind::I32, lanes}, .operands = {base, by}});
    };
    const NodeId i = nest.variable("i", {ScalarKind::I32, 1});
    std::vector<NodeId> bytes;
    for (const int place : places) {
        const NodeId block = nest.binary(NodeKind::Multiply, i, nest.integer(lanes * stride));
        const NodeId index = nest.binary(NodeKind::Add, block, nest.integer(place));
        bytes.push_back(nest.add({.kind = NodeKind::Load,
                                  .type = {ScalarKind::I8, lanes},
                                  .operands = {ramp(index, stride)},
                                  .symbol = "a"}));
    }
    const NodeId word = nest.call(word_of_bytes, {ScalarKind::I32, lanes}, bytes);
    const NodeId place = ramp(nest.binary(NodeKind::Multiply, i, nest.integer(lanes)), 1);
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {place, word}, .symbol = "out"});
    const NodeId begin = nest.integer(0), count = nest.integer(2);
    nest.body = nest.add({.kind = NodeKind::For, .operands = {begin, count, store}, .symbol = "i"});
    verify(nest);
    return nest;
}

/// How many loads there are, after words are loaded whole where that is possible.
std::ptrdiff_t loads_of_words(const LoopNest& nest) {
    const LoopNest after = prune(load_words(nest));
    verify(after);
    return std::count_if(after.nodes.begin(), after.nodes.end(),
                         [](const Node& node) { return node.kind == NodeKind::Load; });
}

}  // namespace

TEST_CASE("Words of bytes that are neighbours in memory are loaded whole") {
    CHECK(loads_of_words(words_nest({8, 9, 10, 11}, 1, 4)) == 1);
    CHECK(loads_of_words(words_nest({8, 9, 10, 11}, 16, 4)) == 1);
    CHECK(loads_of_words(words_nest({8, 9, 10, 12}, 1, 4)) == 4);
    CHECK(loads_of_words(words_nest({9, 8, 10, 11}, 1, 4)) == 4);
    CHECK(loads_of_words(words_nest({0, 16, 32, 48}, 16, 1)) == 4);
    CHECK(loads_of_words(words_nest({0, 1, 2, 3}, 8, 8)) == 4);
}

TEST_CASE("A value that nothing reads is removed, even if another scope reads one of its name") {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::F32, 8, false}, {"out", ScalarKind::F32, 8, true}};
    const auto loop = [&](bool reads) {
        const NodeId i = nest.variable("i", {ScalarKind::I32, 1});
        const NodeId load =
            nest.add({.kind = NodeKind::Load, .type = {ScalarKind::F32, 1}, .operands = {i}, .symbol = "a"});
        const NodeId value =
            reads ? nest.variable("x", {ScalarKind::F32, 1})
                  : nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F32, 1}, .integer = 0});
        const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {i, value}, .symbol = "out"});
        const NodeId let =
            nest.add({.kind = NodeKind::LetStatement, .operands = {load, store}, .symbol = "x"});
        const NodeId begin = nest.integer(0), count = nest.integer(8);
        return nest.add({.kind = NodeKind::For, .operands = {begin, count, let}, .symbol = "i"});
    };
    const NodeId first = loop(true), second = loop(false), third = loop(true);
    nest.body = nest.block({first, second, third});
    const LoopNest after = prune(nest);
    verify(after);
    const auto lets = std::count_if(after.nodes.begin(), after.nodes.end(),
                                    [](const Node& node) { return node.kind == NodeKind::LetStatement; });
    CHECK(lets == 2);
}

TEST_CASE("What a loop of one trip runs takes its place") {
    const auto pruned = [](bool is_constant, int trips, LoopKind kind) {
        LoopNest nest;
        nest.parameters = {{"x", ScalarKind::I32, 32, false}, {"out", ScalarKind::I32, 32, true}};
        const NodeId i = nest.variable("i", {}), row = nest.variable("row", {});
        const NodeId first = is_constant ? nest.integer(24) : nest.binary(NodeKind::Multiply, row, row);
        const NodeId load = nest.add({.kind = NodeKind::Load, .operands = {i}, .symbol = "x"});
        const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {i, load}, .symbol = "out"});
        const NodeId loop = nest.add({.kind = NodeKind::For,
                                      .operands = {first, nest.integer(trips), store},
                                      .symbol = "i",
                                      .loop = kind});
        nest.body = nest.add(
            {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(5), loop}, .symbol = "row"});
        const LoopNest result = prune(nest);
        verify(result);
        return to_text(result);
    };
    const auto body_is = [](const std::string& body) {
        return Catch::Matchers::EndsWith("extent 5\n" + body);
    };
    CHECK_THAT(pruned(true, 1, LoopKind::Serial), body_is("  out[24] = x[24]:i32\n"));
    CHECK_THAT(pruned(false, 1, LoopKind::Serial),
               body_is("  let i = multiply(row, row)\n  out[i] = x[i]:i32\n"));
    CHECK_THAT(pruned(true, 2, LoopKind::Serial), Catch::Matchers::Contains("for i from 24 extent 2"));
    CHECK_THAT(pruned(true, 1, LoopKind::Parallel), Catch::Matchers::Contains("parallel i from 24 extent 1"));
}

TEST_CASE("A local that nothing reads is removed with its assignments") {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::F32, 2, true}};
    std::vector<NodeId> statements;
    for (int i = 0; i < 2; i++) {
        const NodeId one = nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F32, 1}, .integer = 1});
        statements.push_back(
            nest.add({.kind = NodeKind::Store, .operands = {nest.integer(i), one}, .symbol = "sum"}));
    }
    const NodeId value = nest.add({.kind = NodeKind::Load,
                                   .type = {ScalarKind::F32, 1},
                                   .operands = {nest.integer(0)},
                                   .symbol = "sum"});
    statements.push_back(
        nest.add({.kind = NodeKind::Store, .operands = {nest.integer(0), value}, .symbol = "out"}));
    nest.body = nest.add({.kind = NodeKind::Allocate,
                          .type = {ScalarKind::F32, 1},
                          .operands = {nest.block(statements)},
                          .integer = 2,
                          .symbol = "sum",
                          .memory = MemoryKind::Registers});
    const LoopNest after = prune(promote_registers(nest));
    verify(after);
    const std::string text = to_text(after);
    CHECK(text.find("declare sum[0]") != std::string::npos);
    CHECK(text.find("sum1") == std::string::npos);
}

TEST_CASE("A call touches what its loops reach, not whole buffers") {
    CHECK(touched_bytes(copy_nest(2, 8, 0, 8, 64)) == 2 * 64);     // 16 elements, read and written
    CHECK(touched_bytes(copy_nest(100, 0, 3, 1, 64)) == 2 * 256);  // one element 100 times: at most all
    CHECK(touched_bytes(copy_nest(1, 1, 3, 1, 64)) == 2 * 4);
}

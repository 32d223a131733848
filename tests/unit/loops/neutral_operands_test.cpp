#include "scheduler/loops/neutral_operands.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

using namespace hlo2c::scheduler;

namespace {

/// out[0] = `kind` of `constant` and x[0], in vectors of `lanes`, or of x[0] and `constant`.
LoopNest combined(NodeKind kind, ScalarKind type, std::int64_t constant, bool is_first, int lanes) {
    LoopNest nest;
    nest.parameters = {{"x", type, 8, false}, {"out", type, 8, true}};
    NodeId place = nest.integer(0);
    NodeId first = nest.add({.kind = is_float(type) ? NodeKind::Real : NodeKind::Integer,
                             .type = {type, 1},
                             .integer = constant});
    if (lanes > 1) {
        place = nest.add(
            {.kind = NodeKind::Ramp, .type = {ScalarKind::I32, lanes}, .operands = {place, nest.integer(1)}});
        first = nest.add({.kind = NodeKind::Broadcast, .type = {type, lanes}, .operands = {first}});
    }
    NodeId second =
        nest.add({.kind = NodeKind::Load, .type = {type, lanes}, .operands = {place}, .symbol = "x"});
    if (!is_first) std::swap(first, second);
    const NodeId value = nest.add({.kind = kind, .type = {type, lanes}, .operands = {first, second}});
    nest.body = nest.add({.kind = NodeKind::Store, .operands = {place, value}, .symbol = "out"});
    verify(nest);
    return nest;
}

bool is_dropped(NodeKind kind, ScalarKind type, std::int64_t constant, bool is_first = true, int lanes = 1) {
    const LoopNest nest = drop_neutral_operands(combined(kind, type, constant, is_first, lanes));
    verify(nest);
    return nest[nest[nest.body].operands[1]].kind == NodeKind::Load;
}

std::int64_t bits(float value) {
    std::uint32_t result = 0;
    std::memcpy(&result, &value, sizeof result);
    return result;
}

std::int64_t bits(double value) {
    std::int64_t result = 0;
    std::memcpy(&result, &value, sizeof result);
    return result;
}

}  // namespace

TEST_CASE("a first value that changes no result is dropped") {
    using enum ScalarKind;
    for (const bool is_first : {true, false})
        for (const int lanes : {1, 8}) {
            CHECK(is_dropped(NodeKind::Or, U32, 0, is_first, lanes));
            CHECK(is_dropped(NodeKind::Add, I64, 0, is_first, lanes));
            CHECK(is_dropped(NodeKind::And, U8, 255, is_first, lanes));
            CHECK(is_dropped(NodeKind::Minimum, I32, INT32_MAX, is_first, lanes));
            CHECK(is_dropped(NodeKind::Maximum, I32, INT32_MIN, is_first, lanes));
            CHECK(is_dropped(NodeKind::Minimum, U16, 65535, is_first, lanes));
            CHECK(is_dropped(NodeKind::Maximum, F32, bits(-INFINITY), is_first, lanes));
            CHECK(is_dropped(NodeKind::Minimum, F64, bits(std::numeric_limits<double>::infinity()), is_first,
                             lanes));
            CHECK(is_dropped(NodeKind::Add, F32, bits(-0.0f), is_first, lanes));
        }
}

TEST_CASE("a first value that changes some result stays") {
    using enum ScalarKind;
    // 0 + -0 is 0.
    CHECK(!is_dropped(NodeKind::Add, F32, bits(0.0f)));
    CHECK(!is_dropped(NodeKind::Maximum, F32, bits(INFINITY)));
    CHECK(!is_dropped(NodeKind::Maximum, F32, bits(-std::numeric_limits<float>::max())));
    CHECK(!is_dropped(NodeKind::Multiply, F32, bits(1.0f)));
    CHECK(!is_dropped(NodeKind::Subtract, I32, 0));
    CHECK(!is_dropped(NodeKind::Maximum, I32, 0));
    CHECK(!is_dropped(NodeKind::And, U32, 255));
}

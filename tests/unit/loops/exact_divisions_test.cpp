#include "scheduler/loops/exact_divisions.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "scheduler/loops/prune.h"

using namespace hlo2c::scheduler;

namespace {

/// out[0...] = f32(in[0...]) / divisor
std::string divided(ScalarKind from, float divisor, bool has_fma = true) {
    constexpr int lanes = 8;
    LoopNest nest;
    nest.parameters = {{"in", from, lanes, false}, {"out", ScalarKind::F32, lanes, true}};
    const ValueType type{ScalarKind::F32, lanes}, index{ScalarKind::I32, 1};
    const NodeId places = nest.add({.kind = NodeKind::Ramp,
                                    .type = index.with_lanes(lanes),
                                    .operands = {nest.integer(0), nest.integer(1)}});
    NodeId x =
        nest.add({.kind = NodeKind::Load, .type = {from, lanes}, .operands = {places}, .symbol = "in"});
    if (from != type.kind) x = nest.add({.kind = NodeKind::Convert, .type = type, .operands = {x}});
    const NodeId scalar = nest.add({.kind = NodeKind::Real,
                                    .type = type.with_lanes(1),
                                    .integer = std::bit_cast<std::uint32_t>(divisor)});
    const NodeId by = nest.add({.kind = NodeKind::Broadcast, .type = type, .operands = {scalar}});
    nest.body = nest.add({.kind = NodeKind::Store,
                          .operands = {places, nest.binary(NodeKind::Divide, x, by)},
                          .symbol = "out"});
    verify(nest);
    const LoopNest changed = prune(replace_exact_divisions(nest, has_fma));
    verify(changed);
    return to_text(changed);
}

bool divides(const std::string& text) {
    return text.find("divide(") != std::string::npos;
}

}  // namespace

TEST_CASE("a byte is divided by a constant without a division") {
    const std::string text = divided(ScalarKind::U8, 255.0F);
    CHECK(!divides(text));
    CHECK(text.find("fma(") != std::string::npos);
    // What the replacement computes, for every byte.
    const float factor = 1.0F / 255.0F;
    const auto rest = static_cast<float>(1.0 / 255.0 - static_cast<double>(factor));
    for (int byte = 0; byte < 256; byte++) {
        const auto x = static_cast<float>(byte);
        CHECK(std::fma(x, factor, x * rest) == x / 255.0F);
    }
}

TEST_CASE("a product is enough where it is exact") {
    const std::string text = divided(ScalarKind::I16, 32768.0F, false);
    CHECK(!divides(text));
    CHECK(text.find("fma(") == std::string::npos);
}

TEST_CASE(
    "a division stays where its result cannot be computed otherwise or is not known for every dividend") {
    CHECK(divides(divided(ScalarKind::U8, 255.0F, false)));
    CHECK(divides(divided(ScalarKind::I32, 255.0F)));
    CHECK(divides(divided(ScalarKind::F32, 255.0F)));
    CHECK(divides(divided(ScalarKind::U8, 0.0F)));
}

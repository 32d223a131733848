#include "scheduler/loops/shared_loops.h"

#include <catch2/catch.hpp>

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;

namespace {

/// A shared loop that fills the first elements, before a loop of some kind over others.
std::string settled(int fill_begin, int fill_extent, LoopKind kind, int extent) {
    LoopNest nest;
    nest.parameters = {{"out", ScalarKind::F32, std::int64_t{1} << 40, true}};
    const auto loop = [&](const char* variable, int begin, int count, LoopKind how) {
        const NodeId place = nest.variable(variable, {ScalarKind::I32, 1});
        const NodeId zero = nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F32, 1}});
        const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {place, zero}, .symbol = "out"});
        return nest.add({.kind = NodeKind::For,
                         .operands = {nest.integer(begin), nest.integer(count), store},
                         .symbol = variable,
                         .loop = how});
    };
    const NodeId fill = loop("fill", fill_begin, fill_extent, LoopKind::Shared);
    NodeId rest = loop("rest", 0, extent, kind);
    if (kind == LoopKind::Parallel && extent == 7)
        rest = nest.add({.kind = NodeKind::For,
                         .operands = {nest.integer(0), nest.integer(3), rest},
                         .symbol = "around",
                         .loop = LoopKind::AroundParallel});
    nest.body = nest.block({fill, rest});
    return to_text(settle_shared_loops(nest));
}

}  // namespace

TEST_CASE("loops are shared if a parallel loop of known extent follows") {
    CHECK_THAT(settled(0, 96, LoopKind::Parallel, 14), Contains("shared for fill"));
    CHECK_THAT(settled(0, 96, LoopKind::Parallel, 7), Contains("shared for fill"));
    for (const std::string& text :
         {settled(0, 96, LoopKind::Serial, 14), settled(1, 96, LoopKind::Parallel, 14),
          settled(0, 1 << 20, LoopKind::Parallel, 1 << 12)}) {
        CHECK_THAT(text, !Contains("shared"));
        CHECK_THAT(text, Contains("for fill"));
    }
}

#include "scheduler/loops/equal_stages.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace hlo2c::scheduler;

namespace {

/// Twice: for line: lines[line] = `source`[line], in scratch; out[0 or 1] = lines[3]. The second time, the
/// lines begin at `first`.
LoopNest two_stages(int first, const std::string& source = "x") {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::I32, 8, false}, {"out", ScalarKind::I32, 8, true}};
    const auto load = [&](const std::string& buffer, NodeId index) {
        return nest.add({.kind = NodeKind::Load, .operands = {index}, .symbol = buffer});
    };
    const auto store = [&](const std::string& buffer, NodeId index, NodeId value) {
        return nest.add({.kind = NodeKind::Store, .operands = {index, value}, .symbol = buffer});
    };
    std::vector<NodeId> stages;
    for (const int number : {0, 1}) {
        const std::string end = number == 0 ? "" : "_2";
        const NodeId line = nest.variable("line" + end, {});
        const NodeId from =
            number == 0 || first == 0 ? line : nest.binary(NodeKind::Add, line, nest.integer(first));
        const NodeId fill = nest.add(
            {.kind = NodeKind::For,
             .operands = {nest.integer(0), nest.integer(4), store("lines" + end, line, load(source, from))},
             .symbol = "line" + end});
        const NodeId use = store("out", nest.integer(number), load("lines" + end, nest.integer(3)));
        stages.push_back(nest.add({.kind = NodeKind::Allocate,
                                   .operands = {nest.block({fill, use})},
                                   .integer = 4,
                                   .symbol = "lines" + end,
                                   .memory = MemoryKind::Scratch,
                                   .contents = ScratchContents::PaddedLines}));
    }
    nest.body = nest.block(stages);
    nest.scratch_bytes = 64;
    verify(nest);
    return nest;
}

std::string joined(const LoopNest& nest) {
    const LoopNest result = fill_equal_stages_once(nest);
    verify(result);
    return to_text(result);
}

}  // namespace

TEST_CASE("scratch that two statements fill with the same elements is filled once") {
    CHECK_THAT(joined(two_stages(0)), Catch::Matchers::EndsWith("for line from 0 extent 4\n"
                                                                "  lines[line] = x[line]:i32\n"
                                                                "out[0] = lines[3]:i32\n"
                                                                "out[1] = lines[3]:i32\n"));
}

TEST_CASE("scratch with other elements, or with elements that change in between, is filled again") {
    for (const LoopNest& nest : {two_stages(1), two_stages(0, "out")}) CHECK(joined(nest) == to_text(nest));
}

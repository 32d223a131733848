#include "scheduler/loops/load_columns.h"

#include <catch2/catch.hpp>
#include <string>

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType index_type{ScalarKind::I32, 1};

/// for block in [0, 5): out[block * 4 ...] = the sum of the first `columns` columns of four rows of `stride`
/// elements.
std::string sums(std::int64_t stride, std::int64_t columns, bool input_is_written = false) {
    LoopNest nest;
    nest.parameters = {{"in", ScalarKind::F32, 20 * stride, input_is_written},
                       {"out", ScalarKind::F32, 20, true}};
    const auto ramp = [&](std::int64_t factor, std::int64_t offset, std::int64_t step) {
        const NodeId block =
            nest.binary(NodeKind::Multiply, nest.variable("block", index_type), nest.integer(factor));
        const NodeId base = nest.binary(NodeKind::Add, block, nest.integer(offset));
        return nest.add({.kind = NodeKind::Ramp,
                         .type = index_type.with_lanes(4),
                         .operands = {base, nest.integer(step)}});
    };
    NodeId sum = no_node;
    for (std::int64_t column = 0; column < columns; column++) {
        const NodeId load = nest.add({.kind = NodeKind::Load,
                                      .type = {ScalarKind::F32, 4},
                                      .operands = {ramp(4 * stride, column, stride)},
                                      .symbol = "in"});
        sum = sum == no_node ? load : nest.binary(NodeKind::Add, sum, load);
    }
    const NodeId store =
        nest.add({.kind = NodeKind::Store, .operands = {ramp(4, 0, 1), sum}, .symbol = "out"});
    nest.body = nest.add(
        {.kind = NodeKind::For, .operands = {nest.integer(0), nest.integer(5), store}, .symbol = "block"});
    verify(nest);
    const LoopNest changed = load_columns(nest);
    verify(changed);
    return to_text(changed);
}

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) found++;
    return found;
}

}  // namespace

TEST_CASE("all columns of short rows are loaded as whole vectors and separated by shuffles") {
    const std::string eight = sums(8, 8), sixteen = sums(16, 16);
    CHECK(count(eight, "in[") == 8);
    CHECK(count(eight, "shuffle(") == 24);
    CHECK(count(eight, ", 8):i32x4]") == 0);
    CHECK(count(sixteen, "in[") == 16);
    CHECK(count(sixteen, "shuffle(") == 64);
}

TEST_CASE(
    "some columns only, columns of other rows, and those of a buffer that is written stay as they are") {
    for (const std::string& text : {sums(8, 7), sums(5, 5), sums(32, 32), sums(8, 8, true)})
        CHECK(count(text, "shuffle(") == 0);
}

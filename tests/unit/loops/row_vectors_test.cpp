#include "scheduler/loops/row_vectors.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <utility>
#include <vector>

#include "scheduler/loops/prove_bounds.h"
#include "scheduler/loops/prune.h"

using namespace hlo2c::scheduler;

namespace {

struct Product {
    int extent = 8;
    int stride = 1;            ///< between the row's scalars
    bool names_place = false;  ///< by a let in the loop
    bool stores_row = false;   ///< the sums are where the row is
};

/// for k in [0, extent): sum[0..3] += row[k * stride] * panel[k * 4..k * 4 + 3].
LoopNest product(const Product& made) {
    LoopNest nest;
    const std::int64_t elements = (made.extent - 1) * made.stride + 1;
    nest.parameters = {{"row", ScalarKind::F32, std::max<std::int64_t>(elements, 4), made.stores_row},
                       {"panel", ScalarKind::F32, made.extent * 4, false},
                       {"sum", ScalarKind::F32, 4, true}};
    const std::string sums = made.stores_row ? "row" : "sum";
    const NodeId k = nest.variable("k", {ScalarKind::I32, 1});
    const auto vector_at = [&](NodeId base, const std::string& buffer) {
        const NodeId place = nest.add(
            {.kind = NodeKind::Ramp, .type = {ScalarKind::I32, 4}, .operands = {base, nest.integer(1)}});
        return nest.add(
            {.kind = NodeKind::Load, .type = {ScalarKind::F32, 4}, .operands = {place}, .symbol = buffer});
    };
    const NodeId place = nest.binary(NodeKind::Multiply, k, nest.integer(made.stride));
    const NodeId used = made.names_place ? nest.variable("place", {ScalarKind::I32, 1}) : place;
    const NodeId load =
        nest.add({.kind = NodeKind::Load, .type = {ScalarKind::F32, 1}, .operands = {used}, .symbol = "row"});
    const NodeId step = nest.call(step_of_row, {ScalarKind::F32, 1}, {load});
    const NodeId row =
        nest.add({.kind = NodeKind::Broadcast, .type = {ScalarKind::F32, 4}, .operands = {step}});
    const NodeId panel = vector_at(nest.binary(NodeKind::Multiply, k, nest.integer(4)), "panel");
    const NodeId sum = vector_at(nest.integer(0), sums);
    const NodeId fma =
        nest.add({.kind = NodeKind::Fma, .type = {ScalarKind::F32, 4}, .operands = {row, panel, sum}});
    NodeId body =
        nest.add({.kind = NodeKind::Store, .operands = {nest[sum].operands[0], fma}, .symbol = sums});
    if (made.names_place)
        body = nest.add({.kind = NodeKind::LetStatement, .operands = {place, body}, .symbol = "place"});
    nest.body = nest.add({.kind = NodeKind::For,
                          .operands = {nest.integer(0), nest.integer(made.extent), body},
                          .symbol = "k"});
    verify(nest);
    return nest;
}

/// Runs a nest of such products: which elements of the row and of the panel each of them multiplies.
class Products {
public:
    explicit Products(const LoopNest& nest) : nest_(nest) { run(nest.body); }
    std::vector<std::pair<std::int64_t, std::int64_t>> multiplied;

private:
    void run(NodeId id) {
        const Node& node = nest_[id];
        switch (node.kind) {
            case NodeKind::Block:
                for (const NodeId each : node.operands) run(each);
                break;
            case NodeKind::For:
                for (std::int64_t i = 0; i < index(node.operands[1]); i++) {
                    indices_[node.symbol] = index(node.operands[0]) + i;
                    run(node.operands[2]);
                }
                break;
            case NodeKind::LetStatement:
                if (nest_[node.operands[0]].kind == NodeKind::Load)
                    elements_[node.symbol] = element(node.operands[0]);
                else
                    indices_[node.symbol] = index(node.operands[0]);
                run(node.operands[1]);
                break;
            default: {
                REQUIRE(node.kind == NodeKind::Store);
                const Node& fma = nest_[node.operands[1]];
                REQUIRE(fma.kind == NodeKind::Fma);
                multiplied.push_back({element(fma.operands[0]), element(fma.operands[1])});
            }
        }
    }

    /// The place of the first lane's element.
    std::int64_t element(NodeId id) const {
        const Node& node = nest_[id];
        switch (node.kind) {
            case NodeKind::Load: return index(node.operands[0]);
            case NodeKind::Variable: return elements_.at(node.symbol);
            case NodeKind::Shuffle:
                for (const int lane : node.lanes) REQUIRE(lane == node.lanes[0]);
                return element(node.operands[0]) + node.lanes[0];
            default: return element(node.operands[0]);
        }
    }

    std::int64_t index(NodeId id) const {
        const Node& node = nest_[id];
        switch (node.kind) {
            case NodeKind::Integer: return node.integer;
            case NodeKind::Variable: return indices_.at(node.symbol);
            case NodeKind::Add: return index(node.operands[0]) + index(node.operands[1]);
            case NodeKind::Multiply: return index(node.operands[0]) * index(node.operands[1]);
            default: REQUIRE(node.kind == NodeKind::Ramp); return index(node.operands[0]);
        }
    }

    const LoopNest& nest_;
    std::map<std::string, std::int64_t> indices_, elements_;
};

struct Form {
    std::ptrdiff_t loops = 0, vectors = 0, lanes = 0, scalars = 0;
    bool operator==(const Form&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Form& form) {
    return out << form.loops << " loops, " << form.vectors << " vectors, " << form.lanes << " lanes, "
               << form.scalars << " scalars";
}

/// What the row is read with after the pass, which must not change what is multiplied, and in which order.
Form form_of(const Product& made) {
    const LoopNest before = product(made), after = prune(load_row_vectors(before, 16));
    verify(after);
    CHECK(prove_bounds(after).empty());
    CHECK(Products(after).multiplied == Products(before).multiplied);
    const auto count = [&](auto is) { return std::count_if(after.nodes.begin(), after.nodes.end(), is); };
    CHECK(count([](const Node& node) { return node.kind == NodeKind::Call; }) == 0);
    const bool in_row = !made.stores_row;
    return {count([](const Node& node) { return node.kind == NodeKind::For; }), count([&](const Node& node) {
                return in_row && node.kind == NodeKind::Load && node.symbol == "row" && node.type.is_vector();
            }),
            count([](const Node& node) { return node.kind == NodeKind::Shuffle; }),
            count([](const Node& node) {
                return node.kind == NodeKind::Load && node.symbol == "row" && !node.type.is_vector();
            })};
}

}  // namespace

TEST_CASE("Neighbouring scalars of a row are loaded as vectors, what is left over one by one") {
    CHECK(form_of({.extent = 128}) == Form{1, 1, 4, 0});
    CHECK(form_of({.extent = 10}) == Form{1, 1, 4, 2});
    CHECK(form_of({.extent = 4}) == Form{0, 1, 4, 0});
    CHECK(form_of({.extent = 7}) == Form{0, 1, 4, 3});
    CHECK(form_of({.extent = 12, .names_place = true}) == Form{1, 1, 4, 0});
}

TEST_CASE("Scalars that are no neighbours, too few, or written in the loop are loaded one by one") {
    CHECK(form_of({.extent = 8, .stride = 2}) == Form{1, 0, 0, 1});
    CHECK(form_of({.extent = 3}) == Form{1, 0, 0, 1});
    CHECK(form_of({.extent = 8, .stores_row = true}) == Form{1, 0, 0, 1});
}

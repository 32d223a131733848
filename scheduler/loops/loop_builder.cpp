#include "scheduler/loops/loop_builder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "frontend/integer_division.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/same_code.h"

namespace hlo2c::scheduler {

LoopBuilder::LoopBuilder(LoopNest& nest) : nest_(nest) {
    for (const BufferParameter& parameter : nest.parameters) names_.take(parameter.name);
}

NodeId LoopBuilder::real(double value, ValueType type) {
    const std::int64_t bits =
        type.kind == ScalarKind::F32
            ? static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(static_cast<float>(value)))
            : std::bit_cast<std::int64_t>(value);
    return nest_.add({.kind = NodeKind::Real, .type = type, .integer = bits});
}

NodeId LoopBuilder::offset(NodeId a, std::int64_t distance) {
    return distance == 0 ? a : add(a, integer(distance));
}

NodeId LoopBuilder::scaled(NodeId a, std::int64_t factor) {
    return factor == 1 ? a : multiply(a, integer(factor));
}

NodeId LoopBuilder::fused(NodeId a, NodeId b, NodeId c) {
    return nest_.add({.kind = NodeKind::Fma, .type = nest_[a].type, .operands = {a, b, c}});
}

NodeId LoopBuilder::broadcast(NodeId scalar, ValueType type) {
    return type.is_vector() ? nest_.add({.kind = NodeKind::Broadcast, .type = type, .operands = {scalar}})
                            : scalar;
}

NodeId LoopBuilder::select(NodeId condition, NodeId yes, NodeId no) {
    return nest_.add({.kind = NodeKind::Select, .type = nest_[yes].type, .operands = {condition, yes, no}});
}

NodeId LoopBuilder::shuffle(std::vector<NodeId> vectors, std::vector<int> lanes) {
    const ValueType type = nest_[vectors[0]].type.with_lanes(static_cast<int>(lanes.size()));
    return nest_.add(
        {.kind = NodeKind::Shuffle, .type = type, .operands = std::move(vectors), .lanes = std::move(lanes)});
}

NodeId LoopBuilder::ramp(NodeId index, int lanes) {
    if (lanes == 1) return index;
    return nest_.add({.kind = NodeKind::Ramp,
                      .type = nest_[index].type.with_lanes(lanes),
                      .operands = {index, integer(1)}});
}

NodeId LoopBuilder::load(const std::string& buffer, NodeId index, ValueType type) {
    const NodeId at = ramp(index, type.lanes);
    return nest_.add({.kind = NodeKind::Load, .type = type, .operands = {at}, .symbol = buffer});
}

NodeId LoopBuilder::let(const std::string& stem, NodeId value) {
    const NodeKind kind = nest_[value].kind;
    if (kind == NodeKind::Variable || kind == NodeKind::Integer || kind == NodeKind::Real) return value;
    const std::string name = names_.claim(stem);
    entries_.push_back({name, value});
    return nest_.variable(name, nest_[value].type);
}

void LoopBuilder::store(const std::string& buffer, NodeId index, NodeId value) {
    const NodeId at = ramp(index, nest_[value].type.lanes);
    entries_.push_back({"", nest_.add({.kind = NodeKind::Store, .operands = {at, value}, .symbol = buffer})});
}

NodeId LoopBuilder::scope(const std::function<void()>& body) {
    std::vector<Entry> outside = std::exchange(entries_, {});
    body();
    std::vector<NodeId> statements;  // last first
    const auto block = [&] { return nest_.block({statements.rbegin(), statements.rend()}); };
    for (std::size_t i = entries_.size(); i-- > 0;) {
        const Entry& entry = entries_[i];
        names_.release(entry.name);
        if (entry.name.empty()) {
            statements.push_back(entry.node);
        } else if (entry.node == no_node) {
            const NodeId rest = block();
            statements = {nest_.add({.kind = NodeKind::Allocate,
                                     .type = {entry.kind, 1},
                                     .operands = {rest},
                                     .integer = 1,
                                     .symbol = entry.name,
                                     .memory = MemoryKind::Registers})};
        } else {
            const NodeId rest = block();
            statements = {nest_.add(
                {.kind = NodeKind::LetStatement, .operands = {entry.node, rest}, .symbol = entry.name})};
        }
    }
    entries_ = std::move(outside);
    return block();
}

void LoopBuilder::loop_from(const std::string& stem, NodeId begin, NodeId extent,
                            const std::function<void(NodeId)>& body) {
    const std::string name = names_.claim(stem);
    const NodeId variable = nest_.variable(name, {ScalarKind::I32, 1});
    const NodeId inside = scope([&] { body(variable); });
    names_.release(name);
    entries_.push_back(
        {"", nest_.add({.kind = NodeKind::For, .operands = {begin, extent, inside}, .symbol = name})});
}

void LoopBuilder::loop_to(const std::string& stem, NodeId extent, const std::function<void(NodeId)>& body) {
    loop_from(stem, integer(0), extent, body);
}

void LoopBuilder::loop(const std::string& stem, std::int64_t extent,
                       const std::function<void(NodeId)>& body) {
    if (extent == 1)
        body(integer(0));
    else if (extent > 1)
        loop_to(stem, integer(extent), body);
}

void LoopBuilder::parallel_loop(const std::string& stem, std::int64_t extent, int slots,
                                const std::function<void(NodeId)>& body) {
    const std::string name = names_.claim(slots > 0 ? "slot" : stem);
    const NodeId variable = nest_.variable(name, {ScalarKind::I32, 1});
    const NodeId inside = with_arrays(scope([&] {
        if (slots == 0) {
            body(variable);
            return;
        }
        const SlotRange range = range_of_slot(nest_, variable, extent, slots);
        const NodeId first = let("first", range.first);
        loop_from(stem, first, range.count, body);
    }));
    nest_.scratch_bytes *= std::max(slots, 1);
    names_.release(name);
    entries_.push_back({"", nest_.add({.kind = NodeKind::For,
                                       .operands = {integer(0), integer(slots > 0 ? slots : extent), inside},
                                       .symbol = name,
                                       .loop = LoopKind::Parallel})});
}

void LoopBuilder::branch(NodeId condition, const std::function<void()>& yes,
                         const std::function<void()>& no) {
    std::vector<NodeId> operands = {condition, scope(yes)};
    if (no) operands.push_back(scope(no));
    entries_.push_back({"", nest_.add({.kind = NodeKind::If, .operands = std::move(operands)})});
}

std::string LoopBuilder::variable(const std::string& stem, ScalarKind kind) {
    entries_.push_back({names_.claim(stem), no_node, kind});
    return entries_.back().name;
}

std::string LoopBuilder::scratch(const std::string& stem, ScratchContents contents, ScalarKind element,
                                 std::int64_t elements) {
    const std::string name = names_.claim(stem);
    nest_.scratch_bytes += round_up(elements * byte_width(element), 64);
    arrays_.push_back({name, contents, element, elements});
    return name;
}

NodeId LoopBuilder::body() {
    return with_arrays(scope([all = std::exchange(entries_, {}), this] { entries_ = all; }));
}

/// Ends the scope of the arrays in scratch.
NodeId LoopBuilder::with_arrays(NodeId body) {
    for (std::size_t i = arrays_.size(); i-- > 0;)
        body = nest_.add({.kind = NodeKind::Allocate,
                          .type = {arrays_[i].element, 1},
                          .operands = {body},
                          .integer = arrays_[i].elements,
                          .symbol = arrays_[i].name,
                          .memory = MemoryKind::Scratch,
                          .contents = arrays_[i].contents});
    arrays_.clear();
    return body;
}

SlotRange range_of_slot(LoopNest& nest, NodeId slot, std::int64_t extent, int slots) {
    const ValueType type = nest[slot].type;
    const std::int64_t shortest = extent / slots, longer = extent % slots;
    const auto integer = [&](std::int64_t value) { return nest.integer(value, type); };
    const NodeId first = nest.binary(NodeKind::Multiply, slot, integer(shortest));
    if (longer == 0) return {first, integer(shortest)};
    const NodeId first_longer = integer(slots - longer);
    const NodeId before = nest.binary(NodeKind::Subtract, slot, first_longer);
    return {nest.binary(NodeKind::Add, first, nest.binary(NodeKind::Maximum, before, integer(0))),
            nest.add({.kind = NodeKind::Select,
                      .type = type,
                      .operands = {nest.binary(NodeKind::Less, slot, first_longer), integer(shortest),
                                   integer(shortest + 1)}})};
}

std::optional<std::int64_t> extent_of_slots(const LoopNest& nest, const Node& slots) {
    const std::optional<std::int64_t> count = constant_extent(nest, slots);
    if (!count || *count < 1) return std::nullopt;
    std::map<std::string, NodeId> named;
    NodeId inside = slots.operands[2];
    for (; nest[inside].kind == NodeKind::LetStatement; inside = nest[inside].operands[1])
        named[nest[inside].symbol] = nest[inside].operands[0];
    if (nest[inside].kind != NodeKind::For) return std::nullopt;
    NodeId first = nest[inside].operands[0];
    if (const auto value = named.find(nest[first].symbol);
        nest[first].kind == NodeKind::Variable && value != named.end())
        first = value->second;
    const NodeId iterations = nest[inside].operands[1];
    // Of two different numbers of iterations, the last slots have the larger one.
    const bool differ = nest[iterations].kind == NodeKind::Select;
    const Node& shortest = nest[differ ? nest[iterations].operands[1] : iterations];
    if (shortest.kind != NodeKind::Integer) return std::nullopt;
    for (std::int64_t longer = differ ? 1 : 0; longer < (differ ? *count : 1); longer++) {
        LoopNest expected = nest;
        const std::int64_t extent = *count * shortest.integer + longer;
        const NodeId slot = expected.variable(slots.symbol, nest[first].type);
        const SlotRange range = range_of_slot(expected, slot, extent, static_cast<int>(*count));
        if (same_code(expected, range.first, first) && same_code(expected, range.count, iterations))
            return extent;
    }
    return std::nullopt;
}

}  // namespace hlo2c::scheduler

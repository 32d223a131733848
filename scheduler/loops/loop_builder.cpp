#include "scheduler/loops/loop_builder.h"

#include <bit>
#include <utility>

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
        if (entry.name.empty()) {
            statements.push_back(entry.node);
        } else {
            const NodeId rest = block();
            statements = {nest_.add(
                {.kind = NodeKind::LetStatement, .operands = {entry.node, rest}, .symbol = entry.name})};
        }
    }
    entries_ = std::move(outside);
    return block();
}

void LoopBuilder::loop_to(const std::string& stem, NodeId extent, const std::function<void(NodeId)>& body) {
    const std::string name = names_.claim(stem);
    const NodeId variable = nest_.variable(name, {ScalarKind::I32, 1});
    const NodeId inside = scope([&] { body(variable); });
    entries_.push_back(
        {"", nest_.add({.kind = NodeKind::For, .operands = {integer(0), extent, inside}, .symbol = name})});
}

void LoopBuilder::loop(const std::string& stem, std::int64_t extent,
                       const std::function<void(NodeId)>& body) {
    if (extent == 1)
        body(integer(0));
    else if (extent > 1)
        loop_to(stem, integer(extent), body);
}

void LoopBuilder::branch(NodeId condition, const std::function<void()>& yes,
                         const std::function<void()>& no) {
    const NodeId then = scope(yes), otherwise = scope(no);
    entries_.push_back({"", nest_.add({.kind = NodeKind::If, .operands = {condition, then, otherwise}})});
}

std::string LoopBuilder::scratch(const std::string& stem, ScalarKind element, std::int64_t elements) {
    const std::string name = names_.claim(stem);
    nest_.scratch_bytes += (elements * byte_width(element) + 63) / 64 * 64;
    arrays_.push_back({name, element, elements});
    return name;
}

void LoopBuilder::finish() {
    NodeId body = scope([all = std::exchange(entries_, {}), this] { entries_ = all; });
    for (std::size_t i = arrays_.size(); i-- > 0;)
        body = nest_.add({.kind = NodeKind::Allocate,
                          .type = {arrays_[i].element, 1},
                          .operands = {body},
                          .integer = arrays_[i].elements,
                          .symbol = arrays_[i].name,
                          .memory = MemoryKind::Scratch});
    nest_.body = body;
}

}  // namespace hlo2c::scheduler

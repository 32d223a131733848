#include "scheduler/loops/loop_nest.h"

#include <array>
#include <utility>

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler {

namespace {

struct KindFacts {
    const char* spelling;
    int bits;
    bool is_float, is_signed, is_unsigned;
};

constexpr std::array<KindFacts, 11> kind_facts{{
    {"b1", 8, false, false, false},
    {"u8", 8, false, false, true},
    {"u16", 16, false, false, true},
    {"u32", 32, false, false, true},
    {"u64", 64, false, false, true},
    {"i8", 8, false, true, false},
    {"i16", 16, false, true, false},
    {"i32", 32, false, true, false},
    {"i64", 64, false, true, false},
    {"f32", 32, true, false, false},
    {"f64", 64, true, false, false},
}};

const KindFacts& facts(ScalarKind kind) {
    return kind_facts[static_cast<std::size_t>(kind)];
}

bool is_comparison(NodeKind kind) {
    return kind == NodeKind::Equal || kind == NodeKind::NotEqual || kind == NodeKind::Less ||
           kind == NodeKind::LessEqual;
}

}  // namespace

int bit_width(ScalarKind kind) {
    return facts(kind).bits;
}
int byte_width(ScalarKind kind) {
    return facts(kind).bits / 8;
}
bool is_float(ScalarKind kind) {
    return facts(kind).is_float;
}
bool is_signed(ScalarKind kind) {
    return facts(kind).is_signed;
}
bool is_unsigned(ScalarKind kind) {
    return facts(kind).is_unsigned;
}

std::string spelling(ScalarKind kind) {
    return facts(kind).spelling;
}

std::string spelling(ValueType type) {
    std::string text = spelling(type.kind);
    if (type.is_vector()) text += "x" + std::to_string(type.lanes);
    return text;
}

NodeId LoopNest::add(Node node) {
    for (NodeId operand : node.operands) {
        HLO2C_CHECK(operand < nodes.size(), "an operand does not come before its user");
    }
    nodes.push_back(std::move(node));
    return static_cast<NodeId>(nodes.size() - 1);
}

NodeId LoopNest::integer(std::int64_t value, ValueType type) {
    return add({.kind = NodeKind::Integer, .type = type, .integer = value});
}

NodeId LoopNest::variable(std::string name, ValueType type) {
    return add({.kind = NodeKind::Variable, .type = type, .symbol = std::move(name)});
}

NodeId LoopNest::unary(NodeKind kind, NodeId a) {
    return add({.kind = kind, .type = nodes[a].type, .operands = {a}});
}

NodeId LoopNest::binary(NodeKind kind, NodeId a, NodeId b) {
    ValueType type = nodes[a].type;
    if (is_comparison(kind)) type.kind = ScalarKind::Boolean;
    return add({.kind = kind, .type = type, .operands = {a, b}});
}

NodeId LoopNest::call(std::string function, ValueType type, std::vector<NodeId> arguments) {
    return add({.kind = NodeKind::Call,
                .type = type,
                .operands = std::move(arguments),
                .symbol = std::move(function)});
}

NodeId LoopNest::block(std::vector<NodeId> statements) {
    return add({.kind = NodeKind::Block, .operands = std::move(statements)});
}

void LoopNest::append(std::vector<NodeId>& statements, NodeId statement) const {
    const Node& node = (*this)[statement];
    if (node.kind == NodeKind::Block)
        statements.insert(statements.end(), node.operands.begin(), node.operands.end());
    else
        statements.push_back(statement);
}

}  // namespace hlo2c::scheduler

#include "scheduler/loops/node_kinds.h"

#include "frontend/ir/enum_table.h"

namespace hlo2c::scheduler {

namespace {

enum class NodeClass { Arithmetic, Statement, Other };

struct NodeFacts {
    const char* spelling = "";
    OperandCount operands{};
    NodeClass node_class = NodeClass::Other;
};

constexpr auto node_facts = frontend::by_every_enumerator<NodeKind::Comment, NodeFacts>({
    {NodeKind::Integer, {"integer", {0, 0}, NodeClass::Other}},
    {NodeKind::Real, {"real", {0, 0}, NodeClass::Other}},
    {NodeKind::Variable, {"variable", {0, 0}, NodeClass::Other}},
    {NodeKind::Load, {"load", {1, 2}, NodeClass::Other}},
    {NodeKind::Add, {"add", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::Subtract, {"subtract", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::Multiply, {"multiply", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::Divide, {"divide", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::Remainder, {"remainder", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::Minimum, {"minimum", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::Maximum, {"maximum", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::And, {"and", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::Or, {"or", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::Xor, {"xor", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::ShiftLeft, {"shift_left", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::ShiftRightLogical, {"shift_right_logical", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::ShiftRightArithmetic, {"shift_right_arithmetic", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::FloorDivide, {"floor_divide", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::FloorRemainder, {"floor_remainder", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::Negate, {"negate", {1, 1}, NodeClass::Arithmetic}},
    {NodeKind::Not, {"not", {1, 1}, NodeClass::Arithmetic}},
    {NodeKind::Abs, {"abs", {1, 1}, NodeClass::Arithmetic}},
    {NodeKind::Fma, {"fma", {3, 3}, NodeClass::Arithmetic}},
    {NodeKind::Equal, {"equal", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::NotEqual, {"not_equal", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::Less, {"less", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::LessEqual, {"less_equal", {2, 2}, NodeClass::Arithmetic}},
    {NodeKind::Select, {"select", {3, 3}, NodeClass::Arithmetic}},
    {NodeKind::Convert, {"convert", {1, 1}, NodeClass::Other}},
    {NodeKind::Reinterpret, {"reinterpret", {1, 1}, NodeClass::Other}},
    {NodeKind::Ramp, {"ramp", {2, 2}, NodeClass::Other}},
    {NodeKind::Broadcast, {"broadcast", {1, 1}, NodeClass::Other}},
    {NodeKind::Shuffle, {"shuffle", {1, -1}, NodeClass::Other}},
    {NodeKind::Reduce, {"reduce", {1, 1}, NodeClass::Other}},
    {NodeKind::Call, {"call", {0, -1}, NodeClass::Other}},
    {NodeKind::Let, {"let", {2, 2}, NodeClass::Other}},
    {NodeKind::Block, {"block", {0, -1}, NodeClass::Statement}},
    {NodeKind::For, {"for", {3, 3}, NodeClass::Statement}},
    {NodeKind::LetStatement, {"let_statement", {2, 2}, NodeClass::Statement}},
    {NodeKind::Store, {"store", {2, 3}, NodeClass::Statement}},
    {NodeKind::If, {"if", {2, 3}, NodeClass::Statement}},
    {NodeKind::Allocate, {"allocate", {1, 1}, NodeClass::Statement}},
    {NodeKind::Prefetch, {"prefetch", {1, 1}, NodeClass::Statement}},
    {NodeKind::Declare, {"declare", {1, 2}, NodeClass::Statement}},
    {NodeKind::Assign, {"assign", {1, 1}, NodeClass::Statement}},
    {NodeKind::Comment, {"comment", {0, 0}, NodeClass::Statement}},
});

const NodeFacts& facts(NodeKind kind) {
    return node_facts[static_cast<std::size_t>(kind)];
}

}  // namespace

bool is_statement(NodeKind kind) {
    return facts(kind).node_class == NodeClass::Statement;
}
bool is_let(NodeKind kind) {
    return kind == NodeKind::Let || kind == NodeKind::LetStatement;
}

bool is_arithmetic(NodeKind kind) {
    return facts(kind).node_class == NodeClass::Arithmetic;
}
std::string spelling(NodeKind kind) {
    return facts(kind).spelling;
}
OperandCount operand_count(NodeKind kind) {
    return facts(kind).operands;
}

std::string spelling(LoopKind loop) {
    switch (loop) {
        case LoopKind::Serial: return "for";
        case LoopKind::Rolled: return "rolled for";
        case LoopKind::Crowded: return "crowded for";
        case LoopKind::Parallel: return "parallel";
        case LoopKind::AroundParallel: return "in each range for";
        case LoopKind::Shared: return "shared for";
    }
    return "";
}

std::string spelling(MemoryKind memory) {
    switch (memory) {
        case MemoryKind::Registers: return "registers";
        case MemoryKind::Stack: return "stack";
        case MemoryKind::Scratch: return "scratch";
    }
    return "";
}

}  // namespace hlo2c::scheduler

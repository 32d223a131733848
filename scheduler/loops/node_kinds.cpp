#include "scheduler/loops/node_kinds.h"

#include <array>

namespace hlo2c::scheduler {

namespace {

struct NodeFacts {
    const char* spelling;
    OperandCount operands;
    bool statement;
};

// One row per NodeKind, in its order.
constexpr std::array<NodeFacts, 46> node_facts{{
    {"integer", {0, 0}, false},
    {"real", {0, 0}, false},
    {"variable", {0, 0}, false},
    {"load", {1, 2}, false},
    {"add", {2, 2}, false},
    {"subtract", {2, 2}, false},
    {"multiply", {2, 2}, false},
    {"divide", {2, 2}, false},
    {"remainder", {2, 2}, false},
    {"minimum", {2, 2}, false},
    {"maximum", {2, 2}, false},
    {"and", {2, 2}, false},
    {"or", {2, 2}, false},
    {"xor", {2, 2}, false},
    {"shift_left", {2, 2}, false},
    {"shift_right_logical", {2, 2}, false},
    {"shift_right_arithmetic", {2, 2}, false},
    {"floor_divide", {2, 2}, false},
    {"floor_remainder", {2, 2}, false},
    {"negate", {1, 1}, false},
    {"not", {1, 1}, false},
    {"abs", {1, 1}, false},
    {"fma", {3, 3}, false},
    {"equal", {2, 2}, false},
    {"not_equal", {2, 2}, false},
    {"less", {2, 2}, false},
    {"less_equal", {2, 2}, false},
    {"select", {3, 3}, false},
    {"convert", {1, 1}, false},
    {"reinterpret", {1, 1}, false},
    {"ramp", {2, 2}, false},
    {"broadcast", {1, 1}, false},
    {"shuffle", {1, -1}, false},
    {"reduce", {1, 1}, false},
    {"call", {0, -1}, false},
    {"let", {2, 2}, false},
    {"block", {0, -1}, true},
    {"for", {3, 3}, true},
    {"let_statement", {2, 2}, true},
    {"store", {2, 3}, true},
    {"if", {2, 3}, true},
    {"allocate", {1, 1}, true},
    {"prefetch", {1, 1}, true},
    {"declare", {1, 2}, true},
    {"assign", {1, 1}, true},
    {"comment", {0, 0}, true},
}};
static_assert(static_cast<std::size_t>(NodeKind::Comment) == 45);

const NodeFacts& facts(NodeKind kind) {
    return node_facts[static_cast<std::size_t>(kind)];
}

}  // namespace

bool is_statement(NodeKind kind) {
    return facts(kind).statement;
}
std::string spelling(NodeKind kind) {
    return facts(kind).spelling;
}
OperandCount operand_count(NodeKind kind) {
    return facts(kind).operands;
}

}  // namespace hlo2c::scheduler

#include "codegen/c/expression_printer.h"

#include <map>
#include <utility>

#include "codegen/c/shuffle_printer.h"
#include "codegen/error_numbers.h"
#include "codegen/text/literals.h"
#include "frontend/diagnostic.h"
#include "scheduler/loops/constant_limits.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::codegen {

using scheduler::bit_width;
using scheduler::is_float;
using scheduler::is_signed;
using scheduler::is_unsigned;
using scheduler::loads_memory;
using scheduler::LoopNest;
using scheduler::Node;
using scheduler::NodeId;
using scheduler::NodeKind;
using scheduler::spelling;

namespace {

struct InfixOperator {
    const char* symbol;
    int precedence;
};

const std::map<NodeKind, std::string>& operation_names() {
    static const std::map<NodeKind, std::string> names = {
        {NodeKind::Add, "add"},
        {NodeKind::Subtract, "sub"},
        {NodeKind::Multiply, "mul"},
        {NodeKind::Divide, "div"},
        {NodeKind::Remainder, "rem"},
        {NodeKind::Minimum, "min"},
        {NodeKind::Maximum, "max"},
        {NodeKind::And, "and"},
        {NodeKind::Or, "or"},
        {NodeKind::Xor, "xor"},
        {NodeKind::ShiftLeft, "shift_left"},
        {NodeKind::ShiftRightLogical, "shift_right_logical"},
        {NodeKind::ShiftRightArithmetic, "shift_right_arithmetic"},
        {NodeKind::FloorDivide, "floor_div"},
        {NodeKind::FloorRemainder, "floor_rem"},
        {NodeKind::Negate, "neg"},
        {NodeKind::Not, "not"},
        {NodeKind::Abs, "abs"},
        {NodeKind::Fma, "fma"},
        {NodeKind::Equal, "eq"},
        {NodeKind::NotEqual, "ne"},
        {NodeKind::Less, "lt"},
        {NodeKind::LessEqual, "le"},
    };
    return names;
}

bool is_boolean_vector(ValueType type) {
    return type.kind == ScalarKind::Boolean && type.is_vector();
}

/// The value of an integer constant, or of one in every lane.
const std::int64_t* constant(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    if (node.kind == NodeKind::Broadcast) return constant(nest, node.operands[0]);
    return node.kind == NodeKind::Integer ? &node.integer : nullptr;
}

}  // namespace

Code ExpressionPrinter::value(NodeId id, int loosest) {
    return print(id).within(loosest);
}

Code ExpressionPrinter::function(const std::string& operation, ValueType type,
                                 const std::vector<NodeId>& operands) {
    return with_arguments(calling({operation, type}), operands);
}

Code ExpressionPrinter::with_arguments(Code text, const std::vector<NodeId>& operands) {
    for (std::size_t i = 0; i < operands.size(); i++) text += (i ? ", " : "") + value(operands[i]);
    return text + ")";
}

Code ExpressionPrinter::address(const std::string& buffer, NodeId index) {
    const auto [pointer, offset] = position(buffer, index);
    return offset.text == "0" ? Code(pointer) : "&" + pointer + "[" + offset + "]";
}

Code ExpressionPrinter::element(const std::string& buffer, NodeId index) {
    const auto [pointer, offset] = position(buffer, index);
    return pointer + "[" + offset + "]";
}

ExpressionPrinter::Position ExpressionPrinter::position(const std::string& buffer, NodeId index) {
    const RowElement element = element_of(nest_, rows_, buffer, index);
    if (element.pointer != nullptr) return {element.pointer->name, std::to_string(element.position)};
    return {names_[buffer].name, value(index)};
}

std::string ExpressionPrinter::type_name(ValueType type) {
    support_.require_type(type);
    return c_type(type);
}

void ExpressionPrinter::declare(const std::string& symbol, NodeId id) {
    const Node& n = node(id);
    Binding binding{"", n.type};
    Code text;
    std::string type;
    if (is_boolean_vector(n.type)) {
        binding.mask_bits = natural_bits(id) ? natural_bits(id) : 32;
        text = mask(id, binding.mask_bits);
        type = type_name({integer_kind(binding.mask_bits, true), n.type.lanes});
    } else {
        text = value(id);
        type = type_name(n.type);
    }
    const std::string name = names_.bind_local(symbol, binding).name;
    emit_("const " + type + " " + name + " = " + text + ";");
}

CodeExpression ExpressionPrinter::print_boolean(const Node& n) {
    const auto infix = [&](const char* symbol, int precedence, int loosest) -> CodeExpression {
        return {value(n.operands[0], loosest) + " " + symbol + " " + value(n.operands[1], loosest),
                precedence};
    };
    // gcc 12 vectorises `o[i] != 0 && a[i] != 0` wrongly. The second load is safe, so it needs no branch;
    // clang warns of conditions as bits if the second one calls a function and is not cast.
    const auto logical = [&](const char* branching, const char* bits, int precedence) -> CodeExpression {
        if (!loads_memory(nest_, n.operands[1])) return infix(branching, precedence, equality);
        const Code left = value(n.operands[0], unary), right = value(n.operands[1], unary);
        return {left + " " + bits + (right.calls.empty() ? " " : " (int)") + right, bitwise};
    };
    switch (n.kind) {
        case NodeKind::And:
        case NodeKind::Minimum: return logical("&&", "&", logical_and);
        case NodeKind::Or:
        case NodeKind::Maximum: return logical("||", "|", logical_or);
        case NodeKind::Xor: return infix("!=", equality, shift);
        case NodeKind::Not: return {"!" + value(n.operands[0], unary), unary};
        default: break;
    }
    HLO2C_CHECK(false, "a boolean operation without a C form");
    return {};
}

CodeExpression ExpressionPrinter::print_scalar_binary(NodeId id) {
    static const std::map<NodeKind, InfixOperator> infix = {
        {NodeKind::Add, {"+", additive}},
        {NodeKind::Subtract, {"-", additive}},
        {NodeKind::Multiply, {"*", multiplicative}},
        {NodeKind::Divide, {"/", multiplicative}},
        {NodeKind::And, {"&", bitwise}},
        {NodeKind::Or, {"|", bitwise}},
        {NodeKind::Xor, {"^", bitwise}},
        {NodeKind::FloorDivide, {"/", multiplicative}},
        {NodeKind::FloorRemainder, {"%", multiplicative}}};
    const Node& n = node(id);
    const ScalarKind kind = n.type.kind;
    const int bits = bit_width(kind);
    const NodeId a = n.operands[0], b = n.operands[1];
    bool plain = false;
    switch (n.kind) {
        case NodeKind::Add:
        case NodeKind::Subtract:
        case NodeKind::Multiply:
            plain = is_float(kind) || (bits >= 32 && (is_unsigned(kind) || ranges_.is_exact(id)));
            break;
        case NodeKind::Divide: plain = is_float(kind); break;
        case NodeKind::And:
        case NodeKind::Or:
        case NodeKind::Xor: plain = bits >= 32; break;
        case NodeKind::FloorDivide:
        case NodeKind::FloorRemainder: plain = bits >= 32 && ranges_.of(a).low >= 0; break;
        default: break;
    }
    if (!plain) return {function(operation_names().at(n.kind), n.type, n.operands), primary};
    const InfixOperator& op = infix.at(n.kind);
    if (n.kind == NodeKind::Add && !is_float(kind)) {
        const std::int64_t* addend = constant(nest_, b);
        if (addend && *addend < 0 && is_signed(kind)) {
            return {value(a, additive) + " - " + integer_literal(kind, -*addend).text, additive};
        }
    }
    const bool bit_operation = op.precedence == bitwise;
    const Code left = value(a, bit_operation ? unary : op.precedence);
    const Code right = value(b, bit_operation ? unary : op.precedence - 1);
    return {left + " " + op.symbol + " " + right, op.precedence};
}

CodeExpression ExpressionPrinter::print_arithmetic(NodeId id) {
    const Node& n = node(id);
    const ValueType type = n.type;
    const bool vector = type.is_vector();
    switch (n.kind) {
        case NodeKind::Minimum:
        case NodeKind::Maximum:
            if (const NodeId operand = scheduler::relu_operand(nest_, id); operand != scheduler::no_node)
                return {function("relu", type, {operand})};
            if (const auto [operand, limit] = scheduler::constant_limit(nest_, id);
                limit != scheduler::no_node)
                return {
                    function(n.kind == NodeKind::Maximum ? "at_least" : "at_most", type, {operand, limit})};
            if (type.kind == ScalarKind::Boolean) return print_boolean(n);
            return {function(operation_names().at(n.kind), type, n.operands)};
        case NodeKind::Negate:
            if (!vector && is_float(type.kind)) return {"-" + value(n.operands[0], primary), unary};
            return {function("neg", type, n.operands)};
        case NodeKind::Not:
            if (type.kind == ScalarKind::Boolean) return print_boolean(n);
            return {function("not", type, n.operands)};
        case NodeKind::Abs:
            if (is_unsigned(type.kind)) return print(n.operands[0]);
            return {function("abs", type, n.operands)};
        case NodeKind::Fma: return {function("fma", type, n.operands)};
        case NodeKind::Equal:
        case NodeKind::NotEqual:
        case NodeKind::Less:
        case NodeKind::LessEqual: {
            const char* symbol = n.kind == NodeKind::Equal      ? " == "
                                 : n.kind == NodeKind::NotEqual ? " != "
                                 : n.kind == NodeKind::Less     ? " < "
                                                                : " <= ";
            const bool relation = n.kind == NodeKind::Less || n.kind == NodeKind::LessEqual;
            return {value(n.operands[0], shift) + symbol + value(n.operands[1], shift),
                    relation ? relational : equality};
        }
        default: break;
    }
    const auto operation = operation_names().find(n.kind);
    HLO2C_CHECK(operation != operation_names().end(), "a statement stands where a value is needed");
    if (vector) return {function(operation->second, type, n.operands)};
    return type.kind == ScalarKind::Boolean ? print_boolean(n) : print_scalar_binary(id);
}

CodeExpression ExpressionPrinter::print_select(const Node& n) {
    if (n.type.is_vector()) {
        const Code m = mask(n.operands[0], bit_width(n.type.kind));
        return {calling({"select", n.type}) + m + ", " + value(n.operands[1]) + ", " + value(n.operands[2]) +
                ")"};
    }
    // gcc 12 also vectorises `a[i] < x ? b[i] : c` wrongly.
    if (loads_memory(nest_, n.operands[1]) || loads_memory(nest_, n.operands[2])) {
        const ValueType type =
            n.type.kind == ScalarKind::Boolean ? n.type.with_kind(ScalarKind::I32) : n.type;
        return {calling({"select", type}) + value(n.operands[0]) + ", " + value(n.operands[1]) + ", " +
                value(n.operands[2]) + ")"};
    }
    return {value(n.operands[0], equality) + " ? " + value(n.operands[1], logical_or) + " : " +
                value(n.operands[2], logical_or),
            conditional};
}

CodeExpression ExpressionPrinter::print_reinterpret(const Node& n) {
    const ValueType type = n.type, from = node(n.operands[0]).type;
    if (from == type) return print(n.operands[0]);
    if (from.kind == ScalarKind::Boolean || type.kind == ScalarKind::Boolean) return convert(n);
    if (!type.is_vector() && !from.is_vector() && !is_float(type.kind) && !is_float(from.kind))
        return {"(" + c_type(type) + ")" + value(n.operands[0], unary), unary};
    return {calling({"bits", type, from}) + value(n.operands[0]) + ")"};
}

CodeExpression ExpressionPrinter::print(NodeId id) {
    if (const auto name = named_.find(id); name != named_.end()) return {Code(name->second)};
    if (const auto call = calls_.find(id); call != calls_.end())
        return {with_arguments(call->second.first + "(", call->second.second)};
    const Node& n = node(id);
    const ValueType type = n.type;
    const bool vector = type.is_vector();
    HLO2C_CHECK(!is_boolean_vector(type), "a boolean vector is printed without a width");
    switch (n.kind) {
        case NodeKind::Integer:
        case NodeKind::Real: {
            const CodeExpression literal = n.kind == NodeKind::Integer ? integer_literal(type.kind, n.integer)
                                                                       : real_literal(type.kind, n.integer);
            return vector ? CodeExpression(calling({"splat", type}) + literal.code + ")") : literal;
        }
        case NodeKind::Variable: return Code(names_[n.symbol].name);
        case NodeKind::Load: {
            const Code text = load(n);
            if (type.kind == ScalarKind::Boolean) return {text + " != 0", equality};
            return {text};
        }
        case NodeKind::Select: return print_select(n);
        case NodeKind::Convert: return convert(n);
        case NodeKind::Reinterpret: return print_reinterpret(n);
        case NodeKind::Ramp: return {function("ramp", type, n.operands)};
        case NodeKind::Broadcast:
            if (!vector) return print(n.operands[0]);
            return {function("splat", type, n.operands)};
        case NodeKind::Shuffle: {
            std::vector<Code> operands;
            for (NodeId each : n.operands) operands.push_back(value(each));
            return {print_shuffle(nest_, n, type, operands, support_)};
        }
        case NodeKind::Reduce: return {reduce(n)};
        case NodeKind::Call: {
            if (type.kind == ScalarKind::Boolean) return {call(n) + " != 0", equality};
            return {call(n)};
        }
        case NodeKind::Let: declare(n.symbol, n.operands[0]); return print(n.operands[1]);
        default: return print_arithmetic(id);
    }
}

Code ExpressionPrinter::load(const Node& n) {
    const bool boolean = n.type.kind == ScalarKind::Boolean;
    const ValueType type = boolean ? n.type.with_kind(ScalarKind::U8) : n.type;
    const NodeId index = n.operands[0];
    const Node& at = node(index);
    if (!type.is_vector()) {
        const Code text = element(n.symbol, index);
        if (n.operands.size() < 2) return text;
        return "(" + value(n.operands[1], equality) + " ? " + text + " : 0)";
    }
    const bool masked = n.operands.size() > 1;
    const std::int64_t* stride = at.kind == NodeKind::Ramp ? constant(nest_, at.operands[1]) : nullptr;
    if (masked) {
        const Code m = mask(n.operands[1], bit_width(type.kind));
        if (stride && *stride == 1) {
            return calling({"load_masked", type}) + address(n.symbol, at.operands[0]) + ", " + m + ")";
        }
        return calling({"gather_masked", type, at.type}) + names_[n.symbol].name + ", " + value(index) +
               ", " + m + ")";
    }
    if (at.kind == NodeKind::Broadcast) {
        return calling({"splat", type}) + element(n.symbol, at.operands[0]) + ")";
    }
    if (at.kind == NodeKind::Integer) {
        return calling({"splat", type}) + names_[n.symbol].name + "[" + std::to_string(at.integer) + "])";
    }
    if (stride) {
        const Code base = address(n.symbol, at.operands[0]);
        if (*stride == 0) return calling({"splat", type}) + "*(" + base + "))";
        if (*stride == 1) return calling({"load", type}) + base + ")";
        if (*stride == -1) return calling({"load_reversed", type}) + base + ")";
        const StridedLoad* every = strided_load(*stride);
        if (every != nullptr && type.lanes >= 4) return calling({every->operation, type}) + base + ")";
    }
    if (at.kind == NodeKind::Ramp) {
        return calling({"load_strided", type}) + address(n.symbol, at.operands[0]) + ", " +
               value(at.operands[1]) + ")";
    }
    return calling({"gather", type, at.type}) + names_[n.symbol].name + ", " + value(index) + ")";
}

CodeExpression ExpressionPrinter::convert(const Node& n) {
    const NodeId operand = n.operands[0];
    const ValueType from = node(operand).type, to = n.type;
    if (from == to) return print(operand);
    if (to.is_vector() && from.kind == ScalarKind::Boolean)
        return {calling({"ones", to}) + mask(operand, bit_width(to.kind)) + ")"};
    if (!to.is_vector() && to.kind == ScalarKind::Boolean) return {value(operand, shift) + " != 0", equality};
    if (to.is_vector() || (is_float(from.kind) && !is_float(to.kind)))
        return {calling({"convert", to, from}) + value(operand) + ")"};
    return {"(" + c_type(to) + ")" + value(operand, unary), unary};
}

Code ExpressionPrinter::call(const Node& n) {
    const ValueType from = n.operands.empty() ? n.type : node(n.operands[0]).type;
    SupportCall called{n.symbol, from};
    if (from.kind != n.type.kind) called = {n.symbol, n.type, from};
    if (!support_.require(called)) {
        unsupported(library_error::function, {},
                    "C has no function `" + n.symbol + "` on " + spelling(from.kind),
                    "Use another element type, or express it with other ops.");
    }
    return with_arguments(calling(std::move(called)), n.operands);
}

Code ExpressionPrinter::reduce(const Node& n) {
    static const std::map<NodeKind, std::string> names = {
        {NodeKind::Add, "add"},     {NodeKind::Multiply, "mul"}, {NodeKind::Minimum, "min"},
        {NodeKind::Maximum, "max"}, {NodeKind::And, "and"},      {NodeKind::Or, "or"}};
    const ValueType from = node(n.operands[0]).type;
    if (from == n.type) return value(n.operands[0], primary);
    if (from.kind == ScalarKind::Boolean) {
        const int bits = natural_bits(n.operands[0]) ? natural_bits(n.operands[0]) : 32;
        const bool all = n.reduction == NodeKind::And || n.reduction == NodeKind::Minimum ||
                         n.reduction == NodeKind::Multiply;
        return calling({all ? "all" : "any", {integer_kind(bits, true), from.lanes}}) +
               mask(n.operands[0], bits) + ")";
    }
    SupportCall called{"reduce_" + names.at(n.reduction), from};
    if (n.type.is_vector()) called = {called.operation, n.type, from};
    return calling(std::move(called)) + value(n.operands[0]) + ")";
}

}  // namespace hlo2c::codegen

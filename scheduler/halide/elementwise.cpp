#include <cstring>
#include <map>

#include "scheduler/halide/element_builder.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/opaque.h"

namespace hlo2c::scheduler::halide {
namespace {

using frontend::Op;
using frontend::OpCode;
using frontend::TensorType;
using Halide::Expr;

using Operands = std::vector<Expr>;

struct ElementwiseContext {
    const Op& op;
    ScalarKind operand_kind, result_kind;
    const Operands& x;
};

Expr constant(ScalarKind kind, double value) {
    if (kind == ScalarKind::F32) {
        const float narrow = static_cast<float>(value);
        std::uint32_t bits = 0;
        std::memcpy(&bits, &narrow, sizeof bits);
        return opaque_real(kind, bits);
    }
    if (kind == ScalarKind::F64) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        return opaque_real(kind, bits);
    }
    return Halide::Internal::make_const(halide_type(kind), static_cast<std::int64_t>(value));
}

template <NodeKind on_numbers, NodeKind on_booleans = on_numbers>
Expr binary(const ElementwiseContext& c) {
    return opaque_binary(c.operand_kind == ScalarKind::Boolean ? on_booleans : on_numbers, c.x[0], c.x[1]);
}

template <NodeKind kind>
Expr unary(const ElementwiseContext& c) {
    return opaque_node(kind, c.x[0].type(), {c.x[0]});
}

Expr absolute(const ElementwiseContext& c) {
    return is_unsigned(c.operand_kind) ? c.x[0] : unary<NodeKind::Abs>(c);
}

Expr sign(const ElementwiseContext& c) {
    const Expr zero = constant(c.operand_kind, 0), one = constant(c.operand_kind, 1);
    if (is_unsigned(c.operand_kind))
        return opaque_select(opaque_binary(NodeKind::NotEqual, c.x[0], zero), one, zero);
    const Expr negative =
        opaque_select(opaque_binary(NodeKind::Less, c.x[0], zero), constant(c.operand_kind, -1), c.x[0]);
    return opaque_select(opaque_binary(NodeKind::Less, zero, c.x[0]), one, negative);
}

Expr is_finite_value(const ElementwiseContext& c) {
    const std::uint64_t infinity = c.operand_kind == ScalarKind::F32 ? 0x7f800000u : 0x7ff0000000000000u;
    return opaque_binary(NodeKind::Less, opaque_node(NodeKind::Abs, c.x[0].type(), {c.x[0]}),
                         opaque_real(c.operand_kind, infinity));
}

Expr select(const ElementwiseContext& c) {
    return opaque_select(c.x[0], c.x[1], c.x[2]);
}

Expr clamp(const ElementwiseContext& c) {
    return opaque_binary(NodeKind::Minimum, opaque_binary(NodeKind::Maximum, c.x[1], c.x[0]), c.x[2]);
}

/// Bits as a signed integer that orders floats totally: -NaN < -inf < ... < -0 < +0 < ... < NaN.
Expr total_order(const Expr& value, ScalarKind kind) {
    const ScalarKind integer = kind == ScalarKind::F32 ? ScalarKind::I32 : ScalarKind::I64;
    const Halide::Type type = halide_type(integer);
    const Expr bits = opaque_node(NodeKind::Reinterpret, type, {value});
    const Expr sign_bits = opaque_binary(NodeKind::ShiftRightArithmetic, bits,
                                         Halide::Internal::make_const(type, type.bits() - 1));
    const Expr mask =
        integer == ScalarKind::I32 ? Expr(INT32_MAX) : Halide::Internal::IntImm::make(type, INT64_MAX);
    return opaque_binary(NodeKind::Xor, bits, opaque_binary(NodeKind::And, sign_bits, mask));
}

Expr compare(const ElementwiseContext& c) {
    Expr a = c.x[0], b = c.x[1];
    if (is_float(c.operand_kind) && c.op.text("compare_type", "FLOAT") == "TOTALORDER") {
        a = total_order(a, c.operand_kind);
        b = total_order(b, c.operand_kind);
    }
    if (c.operand_kind == ScalarKind::Boolean) {
        a = opaque_convert(a, ScalarKind::U8);
        b = opaque_convert(b, ScalarKind::U8);
    }
    const std::string direction = c.op.text("comparison_direction", "EQ");
    if (direction == "EQ") return opaque_binary(NodeKind::Equal, a, b);
    if (direction == "NE") return opaque_binary(NodeKind::NotEqual, a, b);
    if (direction == "LT") return opaque_binary(NodeKind::Less, a, b);
    if (direction == "LE") return opaque_binary(NodeKind::LessEqual, a, b);
    if (direction == "GT") return opaque_binary(NodeKind::Less, b, a);
    return opaque_binary(NodeKind::LessEqual, b, a);
}

Expr convert(const ElementwiseContext& c) {
    return opaque_convert(c.x[0], c.result_kind);
}

Expr bitcast(const ElementwiseContext& c) {
    if (bit_width(c.operand_kind) != bit_width(c.result_kind) || c.operand_kind == ScalarKind::Boolean ||
        c.result_kind == ScalarKind::Boolean)
        unsupported_op(403, c.op, "bitcast_convert between types of different width",
                       "Bitcast between types of one width.");
    if (c.operand_kind == c.result_kind) return c.x[0];
    return opaque_node(NodeKind::Reinterpret, halide_type(c.result_kind), {c.x[0]});
}

/// A math function of LoopNest's Call node. Integers have none.
Expr function(const ElementwiseContext& c, const char* name) {
    if (!is_float(c.operand_kind))
        unsupported_op(404, c.op, "this function on integers", "Use floating-point operands.");
    return opaque_call(name, c.x[0].type(), c.x);
}

/// A string as a template argument.
template <std::size_t length>
struct FunctionName {
    char text[length] = {};
    constexpr FunctionName(const char (&literal)[length]) {  // NOLINT: a literal is the name
        for (std::size_t i = 0; i < length; i++) text[i] = literal[i];
    }
};

template <FunctionName name>
Expr math(const ElementwiseContext& c) {
    return function(c, name.text);
}

Expr integer_function(const ElementwiseContext& c, const char* name) {
    return opaque_call(name, c.x[0].type(), c.x);
}

Expr count_leading_zeros(const ElementwiseContext& c) {
    return integer_function(c, "count_leading_zeros");
}
Expr population_count(const ElementwiseContext& c) {
    return integer_function(c, "population_count");
}
Expr power(const ElementwiseContext& c) {
    return is_float(c.operand_kind) ? function(c, "power") : integer_function(c, "integer_power");
}

using Rule = Expr (*)(const ElementwiseContext&);

const std::map<OpCode, Rule>& rules() {
    static const std::map<OpCode, Rule> table = {
        {OpCode::Abs, absolute},
        {OpCode::Add, binary<NodeKind::Add, NodeKind::Or>},
        {OpCode::And, binary<NodeKind::And>},
        {OpCode::Atan2, math<"atan2">},
        {OpCode::BitcastConvert, bitcast},
        {OpCode::Cbrt, math<"cbrt">},
        {OpCode::Ceil, math<"ceil">},
        {OpCode::ChloErf, math<"erf">},
        {OpCode::Clamp, clamp},
        {OpCode::Compare, compare},
        {OpCode::Convert, convert},
        {OpCode::Cosine, math<"cosine">},
        {OpCode::CountLeadingZeros, count_leading_zeros},
        {OpCode::Divide, binary<NodeKind::Divide>},
        {OpCode::Exponential, math<"exp">},
        {OpCode::ExponentialMinusOne, math<"exponential_minus_one">},
        {OpCode::Floor, math<"floor">},
        {OpCode::IsFinite, is_finite_value},
        {OpCode::Log, math<"log">},
        {OpCode::LogPlusOne, math<"log_plus_one">},
        {OpCode::Logistic, math<"logistic">},
        {OpCode::Maximum, binary<NodeKind::Maximum, NodeKind::Or>},
        {OpCode::Minimum, binary<NodeKind::Minimum, NodeKind::And>},
        {OpCode::Multiply, binary<NodeKind::Multiply, NodeKind::And>},
        {OpCode::Negate, unary<NodeKind::Negate>},
        {OpCode::Not, unary<NodeKind::Not>},
        {OpCode::Or, binary<NodeKind::Or>},
        {OpCode::PopulationCount, population_count},
        {OpCode::Power, power},
        {OpCode::Remainder, binary<NodeKind::Remainder>},
        {OpCode::RoundNearestAfz, math<"round_nearest_afz">},
        {OpCode::RoundNearestEven, math<"round_nearest_even">},
        {OpCode::Rsqrt, math<"rsqrt">},
        {OpCode::Select, select},
        {OpCode::ShiftLeft, binary<NodeKind::ShiftLeft>},
        {OpCode::ShiftRightArithmetic, binary<NodeKind::ShiftRightArithmetic>},
        {OpCode::ShiftRightLogical, binary<NodeKind::ShiftRightLogical>},
        {OpCode::Sign, sign},
        {OpCode::Sine, math<"sine">},
        {OpCode::Sqrt, math<"sqrt">},
        {OpCode::Subtract, binary<NodeKind::Subtract>},
        {OpCode::Tan, math<"tan">},
        {OpCode::Tanh, math<"tanh">},
        {OpCode::Xor, binary<NodeKind::Xor>},
    };
    return table;
}

}  // namespace

Expr elementwise(const Op& op, const TensorType& operand_type, const TensorType& result_type,
                 const std::vector<Expr>& operands) {
    const auto rule = rules().find(op.code);
    if (rule == rules().end())
        unsupported_op(405, op, "no kernel is made from this op yet",
                       "Run `hlo2c ops` for the ops that are compiled, or express it by those.");
    return rule->second(
        {op, compute_kind(operand_type.element, &op), compute_kind(result_type.element, &op), operands});
}

}  // namespace hlo2c::scheduler::halide

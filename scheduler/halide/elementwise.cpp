#include <algorithm>
#include <cstring>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/float_encoding.h"
#include "scheduler/halide/element_builder.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/loops/float_rules.h"
#include "scheduler/ops/op_rule.h"

namespace hlo2c::scheduler::halide {
namespace {

using frontend::ElementType;
using frontend::Op;
using frontend::TensorType;
using Halide::Expr;

using Operands = std::vector<Expr>;

struct ElementwiseContext {
    const Op& op;
    const OpRule& rule;
    ElementType operand_type, result_type;
    ScalarKind operand_kind;
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

Expr node(const ElementwiseContext& c) {
    const NodeKind kind = c.operand_kind == ScalarKind::Boolean ? c.rule.booleans : c.rule.numbers;
    return c.x.size() == 1 ? opaque_node(kind, c.x[0].type(), {c.x[0]}) : opaque_binary(kind, c.x[0], c.x[1]);
}

Expr absolute(const ElementwiseContext& c) {
    return is_unsigned(c.operand_kind) ? c.x[0] : opaque_node(NodeKind::Abs, c.x[0].type(), {c.x[0]});
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

/// The bits as a signed integer in the total order of floats: -NaN < -inf < ... < -0 < +0 < ... < NaN.
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
    if (is_float(c.operand_kind) && c.op[attr::compare_type] == frontend::ComparisonType::TotalOrder) {
        a = total_order(a, c.operand_kind);
        b = total_order(b, c.operand_kind);
    }
    if (c.operand_kind == ScalarKind::Boolean) {
        a = opaque_convert(a, ScalarKind::U8);
        b = opaque_convert(b, ScalarKind::U8);
    }
    using frontend::ComparisonDirection;
    switch (c.op[attr::comparison_direction]) {
        case ComparisonDirection::Eq: return opaque_binary(NodeKind::Equal, a, b);
        case ComparisonDirection::Ne: return opaque_binary(NodeKind::NotEqual, a, b);
        case ComparisonDirection::Lt: return opaque_binary(NodeKind::Less, a, b);
        case ComparisonDirection::Le: return opaque_binary(NodeKind::LessEqual, a, b);
        case ComparisonDirection::Gt: return opaque_binary(NodeKind::Less, b, a);
        case ComparisonDirection::Ge: break;
    }
    return opaque_binary(NodeKind::LessEqual, b, a);
}

Expr convert(const ElementwiseContext& c) {
    return converted(c.x[0], c.operand_type, c.result_type);
}

Expr bitcast_convert(const ElementwiseContext& c) {
    HLO2C_CHECK(frontend::bit_width(c.operand_type) == frontend::bit_width(c.result_type),
                "a computation on scalars has no bitcasts to another width");
    return bitcast(c.x[0], c.operand_type, c.result_type);
}

/// The low bits of a 2 or 4 bit integer, without its sign extension; any other integer unchanged.
Expr low_bits(const Expr& value, ElementType type) {
    const int bits = element_form(type).wrapped_bits;
    if (bits == 0) return value;
    return opaque_binary(NodeKind::And, value, Halide::Internal::make_const(value.type(), (1 << bits) - 1));
}

/// Rounds away the lowest `dropped` bits of a float's bits, to nearest, ties to even.
Expr drop_low_bits(const Expr& bits, int dropped, std::uint64_t sign_bit) {
    if (dropped <= 0) return bits;
    const auto number = [&](std::uint64_t value) {
        return Halide::Internal::UIntImm::make(bits.type(), value);
    };
    const Expr odd = opaque_binary(
        NodeKind::And,
        opaque_binary(NodeKind::ShiftRightLogical, bits, number(static_cast<unsigned>(dropped))), number(1));
    const Expr raised = opaque_binary(
        NodeKind::Add, opaque_binary(NodeKind::Add, bits, number((std::uint64_t{1} << (dropped - 1)) - 1)),
        odd);
    return opaque_binary(NodeKind::And, raised, number(sign_bit - (std::uint64_t{1} << dropped)));
}

constexpr std::uint64_t least_normal_half = 0x38800000;  // 2^-14, bits of f32

/// The f32 bits of a rounded subnormal f16. All subnormals have the step of the smallest normal, so fewer
/// bits are dropped than the exponent of the f32 suggests. Adding the smallest normal, which is exact, gives
/// the f32 that exponent too.
Expr rounded_subnormal_half(const Expr& magnitude, int kept) {
    const Halide::Type bits = Halide::UInt(32), f32 = Halide::Float(32);
    const auto number = [&](std::uint64_t value) { return Halide::Internal::UIntImm::make(bits, value); };
    const Expr least = number(least_normal_half);
    if (kept == 0) {  // half the step ties with 0, which is even
        const Expr half_step = number(least_normal_half - (1U << 23));
        return opaque_select(opaque_binary(NodeKind::Less, half_step, magnitude), least, number(0));
    }
    const Expr offset = opaque_node(NodeKind::Reinterpret, f32, {least});
    const Expr sum =
        opaque_binary(NodeKind::Add, opaque_node(NodeKind::Reinterpret, f32, {magnitude}), offset);
    const Expr rounded_sum = opaque_node(
        NodeKind::Reinterpret, f32,
        {drop_low_bits(opaque_node(NodeKind::Reinterpret, bits, {sum}), 23 - kept, std::uint64_t{1} << 31)});
    return opaque_node(NodeKind::Reinterpret, bits, {opaque_binary(NodeKind::Subtract, rounded_sum, offset)});
}

/// Rounds the mantissa to fewer bits in the bit pattern; values outside the range of the smaller exponent
/// become infinite or zero.
Expr reduce_precision(const ElementwiseContext& c) {
    const bool f32 = c.operand_kind == ScalarKind::F32;
    const frontend::FloatEncoding encoding = float_encoding(f32 ? ElementType::F32 : ElementType::F64);
    const int mantissa = encoding.mantissa_bits, exponent = encoding.exponent_bits;
    const std::int64_t bias = encoding.bias;
    const int kept = static_cast<int>(std::min<std::int64_t>(c.op[attr::mantissa_bits], mantissa));
    const auto exponent_bits = static_cast<int>(c.op[attr::exponent_bits]);
    const Halide::Type type = f32 ? Halide::UInt(32) : Halide::UInt(64);
    const auto number = [&](std::uint64_t value) { return Halide::Internal::UIntImm::make(type, value); };
    const std::uint64_t infinite = ((std::uint64_t{1} << exponent) - 1) << mantissa;
    const std::uint64_t sign_bit = std::uint64_t{1} << (mantissa + exponent);
    const Expr bits = opaque_node(NodeKind::Reinterpret, type, {c.x[0]});
    const Expr sign = opaque_binary(NodeKind::And, bits, number(sign_bit));
    const Expr magnitude = opaque_binary(NodeKind::And, bits, number(sign_bit - 1));
    const int dropped = mantissa - kept;
    Expr rounded_bits = drop_low_bits(magnitude, dropped, sign_bit);
    if (c.operand_type == ElementType::F16 && kept < 10)
        rounded_bits = opaque_select(opaque_binary(NodeKind::Less, magnitude, number(least_normal_half)),
                                     rounded_subnormal_half(magnitude, kept), rounded_bits);
    if (exponent_bits < exponent) {
        const std::int64_t range = (std::int64_t{1} << (exponent_bits - 1)) - 1;
        const std::uint64_t above = static_cast<std::uint64_t>(bias + range + 1) << mantissa;
        const std::uint64_t least = static_cast<std::uint64_t>(bias + 1 - range) << mantissa;
        rounded_bits = opaque_select(opaque_binary(NodeKind::LessEqual, number(above), rounded_bits),
                                     number(infinite), rounded_bits);
        const bool has_subnormals = c.operand_type == ElementType::F16 && exponent_bits >= 5;
        if (!has_subnormals)
            rounded_bits = opaque_select(opaque_binary(NodeKind::Less, rounded_bits, number(least)),
                                         number(0), rounded_bits);
    }
    const Expr is_nan = opaque_binary(NodeKind::Less, number(infinite), magnitude);
    const Expr result = opaque_select(is_nan, kept == 0 ? number(infinite) : magnitude, rounded_bits);
    return opaque_node(NodeKind::Reinterpret, c.x[0].type(), {opaque_binary(NodeKind::Or, result, sign)});
}

/// Shifts of 2 and 4 bit integers are shifts of 8 bits, wrapped afterwards: there too, an amount of at least
/// the width shifts out all significant bits.
Expr shifted(const ElementwiseContext& c) {
    const NodeKind kind = c.rule.numbers;
    const int bits = element_form(c.operand_type).wrapped_bits;
    Expr value = kind == NodeKind::ShiftRightLogical ? low_bits(c.x[0], c.operand_type) : c.x[0];
    if (kind == NodeKind::ShiftRightArithmetic &&
        bits != 0) {  // unsigned ones are shifted as signed ones too
        const Expr unused = Halide::Internal::make_const(value.type(), 8 - bits);
        value = opaque_binary(NodeKind::ShiftRightArithmetic,
                              opaque_binary(NodeKind::ShiftLeft, value, unused), unused);
    }
    return opaque_binary(kind, value, low_bits(c.x[1], c.operand_type));
}

/// A math function of LoopNest's Call node. Integers have none.
Expr function(const ElementwiseContext& c, const std::string& name) {
    HLO2C_CHECK(is_float(c.operand_kind), "verified functions have floating-point operands");
    return opaque_call(name, c.x[0].type(), c.x);
}

bool is_half(ElementType type) {
    return type == ElementType::BF16 || type == ElementType::F16;
}

std::string_view function_name(const ElementwiseContext& c) {
    const bool has_shorter_form = is_half(c.operand_type) && !c.rule.function_of_halves.empty();
    return has_shorter_form ? c.rule.function_of_halves : c.rule.function;
}

Expr integer_function(const ElementwiseContext& c, const char* name) {
    return opaque_call(name, c.x[0].type(), c.x);
}

Expr count_leading_zeros(const ElementwiseContext& c) {
    const Expr value = low_bits(c.x[0], c.operand_type);
    const Expr count = opaque_call("count_leading_zeros", value.type(), {value});
    const int bits = element_form(c.operand_type).wrapped_bits;
    return bits == 0 ? count : opaque_binary(NodeKind::Subtract, count, constant(c.operand_kind, 8 - bits));
}
Expr population_count(const ElementwiseContext& c) {
    const Expr value = low_bits(c.x[0], c.operand_type);
    return opaque_call("population_count", value.type(), {value});
}
/// The function that raises a number to this power with fewer operations than `power`, or nullptr.
const char* root_function(double exponent) {
    if (exponent == 0.5) return "power_half";
    if (exponent == -0.5) return "power_minus_half";
    if (exponent == 1.5) return power_three_halves;
    return exponent == -1.5 ? power_minus_three_halves : nullptr;
}

Expr power(const ElementwiseContext& c) {
    if (!is_float(c.operand_kind)) return integer_function(c, "integer_power");
    const std::optional<double> exponent = opaque_number(c.x[1], c.operand_kind);
    const char* root = exponent ? root_function(*exponent) : nullptr;
    return root ? opaque_call(root, c.x[0].type(), {c.x[0]}) : function(c, "power");
}

Expr computed(const ElementwiseContext& c) {
    switch (c.rule.arithmetic) {
        case Arithmetic::Node: return node(c);
        case Arithmetic::Function: return function(c, std::string(function_name(c)));
        case Arithmetic::Absolute: return absolute(c);
        case Arithmetic::BitcastConvert: return bitcast_convert(c);
        case Arithmetic::Clamp: return clamp(c);
        case Arithmetic::Compare: return compare(c);
        case Arithmetic::Convert: return convert(c);
        case Arithmetic::CountLeadingZeros: return count_leading_zeros(c);
        case Arithmetic::IsFinite: return is_finite_value(c);
        case Arithmetic::PopulationCount: return population_count(c);
        case Arithmetic::Power: return power(c);
        case Arithmetic::ReducePrecision: return reduce_precision(c);
        case Arithmetic::Select: return select(c);
        case Arithmetic::Shift: return shifted(c);
        case Arithmetic::Sign: return sign(c);
        case Arithmetic::None: break;
    }
    broken_invariant("arithmetic", __FILE__, __LINE__, "only elementwise ops are computed by element");
}

bool needs_rounding(Rounding rounding, ElementType type) {
    switch (rounding) {
        case Rounding::Needed: return true;
        case Rounding::NoneForHalves: return !is_half(type);
        case Rounding::None: break;
    }
    return false;
}

}  // namespace

Expr elementwise(const Op& op, const TensorType& operand_type, const TensorType& result_type,
                 const std::vector<Expr>& operands) {
    const OpRule& rule = rule_of(op);
    const ScalarKind operand_kind = compute_kind(operand_type.element);
    const Expr result =
        computed({op, rule, operand_type.element, result_type.element, operand_kind, operands});
    return needs_rounding(rule.rounding, result_type.element) ? rounded(result, result_type.element) : result;
}

}  // namespace hlo2c::scheduler::halide

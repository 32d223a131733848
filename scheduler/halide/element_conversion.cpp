#include "scheduler/halide/element_conversion.h"

#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/loops/float_rules.h"

namespace hlo2c::scheduler::halide {

using frontend::ElementType;
using Halide::Expr;
using Halide::Internal::Call;

namespace {

Expr constant(const Expr& like, std::int64_t value) {
    if (like.type().is_uint())
        return Halide::Internal::UIntImm::make(like.type(), static_cast<std::uint64_t>(value));
    return Halide::Internal::IntImm::make(like.type(), value);
}

/// The operand of a call to `function`, or an undefined expression.
Expr operand_of(const Expr& value, const std::string& function) {
    const auto* call = value.as<Call>();
    return call && call->name == opaque_call_prefix + function ? call->args[0] : Expr();
}

/// The value of the low 2 or 4 bits of an 8-bit integer.
Expr wrapped(const Expr& value, int bits) {
    if (value.type().is_uint())
        return opaque_binary(NodeKind::And, value, constant(value, (std::int64_t{1} << bits) - 1));
    const Expr unused = constant(value, 8 - bits);
    return opaque_binary(NodeKind::ShiftRightArithmetic, opaque_binary(NodeKind::ShiftLeft, value, unused),
                         unused);
}

/// A 64-bit integer that f64 represents exactly and that rounds to a narrow float as `value` does. If `value`
/// needs more than 53 bits, its low bits become one sticky bit, which is set if any of them was.
Expr sticky(const Expr& value) {
    constexpr std::int64_t dropped = (1 << 11) - 1, middle = 1 << 10;
    const Expr lost = opaque_binary(NodeKind::And, value, constant(value, dropped));
    const Expr any = opaque_binary(NodeKind::NotEqual, lost, constant(value, 0));
    const Expr kept = opaque_binary(NodeKind::And, value, constant(value, ~dropped));
    const Expr short_form =
        opaque_binary(NodeKind::Or, kept, opaque_select(any, constant(value, middle), constant(value, 0)));
    const Expr high =
        opaque_binary(value.type().is_uint() ? NodeKind::ShiftRightLogical : NodeKind::ShiftRightArithmetic,
                      value, constant(value, 53));
    Expr fits = opaque_binary(NodeKind::Equal, high, constant(value, 0));
    if (value.type().is_int())
        fits = opaque_node(NodeKind::Or, fits.type(),
                           {fits, opaque_binary(NodeKind::Equal, high, constant(value, -1))});
    return opaque_select(fits, value, short_form);
}

/// An f32 that rounds to a narrow float as `value` itself does.
Expr narrowable(const Expr& value) {
    const Halide::Type type = value.type();
    if (type == Halide::Float(32)) return value;
    if (type.is_bool() || (!type.is_float() && type.bits() <= 16))
        return opaque_convert(value, ScalarKind::F32);
    Expr wide = value;
    if (!type.is_float()) wide = opaque_convert(type.bits() == 64 ? sticky(value) : value, ScalarKind::F64);
    return opaque_call("round_to_odd", Halide::Float(32), {wide});
}

}  // namespace

Expr to_storage(const Expr& value) {
    return value.type().is_bool() ? opaque_node(NodeKind::Convert, Halide::UInt(8), {value}) : value;
}

Expr from_storage(const Expr& value, ScalarKind kind) {
    return kind == ScalarKind::Boolean ? opaque_binary(NodeKind::NotEqual, value, constant(value, 0)) : value;
}

Expr to_memory(const Expr& computed, ElementType element) {
    const ElementForm form = element_form(element);
    if (form.narrow.empty()) return to_storage(computed);
    const Expr stored = operand_of(computed, "from_" + form.narrow);
    if (stored.defined()) return stored;
    const Expr exact = operand_of(computed, nearest_prefix + form.narrow);
    return opaque_call("to_" + form.narrow, halide_type(form.stored), {exact.defined() ? exact : computed});
}

Expr from_memory(const Expr& stored, ElementType element) {
    const ElementForm form = element_form(element);
    if (form.narrow.empty()) return from_storage(stored, form.computed);
    return opaque_call("from_" + form.narrow, Halide::Float(32), {stored});
}

Expr rounded(const Expr& result, ElementType element) {
    const ElementForm form = element_form(element);
    if (form.wrapped_bits != 0) return wrapped(result, form.wrapped_bits);
    if (form.narrow.empty() || operand_of(result, "from_" + form.narrow).defined() ||
        operand_of(result, nearest_prefix + form.narrow).defined())
        return result;
    return opaque_call(nearest_prefix + form.narrow, Halide::Float(32), {result});
}

Expr converted(const Expr& value, ElementType from, ElementType to) {
    if (from == to) return value;
    const ElementForm target = element_form(to);
    if (!target.narrow.empty())
        return frontend::converts_exactly(from, to) ? narrowable(value) : rounded(narrowable(value), to);
    if (target.wrapped_bits == 0) return opaque_convert(value, target.computed);
    const Expr wide = opaque_convert(value, target.computed);
    if (!is_float(element_form(from).computed)) return wrapped(wide, target.wrapped_bits);
    const bool is_signed_target = is_signed(target.computed);
    const int magnitude_bits = target.wrapped_bits - (is_signed_target ? 1 : 0);
    const Expr largest = constant(wide, (std::int64_t{1} << magnitude_bits) - 1);
    const Expr bounded = opaque_binary(NodeKind::Minimum, wide, largest);
    if (!is_signed_target) return bounded;
    return opaque_binary(NodeKind::Maximum, bounded, constant(wide, -(std::int64_t{1} << magnitude_bits)));
}

Expr bits_of(const Expr& value, ElementType element) {
    const ElementForm form = element_form(element);
    Expr bits = to_memory(value, element);
    const Halide::Type type = Halide::UInt(bits.type().bits());
    if (bits.type() != type) bits = opaque_node(NodeKind::Reinterpret, type, {bits});
    return form.wrapped_bits != 0 ? wrapped(bits, form.wrapped_bits) : bits;
}

Expr from_bits(const Expr& bits, ElementType element) {
    const ElementForm form = element_form(element);
    const Halide::Type type = halide_type(form.stored);
    const Expr stored = bits.type() == type ? bits : opaque_node(NodeKind::Reinterpret, type, {bits});
    return form.wrapped_bits != 0 ? wrapped(stored, form.wrapped_bits) : from_memory(stored, element);
}

Expr bitcast(const Expr& value, ElementType from, ElementType to) {
    return from == to ? value : from_bits(bits_of(value, from), to);
}

}  // namespace hlo2c::scheduler::halide

#include "scheduler/halide/opaque.h"

#include <bit>

#include "frontend/diagnostic.h"
#include "scheduler/halide/element_type_mapping.h"

namespace hlo2c::scheduler::halide {

using Halide::Expr;
using Halide::Type;
using Halide::Internal::Call;

Type halide_type(ScalarKind kind) {
    switch (kind) {
        case ScalarKind::Boolean: return Halide::Bool();
        case ScalarKind::U8: return Halide::UInt(8);
        case ScalarKind::U16: return Halide::UInt(16);
        case ScalarKind::U32: return Halide::UInt(32);
        case ScalarKind::U64: return Halide::UInt(64);
        case ScalarKind::I8: return Halide::Int(8);
        case ScalarKind::I16: return Halide::Int(16);
        case ScalarKind::I32: return Halide::Int(32);
        case ScalarKind::I64: return Halide::Int(64);
        case ScalarKind::F32: return Halide::Float(32);
        case ScalarKind::F64: return Halide::Float(64);
    }
    return Halide::Int(32);
}

ScalarKind scalar_kind(Type type) {
    if (type.is_bool()) return ScalarKind::Boolean;
    for (ScalarKind kind :
         {ScalarKind::U8, ScalarKind::U16, ScalarKind::U32, ScalarKind::U64, ScalarKind::I8, ScalarKind::I16,
          ScalarKind::I32, ScalarKind::I64, ScalarKind::F32, ScalarKind::F64})
        if (halide_type(kind) == type.element_of()) return kind;
    HLO2C_CHECK(false, "a Halide type without a loop nest counterpart");
    return ScalarKind::I32;
}

Expr opaque_node(NodeKind kind, Type type, std::vector<Expr> operands) {
    return Call::make(type, opaque_node_prefix + std::to_string(static_cast<int>(kind)), std::move(operands),
                      Call::PureExtern);
}

Expr opaque_call(const std::string& function, Type type, std::vector<Expr> operands) {
    return Call::make(type, opaque_call_prefix + function, std::move(operands), Call::PureExtern);
}

Expr opaque_real(ScalarKind kind, std::uint64_t bits) {
    return Call::make(halide_type(kind), opaque_real_name,
                      {Halide::Internal::UIntImm::make(Halide::UInt(64), bits)}, Call::PureExtern);
}

std::optional<double> opaque_number(const Expr& value, ScalarKind kind) {
    const Call* call = value.as<Call>();
    if (call == nullptr || call->name != opaque_real_name) return std::nullopt;
    const std::uint64_t bits = *Halide::Internal::as_const_uint(call->args[0]);
    if (kind == ScalarKind::F64) return std::bit_cast<double>(bits);
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

Expr opaque_binary(NodeKind kind, const Expr& a, const Expr& b) {
    const bool compares = kind == NodeKind::Equal || kind == NodeKind::NotEqual || kind == NodeKind::Less ||
                          kind == NodeKind::LessEqual;
    return opaque_node(kind, compares ? Halide::Bool(a.type().lanes()) : a.type(), {a, b});
}

Expr opaque_select(const Expr& condition, const Expr& a, const Expr& b) {
    return opaque_node(NodeKind::Select, a.type(), {condition, a, b});
}

Expr opaque_convert(const Expr& value, ScalarKind to) {
    const Type type = halide_type(to);
    return value.type() == type ? value : opaque_node(NodeKind::Convert, type, {value});
}

Expr within(const Expr& value, const Halide::RDom& domain) {
    return Halide::Internal::Select::make(Expr(domain[0]) >= 0, value, value);
}

}  // namespace hlo2c::scheduler::halide

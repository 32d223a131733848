#include "scheduler/halide/reduction_operator.h"

#include <limits>
#include <map>

#include "frontend/diagnostic.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/opaque.h"

namespace hlo2c::scheduler::halide {

using frontend::Op;
using frontend::OpCode;
using Halide::Expr;
namespace ir = Halide::Internal;

Expr ReductionOperator::combine(const Expr& a, const Expr& b) const {
    return opaque_binary(kind, a, b);
}

Expr ReductionOperator::combine_across_lanes(const Expr& a, const Expr& b) const {
    switch (kind) {
        case NodeKind::Add: return a + b;
        case NodeKind::Multiply: return a * b;
        case NodeKind::Minimum: return Halide::min(a, b);
        case NodeKind::Maximum: return Halide::max(a, b);
        default: break;
    }
    HLO2C_CHECK(false, "an operator without a form across lanes");
    return a;
}

Expr ReductionOperator::identity() const {
    const Halide::Type type = halide_type(element);
    const bool f32 = element == ScalarKind::F32;
    if (is_float(element)) {
        switch (kind) {
            case NodeKind::Add: return opaque_real(element, f32 ? 0x80000000u : 0x8000000000000000u);
            case NodeKind::Multiply: return opaque_real(element, f32 ? 0x3f800000u : 0x3ff0000000000000u);
            case NodeKind::Minimum: return opaque_real(element, f32 ? 0x7f800000u : 0x7ff0000000000000u);
            default: return opaque_real(element, f32 ? 0xff800000u : 0xfff0000000000000u);
        }
    }
    switch (kind) {
        case NodeKind::Multiply: return ir::make_one(type);
        case NodeKind::Minimum: return type.max();
        case NodeKind::Maximum: return type.min();
        default: return ir::make_zero(type);
    }
}

std::optional<ReductionOperator> reduction_operator(const LoweringContext& context, const Op& op) {
    const frontend::Region& region = op.regions[0];
    if (region.ops.size() != 2 || region.arguments.size() != 2) return std::nullopt;
    const Op& body = region.ops[0];
    const Op& terminator = region.ops[1];
    if (body.operands.size() != 2 || terminator.operands != body.results) return std::nullopt;
    const bool direct = body.operands[0] == region.arguments[0] && body.operands[1] == region.arguments[1];
    const bool swapped = body.operands[0] == region.arguments[1] && body.operands[1] == region.arguments[0];
    if (!direct && !swapped) return std::nullopt;
    const ScalarKind element = compute_kind(context.tensor(op.results[0]).element, &op);
    if (element == ScalarKind::Boolean) return std::nullopt;
    static const std::map<OpCode, NodeKind> kinds = {{OpCode::Add, NodeKind::Add},
                                                     {OpCode::Multiply, NodeKind::Multiply},
                                                     {OpCode::Minimum, NodeKind::Minimum},
                                                     {OpCode::Maximum, NodeKind::Maximum}};
    const auto kind = kinds.find(body.code);
    if (kind == kinds.end()) return std::nullopt;
    return ReductionOperator{kind->second, element};
}

}  // namespace hlo2c::scheduler::halide

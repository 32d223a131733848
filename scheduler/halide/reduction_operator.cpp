#include "scheduler/halide/reduction_operator.h"

#include "frontend/diagnostic.h"
#include "frontend/ir/combiner.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/ops/op_rule.h"

namespace hlo2c::scheduler::halide {

using frontend::Op;
using Halide::Expr;
namespace ir = Halide::Internal;

std::string ReductionOperator::name() const {
    switch (kind) {
        case NodeKind::Multiply: return "product";
        case NodeKind::Minimum: return "minimum";
        case NodeKind::Maximum: return "maximum";
        case NodeKind::And: return "all";
        case NodeKind::Or: return "any";
        default: return "sum";
    }
}

Expr ReductionOperator::number(const Expr& value) const {
    if (!is_boolean) return value;
    if (const auto constant = ir::as_const_uint(value))
        return ir::make_const(halide_type(element), static_cast<std::int64_t>(*constant));
    return opaque_convert(value, element);
}

Expr ReductionOperator::value(const Expr& number) const {
    return is_boolean ? opaque_convert(number, ScalarKind::Boolean) : number;
}

Expr ReductionOperator::combine(const Expr& a, const Expr& b) const {
    return opaque_binary(kind, a, b);
}

Expr ReductionOperator::combine_across_lanes(const Expr& a, const Expr& b) const {
    switch (kind) {
        case NodeKind::Add: return a + b;
        case NodeKind::Multiply: return a * b;
        case NodeKind::And:
        case NodeKind::Minimum: return Halide::min(a, b);
        case NodeKind::Or:
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
        case NodeKind::And:
        case NodeKind::Multiply: return ir::make_one(type);
        case NodeKind::Minimum: return type.max();
        case NodeKind::Maximum: return type.min();
        default: return ir::make_zero(type);
    }
}

CombiningTree tree_of(const ReductionOperator& op,
                      const std::function<Expr(const std::vector<Expr>& positions)>& element) {
    CombiningTree tree;
    tree.sums = "partial_" + op.name();
    tree.rounds = is_float(op.element) && (op.kind == NodeKind::Add || op.kind == NodeKind::Multiply);
    tree.element = [op, element](const std::vector<Expr>& positions) {
        return op.number(element(positions));
    };
    tree.accumulate = [op, element](const Expr& sum, const std::vector<Expr>& positions) {
        return op.combine(sum, op.number(element(positions)));
    };
    tree.combine = [op](const Expr& a, const Expr& b) { return op.combine(a, b); };
    tree.identity = op.identity();
    return tree;
}

void combine_lanes(Halide::Func& total, const std::vector<Halide::Var>& kept, const Expr& initial,
                   const std::vector<Chain>& chains, const ReductionOperator& op) {
    const std::vector<Expr> here(kept.begin(), kept.end());
    total(kept) = op.number(initial);
    int update = 0;
    for (auto chain = chains.rbegin(); chain != chains.rend(); ++chain, update++) {
        if (chain->width() == 1) {
            total(kept) = op.combine(total(here), chain->lane(0, here));
            total.update(update).unscheduled();
            continue;
        }
        const Halide::RDom lanes(0, chain->width());
        total(kept) = op.combine_across_lanes(total(here), chain->lane(lanes, here));
        total.update(update).atomic().vectorize(lanes);
    }
}

namespace {

/// The unsigned integers that hold the flags of a boolean operand. A comparison that the kernel computes
/// gives masks as wide as what it compares.
ScalarKind kind_of_flags(const LoweringContext& context, frontend::ValueId operand) {
    const Op* made = context.graph.definition(operand);
    if (made == nullptr || made->code != frontend::OpCode::Compare || context.in_memory(operand))
        return ScalarKind::U8;
    switch (byte_width(compute_kind(context.tensor(made->operands[0]).element))) {
        case 1: return ScalarKind::U8;
        case 2: return ScalarKind::U16;
        case 4: return ScalarKind::U32;
        default: return ScalarKind::U64;
    }
}

}  // namespace

std::optional<ReductionOperator> reduction_operator(const LoweringContext& context, const Op& op,
                                                    std::size_t result) {
    const Op* body = frontend::combiner(op.regions[0], result);
    if (body == nullptr) return std::nullopt;
    const frontend::ElementType type = context.tensor(op.results[result]).element;
    const ScalarKind element = compute_kind(type);
    const OpRule& rule = rule_of(*body);
    if (element == ScalarKind::Boolean) {
        if (rule.booleans != NodeKind::And && rule.booleans != NodeKind::Or) return std::nullopt;
        return ReductionOperator{rule.booleans, kind_of_flags(context, op.operands[result]), true};
    }
    const bool rounds = rule.reduction == ReductionName::Sum || rule.reduction == ReductionName::Product;
    const bool selects = rule.reduction == ReductionName::Minimum || rule.reduction == ReductionName::Maximum;
    if (!rounds && !selects) return std::nullopt;
    if (rounds && !element_form(type).narrow.empty()) return std::nullopt;
    return ReductionOperator{rule.numbers, element};
}

}  // namespace hlo2c::scheduler::halide

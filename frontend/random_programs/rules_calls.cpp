#include "frontend/ir/attributes.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs::make {
namespace {

/// The largest or least elements of each row, with their positions.
void call_top_k(Draft& draft) {
    const ValueId x = draft.operand({kinds::I | kinds::F, Accuracy::Verbatim, {}, 1});
    TensorType values = draft.type(x);
    if (values.element == ElementType::TF32) throw Rejected{};  // the call sorts, and sort refuses tf32
    const std::int64_t k = draft.random().between(0, values.shape.back());
    values.shape.back() = k;
    TensorType positions = values;
    positions.element = ElementType::I32;
    Op op{.code = OpCode::CustomCall, .operands = {x}};
    op.set(attr::call_target_name, std::string("mhlo.topk"));
    const bool largest = draft.random().between(0, 1) != 0;
    op.set(attr::mhlo_attributes, Attribute(DictionaryAttribute{{{"k", Attribute(IntegerAttribute{k, "i64"})},
                                                                 {"largest", Attribute(largest)}}}));
    draft.emit(std::move(op), {values, positions});
}

/// A hint to the compiler about its operand, which is also the result.
void call_annotation(Draft& draft, const Rule& rule) {
    static const std::vector<std::string> targets = {"LayoutConstraint", "MoveToDevice", "MoveToHost",
                                                     "annotate_device_placement",
                                                     "xla.sdy.PropagationBarrier"};
    const ValueId x = draft.operand({rule.kinds, rule.tolerates});
    Op op{.code = OpCode::CustomCall, .operands = {x}};
    op.set(attr::call_target_name, draft.random().pick(targets));
    draft.emit(std::move(op), {draft.type(x)});
}

}  // namespace

void library_call(Draft& draft, const Rule& rule) {
    if (draft.random().between(0, 3) == 0)
        call_annotation(draft, rule);
    else
        call_top_k(draft);
}

}  // namespace hlo2c::frontend::random_programs::make

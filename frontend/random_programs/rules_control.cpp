#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs::make {

namespace {

constexpr int deepest = 2;

/// Adds some ops and returns the last value.
ValueId grown(Draft& draft, std::int64_t most_ops, bool elementwise = false) {
    const std::size_t before = draft.visible_count();
    draft.grow(static_cast<int>(draft.random().between(1, most_ops)), elementwise);
    if (draft.visible_count() == before) throw Rejected{};
    const ValueId value = draft.visible(draft.visible_count() - 1);
    if (draft.type(value).is_quantized()) throw Rejected{};
    return value;
}

TensorType scalar_integer() {
    return scalar_type(ElementType::I32);
}

}  // namespace

void branches(Draft& draft, const Rule& rule) {
    if (draft.depth() >= deepest) throw Rejected{};
    const bool is_case = rule.code == OpCode::Case;
    const std::int64_t count = is_case ? draft.random().between(1, 4) : 2;
    const ValueId choice = is_case ? draft.argument(scalar_integer(), IndexRange{-1, count})
                                   : draft.of_type(scalar_type(ElementType::I1), Accuracy::Exact);
    Op op{.code = rule.code, .operands = {choice}};
    std::vector<Type> types;
    for (std::int64_t i = 0; i < count; i++)
        op.regions.push_back(draft.region({}, Accuracy::Verbatim, [&](const std::vector<ValueId>&) {
            const ValueId last = grown(draft, 3);
            if (i == 0) {
                types = {draft.type(last)};
                if (draft.random().chance(30))
                    types.emplace_back(draft.type(draft.operand({rule.kinds, Accuracy::Exact, {}, 0})));
            }
            std::vector<ValueId> returned = {
                draft.type(last) == types[0].as_tensor() ? last : draft.of_type(types[0].as_tensor())};
            if (types.size() > 1) returned.push_back(draft.of_type(types[1].as_tensor()));
            return returned;
        }));
    draft.emit(std::move(op), types);
}

void call(Draft& draft, const Rule& rule) {
    if (draft.depth() >= deepest) throw Rejected{};
    std::vector<ValueId> operands;
    for (std::int64_t more = draft.random().between(1, 2); more > 0; more--)
        operands.push_back(draft.operand({rule.kinds, rule.tolerates, {}, 0}));
    TensorType type;
    const std::string name = draft.called_function(operands, [&](const std::vector<ValueId>&) {
        const ValueId last = grown(draft, 4);
        type = draft.type(last);
        return std::vector<ValueId>{last};
    });
    Op op{.code = rule.code, .operands = operands};
    if (rule.code == OpCode::Call) {
        op.set(attr::callee, SymbolAttribute{name});
    } else {
        op.set(attr::decomposition, SymbolAttribute{name});
        op.set(attr::composite_name, std::string("random.op"));
    }
    draft.emit(std::move(op), {type});
}

void optimization_barrier(Draft& draft, const Rule& rule) {
    Op op{.code = rule.code};
    std::vector<Type> types;
    for (std::int64_t more = draft.random().between(1, 3); more > 0; more--) {
        op.operands.push_back(draft.operand({rule.kinds, rule.tolerates, {}, 0, true}));
        types.emplace_back(draft.type(op.operands.back()));
    }
    draft.emit(std::move(op), types);
}

void process_id(Draft& draft, const Rule& rule) {
    draft.emit(rule.code, {}, scalar_type(ElementType::UI32));
}

void tuple(Draft& draft, const Rule& rule) {
    Op op{.code = OpCode::Tuple};
    TupleType type;
    for (std::int64_t more = draft.random().between(1, 3); more > 0; more--) {
        op.operands.push_back(draft.operand({rule.kinds, rule.tolerates, {}, 0, true}));
        type.elements.emplace_back(draft.type(op.operands.back()));
    }
    const ValueId whole = draft.emit(std::move(op), {type}).front();
    for (std::size_t i = type.elements.size(); i-- > 0;) {
        if (i > 0 && draft.random().chance(30)) continue;
        draft.emit(OpCode::GetTupleElement, {whole}, type.elements[i].as_tensor(),
                   {attr::index.with(static_cast<std::int64_t>(i))});
    }
}

void while_loop(Draft& draft, const Rule& rule) {
    if (draft.depth() >= deepest) throw Rejected{};
    Op op{.code = rule.code, .operands = {draft.argument(scalar_integer(), IndexRange{0, 3})}};
    for (std::int64_t more = draft.random().between(1, 2); more > 0; more--)
        op.operands.push_back(draft.operand({rule.kinds, Accuracy::Exact, {}, 0}));
    std::vector<TensorType> carried;
    std::vector<Type> declared;
    for (const ValueId operand : op.operands) {
        carried.push_back(draft.type(operand));
        declared.emplace_back(draft.type(operand));
    }
    const auto number = [&](std::int32_t value) {
        return draft.constant(Literal::scalar(ElementType::I32, value));
    };
    op.regions.push_back(draft.region(carried, Accuracy::Exact, [&](const std::vector<ValueId>& values) {
        const ValueId limit = number(static_cast<std::int32_t>(draft.random().between(0, 6)));
        return std::vector<ValueId>{draft.emit(OpCode::Compare, {values[0], limit},
                                               scalar_type(ElementType::I1),
                                               {attr::comparison_direction.with(ComparisonDirection::Lt)})};
    }));
    op.regions.push_back(draft.region(
        carried, Accuracy::Exact,
        [&](const std::vector<ValueId>& values) {
            std::vector<ValueId> next = {draft.emit(OpCode::Add, {values[0], number(1)}, carried[0])};
            const std::size_t before = draft.visible_count();
            draft.grow(static_cast<int>(draft.random().between(1, 4)), draft.random().chance(50));
            for (std::size_t i = 1; i < carried.size(); i++) {
                std::vector<ValueId> candidates;
                for (std::size_t v = before; v < draft.visible_count(); v++)
                    if (draft.type(draft.visible(v)) == carried[i]) candidates.push_back(draft.visible(v));
                next.push_back(candidates.empty() ? draft.of_type(carried[i], Accuracy::Exact)
                                                  : draft.random().pick(candidates));
            }
            return next;
        },
        Accuracy::Exact));
    draft.emit(std::move(op), declared);
}

}  // namespace hlo2c::frontend::random_programs::make

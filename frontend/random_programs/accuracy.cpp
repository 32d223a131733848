#include "frontend/random_programs/accuracy.h"

#include <algorithm>

#include "frontend/ir/op_set.h"
#include "frontend/ops/op_traits.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs {
namespace {

bool is_approximate(const TensorType& type) {
    return is_float(real_part(type.element)) || type.is_quantized();
}

bool is_quantized(const Function& function, ValueId value) {
    return function.type(value).is_tensor() && function.tensor(value).is_quantized();
}

bool is_complex(const Function& function, ValueId value) {
    return function.type(value).is_tensor() && is_complex(function.tensor(value).element);
}

bool is_movement(OpCode code) {
    const Rule* rule = rule_of(code);
    return rule != nullptr && rule->accuracy == Accuracy::Verbatim;
}

/// Ops whose complex results are as exact as their parts.
constexpr OpSet keeping_parts = {OpCode::Add,     OpCode::ChloConj, OpCode::Compare,
                                 OpCode::Complex, OpCode::Convert,  OpCode::Imag,
                                 OpCode::Negate,  OpCode::Real,     OpCode::Subtract};

constexpr OpSet combining_in_any_order = {OpCode::Reduce, OpCode::ReduceWindow, OpCode::Scatter,
                                          OpCode::SelectAndScatter};

/// Ops whose repeated rounding depends on the order in which a reducer applies them.
constexpr OpSet rounding_by_order = {OpCode::Add, OpCode::Multiply};

Accuracy accuracy_of_region(const Program& program, const Function& function, const Region& region,
                            Accuracy outside, std::vector<Accuracy>& accuracies) {
    for (const ValueId argument : region.arguments) accuracies[argument] = outside;
    Accuracy worst = Accuracy::Verbatim;
    for (const Op& op : region.ops)
        if (!op.results.empty()) worst = std::max(worst, accuracy_of(program, function, op, accuracies));
    return worst;
}

/// The accuracy that the op itself contributes, apart from its operands.
Accuracy own_accuracy(const Function& function, const Op& op) {
    const Rule* rule = rule_of(op.code);
    const Accuracy own = rule != nullptr ? rule->accuracy : Accuracy::Verbatim;
    if (own == Accuracy::Verbatim || keeping_parts.contains(op.code)) return own;
    const auto complex_value = [&](ValueId value) { return is_complex(function, value); };
    const bool complex = std::any_of(op.operands.begin(), op.operands.end(), complex_value) ||
                         std::any_of(op.results.begin(), op.results.end(), complex_value);
    return complex ? Accuracy::Loose : own;
}

}  // namespace

Accuracy accuracy_of(const Program& program, const Function& function, const Op& op,
                     std::vector<Accuracy>& accuracies) {
    accuracies.resize(function.values.size());
    Accuracy operands = Accuracy::Verbatim;
    for (const ValueId operand : op.operands) operands = std::max(operands, accuracies[operand]);
    if (op.code == OpCode::While) operands = std::max(operands, Accuracy::Exact);  // in the second round
    Accuracy own = own_accuracy(function, op);
    for (const Region& region : op.regions) {
        const Accuracy inside = accuracy_of_region(program, function, region, operands, accuracies);
        const bool sums = combining_in_any_order.contains(op.code) && inside > Accuracy::Verbatim &&
                          std::any_of(region.ops.begin(), region.ops.end(), [&](const Op& inner) {
                              return rounding_by_order.contains(inner.code) &&
                                     is_approximate(function.tensor(inner.results.front()));
                          });
        own = std::max(own, sums ? Accuracy::Loose : inside);
    }
    if (has_trait(op.code, op_trait::Calling)) {
        const Function& callee = *program.function(callee_name(op));
        std::vector<Accuracy> inner(callee.values.size());
        own = std::max(own, accuracy_of_region(program, callee, callee.body, operands, inner));
    }
    Accuracy all = std::max(own, operands);
    if (operands > Accuracy::Exact && !is_movement(op.code)) all = Accuracy::Loose;
    Accuracy worst = Accuracy::Verbatim;
    for (const ValueId result : op.results) {
        if (!function.type(result).is_tensor()) {  // of a tuple, the least accurate element counts
            worst = std::max(worst, accuracies[result] = all);
            continue;
        }
        const TensorType& type = function.tensor(result);
        accuracies[result] = is_approximate(type) ? all : Accuracy::Verbatim;
        if (type.is_quantized() && own != Accuracy::Verbatim) accuracies[result] = Accuracy::Close;
        worst = std::max(worst, accuracies[result]);
    }
    return worst;
}

bool tolerates(const Function& function, const Op& op, Accuracy accuracy) {
    const Rule* rule = rule_of(op.code);
    if (rule == nullptr || accuracy <= Accuracy::Exact) return rule == nullptr || accuracy <= rule->tolerates;
    const bool quantized = std::any_of(op.operands.begin(), op.operands.end(),
                                       [&](ValueId value) { return is_quantized(function, value); });
    const bool to_integers = std::any_of(op.results.begin(), op.results.end(), [&](ValueId value) {
        return function.type(value).is_tensor() && !is_approximate(function.tensor(value));
    });
    if (to_integers || (quantized && rule->accuracy != Accuracy::Verbatim)) return false;
    return accuracy <= rule->tolerates;
}

}  // namespace hlo2c::frontend::random_programs

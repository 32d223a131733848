#include "frontend/passes/fold.h"

#include <algorithm>
#include <set>

#include "frontend/accuracy/rules.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/evaluate/hooks.h"
#include "frontend/ir/attributes.h"
#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {
namespace {

/// True for ops whose evaluation calls the host's mathematical library. That of Rsqrt and UniformDequantize
/// does not: it consists of operations that IEEE 754 rounds alike on every host.
bool calls_mathematical_library(OpCode code) {
    if (code == OpCode::Rsqrt || code == OpCode::UniformDequantize) return false;
    const AccuracyRule& rule = accuracy_rule(code);
    return rule.kind == AccuracyRule::Kind::Normwise || rule.kind == AccuracyRule::Kind::Backward ||
           rule.own == AccuracyRule::Own::Elementary || rule.own == AccuracyRule::Own::Special;
}

/// Ops whose results only move or repeat their operands.
bool moves_data(OpCode code) {
    return family_of(code) == OpFamily::Movement;
}

bool is_inexact(const Function& function, const Op& op) {
    if (calls_mathematical_library(op.code)) return true;
    const auto complex_value = [&](const std::vector<ValueId>& values) {
        return !values.empty() && function.type(values[0]).is_tensor() &&
               is_complex(function.tensor(values[0]).element);
    };
    if (op.code == OpCode::Abs) return complex_value(op.operands);
    return complex_value(op.results) && family_of(op.code) == OpFamily::Elementwise &&
           op.code != OpCode::Complex && op.code != OpCode::Convert;
}

/// True if the region captures no value and each of its ops can be folded by itself.
bool is_closed(const Function& function, const Region& region, std::set<ValueId> known) {
    known.insert(region.arguments.begin(), region.arguments.end());
    for (const Op& op : region.ops) {
        for (ValueId operand : op.operands)
            if (!known.contains(operand)) return false;
        if (!has_trait(op.code, op_trait::Pure) && !has_trait(op.code, op_trait::Terminator)) return false;
        if (is_inexact(function, op) || !(has_trait(op.code, op_trait::Terminator) || is_evaluated(op.code)))
            return false;
        for (const Region& inner : op.regions)
            if (!is_closed(function, inner, known)) return false;
        known.insert(op.results.begin(), op.results.end());
    }
    return true;
}

class Folding {
public:
    Folding(const Program& program, const FoldLimits& limits) : program_(program), limits_(limits) {}

    std::optional<std::vector<ValueId>> operator()(Rewriter& rewriter, const Op& op) const {
        if (!is_candidate(rewriter.function(), op)) return std::nullopt;
        if (repeats_elements(rewriter, op)) return std::nullopt;
        if (auto repeated = fold_before_broadcast(rewriter, op)) return repeated;
        std::vector<Literal> operands;
        for (ValueId operand : op.operands) {
            std::optional<Literal> literal = known_value(rewriter, operand);
            if (!literal) return std::nullopt;
            operands.push_back(std::move(*literal));
        }
        if (!is_affordable(rewriter, op, operands)) return std::nullopt;
        std::vector<ValueId> replacement;
        for (Literal& result : evaluate_op(program_, rewriter.function(), op, operands)) {
            // The literal of a quantized value has the storage type.
            const TensorType& type = rewriter.tensor(op.results[replacement.size()]);
            replacement.push_back(type.is_quantized() ? rewriter.emit_constant(std::move(result), type)
                                                      : rewriter.emit_constant(std::move(result)));
        }
        return replacement;
    }

private:
    static bool is_candidate(const Function& function, const Op& op) {
        if (op.code == OpCode::Constant || op.code == OpCode::Iota || op.results.empty()) return false;
        if (op.code == OpCode::PartitionId || op.code == OpCode::ReplicaId) return false;
        if (!has_trait(op.code, op_trait::Pure) || !is_evaluated(op.code) || is_inexact(function, op))
            return false;
        for (ValueId result : op.results)
            if (!function.type(result).is_tensor() || !function.tensor(result).is_static() ||
                !function.tensor(result).bounds.empty())
                return false;
        return std::all_of(op.regions.begin(), op.regions.end(),
                           [&](const Region& region) { return is_closed(function, region, {}); });
    }

    /// A broadcast that makes a constant larger. Integer broadcasts are folded anyway: other rules need
    /// constant indices.
    static bool repeats_elements(const Rewriter& rewriter, const Op& op) {
        if (op.code != OpCode::BroadcastInDim) return false;
        const Literal* operand = rewriter.constant(op.operands[0]);
        const TensorType& result = rewriter.tensor(op.results[0]);
        if (operand == nullptr || operand->is_splat() || is_integer(result.element)) return false;
        return operand->type().element_count() > 1 &&
               result.element_count() > operand->type().element_count();
    }

    /// Folds an elementwise op whose operands are splats, or constants that are all broadcast alike: applies
    /// the op to the constants and broadcasts the result.
    std::optional<std::vector<ValueId>> fold_before_broadcast(Rewriter& rewriter, const Op& op) const {
        if (!has_trait(op.code, op_trait::Elementwise) || op.results.size() != 1) return std::nullopt;
        const TensorType result = rewriter.tensor(op.results[0]);
        const Op* first = nullptr;
        for (ValueId operand : op.operands) {
            if (rewriter.tensor(operand).shape != result.shape || rewriter.tensor(operand).is_quantized())
                return std::nullopt;
            const Literal* literal = rewriter.constant(operand);
            if (literal != nullptr && literal->is_splat()) continue;
            const Op* broadcast = rewriter.definition(operand, OpCode::BroadcastInDim);
            if (broadcast == nullptr || rewriter.constant(broadcast->operands[0]) == nullptr)
                return std::nullopt;
            if (first == nullptr) first = broadcast;
            if ((*broadcast)[attr::broadcast_dimensions] != (*first)[attr::broadcast_dimensions] ||
                rewriter.tensor(broadcast->operands[0]).shape != rewriter.tensor(first->operands[0]).shape)
                return std::nullopt;
        }
        if (first == nullptr || result.is_quantized()) return std::nullopt;
        Op broadcast = *first, small = op;
        const std::vector<std::int64_t> shape = rewriter.tensor(first->operands[0]).shape;
        const auto typed = [&](TensorType type) {
            type.shape = shape;
            return type;
        };
        std::vector<Literal> operands;
        for (ValueId& operand : small.operands) {
            if (const Literal* splat = rewriter.constant(operand)) {
                const std::span<const std::byte> bytes = splat->bytes();
                operands.emplace_back(typed(splat->type()), std::vector(bytes.begin(), bytes.end()), true);
                operand = rewriter.emit_constant(operands.back());
            } else {
                operand = rewriter.definition(operand)->operands[0];
                operands.push_back(*rewriter.constant(operand));
            }
        }
        broadcast.results = small.results = {};
        const ValueId value = rewriter.emit(small, typed(result));
        Literal folded =
            evaluate_op(program_, rewriter.function(), *rewriter.definition(value), operands).front();
        broadcast.operands = {rewriter.emit_constant(std::move(folded))};
        return std::vector{rewriter.emit(broadcast, result)};
    }

    /// The literal of a constant, or of a small iota.
    std::optional<Literal> known_value(const Rewriter& rewriter, ValueId value) const {
        const Op* definition = rewriter.definition(value);
        const bool is_small_iota = definition != nullptr && definition->code == OpCode::Iota &&
                                   rewriter.tensor(value).element_count() <= limits_.iota_elements;
        if (rewriter.constant(value) == nullptr && !is_small_iota) return std::nullopt;
        return evaluate_op(program_, rewriter.function(), *definition, {}).front();
    }

    bool is_affordable(const Rewriter& rewriter, const Op& op, const std::vector<Literal>& operands) const {
        const bool splats = std::all_of(operands.begin(), operands.end(), [](const Literal& literal) {
            return literal.is_splat() || literal.type().element_count() == 1;
        });
        const bool stays_splat =
            splats && (op.code == OpCode::BroadcastInDim || op.code == OpCode::Reshape ||
                       has_trait(op.code, op_trait::Elementwise) || op.code == OpCode::Select ||
                       op.code == OpCode::Transpose || op.code == OpCode::Slice);
        if (stays_splat) return true;
        std::int64_t operand_bytes = 0, result_bytes = 0, elements = 0;
        for (const Literal& literal : operands) {
            operand_bytes += static_cast<std::int64_t>(literal.bytes().size());
            elements += literal.type().element_count();
        }
        for (ValueId result : op.results) {
            result_bytes += rewriter.tensor(result).byte_size();
            elements += rewriter.tensor(result).element_count();
        }
        if (result_bytes > std::max(operand_bytes, limits_.result_bytes) || elements > limits_.elements)
            return false;
        if (!op.regions.empty() && elements > limits_.result_bytes) return false;
        for (std::size_t i = 0; i < operands.size(); i++)
            if (moves_data(op.code) && op.code != OpCode::Slice && rewriter.uses(op.operands[i]) > 1 &&
                static_cast<std::int64_t>(operands[i].bytes().size()) > limits_.shared_weight_bytes)
                return false;
        return multiplications(rewriter, op) <= limits_.multiplications;
    }

    static std::int64_t multiplications(const Rewriter& rewriter, const Op& op) {
        if (family_of(op.code) != OpFamily::Contraction) return 0;
        std::int64_t depth = 1;
        for (std::int64_t size : rewriter.tensor(op.operands.back()).shape) depth *= size;
        return depth * rewriter.tensor(op.results[0]).element_count();
    }

    const Program& program_;
    const FoldLimits& limits_;
};

}  // namespace

void fold(Program& program, const FoldLimits& limits) {
    for (Function& function : program.functions) {
        const Folding folding(program, limits);
        Rewriter(program, function).run(folding);
    }
}

std::optional<std::vector<ValueId>> fold_op(const Program& program, Rewriter& rewriter, const Op& op,
                                            const FoldLimits& limits) {
    return Folding(program, limits)(rewriter, op);
}

}  // namespace hlo2c::frontend

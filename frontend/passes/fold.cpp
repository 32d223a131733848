#include "frontend/passes/fold.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "frontend/accuracy/rules.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/evaluate/hooks.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"
#include "frontend/ops/op_traits.h"
#include "frontend/passes/fold_rules.h"
#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {
namespace {

/// Functions that are evaluated by operations that IEEE 754 rounds alike on every host.
constexpr OpSet evaluated_alike = {OpCode::Rsqrt, OpCode::UniformDequantize};
/// Ops that give complex numbers whose parts they do not compute.
constexpr OpSet keeping_parts = {OpCode::Complex, OpCode::Convert};
/// Data movement that neither repeats elements nor changes their order.
constexpr OpSet keeping_order = {OpCode::Reshape, OpCode::Slice};

/// True for ops whose evaluation calls the host's mathematical library.
bool calls_mathematical_library(OpCode code) {
    if (evaluated_alike.contains(code)) return false;
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
           !keeping_parts.contains(op.code);
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

/// True for several elements of equal bytes.
bool is_uniform(const Literal& literal) {
    const std::span<const std::byte> bytes = literal.bytes();
    const auto width = static_cast<std::size_t>(byte_width(literal.type().element));
    return !literal.is_splat() && bytes.size() > width &&
           std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(width), bytes.end(), bytes.begin());
}

Literal splat_of(const Literal& uniform) {
    const auto element = uniform.element(0);
    return {uniform.type(), {element.begin(), element.end()}, true};
}

class Folding {
public:
    Folding(const Program& program, const FoldLimits& limits) : program_(program), limits_(limits) {}

    std::optional<std::vector<ValueId>> operator()(Rewriter& rewriter, Op& op) {
        auto replacement = folded(rewriter, op);
        if (!replacement && !expressions_.contains(op.results.empty() ? no_value : op.results[0]))
            write_out_operands(rewriter, op);
        return replacement;
    }

private:
    /// The constants of which a value that is known at compile time is computed.
    struct Known {
        std::set<ValueId> constants;  ///< that a kernel reads to compute it
        int cost = 0;                 ///< ops that compute one element
        bool is_converted = true;     ///< nothing but moved or converted constants
    };

    std::optional<std::vector<ValueId>> folded(Rewriter& rewriter, const Op& op) {
        if (!is_candidate(rewriter.function(), op)) return std::nullopt;
        if (repeats_elements(rewriter, op)) return std::nullopt;
        if (auto repeated = fold_before_broadcast(rewriter, op)) return repeated;
        if (auto moved = move_before_conversion(rewriter, op)) return moved;
        Known known;
        for (ValueId operand : op.operands) {
            const std::optional<Known> part = known_parts(rewriter, operand);
            if (!part) return std::nullopt;
            known.constants.insert(part->constants.begin(), part->constants.end());
            known.cost += part->cost;
            known.is_converted = known.is_converted && part->is_converted;
        }
        if (stays_expression(rewriter, op, known)) return std::nullopt;
        std::vector<Literal> operands;
        for (ValueId operand : op.operands) operands.push_back(value_of(rewriter, operand));
        if (!is_affordable(rewriter, op, operands)) return std::nullopt;
        std::vector<ValueId> replacement;
        for (Literal& result : evaluate_op(program_, rewriter.function(), op, operands)) {
            if (is_uniform(result)) result = splat_of(result);
            // The literal of a quantized value has the storage type.
            const TensorType& declared = rewriter.tensor(op.results[replacement.size()]);
            TensorType type = declared.is_quantized() ? declared : result.type();
            replacement.push_back(
                rewriter.emit_constant(std::move(result), std::move(type), location_of_result(rewriter, op)));
        }
        return replacement;
    }

    /// A constant that is only moved keeps its location, which has the name of a bound argument.
    static LocationId location_of_result(const Rewriter& rewriter, const Op& op) {
        const bool is_moved = moves_data(op.code) && op.operands.size() == 1;
        const Op* constant = is_moved ? rewriter.definition(op.operands[0], OpCode::Constant) : nullptr;
        return constant != nullptr ? constant->location : unknown_location;
    }

    static bool is_candidate(const Function& function, const Op& op) {
        if (!fold_rule(op.code).is_folded || op.results.empty()) return false;
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

    /// What a constant, a small iota or an expression of them is made of.
    std::optional<Known> known_parts(const Rewriter& rewriter, ValueId value) const {
        if (const auto expression = expressions_.find(value); expression != expressions_.end())
            return expression->second;
        if (rewriter.constant(value) != nullptr) return Known{.constants = {value}};
        const bool is_small_iota = rewriter.definition(value, OpCode::Iota) != nullptr &&
                                   rewriter.tensor(value).element_count() <= limits_.iota_elements;
        if (is_small_iota) return Known{.is_converted = false};
        return std::nullopt;
    }

    Literal value_of(const Rewriter& rewriter, ValueId value) const {
        return value_of(rewriter, *rewriter.definition(value));
    }
    Literal value_of(const Rewriter& rewriter, const Op& op) const {
        std::vector<Literal> operands;
        for (ValueId operand : op.operands) operands.push_back(value_of(rewriter, operand));
        return evaluate_op(program_, rewriter.function(), op, operands).front();
    }

    /// Constants do not grow: a cheap op whose result is larger than the constants that it is made of stays
    /// in the kernels that read it. Notes what it is made of in `known`.
    bool stays_expression(const Rewriter& rewriter, const Op& op, Known& known) {
        if (!fold_rule(op.code).is_cheap || op.results.size() != 1) return false;
        const TensorType& type = rewriter.tensor(op.results[0]);
        std::int64_t bytes = 0;
        bool is_splat = true;
        for (const ValueId constant : known.constants) {
            const Literal& literal = *rewriter.constant(constant);
            bytes += static_cast<std::int64_t>(literal.bytes().size());
            is_splat = is_splat && (literal.is_splat() || literal.type().element_count() == 1);
        }
        const bool has_indices = !known.is_converted;
        if (has_trait(op.code, op_trait::Elementwise)) {
            known.cost++;
            known.is_converted = known.is_converted && op.code == OpCode::Convert &&
                                 converts_exactly(rewriter.tensor(op.operands[0]).element, type.element);
        }
        if ((is_splat && !has_indices) || type.is_quantized() || known.cost > limits_.expression_cost ||
            type.byte_size() <= std::max(bytes, limits_.small_bytes))
            return false;
        // An expression of indices may have equal elements, such as a comparison with a size.
        if (known.constants.empty() && type.byte_size() <= limits_.result_bytes &&
            is_uniform(value_of(rewriter, op)))
            return false;
        expressions_[op.results[0]] = known;
        return true;
    }

    /// Applies data movement to a constant before its conversion to a larger type, instead of after it.
    std::optional<std::vector<ValueId>> move_before_conversion(Rewriter& rewriter, const Op& op) {
        if (!moves_data(op.code) || !fold_rule(op.code).is_cheap || op.code == OpCode::BroadcastInDim)
            return std::nullopt;
        const Op* convert = rewriter.definition(op.operands[0], OpCode::Convert);
        if (convert == nullptr || !expressions_.contains(op.operands[0])) return std::nullopt;
        const Literal* source = rewriter.constant(convert->operands[0]);
        if (source == nullptr || source->is_splat()) return std::nullopt;
        const bool is_shared = rewriter.uses(convert->operands[0]) > 1 || rewriter.uses(op.operands[0]) > 1;
        if (is_shared && source->type().byte_size() > limits_.shared_weight_bytes) return std::nullopt;
        Op moved = op, converted = *convert;
        moved.operands = {convert->operands[0]};
        moved.results = converted.results = {};
        const TensorType type = rewriter.tensor(op.results[0]);
        TensorType narrow = type;
        narrow.element = source->type().element;
        const ValueId value = rewriter.emit(moved, narrow);
        converted.operands = {rewriter.emit_constant(value_of(rewriter, value))};
        const ValueId result = rewriter.emit(converted, type);
        expressions_[result] = {.constants = {converted.operands[0]},
                                .cost = 1,
                                .is_converted = expressions_.at(op.operands[0]).is_converted};
        return std::vector{result};
    }

    /// Makes constants of the operands that have to be in memory, if they are not too large.
    void write_out_operands(Rewriter& rewriter, Op& op) const {
        for (std::size_t i = 0; i < op.operands.size(); i++) {
            const auto expression = expressions_.find(op.operands[i]);
            if (expression == expressions_.end() || fold_rule(op.code).takes_expression(i)) continue;
            // Contractions convert their operands.
            if (family_of(op.code) == OpFamily::Contraction && expression->second.is_converted) continue;
            if (rewriter.tensor(op.operands[i]).byte_size() > limits_.result_bytes) continue;
            op.operands[i] = rewriter.emit_constant(value_of(rewriter, op.operands[i]));
            rewriter.touch();
        }
    }
    bool is_affordable(const Rewriter& rewriter, const Op& op, const std::vector<Literal>& operands) const {
        const bool splats = std::all_of(operands.begin(), operands.end(), [](const Literal& literal) {
            return literal.is_splat() || literal.type().element_count() == 1;
        });
        if (splats && fold_rule(op.code).keeps_splats) return true;
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
            if (moves_data(op.code) && !keeping_order.contains(op.code) &&
                rewriter.uses(op.operands[i]) > 1 &&
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
    std::map<ValueId, Known> expressions_;  // values that are known, but stay ops
};

}  // namespace

void fold(Program& program, const FoldLimits& limits) {
    for (Function& function : program.functions) {
        Folding folding(program, limits);
        Rewriter(program, function).run(std::ref(folding));
    }
}

std::optional<std::vector<ValueId>> fold_op(const Program& program, Rewriter& rewriter, Op& op,
                                            const FoldLimits& limits) {
    return Folding(program, limits)(rewriter, op);
}

}  // namespace hlo2c::frontend

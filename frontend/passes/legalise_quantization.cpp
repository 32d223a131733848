#include "frontend/passes/legalise_quantization.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"
#include "frontend/ops/op_traits.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/integer_contraction.h"

namespace hlo2c::frontend {
namespace {

using Replacement = std::optional<std::vector<ValueId>>;

TensorType with_element(const TensorType& type, ElementType element) {
    return TensorType{type.shape, element, {}, {}};
}

bool is_quantized(const Rewriter& rewriter, ValueId value) {
    return rewriter.type(value).is_tensor() && rewriter.tensor(value).is_quantized();
}

/// The arithmetic of one quantized type.
class QuantizedArithmetic {
public:
    QuantizedArithmetic(Rewriter& rewriter, TensorType type)
        : rewriter_(rewriter),
          builder_(rewriter),
          type_(std::move(type)),
          quantization_(type_.quantization.front()) {}

    /// (storage - zero point) * scale
    ValueId dequantize(ValueId value) {
        const ElementType wide = bit_width(quantization_.storage) <= 16 ? ElementType::I32 : ElementType::I64;
        ValueId difference = builder_.convert(value, wide);
        if (has_zero_points())
            difference = builder_.subtract(difference, parameters(wide, {quantization_.zero_points.begin(),
                                                                         quantization_.zero_points.end()}));
        return builder_.multiply(builder_.convert(difference, quantization_.expressed), scales());
    }

    /// Rounds clamp(value / scale + zero point), within the storage limits, to nearest even.
    ValueId quantize(ValueId value) {
        ValueId shifted = builder_.divide(value, scales());
        if (has_zero_points())
            shifted = builder_.add(
                shifted, parameters(quantization_.expressed,
                                    {quantization_.zero_points.begin(), quantization_.zero_points.end()}));
        const ValueId least = limit(quantization_.storage_minimum);
        const ValueId most = limit(quantization_.storage_maximum);
        const ValueId bounded =
            builder_.binary(OpCode::Minimum, builder_.binary(OpCode::Maximum, shifted, least), most);
        ValueId nearest = builder_.unary(OpCode::RoundNearestEven, bounded);
        if (!is_exact(quantization_.storage_minimum) || !is_exact(quantization_.storage_maximum))
            nearest = bounded_integer(builder_.convert(nearest, quantization_.storage));
        return rewriter_.emit(Op{.code = OpCode::Convert, .operands = {nearest}}, Type(type_));
    }

private:
    /// True if the expressed type represents this limit exactly; a rounded limit could let larger values
    /// pass.
    bool is_exact(std::int64_t limit) const {
        const ElementType type = quantization_.expressed;
        const auto number = static_cast<double>(limit);
        return decode_float(type, encode_float(type, number)) == number;
    }
    ValueId bounded_integer(ValueId value) {
        const auto number = [&](std::int64_t limit) {
            return builder_.uniform(with_element(type_, quantization_.storage), static_cast<double>(limit));
        };
        const ValueId least = number(quantization_.storage_minimum),
                      most = number(quantization_.storage_maximum);
        return builder_.binary(OpCode::Minimum, builder_.binary(OpCode::Maximum, value, least), most);
    }
    bool has_zero_points() const {
        return std::any_of(quantization_.zero_points.begin(), quantization_.zero_points.end(),
                           [](std::int64_t zero_point) { return zero_point != 0; });
    }
    ValueId scales() { return parameters(quantization_.expressed, quantization_.scales); }
    ValueId limit(std::int64_t value) {
        return builder_.uniform(with_element(type_, quantization_.expressed), static_cast<double>(value));
    }

    /// The per-tensor value, or the values per index of the axis, broadcast to the whole shape.
    ValueId parameters(ElementType element, const std::vector<double>& values) {
        if (quantization_.axis < 0 || values.size() == 1)
            return builder_.uniform(with_element(type_, element), values.front());
        const TensorType row{{static_cast<std::int64_t>(values.size())}, element, {}, {}};
        return builder_.broadcast(rewriter_.emit_constant(Literal::from_values<double>(row, values)),
                                  {quantization_.axis}, type_.shape);
    }

    Rewriter& rewriter_;
    Builder builder_;
    TensorType type_;
    const Quantization& quantization_;
};

ValueId dequantized(Rewriter& rewriter, ValueId value) {
    return is_quantized(rewriter, value)
               ? QuantizedArithmetic(rewriter, rewriter.tensor(value)).dequantize(value)
               : value;
}

/// A contraction of quantized operands, computed on their storage, as f32; nothing if it is not an integer
/// contraction.
std::optional<ValueId> contract_integers(Rewriter& rewriter, const Op& op) {
    if (op.operands.size() != 2 || !is_quantized(rewriter, op.operands[0]) ||
        !is_quantized(rewriter, op.operands[1]) || !rewriter.tensor(op.results[0]).is_static())
        return std::nullopt;
    const TensorType lhs = rewriter.tensor(op.operands[0]), rhs = rewriter.tensor(op.operands[1]),
                     result = rewriter.tensor(op.results[0]);
    const std::optional<IntegerContraction> how = integer_contraction(op, lhs, rhs, result);
    if (!how) return std::nullopt;
    Builder builder(rewriter);
    const auto storage = [&](ValueId value, const TensorType& type) {
        return rewriter.emit(Op{.code = OpCode::Convert, .operands = {value}},
                             Type(with_element(type, type.quantization.front().storage)));
    };
    ValueId left = storage(op.operands[0], lhs), right = storage(op.operands[1], rhs);
    if (how->lhs_zero_point != 0) {
        left = builder.convert(left, ElementType::I16);
        left = builder.subtract(left, builder.uniform_like(left, static_cast<double>(how->lhs_zero_point)));
        right = builder.convert(right, ElementType::I16);
    }
    const bool is_unsigned = how->lhs_zero_point == 0 && is_unsigned_integer(lhs.element);
    const ElementType sums = is_unsigned ? ElementType::UI32 : ElementType::I32;
    const ValueId sum =
        rewriter.emit(Op{.code = op.code, .operands = {left, right}, .attributes = op.attributes},
                      Type(with_element(result, sums)));
    const TensorType computed = with_element(result, ElementType::F32);
    ValueId scale;
    if (how->axis < 0) {
        scale = builder.uniform(computed, how->scales.front());
    } else {
        const TensorType row{{static_cast<std::int64_t>(how->scales.size())}, ElementType::F32, {}, {}};
        scale = builder.broadcast(rewriter.emit_constant(Literal::from_values<double>(row, how->scales)),
                                  {how->axis}, result.shape);
    }
    return builder.multiply(builder.convert(sum, ElementType::F32), scale);
}

/// Ops between quantized numbers and the numbers that they stand for.
constexpr OpSet conversions = {OpCode::UniformDequantize, OpCode::UniformQuantize};

Replacement legalise(Rewriter& rewriter, Op& op) {
    const auto quantized = [&](ValueId value) { return is_quantized(rewriter, value); };
    if (std::none_of(op.operands.begin(), op.operands.end(), quantized) &&
        std::none_of(op.results.begin(), op.results.end(), quantized))
        return std::nullopt;
    const auto to_result = [&](ValueId value, ValueId result) {
        return quantized(result) ? QuantizedArithmetic(rewriter, rewriter.tensor(result)).quantize(value)
                                 : value;
    };
    if (conversions.contains(op.code))
        return std::vector{to_result(dequantized(rewriter, op.operands[0]), op.results[0])};
    if (!computes_on_quantized(op.code)) return std::nullopt;
    if (const std::optional<ValueId> contracted = contract_integers(rewriter, op))
        return std::vector{to_result(*contracted, op.results[0])};
    for (ValueId& operand : op.operands) operand = dequantized(rewriter, operand);
    std::vector<Type> expressed;
    for (ValueId result : op.results)
        expressed.push_back(quantized(result)
                                ? Type(with_element(rewriter.tensor(result),
                                                    rewriter.tensor(result).quantization.front().expressed))
                                : rewriter.type(result));
    const std::vector<ValueId> computed = rewriter.emit(Op{.code = op.code,
                                                           .operands = op.operands,
                                                           .attributes = op.attributes,
                                                           .regions = std::move(op.regions)},
                                                        expressed);
    std::vector<ValueId> results;
    for (std::size_t i = 0; i < computed.size(); i++)
        results.push_back(to_result(computed[i], op.results[i]));
    return results;
}

void strip(Type& type) {
    if (type.is_tensor()) type.as_tensor().quantization.clear();
    if (auto* tuple = std::get_if<TupleType>(&type.value))
        for (Type& element : tuple->elements) strip(element);
    if (auto* future = std::get_if<FutureType>(&type.value))
        for (Type& element : future->elements) strip(element);
}

/// Replaces quantized types by their storage types.
void strip_types(Function& function) {
    for (Value& value : function.values) strip(value.type);
    for (Type& type : function.result_types) strip(type);
    for_each_op(function.body, [](Op& op) {
        if (op.code != OpCode::Constant || !op[attr::value].type().is_quantized()) return;
        const Literal& literal = op[attr::value];
        TensorType type = literal.type();
        type.quantization.clear();
        op.set(attr::value,
               Literal(type, {literal.bytes().begin(), literal.bytes().end()}, literal.is_splat()));
    });
}

/// "f32 = 0.5 * (i8 - 3)". Scales of a dimension are in the text if there are few.
std::string formula(const Quantization& quantization) {
    constexpr std::size_t most_scales = 8;
    const std::string_view stored = spelling(quantization.storage),
                           expressed = spelling(quantization.expressed);
    if (quantization.axis < 0)
        return fmt::format("{} = {} * ({} - {})", expressed, quantization.scales[0], stored,
                           quantization.zero_points[0]);
    const std::string text = fmt::format("{} = scale * ({} - zero point) along dimension {}", expressed,
                                         stored, quantization.axis);
    if (quantization.scales.size() > most_scales) return text + ", by the program's type";
    return fmt::format("{}, scales {}, zero points {}", text, fmt::join(quantization.scales, ", "),
                       fmt::join(quantization.zero_points, ", "));
}

void describe(std::vector<DictionaryAttribute>& attributes, std::size_t i, const Type& type) {
    if (!type.is_tensor() || !type.as_tensor().is_quantized()) return;
    if (attributes.size() <= i) attributes.resize(i + 1);
    attributes[i].entries.emplace_back(std::string(quantization_attribute),
                                       formula(type.as_tensor().quantization.front()));
}

/// Notes at the arguments and results what their numbers mean, which their types no longer tell.
void describe_signature(Function& function) {
    for (std::size_t i = 0; i < function.arguments().size(); i++)
        describe(function.argument_attributes, i, function.type(function.arguments()[i]));
    for (std::size_t i = 0; i < function.result_types.size(); i++)
        describe(function.result_attributes, i, function.result_types[i]);
}

}  // namespace

void legalise_quantization(Program& program) {
    for (Function& function : program.functions) {
        const auto quantized = [](const Value& value) {
            return value.type.is_tensor() && value.type.as_tensor().is_quantized();
        };
        if (std::none_of(function.values.begin(), function.values.end(), quantized)) continue;
        describe_signature(function);
        Rewriter(program, function).run(legalise);
        strip_types(function);
    }
}

}  // namespace hlo2c::frontend

#include "frontend/ir/attributes.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

using Shape = std::vector<std::int64_t>;

/// What the three ops share: the feature dimension, the other dimensions, and the broadcast of per-feature
/// vectors. Narrow floats are computed in F32, since counts and sums soon exceed their range.
template <bool counted>
struct Normalisation {
    Rewriter& rewriter;
    Builder builder;
    const Op& op;
    ElementType element = ElementType::F32;
    std::vector<ValueId> operands;
    Shape shape, others;
    std::int64_t feature = 0;
    double count = 1;

    Normalisation(Rewriter& walk, const Op& norm)
        : rewriter(walk),
          builder(rewriter),
          op(norm),
          element(rewriter.tensor(norm.operands[0]).element),
          shape(rewriter.tensor(norm.operands[0]).shape),
          feature(norm[attr::feature_index]) {
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(shape.size()); i++) {
            if (i == feature) continue;
            others.push_back(i);
            count *= static_cast<double>(shape[static_cast<std::size_t>(i)]);
        }
        for (const ValueId operand : norm.operands)
            operands.push_back(is_wide() ? operand : builder.convert(operand, ElementType::F32));
    }

    bool is_wide() const { return element == ElementType::F32 || element == ElementType::F64; }
    std::vector<ValueId> results(std::vector<ValueId> computed) {
        for (std::size_t i = 0; i < computed.size() && !is_wide(); i++)
            computed[i] = builder.convert(computed[i], builder.tensor(op.results[i]).element);
        return computed;
    }

    ValueId spread(ValueId per_feature) { return builder.broadcast(per_feature, {feature}, shape); }
    /// The number of elements per feature, as a tensor of the type of `like`.
    ValueId count_like(ValueId like) {
        if (!counted) return builder.uniform_like(like, count);
        const TensorType type = builder.tensor(like);
        ValueId product = builder.uniform({{}, type.element, {}, {}}, 1);
        for (const std::int64_t d : others) {
            Op size{.code = OpCode::GetDimensionSize, .operands = {op.operands[0]}};
            size.set(attr::dimension, d);
            const ValueId number = rewriter.emit(std::move(size), TensorType{{}, ElementType::I32, {}, {}});
            product = builder.multiply(product, builder.convert(number, type.element));
        }
        return builder.broadcast(product, {}, type.shape);
    }
    ValueId mean_of(ValueId value) {
        const ValueId sum = builder.sum(value, others);
        return builder.divide(sum, count_like(sum));
    }
    ValueId deviation(ValueId variance) {
        const ValueId epsilon = builder.uniform_like(variance, op[attr::epsilon]);
        return builder.unary(OpCode::Sqrt, builder.add(variance, epsilon));
    }
    /// (x - mean) / sqrt(variance + epsilon) * scale + offset
    ValueId normalise(ValueId value, ValueId scale, ValueId offset, ValueId mean, ValueId variance) {
        const ValueId centered = builder.subtract(value, spread(mean));
        const ValueId normal = builder.divide(centered, spread(deviation(variance)));
        return builder.add(builder.multiply(normal, spread(scale)), spread(offset));
    }
};

bool is_static_float(const Rewriter& rewriter, const Op& op) {
    const TensorType& type = rewriter.tensor(op.operands[0]);
    return type.is_static() && !type.is_quantized();
}

template <bool counted>
Replacement decompose_inference(Rewriter& rewriter, Op& op) {
    if (!is_static_float(rewriter, op)) return std::nullopt;
    Normalisation<counted> norm(rewriter, op);
    const std::vector<ValueId>& x = norm.operands;
    return norm.results({norm.normalise(x[0], x[1], x[2], x[3], x[4])});
}

template <bool counted>
Replacement decompose_training(Rewriter& rewriter, Op& op) {
    if (!is_static_float(rewriter, op)) return std::nullopt;
    Normalisation<counted> norm(rewriter, op);
    const std::vector<ValueId>& x = norm.operands;
    const ValueId mean = norm.mean_of(x[0]);
    const ValueId centered = norm.builder.subtract(x[0], norm.spread(mean));
    const ValueId variance = norm.mean_of(norm.builder.multiply(centered, centered));
    const ValueId result = norm.normalise(x[0], x[1], x[2], mean, variance);
    return norm.results({result, mean, variance});
}

template <bool counted>
Replacement decompose_gradient(Rewriter& rewriter, Op& op) {
    if (!is_static_float(rewriter, op)) return std::nullopt;
    Normalisation<counted> norm(rewriter, op);
    Builder& b = norm.builder;
    const std::vector<ValueId>& x = norm.operands;
    const ValueId operand = x[0], scale = x[1], gradient = x[4];
    const ValueId deviation = norm.spread(norm.deviation(x[3]));
    const ValueId centered = b.subtract(operand, norm.spread(x[2]));
    const ValueId grad_offset = b.sum(gradient, norm.others);
    const ValueId grad_scale = b.sum(b.multiply(gradient, b.divide(centered, deviation)), norm.others);
    const ValueId products = b.sum(b.multiply(gradient, centered), norm.others);
    const ValueId variance = b.add(x[3], b.uniform_like(x[3], op[attr::epsilon]));
    const ValueId scaled_gradient = b.multiply(gradient, norm.count_like(gradient));
    const ValueId first = b.subtract(scaled_gradient, norm.spread(grad_offset));
    const ValueId second = b.divide(b.multiply(norm.spread(products), centered), norm.spread(variance));
    const ValueId factor = b.divide(b.divide(norm.spread(scale), deviation), norm.count_like(gradient));
    return norm.results({b.multiply(factor, b.subtract(first, second)), grad_scale, grad_offset});
}

template <bool counted>
constexpr auto batch_norm_rows = std::to_array<RuleEntry>({
    {OpCode::BatchNormGrad, decompose_gradient<counted>},
    {OpCode::BatchNormInference, decompose_inference<counted>},
    {OpCode::BatchNormTraining, decompose_training<counted>},
});

}  // namespace

constinit const RuleRows batch_norm_rules = batch_norm_rows<false>;
constinit const RuleRows counted_batch_norm_rules = batch_norm_rows<true>;

}  // namespace hlo2c::frontend

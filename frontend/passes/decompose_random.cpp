#include <cmath>
#include <numbers>

#include "frontend/ir/attributes.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

/// The fixed key of the sequence from which rng draws its numbers.
constexpr std::uint64_t key = 0x243F6A8885A308D3U;

/// `count` pairs of random numbers in the unit interval, 53 bits each; returns the first numbers and the
/// second ones.
std::pair<ValueId, ValueId> uniform_pairs(Rewriter& rewriter, std::int64_t count) {
    Builder b(rewriter);
    const TensorType state{{2}, ElementType::UI64, {}, {}};
    const ValueId start = rewriter.emit_constant(
        Literal::from_values<std::int64_t>(state, {static_cast<std::int64_t>(key), 0}));
    const TensorType words{{2 * count}, ElementType::UI64, {}, {}};
    Op generator{.code = OpCode::RngBitGenerator, .operands = {start}};
    generator.set(attr::rng_algorithm, RngAlgorithm::ThreeFry);
    const ValueId bits = rewriter.emit(std::move(generator), std::vector<Type>{state, words})[1];
    const ValueId high = b.binary(OpCode::ShiftRightLogical, bits, b.uniform_like(bits, 11));
    const ValueId reals = b.convert(high, ElementType::F64);
    const ValueId numbers = b.multiply(reals, b.uniform_like(reals, std::ldexp(1.0, -53)));
    const auto every_second = [&](std::int64_t first) {
        const TensorType type{{count}, ElementType::F64, {}, {}};
        Op slice{.code = OpCode::Slice, .operands = {numbers}};
        slice.set(attr::start_indices, {first});
        slice.set(attr::limit_indices, {2 * count});
        slice.set(attr::strides, {2});
        return rewriter.emit(std::move(slice), type);
    };
    return {every_second(0), every_second(1)};
}

/// Uniform: a + u (b - a). Normal: a + b sqrt(-2 log(1 - u)) cos(2 pi v).
Replacement decompose_rng(Rewriter& rewriter, Op& op) {
    const TensorType type = rewriter.tensor(op.results[0]);
    if (!type.is_static() || type.is_quantized() || is_complex(type.element)) return std::nullopt;
    const bool normal = op[attr::rng_distribution] == RngDistribution::Normal;
    const std::int64_t count = type.element_count();
    Builder b(rewriter);
    if (count == 0) return std::vector{b.uniform(type, 0)};
    const auto parameter = [&](ValueId scalar) {
        return b.broadcast(b.convert(scalar, ElementType::F64), {}, {count});
    };
    const ValueId first = parameter(op.operands[0]), second = parameter(op.operands[1]);
    const auto [u, v] = uniform_pairs(rewriter, count);
    ValueId result = no_value;
    if (normal) {
        // log and cos are computed in f32 if the result is no wider.
        const bool is_wide = bit_width(type.element) > 32;
        const auto function = [&](OpCode code, ValueId x) {
            if (is_wide) return b.unary(code, x);
            return b.convert(b.unary(code, b.convert(x, ElementType::F32)), ElementType::F64);
        };
        const ValueId log = function(OpCode::Log, b.subtract(b.uniform_like(u, 1), u));
        const ValueId radius = b.unary(OpCode::Sqrt, b.multiply(b.uniform_like(u, -2), log));
        const ValueId angle = b.multiply(b.uniform_like(v, 2 * std::numbers::pi), v);
        result = b.add(first, b.multiply(b.multiply(second, radius), function(OpCode::Cosine, angle)));
    } else {
        result = b.add(first, b.multiply(u, b.subtract(second, first)));
    }
    if (!is_float(type.element)) result = b.unary(OpCode::Floor, result);
    if (is_boolean(type.element))
        result = b.compare(ComparisonDirection::Ne, result, b.uniform_like(result, 0));
    return std::vector{b.reshape(b.convert(result, type.element), type.shape)};
}

constexpr auto random_rows = std::to_array<RuleEntry>({
    {OpCode::Rng, decompose_rng},
});

}  // namespace

constinit const RuleRows random_rules = random_rows;

}  // namespace hlo2c::frontend

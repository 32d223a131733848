#include <numeric>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

using Shape = std::vector<std::int64_t>;

ValueId transpose(Rewriter& rewriter, ValueId value, const Shape& permutation) {
    const TensorType& type = rewriter.tensor(value);
    const TensorType result{permuted(type.shape, permutation), type.element, {}, {}};
    Op op{.code = OpCode::Transpose, .operands = {value}};
    op.set(attr::permutation, permutation);
    return rewriter.emit(std::move(op), result);
}

/// A multidimensional inverse transform to real numbers: first all dimensions but the last, complex to
/// complex, with the last dimension transposed out of the way, then the last one alone.
Replacement decompose_fft(Rewriter& rewriter, Op& op) {
    const Shape lengths = op[attr::fft_length];
    const TensorType type = rewriter.tensor(op.operands[0]);
    if (op[attr::fft_type] != FftType::Irfft || lengths.size() < 2 || !type.is_static() ||
        type.element_count() == 0)
        return std::nullopt;
    const std::int64_t rank = type.rank(), leading = rank - static_cast<std::int64_t>(lengths.size());
    Shape there(static_cast<std::size_t>(rank));
    std::iota(there.begin(), there.end(), 0);
    there.pop_back();
    there.insert(there.begin() + leading, rank - 1);
    Shape back(static_cast<std::size_t>(rank));
    for (std::size_t i = 0; i < there.size(); i++)
        back[static_cast<std::size_t>(there[i])] = static_cast<std::int64_t>(i);

    const ValueId moved = transpose(rewriter, op.operands[0], there);
    Op inverse{.code = OpCode::Fft, .operands = {moved}};
    inverse.set(attr::fft_type, FftType::Ifft);
    inverse.set(attr::fft_length, Shape(lengths.begin(), lengths.end() - 1));
    const ValueId transformed = rewriter.emit(std::move(inverse), rewriter.tensor(moved));
    op.operands = {transpose(rewriter, transformed, back)};
    op.set(attr::fft_length, {lengths.back()});
    rewriter.touch();
    return std::nullopt;
}

constexpr auto fft_rows = std::to_array<RuleEntry>({
    {OpCode::Fft, decompose_fft},
});

}  // namespace

constinit const RuleRows fft_rules = fft_rows;

}  // namespace hlo2c::frontend

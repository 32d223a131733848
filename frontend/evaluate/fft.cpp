#include <cmath>
#include <numbers>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"
#include "frontend/evaluate/running_sum.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

using Row = std::vector<Complex>;

/// exp(sign * 2 pi i * k / n), with k reduced so that the angle stays small.
Complex root(std::uint64_t k, std::uint64_t n, double sign) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k % n) / static_cast<double>(n);
    return {std::cos(angle), sign * std::sin(angle)};
}

/// Discrete Fourier transform of any length: splits by the smallest prime factor; prime lengths are direct
/// sums.
Row transform(const Row& input, double sign) {
    const std::size_t n = input.size();
    if (n <= 1) return input;
    std::size_t factor = 2;
    while (factor * factor <= n && n % factor != 0) factor++;
    if (n % factor != 0) factor = n;
    const std::size_t rest = n / factor;
    std::vector<Row> parts;
    for (std::size_t r = 0; r < factor; r++) {
        Row part(rest);
        for (std::size_t i = 0; i < rest; i++) part[i] = input[i * factor + r];
        parts.push_back(transform(part, sign));
    }
    Row roots(n);
    for (std::size_t k = 0; k < n; k++) roots[k] = root(k, n, sign);
    Row result(n);
    for (std::size_t k = 0; k < n; k++) {
        RunningSum<Complex, true> sum;
        for (std::size_t r = 0; r < factor; r++) sum.add_product(parts[r][k % rest], roots[r * k % n]);
        result[k] = sum.value();
    }
    return result;
}

/// Transforms every row along a dimension.
void transform_dimension(std::vector<Complex>& values, const Shape& shape, std::size_t dimension,
                         double sign) {
    const auto size = static_cast<std::size_t>(shape[dimension]);
    const auto stride = static_cast<std::size_t>(row_major_strides(shape)[dimension]);
    Row row(size);
    for (std::size_t first = 0; first < values.size(); first++) {
        if (first / stride % size != 0) continue;
        for (std::size_t i = 0; i < size; i++) row[i] = values[first + i * stride];
        row = transform(row, sign);
        const double scale = sign > 0 ? static_cast<double>(size) : 1;
        for (std::size_t i = 0; i < size; i++) values[first + i * stride] = row[i] / scale;
    }
}

/// The whole last dimension from its first half, for the spectrum of a real signal.
std::vector<Complex> mirrored(const std::vector<Complex>& half, std::size_t half_size, std::size_t size) {
    std::vector<Complex> values(half_size == 0 ? 0 : half.size() / half_size * size);
    for (std::size_t i = 0; i < values.size(); i++) {
        const std::size_t row = i / size, k = i % size;
        values[i] = k < half_size ? half[row * half_size + k] : std::conj(half[row * half_size + size - k]);
    }
    return values;
}

std::vector<Complex> first_part(const std::vector<Complex>& values, std::size_t size, std::size_t kept) {
    std::vector<Complex> result;
    for (std::size_t i = 0; i < values.size(); i++)
        if (i % size < kept) result.push_back(values[i]);
    return result;
}

}  // namespace

void evaluate_Fft(OpCall& call) {
    const FftType kind = call.op()[attr::fft_type];
    const Shape lengths = call.op()[attr::fft_length];
    Shape shape = call.operand(0).type().shape;
    std::vector<Complex> values = all_complexes(call.operand(0));
    const std::size_t rank = shape.size(), last = rank - 1;
    const double sign = kind == FftType::Ifft || kind == FftType::Irfft ? 1 : -1;
    if (values.empty() || count_of(lengths) == 0) {
        if (kind == FftType::Rfft) shape[last] = lengths.back() == 0 ? 0 : lengths.back() / 2 + 1;
        if (kind == FftType::Irfft) shape[last] = lengths.back();
        const TensorType type = call.typed(shape);
        return call.give(Literal(type, std::vector<std::byte>(static_cast<std::size_t>(type.byte_size()))));
    }
    if (kind == FftType::Rfft) {
        transform_dimension(values, shape, last, sign);
        const std::int64_t kept = lengths.back() / 2 + 1;
        values = first_part(values, static_cast<std::size_t>(shape[last]), static_cast<std::size_t>(kept));
        shape[last] = kept;
    }
    const std::size_t leading = rank - lengths.size();
    const bool last_is_apart = kind == FftType::Rfft || kind == FftType::Irfft;
    for (std::size_t i = leading; i < (last_is_apart ? last : rank); i++)
        transform_dimension(values, shape, i, sign);
    if (kind != FftType::Irfft) return call.give(from_complexes(call.typed(shape), values));
    values =
        mirrored(values, static_cast<std::size_t>(shape[last]), static_cast<std::size_t>(lengths.back()));
    shape[last] = lengths.back();
    transform_dimension(values, shape, last, sign);
    std::vector<double> parts;
    for (const Complex& value : values) parts.push_back(value.real());
    call.give(from_reals(call.typed(shape), parts));
}

}  // namespace hlo2c::frontend

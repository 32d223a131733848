#include "scheduler/fourier/roots_of_unity.h"

#include <array>
#include <bit>
#include <cmath>

namespace hlo2c::scheduler {
namespace {

/// Sine and cosine of pi/4 * numerator / denominator, an angle of at most pi/4. The angle is kept in two
/// parts until the end; the series are exact far beyond the last bit.
ComplexNumber first_octant(std::int64_t numerator, std::int64_t denominator) {
    constexpr double quarter = 0x1.921fb54442d18p-1, quarter_rest = 0x1.1a62633145c07p-55;
    const auto n = static_cast<double>(denominator);
    const double share = static_cast<double>(numerator) / n;
    const double share_rest = std::fma(-share, n, static_cast<double>(numerator)) / n;
    const double angle = share * quarter;
    const double rest = std::fma(share, quarter, -angle) + (share * quarter_rest + share_rest * quarter);
    const double square = angle * angle;
    double sine = 0, cosine = 0;
    for (int k = 9; k >= 1; k--) {
        sine = (sine + 1) * -square / ((2 * k) * (2 * k + 1));
        cosine = (cosine + 1) * -square / ((2 * k - 1) * (2 * k));
    }
    const double plain_sine = angle + angle * sine, plain_cosine = 1 + cosine;
    return {plain_cosine - rest * plain_sine, plain_sine + rest * plain_cosine};
}

ComplexNumber product(ComplexNumber a, ComplexNumber b) {
    return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

ComplexNumber sum(ComplexNumber a, ComplexNumber b) {
    return {a.real + b.real, a.imaginary + b.imaginary};
}

/// Transforms of `odd` numbers, the first step of a transform of all: the blocks are in the order of their
/// reversed numbers.
std::vector<ComplexNumber> transformed_blocks(const std::vector<ComplexNumber>& x, std::size_t odd) {
    const std::size_t blocks = x.size() / odd;
    std::vector<ComplexNumber> roots, result;
    for (std::size_t k = 0; k < odd; k++)
        roots.push_back(root_of_unity(static_cast<std::int64_t>(k), static_cast<std::int64_t>(odd)));
    for (std::size_t block = 0, reversed = 0; block < blocks; block++) {
        for (std::size_t j = 0; j < odd; j++) {
            ComplexNumber total = x[reversed];
            for (std::size_t k = 1; k < odd; k++)
                total = sum(total, product(x[reversed + blocks * k], roots[j * k % odd]));
            result.push_back(total);
        }
        std::size_t bit = blocks / 2;
        for (; reversed & bit; bit /= 2) reversed ^= bit;
        reversed ^= bit;
    }
    return result;
}

/// Transforms a power of two of numbers, or a small odd multiple of one.
std::vector<ComplexNumber> transformed(const std::vector<ComplexNumber>& numbers) {
    const std::size_t n = numbers.size(), odd = n >> std::countr_zero(n);
    std::vector<ComplexNumber> x = transformed_blocks(numbers, odd);
    for (std::size_t size = 2 * odd; size <= n; size *= 2) {
        std::vector<ComplexNumber> roots;
        for (std::size_t k = 0; k < size / 2; k++)
            roots.push_back(root_of_unity(static_cast<std::int64_t>(k), static_cast<std::int64_t>(size)));
        for (std::size_t first = 0; first < n; first += size)
            for (std::size_t k = 0; k < size / 2; k++) {
                const ComplexNumber a = x[first + k], b = product(x[first + k + size / 2], roots[k]);
                x[first + k] = sum(a, b);
                x[first + k + size / 2] = {a.real - b.real, a.imaginary - b.imaginary};
            }
    }
    return x;
}

}  // namespace

ComplexNumber root_of_unity(std::int64_t k, std::int64_t n) {
    k %= n;
    const std::int64_t octant = 8 * k / n, rest = 8 * k % n;
    const bool mirrored = octant % 2 != 0;
    const ComplexNumber near = first_octant(mirrored ? n - rest : rest, n);
    // Octants 1 and 2 surround the positive imaginary axis, 3 and 4 surround -1, and so on.
    const std::int64_t quarter = (octant + 1) / 2 % 4;
    const double along = near.real, across = mirrored ? -near.imaginary : near.imaginary;
    const std::array<ComplexNumber, 4> quarters = {
        ComplexNumber{along, across}, ComplexNumber{-across, along}, ComplexNumber{-along, -across},
        ComplexNumber{across, -along}};
    const ComplexNumber positive = quarters[static_cast<std::size_t>(quarter)];
    return {positive.real, -positive.imaginary};
}

Chirp chirp_of(std::int64_t length, std::int64_t points) {
    Chirp chirp;
    chirp.filter.resize(static_cast<std::size_t>(points));
    for (std::int64_t k = 0; k < length; k++) {
        const ComplexNumber number = root_of_unity(k * k % (2 * length), 2 * length);
        chirp.numbers.push_back(number);
        const ComplexNumber mirrored = {number.real, -number.imaginary};
        chirp.filter[static_cast<std::size_t>(k)] = mirrored;
        if (k > 0) chirp.filter[static_cast<std::size_t>(points - k)] = mirrored;
    }
    chirp.filter = transformed(chirp.filter);
    const auto scale = static_cast<double>(points);
    for (ComplexNumber& value : chirp.filter) value = {value.real / scale, value.imaginary / scale};
    return chirp;
}

}  // namespace hlo2c::scheduler

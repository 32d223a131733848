#include "scheduler/fourier/roots_of_unity.h"

#include <array>
#include <cmath>
#include <utility>

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

/// Transforms a power of two of numbers in place.
void transform(std::vector<ComplexNumber>& x) {
    const std::size_t n = x.size();
    for (std::size_t i = 1, j = 0; i < n; i++) {
        std::size_t bit = n / 2;
        for (; j & bit; bit /= 2) j ^= bit;
        j ^= bit;
        if (i < j) std::swap(x[i], x[j]);
    }
    for (std::size_t size = 2; size <= n; size *= 2) {
        std::vector<ComplexNumber> roots;
        for (std::size_t k = 0; k < size / 2; k++)
            roots.push_back(root_of_unity(static_cast<std::int64_t>(k), static_cast<std::int64_t>(size)));
        for (std::size_t first = 0; first < n; first += size)
            for (std::size_t k = 0; k < size / 2; k++) {
                const ComplexNumber a = x[first + k], b = product(x[first + k + size / 2], roots[k]);
                x[first + k] = {a.real + b.real, a.imaginary + b.imaginary};
                x[first + k + size / 2] = {a.real - b.real, a.imaginary - b.imaginary};
            }
    }
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
    transform(chirp.filter);
    const auto scale = static_cast<double>(points);
    for (ComplexNumber& value : chirp.filter) value = {value.real / scale, value.imaginary / scale};
    return chirp;
}

}  // namespace hlo2c::scheduler

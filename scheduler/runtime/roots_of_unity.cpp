#include "scheduler/runtime/roots_of_unity.h"

#include <array>
#include <cmath>

namespace hlo2c::scheduler {
namespace {

constexpr std::int64_t largest_radix = 31;

/// The factor that rt_fft splits off a length next.
std::int64_t next_radix(std::int64_t points) {
    if (points % 4 == 0) return 4;
    for (std::int64_t radix = 2; radix * radix <= points; radix++)
        if (points % radix == 0) return radix;
    return points;
}

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

void append(std::vector<double>& numbers, ComplexNumber value) {
    numbers.push_back(value.real);
    numbers.push_back(value.imaginary);
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
    const std::array<ComplexNumber, 4> turned = {ComplexNumber{along, across}, ComplexNumber{-across, along},
                                                 ComplexNumber{-along, -across},
                                                 ComplexNumber{across, -along}};
    const ComplexNumber positive = turned[static_cast<std::size_t>(quarter)];
    return {positive.real, -positive.imaginary};
}

bool has_small_factors(std::int64_t length) {
    while (length > 1) {
        const std::int64_t radix = next_radix(length);
        if (radix > largest_radix) return false;
        length /= radix;
    }
    return true;
}

std::vector<double> transform_roots(std::int64_t points) {
    std::vector<double> numbers;
    while (points > 1) {
        const std::int64_t radix = next_radix(points), groups = points / radix;
        if (radix > 5)
            for (std::int64_t k = 0; k < radix; k++) append(numbers, root_of_unity(k, radix));
        for (std::int64_t p = 0; p < groups; p++)
            for (std::int64_t j = 1; j < radix; j++) append(numbers, root_of_unity(p * j, points));
        points = groups;
    }
    return numbers;
}

std::vector<double> chirp_numbers(std::int64_t length, std::int64_t points) {
    std::vector<double> numbers;
    std::vector<ComplexNumber> filter(static_cast<std::size_t>(points));
    for (std::int64_t k = 0; k < length; k++) {
        const ComplexNumber chirp = root_of_unity(k * k % (2 * length), 2 * length);
        append(numbers, chirp);
        const ComplexNumber mirrored = {chirp.real, -chirp.imaginary};
        filter[static_cast<std::size_t>(k)] = mirrored;
        if (k > 0) filter[static_cast<std::size_t>(points - k)] = mirrored;
    }
    transform(filter);
    const auto scale = static_cast<double>(points);
    for (const ComplexNumber& value : filter) append(numbers, {value.real / scale, value.imaginary / scale});
    return numbers;
}

std::vector<double> real_row_roots(std::int64_t length) {
    std::vector<double> numbers;
    for (std::int64_t k = 0; k <= length / 2; k++) append(numbers, root_of_unity(k, length));
    return numbers;
}

}  // namespace hlo2c::scheduler

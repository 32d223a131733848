#pragma once

#include <cstdint>
#include <vector>

namespace hlo2c::scheduler {

struct ComplexNumber {
    double real = 0, imaginary = 0;
};

/// exp(-2 pi i k / n), computed without the C library: the same bits on every machine.
ComplexNumber root_of_unity(std::int64_t k, std::int64_t n);

/// The table that the functions of rt_fft read for transforms of `points` numbers, in the order in which they
/// read it: pairs of real and imaginary parts.
std::vector<double> transform_roots(std::int64_t points);
/// The numbers that follow in the table if a transform of `length` numbers becomes a convolution of `points`.
std::vector<double> chirp_numbers(std::int64_t length, std::int64_t points);
/// The numbers that follow for real transforms of rows of an even length.
std::vector<double> real_row_roots(std::int64_t length);

/// True if all prime factors of the length are small enough for direct summation.
bool has_small_factors(std::int64_t length);

}  // namespace hlo2c::scheduler

#pragma once

#include <cstdint>
#include <vector>

namespace hlo2c::scheduler {

struct ComplexNumber {
    double real = 0, imaginary = 0;
};

/// exp(-2 pi i k / n), with arithmetic of our own: the same bits on every machine.
ComplexNumber root_of_unity(std::int64_t k, std::int64_t n);

/// The numbers that the functions of rt_fft read for transforms of `points` numbers, in their order: pairs of
/// real and imaginary parts.
std::vector<double> transform_roots(std::int64_t points);
/// What follows them where a transform of `length` numbers is turned into a convolution of `points`.
std::vector<double> chirp_numbers(std::int64_t length, std::int64_t points);
/// What follows for real numbers in rows of an even length.
std::vector<double> real_row_roots(std::int64_t length);

/// True where the prime factors of the length are small enough to be summed up one by one.
bool has_small_factors(std::int64_t length);

}  // namespace hlo2c::scheduler

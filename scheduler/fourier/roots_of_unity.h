#pragma once

#include <cstdint>
#include <vector>

namespace hlo2c::scheduler {

struct ComplexNumber {
    double real = 0, imaginary = 0;
};

/// exp(-2 pi i k / n), computed without the C library: the same bits on every machine.
ComplexNumber root_of_unity(std::int64_t k, std::int64_t n);

/// The numbers that turn a transform of any length into a convolution.
struct Chirp {
    std::vector<ComplexNumber> numbers;  ///< factors of the inputs and of the results
    std::vector<ComplexNumber> filter;  ///< transform of the convolution's other operand, divided by `points`
};
/// For a transform of `length` numbers by way of `points`, at least 2 length - 1: a power of two, or a small
/// odd multiple of one.
Chirp chirp_of(std::int64_t length, std::int64_t points);

}  // namespace hlo2c::scheduler

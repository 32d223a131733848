#pragma once

#include <complex>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

#include "rt_linear_algebra.h"

/// FUNCTIONS(T, ending), which defines the functions of one element type, for all of them.
#define HLO2C_EVERY_TYPE(FUNCTIONS)      \
    FUNCTIONS(float, f32);               \
    FUNCTIONS(double, f64);              \
    FUNCTIONS(std::complex<float>, c64); \
    FUNCTIONS(std::complex<double>, c128)

namespace hlo2c::matrix {

template <typename T>
struct Part {
    using type = T;
};
template <typename T>
struct Part<std::complex<T>> {
    using type = T;
};
template <typename T>
using part = typename Part<T>::type;

/// A dense row-major matrix for tests.
template <typename T>
struct Matrix {
    std::int64_t rows = 0, columns = 0;
    std::vector<T> values;

    Matrix(std::int64_t row_count, std::int64_t column_count)
        : rows(row_count), columns(column_count), values(static_cast<std::size_t>(rows * columns)) {}
    T& operator()(std::int64_t i, std::int64_t j) {
        return values[static_cast<std::size_t>(i * columns + j)];
    }
    const T& operator()(std::int64_t i, std::int64_t j) const {
        return values[static_cast<std::size_t>(i * columns + j)];
    }
    /// The elements as the C functions expect them: complex ones as pairs.
    part<T>* data() { return reinterpret_cast<part<T>*>(values.data()); }
    const part<T>* data() const { return reinterpret_cast<const part<T>*>(values.data()); }
};

template <typename T>
T conjugate(T value) {
    if constexpr (std::is_same_v<T, part<T>>)
        return value;
    else
        return std::conj(value);
}

template <typename T>
T random_element(std::mt19937& generator) {
    std::uniform_real_distribution<part<T>> distribution(-1, 1);
    if constexpr (std::is_same_v<T, part<T>>)
        return distribution(generator);
    else
        return {distribution(generator), distribution(generator)};
}

template <typename T>
Matrix<T> random_matrix(std::int64_t rows, std::int64_t columns, unsigned seed) {
    std::mt19937 generator(seed);
    Matrix<T> result(rows, columns);
    for (T& value : result.values) value = random_element<T>(generator);
    return result;
}

template <typename T>
Matrix<T> adjoint(const Matrix<T>& a) {
    Matrix<T> result(a.columns, a.rows);
    for (std::int64_t i = 0; i < a.rows; i++)
        for (std::int64_t j = 0; j < a.columns; j++) result(j, i) = conjugate(a(i, j));
    return result;
}

template <typename T>
Matrix<T> operator*(const Matrix<T>& a, const Matrix<T>& b) {
    Matrix<T> result(a.rows, b.columns);
    for (std::int64_t i = 0; i < a.rows; i++)
        for (std::int64_t k = 0; k < a.columns; k++)
            for (std::int64_t j = 0; j < b.columns; j++) result(i, j) += a(i, k) * b(k, j);
    return result;
}

template <typename T>
Matrix<T> identity(std::int64_t n) {
    Matrix<T> result(n, n);
    for (std::int64_t i = 0; i < n; i++) result(i, i) = 1;
    return result;
}

/// The largest difference of two elements, in units of the type's epsilon times `scale`.
template <typename T>
double distance(const Matrix<T>& a, const Matrix<T>& b, double scale) {
    double largest = 0;
    for (std::size_t i = 0; i < a.values.size(); i++) {
        const double difference = static_cast<double>(std::abs(a.values[i] - b.values[i]));
        if (!(difference <= largest)) largest = difference;
    }
    return largest / (scale * static_cast<double>(std::numeric_limits<part<T>>::epsilon()));
}

/// The constants of a call for one matrix.
inline hlo2c_matrices one(std::int64_t rows, std::int64_t columns) {
    hlo2c_matrices shape{};
    shape.batches = 1;
    shape.rows = rows;
    shape.columns = columns;
    return shape;
}

}  // namespace hlo2c::matrix

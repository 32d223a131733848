#pragma once

#include "frontend/evaluate/movement.h"
#include "frontend/ir/keywords.h"

namespace hlo2c::frontend {

/// The distance from 1 to the next number in f64.
inline constexpr double double_epsilon = std::numeric_limits<double>::epsilon();

/// A batch of float or complex matrices, as complex doubles, row-major.
struct Matrices {
    std::size_t batches = 0, rows = 0, columns = 0;
    std::vector<Complex> values;

    explicit Matrices(const Literal& literal);
    Matrices(std::size_t batch_count, std::size_t row_count, std::size_t column_count)
        : batches(batch_count),
          rows(row_count),
          columns(column_count),
          values(batch_count * row_count * column_count) {}
    Complex& at(std::size_t batch, std::size_t row, std::size_t column) {
        return values[(batch * rows + row) * columns + column];
    }
    const Complex& at(std::size_t batch, std::size_t row, std::size_t column) const {
        return values[(batch * rows + row) * columns + column];
    }
    Literal literal(const TensorType& type) const;
};

/// a b, batch by batch.
Matrices product(const Matrices& a, const Matrices& b);

/// a^H, batch by batch.
Matrices adjoint(const Matrices& a);

/// The triangle L (or U = L^H) with L L^H = a; the other triangle is zero. For a matrix that is not positive
/// definite, the triangle is all NaN. Returns per batch the number of the first minor that is not positive,
/// or 0.
std::vector<std::int64_t> cholesky(Matrices& a, bool lower);

/// Solves op(a) x = b, or x op(a) = b; reads only one triangle of `a`.
Matrices triangular_solve(const Matrices& a, const Matrices& b, bool left_side, bool lower,
                          bool unit_diagonal, Transposition transposition);

}  // namespace hlo2c::frontend

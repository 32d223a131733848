#include "frontend/evaluate/linear_algebra.h"

#include <cmath>
#include <limits>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/running_sum.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

/// One element of op(a).
Complex element(const Matrices& a, std::size_t batch, std::size_t row, std::size_t column,
                Transposition transposition) {
    if (transposition == Transposition::NoTranspose) return a.at(batch, row, column);
    const Complex value = a.at(batch, column, row);
    return transposition == Transposition::Adjoint ? std::conj(value) : value;
}

/// The Cholesky factor of one matrix, computed as the lower factor of the triangle that is read.
std::int64_t factor(Matrices& a, std::size_t batch, bool lower) {
    const std::size_t n = a.rows;
    Matrices l(1, n, n);
    std::int64_t failed = 0;
    for (std::size_t j = 0; j < n; j++) {
        const auto given = [&](std::size_t row, std::size_t column) {
            return lower ? a.at(batch, row, column) : std::conj(a.at(batch, column, row));
        };
        CompensatedSum squares;
        squares.add(given(j, j).real());
        for (std::size_t k = 0; k < j; k++) {
            const Complex value = l.at(0, j, k);
            squares.add_product(-value.real(), value.real());
            squares.add_product(-value.imag(), value.imag());
        }
        const double pivot = squares.value();
        if (!(pivot > 0) && failed == 0) failed = static_cast<std::int64_t>(j) + 1;
        l.at(0, j, j) = std::sqrt(pivot);
        for (std::size_t i = j + 1; i < n; i++) {
            RunningSum<Complex, true> sum;
            sum.add(given(i, j));
            for (std::size_t k = 0; k < j; k++) sum.add_product(-l.at(0, i, k), std::conj(l.at(0, j, k)));
            l.at(0, i, j) = sum.value() / l.at(0, j, j).real();
        }
    }
    constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < n; i++)
        for (std::size_t j = 0; j < n; j++) {
            const bool inside = lower ? j <= i : i <= j;
            const Complex value = lower ? l.at(0, i, j) : std::conj(l.at(0, j, i));
            a.at(batch, i, j) = failed != 0 ? Complex(not_a_number) : inside ? value : Complex(0);
        }
    return failed;
}

}  // namespace

Matrices::Matrices(const Literal& literal) {
    const Shape& shape = literal.type().shape;
    columns = static_cast<std::size_t>(shape.back());
    rows = static_cast<std::size_t>(shape[shape.size() - 2]);
    batches = static_cast<std::size_t>(count_of(Shape(shape.begin(), shape.end() - 2)));
    values = all_complexes(literal);
}

Literal Matrices::literal(const TensorType& type) const {
    if (is_complex(type.element)) return from_complexes(type, values);
    std::vector<double> parts;
    for (const Complex& value : values) parts.push_back(value.real());
    return from_reals(type, parts);
}

std::vector<std::int64_t> cholesky(Matrices& a, bool lower) {
    std::vector<std::int64_t> failed;
    for (std::size_t batch = 0; batch < a.batches; batch++) failed.push_back(factor(a, batch, lower));
    return failed;
}

Matrices triangular_solve(const Matrices& a, const Matrices& b, bool left_side, bool lower,
                          bool unit_diagonal, Transposition transposition) {
    Matrices x = b;
    const std::size_t n = a.rows, others = left_side ? b.columns : b.rows;
    const bool op_is_lower = lower == (transposition == Transposition::NoTranspose);
    // x op(a) = b is op(a)^T x^T = b^T, which uses the other triangle, transposed.
    const bool forward = op_is_lower == left_side;
    for (std::size_t batch = 0; batch < a.batches; batch++)
        for (std::size_t other = 0; other < others; other++)
            for (std::size_t step = 0; step < n; step++) {
                const std::size_t i = forward ? step : n - 1 - step;
                Complex& target = left_side ? x.at(batch, i, other) : x.at(batch, other, i);
                RunningSum<Complex, true> sum;
                Complex plain = target;  // used if a singular system gives infinities
                sum.add(target);
                for (std::size_t done = 0; done < step; done++) {
                    const std::size_t k = forward ? done : n - 1 - done;
                    const Complex known = left_side ? x.at(batch, k, other) : x.at(batch, other, k);
                    const Complex factor = left_side ? element(a, batch, i, k, transposition)
                                                     : element(a, batch, k, i, transposition);
                    sum.add_product(-known, factor);
                    plain -= known * factor;
                }
                const Complex compensated = sum.value();
                const bool finite = std::isfinite(compensated.real()) && std::isfinite(compensated.imag());
                target = finite ? compensated : plain;
                if (!unit_diagonal) target /= element(a, batch, i, i, transposition);
            }
    return x;
}

Matrices product(const Matrices& a, const Matrices& b) {
    Matrices result(a.batches, a.rows, b.columns);
    for (std::size_t batch = 0; batch < a.batches; batch++)
        for (std::size_t i = 0; i < a.rows; i++)
            for (std::size_t k = 0; k < a.columns; k++)
                for (std::size_t j = 0; j < b.columns; j++)
                    result.at(batch, i, j) += a.at(batch, i, k) * b.at(batch, k, j);
    return result;
}

Matrices adjoint(const Matrices& a) {
    Matrices result(a.batches, a.columns, a.rows);
    for (std::size_t batch = 0; batch < a.batches; batch++)
        for (std::size_t i = 0; i < a.rows; i++)
            for (std::size_t j = 0; j < a.columns; j++) result.at(batch, j, i) = std::conj(a.at(batch, i, j));
    return result;
}

void evaluate_Cholesky(OpCall& call) {
    Matrices a(call.operand(0));
    cholesky(a, call.op()[attr::lower]);
    call.give(a.literal(call.typed(call.operand(0).type().shape)));
}

void evaluate_TriangularSolve(OpCall& call) {
    const Matrices x = triangular_solve(Matrices(call.operand(0)), Matrices(call.operand(1)),
                                        call.op()[attr::left_side], call.op()[attr::lower],
                                        call.op()[attr::unit_diagonal], call.op()[attr::transpose_a]);
    call.give(x.literal(call.typed(call.operand(1).type().shape)));
}

}  // namespace hlo2c::frontend

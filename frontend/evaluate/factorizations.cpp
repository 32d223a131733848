#include "frontend/evaluate/factorizations.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace hlo2c::frontend {
namespace {

using Vector = std::vector<Complex>;

constexpr int most_sweeps = 60;

double pivot_size(Complex value) {
    return std::abs(value.real()) + std::abs(value.imag());
}

Complex inner(const Vector& x, const Vector& y) {
    Complex sum = 0;
    for (std::size_t i = 0; i < x.size(); i++) sum += std::conj(x[i]) * y[i];
    return sum;
}

double length(const Vector& x) {
    return std::sqrt(inner(x, x).real());
}

/// The factor that makes the first of the largest elements real and positive.
Complex sign_factor(const Vector& x) {
    double largest = 0;
    for (const Complex& value : x) largest = std::max(largest, std::norm(value));
    if (!(largest > 0) || !std::isfinite(largest)) return 1;
    const auto first =
        std::find_if(x.begin(), x.end(), [&](Complex value) { return std::norm(value) >= 0.99 * largest; });
    return std::conj(*first) / std::abs(*first);
}

void multiply(Vector& x, Complex factor) {
    for (Complex& value : x) value *= factor;
}

/// The rotation (cosine and sine) that makes [a g; g b] diagonal, for g > 0.
std::pair<double, double> rotation(double a, double b, double g) {
    const double zeta = (b - a) / (2 * g);
    const double t = std::copysign(1.0, zeta) / (std::abs(zeta) + std::hypot(1.0, zeta));
    const double c = 1 / std::hypot(1.0, t);
    return {c, c * t};
}

void rotate(Vector& x, Vector& y, double c, double s) {
    for (std::size_t i = 0; i < x.size(); i++) {
        const Complex a = x[i], b = y[i];
        x[i] = c * a - s * b;
        y[i] = s * a + c * b;
    }
}

std::vector<Vector> unit_vectors(std::size_t n) {
    std::vector<Vector> vectors(n, Vector(n));
    for (std::size_t i = 0; i < n; i++) vectors[i][i] = 1;
    return vectors;
}

/// Appends a unit vector orthogonal to the others: the first axis far enough from their span, minus its
/// projection onto it.
void complete(std::vector<Vector>& basis, std::size_t n) {
    for (std::size_t axis = 0; axis < n; axis++) {
        Vector x(n);
        x[axis] = 1;
        const auto remove_parts = [&] {
            for (const Vector& known : basis) {
                const Complex along = inner(known, x);
                for (std::size_t i = 0; i < n; i++) x[i] -= along * known[i];
            }
        };
        remove_parts();
        if (inner(x, x).real() * 2 * static_cast<double>(n) < static_cast<double>(n - basis.size())) continue;
        multiply(x, 1 / length(x));
        remove_parts();
        multiply(x, 1 / length(x));
        basis.push_back(std::move(x));
        return;
    }
}

/// The columns of an m x n matrix, m >= n, made orthogonal by rotations of column pairs, and these rotations.
struct Orthogonal {
    std::vector<Vector> columns, turns;
};

Orthogonal orthogonalised(std::vector<Vector> columns) {
    Orthogonal result{std::move(columns), {}};
    std::vector<Vector>& x = result.columns;
    result.turns = unit_vectors(x.size());
    bool changed = true;
    for (int sweep = 0; changed && sweep < most_sweeps; sweep++) {
        changed = false;
        for (std::size_t p = 0; p < x.size(); p++)
            for (std::size_t q = p + 1; q < x.size(); q++) {
                const Complex product = inner(x[p], x[q]);
                const double a = inner(x[p], x[p]).real(), b = inner(x[q], x[q]).real();
                const double size = std::abs(product);
                if (!(size > 2 * double_epsilon * std::sqrt(a) * std::sqrt(b)) || a < 1e-290 || b < 1e-290)
                    continue;
                const Complex phase = std::conj(product) / size;
                multiply(x[q], phase);
                multiply(result.turns[q], phase);
                const auto [c, s] = rotation(a, b, size);
                rotate(x[p], x[q], c, s);
                rotate(result.turns[p], result.turns[q], c, s);
                changed = true;
            }
    }
    return result;
}

Matrices as_columns(const std::vector<Vector>& vectors) {
    Matrices result(1, vectors.size(), vectors.size());
    for (std::size_t j = 0; j < vectors.size(); j++)
        for (std::size_t i = 0; i < vectors.size(); i++) result.at(0, i, j) = vectors[j][i];
    return result;
}

/// Applies the reflector that makes column k, from row k on, a multiple of the first axis. Returns its
/// factor; the reflector is stored below the diagonal.
Complex reflect(Matrices& a, std::size_t batch, std::size_t k) {
    double rest = 0;
    for (std::size_t i = k + 1; i < a.rows; i++) rest = std::hypot(rest, std::abs(a.at(batch, i, k)));
    const Complex alpha = a.at(batch, k, k);
    if (rest == 0 && alpha.imag() == 0) return 0;
    const double beta = -std::copysign(std::hypot(rest, std::abs(alpha)), alpha.real());
    const Complex tau = (beta - alpha) / beta;
    for (std::size_t i = k + 1; i < a.rows; i++) a.at(batch, i, k) /= alpha - beta;
    a.at(batch, k, k) = beta;
    for (std::size_t j = k + 1; j < a.columns; j++) {
        Complex along = a.at(batch, k, j);
        for (std::size_t i = k + 1; i < a.rows; i++)
            along += std::conj(a.at(batch, i, k)) * a.at(batch, i, j);
        along *= std::conj(tau);
        a.at(batch, k, j) -= along;
        for (std::size_t i = k + 1; i < a.rows; i++) a.at(batch, i, j) -= along * a.at(batch, i, k);
    }
    return tau;
}

}  // namespace

std::int64_t lu(Matrices& a, std::size_t batch, std::vector<std::int64_t>& pivots) {
    std::int64_t first_zero = 0;
    for (std::size_t k = 0; k < std::min(a.rows, a.columns); k++) {
        std::size_t best = k;
        for (std::size_t i = k + 1; i < a.rows; i++)
            if (pivot_size(a.at(batch, i, k)) > pivot_size(a.at(batch, best, k))) best = i;
        pivots.push_back(static_cast<std::int64_t>(best) + 1);
        if (a.at(batch, best, k) == Complex(0)) {
            if (first_zero == 0) first_zero = static_cast<std::int64_t>(k) + 1;
            continue;
        }
        for (std::size_t j = 0; j < a.columns; j++) std::swap(a.at(batch, k, j), a.at(batch, best, j));
        for (std::size_t i = k + 1; i < a.rows; i++) {
            const Complex factor = a.at(batch, i, k) /= a.at(batch, k, k);
            for (std::size_t j = k + 1; j < a.columns; j++) a.at(batch, i, j) -= factor * a.at(batch, k, j);
        }
    }
    return first_zero;
}

std::vector<Complex> qr(Matrices& a, std::size_t batch) {
    std::vector<Complex> tau;
    for (std::size_t k = 0; k < std::min(a.rows, a.columns); k++) tau.push_back(reflect(a, batch, k));
    return tau;
}

std::vector<Complex> pivoted_qr(Matrices& a, std::size_t batch, std::vector<std::int64_t>& order) {
    const auto exchange = [&](std::size_t p, std::size_t q) {
        for (std::size_t i = 0; i < a.rows; i++) std::swap(a.at(batch, i, p), a.at(batch, i, q));
        std::swap(order[p], order[q]);
    };
    std::size_t fixed = 0;
    for (std::size_t j = 0; j < a.columns; j++) {
        const bool first = order[j] != 0;
        order[j] = static_cast<std::int64_t>(j) + 1;
        if (first) exchange(fixed++, j);
    }
    std::vector<Complex> tau;
    for (std::size_t k = 0; k < std::min(a.rows, a.columns); k++) {
        const auto left = [&](std::size_t column) {
            double length = 0;
            for (std::size_t i = k; i < a.rows; i++)
                length = std::hypot(length, std::abs(a.at(batch, i, column)));
            return length;
        };
        std::size_t best = k;
        for (std::size_t j = k + 1; k >= fixed && j < a.columns; j++)
            if (left(j) > left(best)) best = j;
        exchange(k, best);
        tau.push_back(reflect(a, batch, k));
    }
    return tau;
}

void apply_reflectors(const Matrices& a, std::size_t batch, const std::vector<Complex>& tau, bool adjoint,
                      Matrices& target, std::size_t target_batch) {
    for (std::size_t step = 0; step < tau.size(); step++) {
        const std::size_t k = adjoint ? step : tau.size() - 1 - step;
        const Complex factor = adjoint ? std::conj(tau[k]) : tau[k];
        for (std::size_t j = 0; j < target.columns; j++) {
            Complex along = target.at(target_batch, k, j);
            for (std::size_t i = k + 1; i < target.rows; i++)
                along += std::conj(a.at(batch, i, k)) * target.at(target_batch, i, j);
            along *= factor;
            target.at(target_batch, k, j) -= along;
            for (std::size_t i = k + 1; i < target.rows; i++)
                target.at(target_batch, i, j) -= along * a.at(batch, i, k);
        }
    }
}

/// Cyclic Jacobi rotations: each one zeroes a pair of off-diagonal elements.
std::vector<double> eigenvectors(Matrices& a, std::size_t batch, bool lower) {
    const std::size_t n = a.rows;
    std::vector<Vector> rows(n, Vector(n)), vectors = unit_vectors(n);
    double scale = 0;
    for (std::size_t i = 0; i < n; i++)
        for (std::size_t j = 0; j < n; j++) {
            const bool given = lower ? j <= i : i <= j;
            const Complex value = given ? a.at(batch, i, j) : std::conj(a.at(batch, j, i));
            rows[i][j] = i == j ? Complex(value.real()) : value;
            scale = std::hypot(scale, std::abs(value));
        }
    bool changed = true;
    for (int sweep = 0; changed && sweep < most_sweeps; sweep++) {
        changed = false;
        for (std::size_t p = 0; p < n; p++)
            for (std::size_t q = p + 1; q < n; q++) {
                const double size = std::abs(rows[p][q]);
                if (!(size > double_epsilon * double_epsilon * scale)) continue;
                changed = true;
                // Multiply column q by a phase that makes the element positive, then rotate both columns.
                const Complex phase = std::conj(rows[p][q]) / size;
                for (std::size_t i = 0; i < n; i++) rows[i][q] *= phase;
                multiply(rows[q], std::conj(phase));
                multiply(vectors[q], phase);
                const auto [c, s] = rotation(rows[p][p].real(), rows[q][q].real(), size);
                for (Vector& row : rows) {
                    const Complex x = row[p], y = row[q];
                    row[p] = c * x - s * y;
                    row[q] = s * x + c * y;
                }
                rotate(rows[p], rows[q], c, s);
                rotate(vectors[p], vectors[q], c, s);
                rows[p][q] = rows[q][p] = 0;
            }
    }
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return rows[i][i].real() < rows[j][j].real(); });
    std::vector<double> values;
    for (std::size_t k = 0; k < n; k++) {
        Vector& vector = vectors[order[k]];
        values.push_back(rows[order[k]][order[k]].real());
        multiply(vector, sign_factor(vector));
        for (std::size_t i = 0; i < n; i++) a.at(batch, i, k) = vector[i];
    }
    return values;
}

SingularVectors singular_vectors(const Matrices& a, std::size_t batch) {
    // Orthogonalise the vectors of the longer side; the accumulated rotations are the vectors of the shorter
    // side.
    const bool is_tall = a.rows >= a.columns;
    const std::size_t count = std::min(a.rows, a.columns), n = std::max(a.rows, a.columns);
    std::vector<Vector> columns(count, Vector(n));
    double scale = 0;
    for (std::size_t k = 0; k < count; k++)
        for (std::size_t i = 0; i < n; i++) {
            columns[k][i] = is_tall ? a.at(batch, i, k) : std::conj(a.at(batch, k, i));
            scale = std::max(scale, pivot_size(columns[k][i]));
        }
    if (!(scale > 0) || !std::isfinite(scale)) scale = 1;
    for (Vector& column : columns) multiply(column, 1 / scale);
    Orthogonal found = orthogonalised(std::move(columns));

    std::vector<double> sizes;
    for (const Vector& column : found.columns) sizes.push_back(length(column));
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return sizes[i] > sizes[j]; });
    std::vector<double> values;
    std::vector<Vector> longer, shorter;
    for (std::size_t k : order) {
        shorter.push_back(found.turns[k]);
        if (sizes[k] < 1e-145) {
            values.push_back(0);
            complete(longer, n);
            continue;
        }
        values.push_back(sizes[k] * scale);
        longer.push_back(found.columns[k]);
        multiply(longer.back(), 1 / sizes[k]);
    }
    while (longer.size() < n) complete(longer, n);
    for (std::size_t k = 0; k < n; k++) {
        const Complex factor = sign_factor(k < count && !is_tall ? shorter[k] : longer[k]);
        multiply(longer[k], factor);
        if (k < count) multiply(shorter[k], factor);
    }
    return {values, as_columns(is_tall ? longer : shorter), as_columns(is_tall ? shorter : longer)};
}

}  // namespace hlo2c::frontend

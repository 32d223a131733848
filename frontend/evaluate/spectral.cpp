#include "frontend/evaluate/spectral.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace hlo2c::frontend {
namespace {

/// The reflector that makes column `column` in rows [first, end) a multiple of the first axis.
struct Reflector {
    std::vector<Complex> v;
    Complex tau;
    double beta = 0;
};

Reflector reflector(const Matrices& a, std::size_t batch, std::size_t column, std::size_t first,
                    std::size_t end) {
    Reflector result{{1}, 0, a.at(batch, first, column).real()};
    double rest = 0;
    for (std::size_t i = first + 1; i < end; i++) rest = std::hypot(rest, std::abs(a.at(batch, i, column)));
    const Complex alpha = a.at(batch, first, column);
    result.v.resize(end - first);
    if (rest == 0 && alpha.imag() == 0) return result;
    result.beta = -std::copysign(std::hypot(rest, std::abs(alpha)), alpha.real());
    result.tau = (result.beta - alpha) / result.beta;
    for (std::size_t i = first + 1; i < end; i++)
        result.v[i - first] = a.at(batch, i, column) / (alpha - result.beta);
    return result;
}

/// Applies the rotation that maps (x, y) to (r, 0) to rows p and q of t, and its inverse to columns p and q
/// of t and z.
class Rotations {
public:
    Rotations(Matrices& t, Matrices& z) : t_(t), z_(z) {}

    void apply(std::size_t p, std::size_t q, Complex x, Complex y) const {
        const double size = std::hypot(std::abs(x), std::abs(y));
        if (std::abs(y) == 0) return;
        const Complex c = x / size, s = y / size;
        for (std::size_t j = 0; j < t_.columns; j++) {
            const Complex a = t_.at(0, p, j), b = t_.at(0, q, j);
            t_.at(0, p, j) = std::conj(c) * a + std::conj(s) * b;
            t_.at(0, q, j) = c * b - s * a;
        }
        for (Matrices* matrix : {&t_, &z_})
            for (std::size_t i = 0; i < matrix->rows; i++) {
                const Complex a = matrix->at(0, i, p), b = matrix->at(0, i, q);
                matrix->at(0, i, p) = c * a + s * b;
                matrix->at(0, i, q) = std::conj(c) * b - std::conj(s) * a;
            }
    }

private:
    Matrices &t_, &z_;
};

/// Sets t to H^H t H and z to z H, where H is the reflector from row `first` on.
void transform(Matrices& t, Matrices& z, std::size_t first, const Reflector& h) {
    const std::size_t n = h.v.size();
    for (std::size_t j = 0; j < t.columns; j++) {
        Complex along = 0;
        for (std::size_t i = 0; i < n; i++) along += std::conj(h.v[i]) * t.at(0, first + i, j);
        for (std::size_t i = 0; i < n; i++) t.at(0, first + i, j) -= std::conj(h.tau) * along * h.v[i];
    }
    for (Matrices* matrix : {&t, &z})
        for (std::size_t i = 0; i < matrix->rows; i++) {
            Complex along = 0;
            for (std::size_t j = 0; j < n; j++) along += matrix->at(0, i, first + j) * h.v[j];
            for (std::size_t j = 0; j < n; j++)
                matrix->at(0, i, first + j) -= h.tau * along * std::conj(h.v[j]);
        }
}

/// One double-shift QR step on rows low ... high: the first reflector comes from the first column of (t -
/// s1)(t - s2); the next ones restore the Hessenberg form.
void double_step(Matrices& t, Matrices& z, std::size_t low, std::size_t high, Complex sum, Complex product) {
    Matrices column(1, 3, 1);
    const Complex a = t.at(0, low, low), c = t.at(0, low + 1, low), d = t.at(0, low + 1, low + 1);
    column.at(0, 0, 0) = a * a + t.at(0, low, low + 1) * c - sum * a + product;
    column.at(0, 1, 0) = c * (a + d - sum);
    column.at(0, 2, 0) = c * t.at(0, low + 2, low + 1);
    transform(t, z, low, reflector(column, 0, 0, 0, 3));
    for (std::size_t k = low + 1; k < high; k++) {
        const std::size_t end = std::min(k + 3, high + 1);
        transform(t, z, k, reflector(t, 0, k - 1, k, end));
        for (std::size_t i = k + 1; i < end; i++) t.at(0, i, k - 1) = 0;
    }
}

/// Standardises a 2 x 2 block that has split off: upper triangular if its eigenvalues are real, else with
/// equal diagonal elements. Returns its eigenvalues.
std::pair<Complex, Complex> standardize(const Rotations& rotations, Matrices& t, std::size_t k) {
    const double a = t.at(0, k, k).real(), b = t.at(0, k, k + 1).real(), c = t.at(0, k + 1, k).real(),
                 d = t.at(0, k + 1, k + 1).real();
    const double half = (a - d) / 2, inside = half * half + b * c;
    if (inside >= 0) {
        const double far = half + std::copysign(std::sqrt(inside), half);
        rotations.apply(k, k + 1, far, c);
        t.at(0, k + 1, k) = 0;
        return {t.at(0, k, k), t.at(0, k + 1, k + 1)};
    }
    const double sigma = b + c, size = std::hypot(sigma, a - d);
    const double cosine = std::sqrt((1 + std::abs(sigma) / size) / 2);
    rotations.apply(k, k + 1, cosine, -half / (size * cosine) * std::copysign(1.0, sigma));
    const Complex middle = (a + d) / 2;
    t.at(0, k, k) = t.at(0, k + 1, k + 1) = middle;
    const Complex imaginary(0, std::sqrt(-inside));
    return {middle + imaginary, middle - imaginary};
}

/// The eigenvalue of the 2 x 2 block at rows k - 1 and k that is nearer to its last diagonal element.
Complex nearest_eigenvalue(const Matrices& t, std::size_t k) {
    const Complex a = t.at(0, k - 1, k - 1), b = t.at(0, k - 1, k), c = t.at(0, k, k - 1), d = t.at(0, k, k);
    const Complex half = (a - d) / 2.0, root = std::sqrt(half * half + b * c);
    const Complex first = d + half + root, second = d + half - root;
    return std::abs(first - d) < std::abs(second - d) ? first : second;
}

/// a = z t z^H with a Hessenberg matrix t, by rotations.
Schur hessenberg_form(const Matrices& a, std::size_t batch) {
    const std::size_t n = a.rows;
    Schur result{Matrices(1, n, n), Matrices(1, n, n)};
    Matrices& t = result.t;
    for (std::size_t i = 0; i < n; i++) {
        result.z.at(0, i, i) = 1;
        for (std::size_t j = 0; j < n; j++) t.at(0, i, j) = a.at(batch, i, j);
    }
    const Rotations rotations(t, result.z);
    for (std::size_t j = 0; j + 2 < n; j++)
        for (std::size_t i = j + 2; i < n; i++) {
            rotations.apply(j + 1, i, t.at(0, j + 1, j), t.at(0, i, j));
            t.at(0, i, j) = 0;
        }
    return result;
}

bool all_finite(const Matrices& a) {
    return std::all_of(a.values.begin(), a.values.end(), [](const Complex& value) {
        return std::isfinite(value.real()) && std::isfinite(value.imag());
    });
}

/// The first row of the block that ends at row `last`. The subdiagonal element that separates it from the
/// rows above is negligible and becomes zero.
std::size_t first_of_block(Matrices& t, std::size_t last) {
    std::size_t low = last;
    while (low > 0 &&
           std::abs(t.at(0, low, low - 1)) >
               double_epsilon * (std::abs(t.at(0, low, low)) + std::abs(t.at(0, low - 1, low - 1))))
        low--;
    if (low > 0) t.at(0, low, low - 1) = 0;
    return low;
}

}  // namespace

std::vector<Complex> hessenberg(Matrices& a, std::size_t batch, std::size_t first, std::size_t end) {
    std::vector<Complex> factors(a.rows > 0 ? a.rows - 1 : 0);
    for (std::size_t k = first; k + 1 < end; k++) {
        const Reflector h = reflector(a, batch, k, k + 1, end);
        const std::size_t m = h.v.size();
        factors[k] = h.tau;
        for (std::size_t i = 0; i < end; i++) {
            Complex along = 0;
            for (std::size_t j = 0; j < m; j++) along += a.at(batch, i, k + 1 + j) * h.v[j];
            for (std::size_t j = 0; j < m; j++)
                a.at(batch, i, k + 1 + j) -= h.tau * along * std::conj(h.v[j]);
        }
        for (std::size_t j = k + 1; j < a.columns; j++) {
            Complex along = 0;
            for (std::size_t i = 0; i < m; i++) along += std::conj(h.v[i]) * a.at(batch, k + 1 + i, j);
            for (std::size_t i = 0; i < m; i++)
                a.at(batch, k + 1 + i, j) -= std::conj(h.tau) * along * h.v[i];
        }
        a.at(batch, k + 1, k) = h.beta;
        for (std::size_t i = 1; i < m; i++) a.at(batch, k + 1 + i, k) = h.v[i];
    }
    return factors;
}

/// The upper triangle stays unchanged; only the lower one and the diagonal are results.
Tridiagonal tridiagonal(Matrices& a, std::size_t batch) {
    Matrices whole(1, a.rows, a.columns);
    for (std::size_t i = 0; i < a.rows; i++)
        for (std::size_t j = 0; j < a.columns; j++)
            whole.at(0, i, j) = j < i    ? a.at(batch, i, j)
                                : i == j ? Complex(a.at(batch, i, i).real())
                                         : std::conj(a.at(batch, j, i));
    Tridiagonal result;
    result.tau = hessenberg(whole, 0, 0, a.rows);
    for (std::size_t i = 0; i < a.rows; i++) {
        result.diagonal.push_back(whole.at(0, i, i).real());
        if (i + 1 < a.rows) result.beside.push_back(whole.at(0, i + 1, i).real());
        for (std::size_t j = 0; j <= i; j++) a.at(batch, i, j) = whole.at(0, i, j);
    }
    return result;
}

Schur schur(const Matrices& a, std::size_t batch) {
    const std::size_t n = a.rows;
    Schur result = hessenberg_form(a, batch);
    Matrices& t = result.t;
    const bool is_finite = all_finite(t);
    const Rotations rotations(t, result.z);
    int steps = 0;
    for (std::size_t high = n; high > 1;) {
        const std::size_t last = high - 1, low = first_of_block(t, last);
        if (low == last) {
            high--;
            steps = 0;
            continue;
        }
        if (++steps > 100 || !is_finite) {
            result.failed = static_cast<std::int64_t>(high);
            break;
        }
        const Complex shift = steps % 10 == 0 ? t.at(0, last, last) + std::abs(t.at(0, last, last - 1))
                                              : nearest_eigenvalue(t, last);
        rotations.apply(low, low + 1, t.at(0, low, low) - shift, t.at(0, low + 1, low));
        for (std::size_t k = low + 1; k < last; k++) {
            rotations.apply(k, k + 1, t.at(0, k, k - 1), t.at(0, k + 1, k - 1));
            t.at(0, k + 1, k - 1) = 0;
        }
    }
    return result;
}

RealSchur real_schur(const Matrices& a, std::size_t batch) {
    const std::size_t n = a.rows;
    RealSchur result{hessenberg_form(a, batch), std::vector<Complex>(n, std::nan(""))};
    Matrices &t = result.form.t, &z = result.form.z;
    const bool is_finite = all_finite(t);
    const Rotations rotations(t, z);
    int steps = 0;
    for (std::size_t high = n; high > 0;) {
        const std::size_t last = high - 1, low = first_of_block(t, last);
        if (low == last) {
            result.values[last] = t.at(0, last, last);
            high--;
            steps = 0;
        } else if (low + 1 == last && is_finite) {
            std::tie(result.values[low], result.values[last]) = standardize(rotations, t, low);
            high -= 2;
            steps = 0;
        } else if (++steps > 100 || !is_finite) {
            result.form.failed = static_cast<std::int64_t>(high);
            break;
        } else {
            const Complex corner = t.at(0, last, last), upper = t.at(0, last - 1, last - 1);
            const Complex beside = t.at(0, last, last - 1);
            if (steps % 10 == 0) {
                const double size = std::abs(beside) + std::abs(t.at(0, last - 1, last - 2));
                double_step(t, z, low, last, 1.5 * size, size * size);
            } else {
                double_step(t, z, low, last, corner + upper,
                            corner * upper - beside * t.at(0, last - 1, last));
            }
        }
    }
    return result;
}

Matrices eigenvectors(const Schur& form, bool left) {
    const std::size_t n = form.t.rows;
    const Matrices& t = form.t;
    double scale = std::numeric_limits<double>::min();
    for (const Complex& value : t.values) scale = std::max(scale, std::abs(value));
    const auto difference = [&](std::size_t k, std::size_t i) {
        const Complex exact = t.at(0, k, k) - t.at(0, i, i);
        return std::abs(exact) < double_epsilon * scale ? Complex(double_epsilon * scale) : exact;
    };
    Matrices vectors(1, n, n);
    for (std::size_t k = 0; k < n; k++) {
        std::vector<Complex> x(n), y(n);
        x[k] = 1;
        if (left) {
            for (std::size_t i = k + 1; i < n; i++) {
                for (std::size_t j = k; j < i; j++) x[i] += std::conj(t.at(0, j, i)) * x[j];
                x[i] /= std::conj(difference(k, i));
            }
        } else {
            for (std::size_t i = k; i-- > 0;) {
                for (std::size_t j = i + 1; j <= k; j++) x[i] += t.at(0, i, j) * x[j];
                x[i] /= difference(k, i);
            }
        }
        double length = 0, largest = 0;
        for (std::size_t i = 0; i < n; i++) {
            for (std::size_t j = 0; j < n; j++) y[i] += form.z.at(0, i, j) * x[j];
            length = std::hypot(length, std::abs(y[i]));
            largest = std::max(largest, std::norm(y[i]));
        }
        const auto first = std::find_if(y.begin(), y.end(),
                                        [&](Complex value) { return std::norm(value) >= 0.99 * largest; });
        const Complex factor =
            first == y.end() || largest == 0 ? Complex(1) : std::conj(*first) / std::abs(*first) / length;
        for (std::size_t i = 0; i < n; i++) vectors.at(0, i, k) = factor * y[i];
    }
    return vectors;
}

/// Gaussian elimination in a full matrix, with exchanges of adjacent rows.
std::int64_t solve_tridiagonal(std::vector<Complex> below, std::vector<Complex> diagonal,
                               std::vector<Complex> above, Matrices& b, std::size_t batch) {
    const std::size_t n = diagonal.size();
    Matrices a(1, n, n);
    for (std::size_t k = 0; k < n; k++) {
        a.at(0, k, k) = diagonal[k];
        if (k + 1 == n) continue;
        a.at(0, k + 1, k) = below[k];
        a.at(0, k, k + 1) = above[k];
    }
    const auto size = [](Complex value) { return std::abs(value.real()) + std::abs(value.imag()); };
    for (std::size_t k = 0; k < n; k++) {
        if (k + 1 < n && size(a.at(0, k + 1, k)) > size(a.at(0, k, k))) {
            for (std::size_t j = 0; j < n; j++) std::swap(a.at(0, k, j), a.at(0, k + 1, j));
            for (std::size_t j = 0; j < b.columns; j++) std::swap(b.at(batch, k, j), b.at(batch, k + 1, j));
        }
        if (a.at(0, k, k) == Complex(0)) return static_cast<std::int64_t>(k) + 1;
        if (k + 1 == n) continue;
        const Complex factor = a.at(0, k + 1, k) / a.at(0, k, k);
        for (std::size_t j = k; j < n; j++) a.at(0, k + 1, j) -= factor * a.at(0, k, j);
        for (std::size_t j = 0; j < b.columns; j++) b.at(batch, k + 1, j) -= factor * b.at(batch, k, j);
    }
    for (std::size_t k = n; k-- > 0;)
        for (std::size_t j = 0; j < b.columns; j++) {
            for (std::size_t i = k + 1; i < std::min(n, k + 3); i++)
                b.at(batch, k, j) -= a.at(0, k, i) * b.at(batch, i, j);
            b.at(batch, k, j) /= a.at(0, k, k);
        }
    return 0;
}

void solve_perturbed(std::vector<Complex> below, std::vector<Complex> diagonal, std::vector<Complex> above,
                     Matrices& b, std::size_t batch, double epsilon, double least) {
    const std::size_t n = diagonal.size(), columns = b.columns;
    // The three elements of each row from the diagonal on.
    std::vector<std::array<Complex, 3>> rows(n);
    for (std::size_t k = 0; k < n; k++) rows[k] = {diagonal[k], k + 1 < n ? above[k] : Complex(0), 0};
    const auto size = [](const std::array<Complex, 3>& row) { return std::abs(row[0]) + std::abs(row[1]); };
    double scale = n > 0 ? size(rows[0]) : 0;
    for (std::size_t k = 0; k + 1 < n; k++) {
        const double beside = std::abs(below[k]), next = beside + size(rows[k + 1]);
        if (beside == 0) {
            scale = next;
            continue;
        }
        std::array<Complex, 3> lower = {below[k], rows[k + 1][0], rows[k + 1][1]};
        const bool exchange = rows[k][0] == Complex(0) || beside / next > std::abs(rows[k][0]) / scale;
        if (exchange) {
            std::swap(rows[k], lower);
            for (std::size_t j = 0; j < columns; j++) std::swap(b.at(batch, k, j), b.at(batch, k + 1, j));
        }
        const Complex factor = lower[0] / rows[k][0];
        rows[k + 1] = {lower[1] - factor * rows[k][1], lower[2] - factor * rows[k][2], 0};
        for (std::size_t j = 0; j < columns; j++) b.at(batch, k + 1, j) -= factor * b.at(batch, k, j);
        scale = exchange ? size(rows[k + 1]) : next;
    }
    double largest = 0;
    for (const std::array<Complex, 3>& row : rows)
        for (const Complex& element : row) largest = std::max(largest, std::abs(element));
    for (std::size_t k = n; k-- > 0;) {
        double right = 0;
        for (std::size_t j = 0; j < columns; j++) {
            for (std::size_t i = 1; i < 3 && k + i < n; i++)
                b.at(batch, k, j) -= rows[k][i] * b.at(batch, k + i, j);
            right = std::max(right, std::abs(b.at(batch, k, j)));
        }
        Complex pivot = rows[k][0];
        for (double step = std::max(epsilon * largest, least) * (pivot.real() < 0 ? -1 : 1);
             std::abs(pivot) < 1 && (pivot == Complex(0) || right * least > std::abs(pivot)); step *= 2)
            pivot += step;
        for (std::size_t j = 0; j < columns; j++) b.at(batch, k, j) /= pivot;
    }
}

}  // namespace hlo2c::frontend

#pragma once

#include "frontend/evaluate/linear_algebra.h"

namespace hlo2c::frontend {

/// The Hessenberg form and the reflectors below its subdiagonal in place of a matrix, as LAPACK leaves them,
/// for rows and columns from `first` to before `end`. Returns the reflectors' factors.
std::vector<Complex> hessenberg(Matrices& a, std::size_t batch, std::size_t first, std::size_t end);

/// The same for a Hermitian matrix, of which the lower triangle is read: the form has three diagonals.
struct Tridiagonal {
    std::vector<double> diagonal, beside;
    std::vector<Complex> tau;
};
Tridiagonal tridiagonal(Matrices& a, std::size_t batch);

/// a = z t z^H with a triangle t.
struct Schur {
    Matrices t, z;
    std::int64_t failed = 0;  ///< eigenvalues that did not converge
};
Schur schur(const Matrices& a, std::size_t batch);

/// The same of a real matrix, by real numbers: t has blocks of two rows on its diagonal for pairs of complex
/// values, with equal diagonal elements and opposite signs beside them.
struct RealSchur {
    Schur form;
    std::vector<Complex> values;
};
RealSchur real_schur(const Matrices& a, std::size_t batch);

/// Eigenvectors as columns, of length one, the first of the largest elements a positive number: right ones,
/// or left ones (u^H a = lambda u^H).
Matrices eigenvectors(const Schur& form, bool left);

/// Solves a system with three diagonals; `below` and `above` are one shorter than `diagonal`. Returns the
/// number of the first pivot that is zero, or 0; `b` is overwritten.
std::int64_t solve_tridiagonal(std::vector<Complex> below, std::vector<Complex> diagonal,
                               std::vector<Complex> above, Matrices& b, std::size_t batch);

/// The same where the matrix may be singular: pivots near zero are moved away from it, so that no quotient
/// overflows. `epsilon` and `least` are those of the element type: the distance of 1 to the next number, and
/// the smallest normal number.
void solve_perturbed(std::vector<Complex> below, std::vector<Complex> diagonal, std::vector<Complex> above,
                     Matrices& b, std::size_t batch, double epsilon, double least);

}  // namespace hlo2c::frontend

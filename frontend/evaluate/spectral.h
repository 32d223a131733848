#pragma once

#include "frontend/evaluate/linear_algebra.h"

namespace hlo2c::frontend {

/// Reduces rows and columns [first, end) of a matrix to Hessenberg form in place. Stores the reflectors below
/// the subdiagonal, as LAPACK does, and returns their factors.
std::vector<Complex> hessenberg(Matrices& a, std::size_t batch, std::size_t first, std::size_t end);

/// The same for a Hermitian matrix, whose form is tridiagonal; only the lower triangle is read.
struct Tridiagonal {
    std::vector<double> diagonal, beside;
    std::vector<Complex> tau;
};
Tridiagonal tridiagonal(Matrices& a, std::size_t batch);

/// a = z t z^H with an upper triangular t.
struct Schur {
    Matrices t, z;
    std::int64_t failed = 0;  ///< eigenvalues that did not converge
};
Schur schur(const Matrices& a, std::size_t batch);

/// The same for a real matrix, in real arithmetic: t has a 2 x 2 diagonal block for each pair of complex
/// eigenvalues, with equal diagonal elements and off-diagonal elements of opposite signs.
struct RealSchur {
    Schur form;
    std::vector<Complex> values;
};
RealSchur real_schur(const Matrices& a, std::size_t batch);

/// Eigenvectors as columns of length one, right ones or left ones (u^H a = lambda u^H). The first of a
/// vector's largest elements is real and positive.
Matrices eigenvectors(const Schur& form, bool left);

/// Solves a tridiagonal system; `below` and `above` are one shorter than `diagonal`. Overwrites `b`. Returns
/// the number of the first zero pivot, or 0.
std::int64_t solve_tridiagonal(std::vector<Complex> below, std::vector<Complex> diagonal,
                               std::vector<Complex> above, Matrices& b, std::size_t batch);

/// The same for a matrix that may be singular: pivots near zero are perturbed so that no quotient overflows.
/// `epsilon` and `least` are the element type's distance from 1 to the next number and its smallest normal
/// number.
void solve_perturbed(std::vector<Complex> below, std::vector<Complex> diagonal, std::vector<Complex> above,
                     Matrices& b, std::size_t batch, double epsilon, double least);

}  // namespace hlo2c::frontend

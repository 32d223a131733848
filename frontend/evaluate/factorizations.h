#pragma once

#include "frontend/evaluate/linear_algebra.h"

namespace hlo2c::frontend {

// Each function works on matrix number `batch` of a batch.

/// L and U in place, as LAPACK's getrf; pivots count from 1. Returns the number of the first zero pivot, or
/// 0.
std::int64_t lu(Matrices& a, std::size_t batch, std::vector<std::int64_t>& pivots);

/// R and reflectors I - tau v v^H in place, as LAPACK stores them. Returns the factors tau.
std::vector<Complex> qr(Matrices& a, std::size_t batch);

/// The same with column pivoting: columns with a nonzero entry in `order` come first, then the others,
/// largest remaining norm first. `order` becomes the original number of each column, counted from 1.
std::vector<Complex> pivoted_qr(Matrices& a, std::size_t batch, std::vector<std::int64_t>& order);

/// Applies the product of reflectors, or its adjoint, to a matrix from the left.
void apply_reflectors(const Matrices& a, std::size_t batch, const std::vector<Complex>& tau, bool adjoint,
                      Matrices& target, std::size_t target_batch);

/// Replaces a Hermitian matrix by its eigenvectors, as columns; returns the eigenvalues, ascending. The first
/// of each vector's largest elements is real and positive.
std::vector<double> eigenvectors(Matrices& a, std::size_t batch, bool lower);

/// a = u diag(values) v^H with square u and v, values descending; the signs are chosen as for eigenvectors,
/// by the columns of u.
struct SingularVectors {
    std::vector<double> values;
    Matrices u, v;
};
SingularVectors singular_vectors(const Matrices& a, std::size_t batch);

}  // namespace hlo2c::frontend

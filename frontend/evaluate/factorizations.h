#pragma once

#include "frontend/evaluate/linear_algebra.h"

namespace hlo2c::frontend {

// One matrix of a batch each: `batch` is its number.

/// L and U in place, L P-permuted; pivots count from 1. Returns the number of the first zero pivot, or 0.
std::int64_t lu(Matrices& a, std::size_t batch, std::vector<std::int64_t>& pivots);

/// R and reflectors I - tau v v^H in place, as LAPACK stores them. Returns the factors tau.
std::vector<Complex> qr(Matrices& a, std::size_t batch);

/// The same with columns exchanged: those whose number in `order` is not 0 come first, the others follow, the
/// longest remainder first. `order` becomes which column each is, counted from 1.
std::vector<Complex> pivoted_qr(Matrices& a, std::size_t batch, std::vector<std::int64_t>& order);

/// Applies the product of reflectors, or its adjoint, to a matrix from the left.
void apply_reflectors(const Matrices& a, std::size_t batch, const std::vector<Complex>& tau, bool adjoint,
                      Matrices& target, std::size_t target_batch);

/// Eigenvectors as columns in place of a Hermitian matrix; returns the values, ascending. Each vector's first
/// large element is a positive number.
std::vector<double> eigenvectors(Matrices& a, std::size_t batch, bool lower);

/// a = u diag(values) v^H with square u and v, values descending; signs as for eigenvectors, by those of u.
struct SingularVectors {
    std::vector<double> values;
    Matrices u, v;
};
SingularVectors singular_vectors(const Matrices& a, std::size_t batch);

}  // namespace hlo2c::frontend

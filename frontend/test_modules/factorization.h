#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Eigenvectors, singular vectors and Schur forms are fixed only up to a phase, to the order of equal values,
/// and to the choice of a basis where values are equal. Results that are the factors of one matrix are
/// therefore checked against that matrix, which becomes an additional result of the program:
///
/// - symmetric (syevd): values as expected, whose sum is the trace, a V = V diag(w), V^H V = 1;
/// - general (geev): the expected values in any order, whose sum is the trace, a V = V diag(w),
///   U^H a = diag(w) U^H, columns of length 1;
/// - singular (gesdd): values as expected, a = U diag(s) V^H, and U and V have orthonormal columns;
/// - Schur (gees): a = Z T Z^H, Z^H Z = 1, T a triangle; of a real matrix one with blocks of two rows on its
///   diagonal.
struct Factorization {
    enum class Kind { Symmetric, General, Singular, Schur } kind = Kind::Symmetric;
    bool lower = true;  ///< which triangle of a symmetric matrix is used
    int matrix = -1;    ///< numbers of results: the matrix
    int values = -1;    ///< w or s; -1 where the program does not return them
    int left = -1;      ///< U, or Z
    int right = -1;     ///< V of a symmetric or general matrix, V^H of singular values, or T
};

/// Finds the call whose results the entry point returns, perhaps masked for failed calls, and adds its matrix
/// to the results. Returns nullopt unless there is exactly one such call, and if a factor that the others
/// need is missing. Calls of functions must have been inlined.
std::optional<Factorization> take_factorization(Program& program);

/// Describes the equations that do not hold within absolute + relative * (largest element of the matrix, or 1
/// for products of unit vectors); empty if all hold. Raises `largest` to the largest error. `expected` holds
/// the expected values, if the program returns values.
std::string check_factorization(const Factorization& factorization, const std::vector<Literal>& results,
                                const Literal* expected, double absolute, double relative, double& largest);

}  // namespace hlo2c::frontend

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Eigenvectors, singular vectors and Schur forms are fixed only up to a phase, to the order of equal values,
/// and to the choice of a basis where values are equal. Results of a program that are the factors of one
/// matrix are therefore held against that matrix, which becomes one more result of the program:
///
/// - symmetric (syevd): values as expected, a V = V diag(w), V^H V = 1;
/// - general (geev): the expected values in any order, a V = V diag(w), U^H a = diag(w) U^H, columns of
///   length 1;
/// - singular (gesdd): values as expected, a = U diag(s) V^H, and U and V have orthonormal columns;
/// - Schur (gees): a = Z T Z^H, Z^H Z = 1, T a triangle; of a real matrix one with blocks of two rows on its
///   diagonal.
struct Factorization {
    enum class Kind { Symmetric, General, Singular, Schur } kind = Kind::Symmetric;
    bool lower = true;  ///< triangle of a symmetric matrix that counts
    int matrix = -1;    ///< numbers of results: the matrix
    int values = -1;    ///< w or s; -1 where the program does not return them
    int left = -1;      ///< U, or Z
    int right = -1;     ///< V of a symmetric or general matrix, V^H of singular values, or T
};

/// Finds the call whose results the program's entry point returns, perhaps masked where the call failed, and
/// adds its matrix to the results. Nothing where no or several calls are found, or a factor is missing that
/// the others are meaningless without. Calls of functions must have been inlined.
std::optional<Factorization> take_factorization(frontend::Program& program);

/// What does not hold within absolute + relative * (largest element of the matrix, or 1 for products of unit
/// vectors); empty where all does. `largest` becomes at least the largest error. `expected` are the values
/// that are wanted, where the program returns values.
std::string check_factorization(const Factorization& factorization,
                                const std::vector<frontend::Literal>& results,
                                const frontend::Literal* expected, double absolute, double relative,
                                double& largest);

}  // namespace hlo2c::frontend

#pragma once

#include <optional>
#include <vector>

#include "driver/report.h"
#include "frontend/accuracy/estimate.h"
#include "frontend/test_modules/factorization.h"

namespace hlo2c::driver {

/// The results of a program that are the factors of one matrix: eigenvectors, singular vectors or Schur
/// forms. Where eigenvalues or singular values are equal or close, the bounds of elements are wide, but the
/// equations of the factorization hold within roundings.
struct Factors {
    frontend::Factorization factorization;
    frontend::Literal matrix;
    double matrix_bound = 0;  ///< the largest bound of its elements

    /// True if the equations of the factorization check this result.
    bool hold(std::size_t result) const;
};

/// nullopt if the program returns no such factors, or if the reference has none for these arguments.
std::optional<Factors> factors_of(const frontend::Program& program,
                                  const std::vector<frontend::Literal>& arguments,
                                  const std::vector<frontend::Estimate>& reference);

/// Reports whether the equations hold; exit code 3 if not. JSON: {"factors": {"equal", "max_error"}}.
void hold_factors(Report& report, const Factors& factors, std::vector<frontend::Literal> results,
                  const std::vector<frontend::Estimate>& reference);

}  // namespace hlo2c::driver

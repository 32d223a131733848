#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

enum class TransformKind : std::uint8_t { Complex, InverseComplex, Real, InverseReal };

/// Transforms along the middle dimension of outer x length x inner numbers. Real transforms have an inner
/// dimension of 1; they pair `length` real numbers with length / 2 + 1 complex ones.
struct TransformProblem {
    TransformKind kind = TransformKind::Complex;
    std::int64_t outer = 1, length = 1, inner = 1;
    ScalarKind element = ScalarKind::F32;  ///< of real and imaginary parts

    bool is_real() const { return kind == TransformKind::Real || kind == TransformKind::InverseReal; }
    bool is_inverse() const {
        return kind == TransformKind::InverseComplex || kind == TransformKind::InverseReal;
    }
    /// Real rows of even length are transformed as half as many complex numbers.
    bool is_halved() const { return is_real() && length % 2 == 0; }
    std::int64_t numbers() const { return is_halved() ? length / 2 : length; }
    /// Complex numbers of the transform of a real row; the others are conjugates of these.
    std::int64_t kept() const { return length / 2 + 1; }
};

/// How each row is transformed. It depends on the problem only, so that all targets compute the same bits.
struct TransformPlan {
    /// Complex numbers of one transform: the problem's, or of a convolution, a power of two.
    std::int64_t points = 1;
    /// The length has a large prime factor: the transform is a convolution with a chirp (Bluestein).
    bool is_chirp = false;
    /// A vector holds neighbours of one row: the row is transformed as a matrix of `lanes` columns. Else a
    /// vector holds one number each of `lanes` rows.
    bool is_in_columns = false;
    int lanes = 1;
    std::vector<std::int64_t> radices;  ///< of the steps, in order; in columns, of each column
};

TransformPlan plan_transform(const TransformProblem& problem);
/// "radix 4, 4, 2 in 8 columns, then radix 8"; "radix 3, 5, 8 rows side by side".
std::string to_text(const TransformPlan& plan, const TransformProblem& problem);

/// Roots of unity that the loops of a plan read, and where each part begins. The loops read `steps` as pairs
/// of a cosine and a sine; every other part has all its cosines, then all its sines.
struct TransformTables {
    std::vector<double> numbers;
    std::vector<std::int64_t> steps;  ///< per radix: w^(p j) for each p < groups, then for 0 < j < radix
    std::int64_t columns = 0;         ///< w^(k j) for row k and column j of the matrix
    std::int64_t chirp = 0;           ///< one per number of the problem
    std::int64_t filter = 0;          ///< real and imaginary parts, one per point
    std::int64_t halves = 0;          ///< w^k for k < `kept()`, of a row whose length is halved
};

TransformTables transform_tables(const TransformPlan& plan, const TransformProblem& problem);

}  // namespace hlo2c::scheduler

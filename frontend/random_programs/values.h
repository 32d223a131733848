#pragma once

#include <optional>
#include <utility>

#include "frontend/ir/literal.h"
#include "frontend/random_programs/random.h"

namespace hlo2c::frontend::random_programs {

/// Kinds of numbers in a program's arguments.
enum class ValueStyle : std::uint8_t {
    Moderate,  ///< floats in [-4, 4], small integers
    Extreme,   ///< NaN, infinities, zeros of both signs, subnormals, the largest and the least number of
               ///< each type, random bits
};

/// The bounds of integers that serve as positions.
using IndexRange = std::pair<std::int64_t, std::int64_t>;

/// Random elements of a tensor. Quantized ones are within their storage's bounds.
Literal random_literal(Random& random, const TensorType& type, ValueStyle style,
                       const std::optional<IndexRange>& range = std::nullopt);

}  // namespace hlo2c::frontend::random_programs

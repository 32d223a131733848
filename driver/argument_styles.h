#pragma once

#include <cstdint>
#include <vector>

#include "driver/random_arguments.h"

namespace hlo2c::driver {

/// A style for each argument of the entry point. If the program mixes floats, weights are scaled so that sums
/// of products keep the magnitude of the other operand. Arguments of roots and logarithms are positive, and
/// so are integer exponents. Without this, the results of deep programs are all infinite or NaN, and tell
/// nothing about the kernels.
std::vector<ArgumentStyle> argument_styles(const frontend::Program& program, std::uint64_t draw = 0);

/// Number of draws that test row maxima: together they put the largest number at each position of a row. 0
/// unless exponentials depend on a row's maximum; these overflow if a kernel misses the largest element. The
/// first of these draws is number `common_draws(program)`.
std::int64_t draws_for_maxima(const frontend::Program& program);

/// Number of draws that run the branches of a program: each draw runs one branch of every `if` and `case`. A
/// few more than there are branches, because a selector may be out of range; 1 without branches.
std::int64_t draws_for_branches(const frontend::Program& program);

/// Number of draws before those for maxima: enough for the branches, and so many that no element of a small
/// result and no weight of a sum meets only numbers that hide errors, such as infinities and zeros.
std::int64_t common_draws(const frontend::Program& program);

}  // namespace hlo2c::driver

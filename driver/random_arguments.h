#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "frontend/ir/literal.h"
#include "frontend/ir/program.h"

namespace hlo2c::driver {

/// Which numbers arguments are drawn from.
struct ArgumentStyle {
    /// Floats: around 1, both zeros, subnormal numbers and halves among them; or any, with the extremes,
    /// infinities and NaN.
    bool any_float = false;
    /// Integers: [least, most]; or any where `any_integer`, with the extremes, and widths that shifts pass.
    bool any_integer = false;
    std::int64_t least = 0, most = 3;
    /// Floats that are mixed: their largest size, and whether none is negative or zero.
    double scale = 1;
    bool is_positive = false;
    /// Other numbers of the same kind for each.
    std::uint64_t draw = 0;
};

/// The widest style that leaves something to compare, and an end to loops: floats that are summed stay around
/// 1; integers that may be indices lie inside and outside of what they index; those that loops or sizes may
/// depend on are few.
ArgumentStyle argument_style(const frontend::Program& program);

/// One array per tensor type, the same on every run and machine. Fails with H0634 (unsupported) for sizes
/// that are not known.
std::map<int, frontend::Literal> random_arguments(const std::vector<frontend::Type>& types,
                                                  const ArgumentStyle& style = {});
/// The same with a style for each.
std::map<int, frontend::Literal> random_arguments(const std::vector<frontend::Type>& types,
                                                  const std::vector<ArgumentStyle>& styles);

}  // namespace hlo2c::driver

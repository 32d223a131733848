#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "frontend/ir/literal.h"
#include "frontend/ir/program.h"

namespace hlo2c::driver {

/// Distribution of random arguments.
struct ArgumentStyle {
    /// Floats: around 1, including both zeros, subnormal numbers and halves; or any, including extremes,
    /// infinities and NaN.
    bool any_float = false;
    /// Integers: [least, most]; or any if `any_integer`, including extremes and shift amounts up to and
    /// beyond the width.
    bool any_integer = false;
    std::int64_t least = 0, most = 3;
    /// Floats that are summed or multiplied: their largest magnitude, and whether all are positive.
    double scale = 1;
    bool is_positive = false;
    /// Floats whose maximum is taken: all positive, and one of each row is large. Its position depends on
    /// `turn`, so that a kernel that skips a position is detected.
    bool is_compared = false;
    std::uint64_t turn = 0;
    /// Number of the draw: each draw has different numbers of the same kind.
    std::uint64_t draw = 0;
};

/// The widest style that keeps results comparable and loops finite: floats that are summed stay around 1;
/// possible indices lie inside and outside their range; integers that loops or sizes may depend on are small.
ArgumentStyle argument_style(const frontend::Program& program);

/// One array per tensor type, the same on every run and machine. Fails with H0634 (unsupported) for sizes
/// that are not known.
std::map<int, frontend::Literal> random_arguments(const std::vector<frontend::Type>& types,
                                                  const ArgumentStyle& style = {});
/// The same with a style for each.
std::map<int, frontend::Literal> random_arguments(const std::vector<frontend::Type>& types,
                                                  const std::vector<ArgumentStyle>& styles);

}  // namespace hlo2c::driver

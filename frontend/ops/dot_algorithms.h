#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hlo2c::frontend {

/// A dot algorithm of some hardware: the type to which both operands are rounded, the type of the sums, and
/// the number of partial products of each product.
struct DotAlgorithm {
    std::string_view operands, sums;
    std::int64_t products = 1;
};

/// Besides these, operands of any type of 8 bits have sums of f32.
inline constexpr auto known_dot_algorithms = std::to_array<DotAlgorithm>({
    {"f16", "f16"},
    {"f16", "f32"},
    {"bf16", "bf16"},
    {"bf16", "f32"},
    {"bf16", "f32", 3},
    {"bf16", "f32", 6},
    {"bf16", "f32", 9},
    {"tf32", "f32"},
    {"tf32", "f32", 3},
    {"f32", "f32"},
    {"f64", "f64"},
});

}  // namespace hlo2c::frontend

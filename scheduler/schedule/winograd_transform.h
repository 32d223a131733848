#pragma once

#include <vector>

namespace hlo2c::scheduler {

/// Winograd's algorithm F(m, 3) along one dimension, by the matrices A, B and G: m neighbouring sums of three
/// products are A * ((G * weights) x (B * inputs)), with m + 2 products instead of 3 m.
struct WinogradTransform {
    using Matrix = std::vector<std::vector<double>>;
    Matrix result;   ///< A: m rows
    Matrix input;    ///< B: m + 2 rows
    Matrix weights;  ///< G: m + 2 rows
    int outputs() const { return static_cast<int>(result.size()); }
    int inputs() const { return static_cast<int>(input.size()); }
};

/// The supported tile sizes: results in each direction.
inline constexpr int winograd_outputs[] = {2, 4};

/// F(2, 3) on the points 0, 1, -1 and infinity; F(4, 3) also on 2 and -2.
const WinogradTransform& winograd_transform(int outputs);

}  // namespace hlo2c::scheduler

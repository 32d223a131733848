#pragma once

#include <fmt/format.h>

#include "scheduler/rewrite/explicit_padding.h"
#include "scheduler/rewrite/tile_lines.h"
#include "scheduler/target/target.h"
#include "tests/unit/scheduler/program_text.h"

namespace hlo2c::scheduler {

/// A second-level cache that holds less than one of the expanded images below, and slow memory.
inline Target small_cache() {
    Target target = load_target("x86-64-v3");
    target.l2_bytes = 1 << 18;
    target.far_bandwidth = 1;
    return target;
}

/// The expansion of two images of 24 by 16 pixels to 256 channels, then a depthwise convolution, and perhaps
/// a projection to 8 channels.
struct Bottleneck {
    std::int64_t stride = 1, low = 1, high = 1, rows = 24;
    std::string after;                       ///< ops on the expanded images %e, the last one %t
    std::string returned = "%y", also = "";  ///< results, and the type of a second one
    bool projected = false;                  ///< %y is the projection's result
    frontend::Program program() const {
        const std::string expanded = "tensor<2x24x16x256xf32>";
        const std::int64_t columns = stride == 1 ? 16 : 8;
        const std::string filtered = fmt::format("tensor<2x{}x{}x256xf32>", rows, columns);
        const std::string result = projected ? fmt::format("tensor<2x{}x{}x8xf32>", rows, columns) : filtered;
        const std::string results = also.empty() ? result : "(" + result + ", " + also + ")";
        return program_of(
            "(%x: tensor<2x24x16x2xf32>, %w: tensor<1x1x2x256xf32>, %d: tensor<3x3x1x256xf32>, "
            "%b: tensor<256xf32>, %p: tensor<1x1x256x8xf32>) -> " +
                results,
            fmt::format(R"(
  %e = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{}}
      {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
      : (tensor<2x24x16x2xf32>, tensor<1x1x2x256xf32>) -> {0}
{1}
  %c = stablehlo.convolution(%t, %d) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {{stride = [{2}, {2}], pad = [[{3}, {4}], [1, 1]]}}
      {{batch_group_count = 1 : i64, feature_group_count = 256 : i64}}
      : ({0}, tensor<3x3x1x256xf32>) -> {5}
  %bias = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<256xf32>) -> {5}
  %{6} = stablehlo.add %c, %bias : {5}
{7}
  return {8} : {9}{10}
)",
                        expanded, after, stride, low, high, filtered, projected ? "f" : "y",
                        projected ? projection(filtered, result) : "", returned, result,
                        also.empty() ? "" : ", " + also));
    }

private:
    static std::string projection(const std::string& filtered, const std::string& result) {
        return fmt::format(R"(
  %y = stablehlo.convolution(%f, %p) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{}}
      {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
      : ({}, tensor<1x1x256x8xf32>) -> {})",
                           filtered, result);
    }
};

inline const std::string relu = R"(  %zero = stablehlo.constant dense<0.0> : tensor<2x24x16x256xf32>
  %t = stablehlo.maximum %e, %zero : tensor<2x24x16x256xf32>)";

}  // namespace hlo2c::scheduler

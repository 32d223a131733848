#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The attribute of an argument or result that lists the dimensions whose sizes are separate arguments or
/// results.
inline constexpr std::string_view sizes_attribute = "hlo2c.sizes";

/// Adds the sizes of bounded dimensions to the signatures of entry points. A bounded argument becomes a
/// tensor at its bound, and each of its bounded dimensions gets a further argument: its size at run time, an
/// i32, clamped to [0, bound] so that passes know its range; the library rejects others. Each bounded
/// dimension of a result gets a further result, its size. The sizes follow all other arguments and results,
/// in the order of tensors and dimensions.
void carry_sizes(Program& program);

/// Argument or result `size` is the size of dimension `dimension` of argument or result `tensor`.
struct CarriedSize {
    std::size_t tensor;
    std::int64_t dimension;
    std::size_t size;
};
/// The sizes among `count` arguments or results with these attributes, one entry each.
std::vector<CarriedSize> carried_sizes(const std::vector<DictionaryAttribute>& attributes, std::size_t count);

}  // namespace hlo2c::frontend

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The attribute of an argument or result that lists the dimensions whose sizes are arguments or results of
/// their own.
inline constexpr std::string_view sizes_attribute = "hlo2c.sizes";

/// Makes sizes that are only bounded part of what entry points take and give. A bounded argument becomes a
/// tensor at the bound, and each of its bounded dimensions a further argument, an i32 that says how much of
/// it is there; less than 0 is 0, and more than the bound the bound. Each bounded dimension of a result
/// becomes a further result, its size. They follow all others, in the order of tensors and dimensions.
void carry_sizes(Program& program);

/// Argument or result `size` says the size of dimension `dimension` of argument or result `tensor`.
struct CarriedSize {
    std::size_t tensor;
    std::int64_t dimension;
    std::size_t size;
};
/// The sizes among `count` arguments or results with these attributes.
std::vector<CarriedSize> carried_sizes(const std::vector<DictionaryAttribute>& attributes, std::size_t count);

}  // namespace hlo2c::frontend

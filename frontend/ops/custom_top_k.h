#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The options of a custom call that returns the largest elements of rows: TopK, ApproxTopK and variants.
struct CustomTopK {
    bool largest = true;
    std::optional<std::int64_t> dimension;
    std::string comparator;  ///< function that tells if one element precedes another, or ""
};
CustomTopK custom_top_k(const Op& op);

}  // namespace hlo2c::frontend

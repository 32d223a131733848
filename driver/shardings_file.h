#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/partition/program_shards.h"

namespace hlo2c::driver {

/// Reads how whole tensors are divided among ranks, as JSON:
///
///     {"inputs": [per tensor [per rank [[begin, end] per dimension]]], "results": ...}
///
/// `inputs` and `results` are the types, all tensors, of the parts that one rank holds. Anything else is an
/// error (H0638) at `path`.
frontend::ProgramShards parse_shardings(std::string_view text, const std::string& path,
                                        const std::vector<frontend::Type>& inputs,
                                        const std::vector<frontend::Type>& results, int ranks);

}  // namespace hlo2c::driver

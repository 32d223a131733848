#pragma once

#include <string>

#include "frontend/forms/hlo/hlo.pb.h"

namespace hlo2c::frontend {

/// Prints a sharding in the form of the attribute `mhlo.sharding`: "{replicated}", "{maximal device=0}",
/// "{devices=[2,1]<=[2] last_tile_dim_replicate}".
std::string sharding_text(const wire::OpSharding& sharding);

}  // namespace hlo2c::frontend

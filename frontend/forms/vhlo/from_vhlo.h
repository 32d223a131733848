#pragma once

#include <functional>
#include <vector>

#include "frontend/forms/vhlo/op_table.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend::vhlo {

/// Returns the place of the bytes that are being read.
using PlaceOf = std::function<Place()>;

/// Converts the VHLO attributes `written` of an op to StableHLO: drops defaults, collects fields into
/// structured attributes, and keeps attributes that VHLO does not define. Throws H0120 at `at` for an
/// attribute of an invalid form.
std::vector<NamedAttribute> stablehlo_attributes(const OpVersions& row, std::vector<NamedAttribute> written,
                                                 const PlaceOf& at);

/// Drops attributes that hold their default, so that ops written with and without them are equal.
void drop_default_attributes(Op& op);

}  // namespace hlo2c::frontend::vhlo

#pragma once

#include <functional>
#include <vector>

#include "frontend/forms/vhlo/op_table.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend::vhlo {

/// Tells the place of the bytes that are being read.
using PlaceOf = std::function<Place()>;

/// The attributes that StableHLO has for an op whose VHLO attributes are `written`: values that are the
/// default are left out, fields are gathered into structures, and attributes that VHLO does not know are
/// carried along. Throws H0120 at `at` where an attribute has a form that it cannot have.
std::vector<NamedAttribute> stablehlo_attributes(const OpRow& row, std::vector<NamedAttribute> written,
                                                 const PlaceOf& at);

/// Leaves out the attributes of an op that hold what their absence means, so that ops that were written with
/// and without them are equal.
void drop_default_attributes(Op& op);

}  // namespace hlo2c::frontend::vhlo

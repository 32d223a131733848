#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontend/forms/vhlo/op_table.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend::vhlo {

/// The version in which an op is written: the newest that readers of StableHLO 1.`baseline` know, or a newer
/// one where the op says what the former cannot. `since` is the minor number of the release that it needs.
struct ChosenVersion {
    int version = 1;
    int since = 0;
};
ChosenVersion choose_version(const OpRow& row, const Op& op, int baseline);

/// The value of one attribute of VHLO for an op of StableHLO: as the op has it, or what its absence means.
/// Nothing where the op lacks an attribute that it must have, or has it in a form that VHLO has not.
std::optional<Attribute> vhlo_attribute(const AttributeRow& row, const Op& op);

/// The attributes of an op that VHLO does not know: they are written as they are.
std::vector<NamedAttribute> other_attributes(const OpRow& row, const Op& op);

}  // namespace hlo2c::frontend::vhlo

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontend/forms/vhlo/op_table.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend::vhlo {

/// The version in which to write an op: the newest one that readers of StableHLO 1.`baseline` know, or a
/// newer one if the op needs its features. `since` is the minor number of the release that introduced it.
struct ChosenVersion {
    int version = 1;
    int since = 0;
};
ChosenVersion choose_version(const OpVersions& row, const Op& op, int baseline);

/// The value of one VHLO attribute for a StableHLO op: the op's value, or the default if it is absent.
/// Returns nullopt if a required attribute is absent or VHLO cannot represent its form.
std::optional<Attribute> vhlo_attribute(const AttributeRow& row, const Function& function, const Op& op);

/// The attributes of an op that VHLO does not define, which are written unchanged.
std::vector<NamedAttribute> other_attributes(const OpVersions& row, const Op& op);

}  // namespace hlo2c::frontend::vhlo

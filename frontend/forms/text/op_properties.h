#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "frontend/ir/attribute.h"

namespace hlo2c::frontend {

/// The attributes that an op keeps as its properties, in the order of their encoding, which is by name.
struct PropertyLayout {
    struct Property {
        std::string_view name;
        bool optional = false;  ///< encoded as a number with a flag
        bool added = false;     ///< newer versions of the dialect only
    };
    std::vector<Property> properties;
    bool has_segments = false;  ///< followed by the sizes of the groups of operands and results

    /// The properties that an op has which was written with `count` of them; false where none fits.
    bool select(std::size_t count);
};

/// The layout of an op by its full name; nothing where the op is not known.
std::optional<PropertyLayout> property_layout(std::string_view op);

}  // namespace hlo2c::frontend

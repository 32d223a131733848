#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "frontend/ir/attribute.h"

namespace hlo2c::frontend {

/// The attributes that an op stores as properties, in encoding order, which is by name.
struct PropertyLayout {
    struct Property {
        std::string_view name;
        bool optional = false;  ///< encoded as an index with a presence flag
        bool added = false;     ///< only in newer versions of the dialect
    };
    std::vector<Property> properties;
    bool has_segments = false;  ///< the segment sizes of operands and results follow

    /// True for properties and for the names of the segment sizes.
    bool has(std::string_view name) const;
    /// Keeps the properties of the version that has `count` of them; returns false if there is none.
    bool select(std::size_t count);
};

/// The layout of an op by its full name; nullopt for an unknown op.
std::optional<PropertyLayout> property_layout(std::string_view op);

}  // namespace hlo2c::frontend

#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scheduler/groups/function_groups.h"

namespace hlo2c::scheduler {

/// Padding around a value, which the kernel of the value writes too: no kernel reads the value to pad it.
struct Halo {
    const frontend::Op* pad = nullptr;
    std::vector<std::int64_t> low, high;  ///< of each dimension
    bool operator==(const Halo&) const = default;
};

/// Where the elements of a value in memory are.
struct Layout {
    /// The value whose memory holds this one: itself, or the one that it is another shape or name of.
    frontend::ValueId storage = frontend::no_value;
    std::vector<std::int64_t> strides;  ///< of its dimensions, in elements; none for a token
    /// The caller knows the memory: an argument or a result of the function, in row-major order.
    bool is_interface = false;

    // What the kernel of the value computes, if that is not all of the value:
    std::optional<Halo> halo;  ///< the elements inside of it, and then those of the halo
    const frontend::Op* window =
        nullptr;  ///< the window of this dynamic_update_slice; the rest is there before

    /// The value that the kernel computes, given the value of the layout.
    frontend::ValueId computed(frontend::ValueId value) const;
    /// The element at which it begins inside the halo.
    std::int64_t offset() const;
    bool operator==(const Layout&) const = default;
};

/// The layouts of all values of a function that live in memory, those in its regions included.
struct FunctionLayouts {
    std::map<frontend::ValueId, Layout> values;

    bool has(frontend::ValueId value) const { return values.count(value) != 0; }
    const Layout& of(frontend::ValueId value) const { return values.at(value); }
    /// The value whose memory holds `value`; itself for one without layout.
    frontend::ValueId storage(frontend::ValueId value) const;
};

/// Lays out what the groups write and read. Reshapes and barriers share memory with their operand. The pad
/// that ends a group becomes a halo.
FunctionLayouts layouts_of(const FunctionGraph& graph, const FunctionGroups& groups);

/// Checks that each value in memory has a layout whose elements are apart and inside of its storage, that
/// groups write storage only, and that halos fit around what is computed.
void check_layouts(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionLayouts& layouts);

/// One line per value: "%8 f32[4,16]: strides 16 1, result".
std::string to_text(const FunctionGraph& graph, const FunctionLayouts& layouts);
nlohmann::ordered_json json_of(const FunctionGraph& graph, const FunctionLayouts& layouts);

}  // namespace hlo2c::scheduler

#include "frontend/ir/channel_handle.h"

#include "frontend/ir/attributes.h"
#include "frontend/ir/structures.h"

namespace hlo2c::frontend {
namespace {

constexpr char handle_field[] = "handle", type_field[] = "type";

std::optional<std::int64_t> integer_in(const StructAttribute& structure, std::string_view name) {
    const Attribute* field = structure.field(name);
    const auto* integer = field != nullptr ? field->get_if<IntegerAttribute>() : nullptr;
    return integer != nullptr ? std::optional(integer->value) : std::nullopt;
}

}  // namespace

std::optional<ChannelHandle> channel_handle(const Op& op) {
    const Attribute* attribute = op.attribute(attr::channel_handle);
    const auto* structure = attribute != nullptr ? attribute->get_if<StructAttribute>() : nullptr;
    if (structure == nullptr) return std::nullopt;
    return ChannelHandle{integer_in(*structure, handle_field).value_or(0),
                         integer_in(*structure, type_field)};
}

Attribute channel_handle_attribute(std::int64_t handle, std::int64_t type) {
    return StructAttribute{structures::channel_handle,
                           {{handle_field, IntegerAttribute{handle}}, {type_field, IntegerAttribute{type}}},
                           {}};
}

}  // namespace hlo2c::frontend

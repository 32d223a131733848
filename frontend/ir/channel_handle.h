#pragma once

#include <cstdint>
#include <optional>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The types of channels.
inline constexpr std::int64_t device_to_device = 1, device_to_host = 2, host_to_device = 3;

/// The attribute `channel_handle` of collectives and transfers: the number of the channel, and its type.
struct ChannelHandle {
    std::int64_t handle = 0;
    std::optional<std::int64_t> type = {};
};

/// That of an op; nullopt if it has none.
std::optional<ChannelHandle> channel_handle(const Op& op);

/// `#stablehlo.channel_handle<handle = .., type = ..>`
Attribute channel_handle_attribute(std::int64_t handle, std::int64_t type);

}  // namespace hlo2c::frontend

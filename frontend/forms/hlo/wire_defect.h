#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <string_view>

namespace hlo2c::frontend {

/// The position at which a message stops being well formed.
struct WireDefect {
    std::size_t offset = 0;  ///< of the malformed field
    std::string path;        ///< "hlo_module/computations main.3/instructions add.7/shape"
};

/// Finds the first malformed field of bytes that are not a well-formed message of this kind: it is truncated,
/// longer than its enclosing message, or has an invalid wire type.
WireDefect find_wire_defect(std::string_view bytes, const google::protobuf::Descriptor& kind);

}  // namespace hlo2c::frontend

#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <string_view>

namespace hlo2c::frontend {

/// Where a message stops being well formed.
struct WireDefect {
    std::size_t offset = 0;  ///< of the field that does not fit
    std::string path;        ///< "hlo_module/computations main.3/instructions add.7/shape"
};

/// The first field of the bytes, which are no well-formed message of this kind, that cannot be read: it is
/// cut off, longer than what it lies in, or of no known sort.
WireDefect find_wire_defect(std::string_view bytes, const google::protobuf::Descriptor& kind);

}  // namespace hlo2c::frontend

#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/text_format.h>

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The positions of a module's instructions in the input file, by id, without instructions whose id is not
/// unique.
using InstructionPositions = std::unordered_map<std::int64_t, SourcePosition>;

/// Positions in a well-formed binary message of this kind: line 0, and the column is 1 + the byte offset.
InstructionPositions positions_in_bytes(std::string_view bytes, const google::protobuf::Descriptor& kind);

/// Positions in text; the parser recorded `locations` while it parsed `message`.
InstructionPositions positions_in_text(const google::protobuf::Message& message,
                                       const google::protobuf::TextFormat::ParseInfoTree& locations);

}  // namespace hlo2c::frontend

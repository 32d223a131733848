#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/text_format.h>

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Where the instructions of a module stand in the file of its message, by their ids; those whose id is not
/// unique are left out.
using InstructionPositions = std::unordered_map<std::int64_t, SourcePosition>;

/// For the bytes of a well-formed message of this kind: line 0, and in the column the byte, counted from 1.
InstructionPositions positions_in_bytes(std::string_view bytes, const google::protobuf::Descriptor& kind);

/// For a text: `locations` are those that the parser has written while it read `message`.
InstructionPositions positions_in_text(const google::protobuf::Message& message,
                                       const google::protobuf::TextFormat::ParseInfoTree& locations);

}  // namespace hlo2c::frontend

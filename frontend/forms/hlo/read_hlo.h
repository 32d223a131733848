#pragma once

#include <string>
#include <string_view>

#include "frontend/forms/recorded_program.h"

namespace hlo2c::frontend {

/// Whether `text`, which must not be binary data, is an HLO message in protobuf's text form.
bool is_hlo_message_text(std::string_view text);

/// Reads HloModuleProto, HloProto, HloSnapshot or HloUnoptimizedSnapshot, binary or in protobuf's text form.
/// Does not verify the program. Throws H0130 (not well formed) and H0112 (not supported).
RecordedProgram read_hlo_message(std::string_view bytes, const std::string& path);

namespace wire {
class OpSharding;
}
/// Parses the text of one sharding, as in the attribute `mhlo.sharding`: `read_sharding_text` of HLO text.
using ShardingReader = wire::OpSharding (*)(std::string_view text);

/// Writes a program as a binary HloModuleProto, deterministically. Throws H0131 for anything that HLO cannot
/// represent, and for text that is not UTF-8.
std::string print_hlo_message(const Program& program, ShardingReader read_sharding);

}  // namespace hlo2c::frontend

#pragma once

#include <string>
#include <string_view>

#include "frontend/forms/recorded_program.h"

namespace hlo2c::frontend {

/// Whether `text`, which is no binary data, is one of HLO's messages in protobuf's text form.
bool is_hlo_message_text(std::string_view text);

/// Reads HloModuleProto, HloProto, HloSnapshot or HloUnoptimizedSnapshot, binary or in protobuf's text form.
/// The program is not yet verified. Throws H0130 (not well formed) and H0112 (not supported).
RecordedProgram read_hlo_message(std::string_view bytes, const std::string& path);

namespace wire {
class OpSharding;
}
/// Reads the text of one sharding, as the attribute `mhlo.sharding` has it: `read_sharding_text` of HLO text.
using ShardingReader = wire::OpSharding (*)(std::string_view text);

/// The program as a binary HloModuleProto, the same bytes every time. Throws H0131 for what HLO has no form
/// for, and for text that is not UTF-8.
std::string print_hlo_message(const Program& program, ShardingReader read_sharding);

}  // namespace hlo2c::frontend

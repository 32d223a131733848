#pragma once

#include <string>
#include <string_view>

#include "frontend/forms/hlo/module.h"

namespace hlo2c::frontend {

/// A module as text gives it, and where its instructions stand in the text.
struct HloText {
    wire::HloModuleProto module;
    ModuleOrigin origin;
};

/// Reads HLO text as XLA prints it, before or after its passes: a module (`HloModule ...`), or computations
/// without that line, the last of which is the entry unless one says ENTRY.
///
/// The message holds what XLA's own reader would put there: ids are (computation << 32) | instruction in the
/// order of the text, layouts are written out, async sugar (`add-start`) is an async-start with a computation
/// of its own, results whose shape is left out have the inferred one. The numbers of replicas and partitions
/// are in `device_assignment`, without devices. Names stay as written.
///
/// Throws a DiagnosticError with the line and a caret: H0102 syntax, H0103 unknown opcode, H0104 unknown
/// names, H0105 elided constants, H0106 names used twice, H0107 shapes that contradict each other, H0108
/// wrong counts, H0109 an unfinished text, H0110 too deep nesting, H0111 malformed constants, H0113 malformed
/// shapes.
HloText read_hlo_text(std::string_view text, const std::string& path);

/// Reads one sharding, "{devices=[2,1]<=[2]}", as the attribute `mhlo.sharding` has it too. Throws like
/// read_hlo_text.
wire::OpSharding read_sharding_text(std::string_view text);

}  // namespace hlo2c::frontend

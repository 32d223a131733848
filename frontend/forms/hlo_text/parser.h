#pragma once

#include <string>
#include <string_view>

#include "frontend/forms/hlo/module.h"

namespace hlo2c::frontend {

/// A module read from text, with the positions of its instructions.
struct HloText {
    wire::HloModuleProto module;
    ModuleOrigin origin;
};

/// Reads HLO text as XLA prints it, before or after its passes: a module (`HloModule ...`), or computations
/// without that line, the last of which is the entry unless one says ENTRY.
///
/// The message equals that of XLA's own reader: ids are (computation << 32) | instruction in text order,
/// layouts are explicit, async sugar (`add-start`) becomes an async-start with its own computation, omitted
/// result shapes are inferred. The numbers of replicas and partitions are in `device_assignment`, without
/// devices. Names stay as written.
///
/// Throws a DiagnosticError with the line and a caret: H0102 syntax, H0103 unknown opcode, H0104 unknown
/// names, H0105 elided constants, H0106 duplicate names, H0107 contradictory shapes, H0108 wrong counts,
/// H0109 unexpected end of text, H0110 excessive nesting, H0111 malformed constants, H0113 malformed shapes.
HloText read_hlo_text(std::string_view text, const std::string& path);

/// Reads one sharding, "{devices=[2,1]<=[2]}", also the format of the attribute `mhlo.sharding`. Throws like
/// read_hlo_text.
wire::OpSharding read_sharding_text(std::string_view text);

}  // namespace hlo2c::frontend

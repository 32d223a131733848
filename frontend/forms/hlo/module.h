#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/forms/hlo/read_hlo.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The source of a module: its file and the position of each instruction in it; in a binary file, line 0 and
/// the column 1 + the byte offset. `positions` is keyed by instruction id, which the text reader makes unique
/// in the module: (computation id << 32) | number of the instruction.
struct ModuleOrigin {
    std::string path;
    std::unordered_map<std::int64_t, SourcePosition> positions;
};

/// Converts a module to a program, without verifying it. Called computations become functions; computations
/// that belong to one instruction become its regions. Tuples at the entry become several arguments and
/// results. Layouts matter only for instructions that expose the order in memory.
///
/// Checks shapes, ids and literals, so the module need not be trusted. Throws H0130 (not well formed) and
/// H0112 (not supported), with the instruction and its computation in the place.
Program program_of_module(const wire::HloModuleProto& module, const ModuleOrigin& origin);

/// Converts a verified program to an equivalent module: one computation per function and region, default
/// layouts, ids as in ModuleOrigin, the first file and name of each location. Throws H0131 for ops and types
/// that HLO cannot represent.
wire::HloModuleProto module_of_program(const Program& program, ShardingReader read_sharding);

}  // namespace hlo2c::frontend

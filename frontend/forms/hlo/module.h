#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/forms/hlo/read_hlo.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// What is known of a module beside its message: the file it came from, and where each instruction stands in
/// it; line 0 in binary files, whose columns count all bytes. `positions` is keyed by the instructions' ids,
/// which the text's reader makes unique in the whole module: (computation id << 32) | number of the
/// instruction.
struct ModuleOrigin {
    std::string path;
    std::unordered_map<std::int64_t, SourcePosition> positions;
};

/// The program that a module stands for: computations that are called become functions, those that belong to
/// one instruction its regions; tuples at the entry become several arguments and results; layouts count where
/// an instruction shows the order of memory. The program is not yet verified.
///
/// Shapes, ids and literals are checked here, so a module of any origin may be given. Throws H0130 (not well
/// formed) and H0112 (not supported), with the instruction and its computation in the place.
Program program_of_module(const wire::HloModuleProto& module, const ModuleOrigin& origin);

/// The module that means the same as `program`, which has been verified: one computation per function and
/// region, default layouts, ids as in ModuleOrigin, the first file and name of each location. Throws H0131
/// for ops and types that HLO has no form for.
wire::HloModuleProto module_of_program(const Program& program, ShardingReader read_sharding);

/// Reads HloModuleProto, HloProto, HloSnapshot or HloUnoptimizedSnapshot, binary or in protobuf's text form,
/// told apart by content; a bare module or HloProto becomes a snapshot without arguments. Throws H0130.
wire::HloSnapshot parse_snapshot(std::string_view bytes, const std::string& path);

}  // namespace hlo2c::frontend

#pragma once

#include <set>

#include "codegen/library/model.h"
#include "codegen/text/writer.h"

namespace hlo2c::codegen {

/// What steps refer to besides the inputs and outputs.
struct StepUses {
    std::set<int> pools;  ///< by number; 0 is the arena
    bool weights = false, memcpy = false;
};

/// Writes the steps of `function` as statements: kernel calls, copies, loops, branches; then the copies of
/// results that are not in the caller's outputs yet.
StepUses write_steps(Writer& writer, const LibraryModel& model, const FunctionModel& function);

}  // namespace hlo2c::codegen

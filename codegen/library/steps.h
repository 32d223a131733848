#pragma once

#include <set>

#include "codegen/library/model.h"
#include "codegen/text/writer.h"

namespace hlo2c::codegen {

/// What steps refer to.
struct StepUses {
    std::set<int> pools;  ///< by number; 0 is the arena
    bool inputs = false, outputs = false, weights = false, memcpy = false;
};

/// Writes the steps of `function` as statements to `writer`: kernel calls, copies, loops, branches; then the
/// copies of results that are not in the caller's outputs yet. The functions that slots of loops run are
/// written to `functions`.
StepUses write_steps(Writer& functions, Writer& writer, const LibraryModel& model,
                     const FunctionModel& function);

}  // namespace hlo2c::codegen

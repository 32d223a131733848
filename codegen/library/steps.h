#pragma once

#include "codegen/library/model.h"
#include "codegen/text/writer.h"

namespace hlo2c::codegen {

/// What steps refer to besides the inputs and outputs.
struct StepUses {
    bool arena = false, weights = false, memcpy = false;
};

/// The steps of `function` as statements: kernel calls, copies, loops, branches; then the copies that bring
/// results that live elsewhere to the caller's outputs.
StepUses write_steps(Writer& writer, const LibraryModel& model, const FunctionModel& function);

}  // namespace hlo2c::codegen

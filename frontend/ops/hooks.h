#pragma once

#include "frontend/ops/op_context.h"

namespace hlo2c::frontend {

// The hooks `infer_<verify>` of ops.def; each is defined in the file of its family. A name that several rows
// share is declared several times, which C++ allows.
#define OP(name, spelling, family, least, most, regions, traits, verify) \
    Types infer_##verify(const OpContext& op);
#include "frontend/ops.def"

}  // namespace hlo2c::frontend

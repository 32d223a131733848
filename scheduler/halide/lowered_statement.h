#pragma once

#include <Halide.h>

namespace hlo2c::scheduler::halide {

/// Lowers the pipeline and returns the final statement, which Halide's own code generation would see next.
Halide::Internal::Stmt lowered_statement(Halide::Pipeline pipeline);

}  // namespace hlo2c::scheduler::halide

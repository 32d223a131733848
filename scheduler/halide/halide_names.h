#pragma once

#include <Halide.h>

#include "scheduler/program_names.h"

namespace hlo2c::scheduler::halide {

using Halide::Expr;
using Halide::Func;
using Halide::RDom;
using Halide::Var;

}  // namespace hlo2c::scheduler::halide

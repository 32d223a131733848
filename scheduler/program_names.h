#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

// What everything that reads or rewrites a program calls by its own name.
using frontend::Attribute;
using frontend::Function;
using frontend::IntegerArray;
using frontend::Literal;
using frontend::Op;
using frontend::OpCode;
using frontend::Region;
using frontend::TensorType;
using frontend::ValueId;

}  // namespace hlo2c::scheduler

#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

// Names of the front end that all code that reads or rewrites programs uses without a qualifier.
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

#pragma once

#include <array>

#include "frontend/ir/attributes.h"
#include "frontend/ops/hooks.h"
#include "frontend/ops/op_row.h"

/// Names for kinds, keys and traits, used by the rows.
namespace hlo2c::frontend::rows {

using kinds::Any, kinds::B, kinds::C, kinds::F, kinds::F32F64, kinds::FC, kinds::FCQ, kinds::FQ,
    kinds::Future, kinds::I, kinds::Index, kinds::Q, kinds::S, kinds::T, kinds::Token, kinds::TQ, kinds::TQA,
    kinds::Tuple, kinds::U;
using kinds::giving_sizes, kinds::lengths, kinds::of_known_size, kinds::result_shape, kinds::scalar,
    kinds::vector;
using op_trait::Asynchronous, op_trait::Branching, op_trait::Broadcasting, op_trait::Calling,
    op_trait::Commutative, op_trait::Elementwise, op_trait::Looping, op_trait::OnExpressed,
    op_trait::OnStored, op_trait::ProcessId, op_trait::Pure, op_trait::Reducing, op_trait::SideEffect,
    op_trait::Terminator, op_trait::Transparent;

}  // namespace hlo2c::frontend::rows

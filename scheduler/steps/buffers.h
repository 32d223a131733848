#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// A new buffer that holds `value`.
BufferId add_buffer(StepBuilder& builder, BufferRole role, frontend::ValueId value, std::string name);
/// A new buffer of the arena that holds `value`.
BufferId add_arena(StepBuilder& builder, frontend::ValueId value);
/// A new buffer of the arena for `bytes` that are no value; it is named and typed after `what`.
std::int64_t add_bytes(StepBuilder& builder, const char* what, std::int64_t bytes);

/// The buffer that holds `value`: the one it has, the weight of a constant, or a new one of the arena.
BufferId buffer_of(StepBuilder& builder, frontend::ValueId value);
/// The buffer of weight number `number` of the plan.
BufferId weight_buffer(StepBuilder& builder, int number);
/// The buffer of a constant as a kernel reads it.
BufferId packed_buffer(StepBuilder& builder, const PackedWeight& packed);

/// Copies a whole buffer; nothing where both are one.
void add_copy(StepBuilder& builder, BufferId to, BufferId from, std::vector<Step>& steps,
              std::string comment);

/// True when the memory of `storage` may be written at step `s`, which is the last that reads it.
bool can_take_over(StepBuilder& builder, const PendingRegion& region, int s, frontend::ValueId storage);

}  // namespace hlo2c::scheduler

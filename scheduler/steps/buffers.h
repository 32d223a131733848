#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// A new buffer that holds `value`.
BufferId add_buffer(StepBuilder& builder, BufferRole role, frontend::ValueId value, std::string name);
/// A new buffer of the arena that holds `value`.
BufferId add_arena(StepBuilder& builder, frontend::ValueId value);
/// A new buffer of the arena for `bytes` that are no value; it is named and typed after `what`.
std::int64_t add_bytes(StepBuilder& builder, const char* what, std::int64_t bytes);

/// The buffer that holds `value`: that of its place, of the caller's argument, or of a constant's weight.
BufferId buffer_of(StepBuilder& builder, frontend::ValueId value);
/// The buffer of weight number `number` of the plan.
BufferId weight_buffer(StepBuilder& builder, int number);
/// The buffer of a constant as a kernel reads it.
BufferId packed_buffer(StepBuilder& builder, const PackedWeight& packed);

/// `value` as a buffer holds it, for the check of the steps.
Held held(StepBuilder& builder, frontend::ValueId value);

/// Copies a whole buffer; nothing where both are one.
void add_copy(StepBuilder& builder, BufferId to, BufferId from, std::vector<Step>& steps,
              std::string comment);
/// The same for several buffers as if at once: what is read is what they held before.
struct BufferCopy {
    BufferId to = 0, from = 0;
};
void add_copies(StepBuilder& builder, std::vector<BufferCopy> copies, std::vector<Step>& steps,
                const std::string& comment);

}  // namespace hlo2c::scheduler

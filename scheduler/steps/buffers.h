#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// Adds a buffer for `value`.
BufferId add_buffer(StepBuilder& builder, BufferRole role, frontend::ValueId value, std::string name);
/// Adds an arena buffer for `value`.
BufferId add_arena(StepBuilder& builder, frontend::ValueId value);
/// Names an arena buffer, if it holds more than one element, after the part of the model that writes it
/// first.
void name_buffer(StepBuilder& builder, BufferId number, const std::string& scope);
/// Adds an arena buffer of `bytes` that holds no value of the program; `what` gives its name and type.
std::int64_t add_bytes(StepBuilder& builder, const char* what, std::int64_t bytes);

/// The buffer that holds `value`: the caller's argument, a constant's weight, or the buffer of its place.
/// Added at the first use.
BufferId buffer_of(StepBuilder& builder, frontend::ValueId value);
/// The buffer of weight number `number` of the plan.
BufferId weight_buffer(StepBuilder& builder, int number);
/// The buffer of a constant, packed as a kernel reads it.
BufferId packed_buffer(StepBuilder& builder, const PackedWeight& packed);

/// The buffer and the content number of `value`, for the check of the steps.
Held held(StepBuilder& builder, frontend::ValueId value);

/// Copies a whole buffer; adds no step if both are the same.
void add_copy(StepBuilder& builder, BufferId to, BufferId from, std::vector<Step>& steps,
              std::string comment);
/// Copies several buffers as if simultaneously: each copy reads what its source held before all of them.
struct BufferCopy {
    BufferId to = 0, from = 0;
};
void add_copies(StepBuilder& builder, std::vector<BufferCopy> copies, std::vector<Step>& steps,
                const std::string& comment);

}  // namespace hlo2c::scheduler

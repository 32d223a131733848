#pragma once

#include <string>

#include "codegen/library/model.h"
#include "codegen/text/text.h"

namespace hlo2c::codegen {

/// A C expression for the address of `range`, of type `element` *: a member of inputs or outputs, a weight,
/// or a place in the arena.
std::string address(const LibraryModel& model, const FunctionModel& function,
                    const scheduler::BufferRange& range, scheduler::ScalarKind element, bool written);

/// The steps of `function` as statements: kernel calls, copies, loops, branches; then the copies that bring
/// results that live elsewhere to the caller's outputs.
void write_steps(TextWriter& writer, const LibraryModel& model, const FunctionModel& function);

}  // namespace hlo2c::codegen

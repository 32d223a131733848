#pragma once

#include "codegen/library/model.h"
#include "codegen/text/writer.h"

namespace hlo2c::codegen {

/// Writes into the header the structure NAME_custom_calls of the functions that the caller implements, and
/// the hook NAME_custom_call that calls them.
void declare_custom_calls(Writer& writer, const LibraryModel& model);
/// Writes the constant parts of the requests as the array `custom_calls`, and the hook NAME_custom_call.
void write_custom_calls(Writer& writer, const LibraryModel& model);

}  // namespace hlo2c::codegen

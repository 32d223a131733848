#pragma once

#include "codegen/library/model.h"
#include "codegen/text/writer.h"

namespace hlo2c::codegen {

/// Writes what communication steps refer to: the computations of reductions as functions, the tables of
/// groups, and the constant parts of the hooks' requests as the arrays `collectives` and `transfers`. Returns
/// true if the functions copy memory.
bool write_process_tables(Writer& writer, const LibraryModel& model);

}  // namespace hlo2c::codegen

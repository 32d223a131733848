#pragma once

#include "codegen/library/model.h"
#include "codegen/text/text.h"

namespace hlo2c::codegen {

/// What the steps between processes refer to: the computations of reductions as functions, the tables of
/// groups, and the constant parts of the hooks' requests as the arrays `collectives` and `transfers`.
void write_process_tables(TextWriter& writer, const LibraryModel& model);

}  // namespace hlo2c::codegen

#pragma once

#include "codegen/library/model.h"

namespace hlo2c::codegen {

/// test/NAME_vectors.h: the types test_input, test_order and test_output, and the array `vectors`. Fails with
/// H0510 if a vector does not fit its function.
CFile vectors_file(const LibraryModel& model);

}  // namespace hlo2c::codegen

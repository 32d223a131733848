#pragma once

#include "frontend/test_modules/cases.h"
#include "frontend/test_modules/outcome.h"

namespace hlo2c::frontend {

/// Reads and verifies the programs of a case that requires only this (`test.demand`). An invalid text passes
/// if it is refused, and fails if it is accepted.
TestOutcome read_case(const TestCase& test);

}  // namespace hlo2c::frontend

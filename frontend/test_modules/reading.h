#pragma once

#include "frontend/test_modules/cases.h"
#include "frontend/test_modules/outcome.h"

namespace hlo2c::frontend {

/// Reads and verifies the programs of a case that asks for this alone, `test.demand`: a text that has to be
/// refused passes where it ends in an error, and fails where it is accepted.
TestOutcome read_case(const TestCase& test);

}  // namespace hlo2c::frontend

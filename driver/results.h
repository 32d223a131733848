#pragma once

#include <optional>
#include <vector>

#include "driver/options.h"
#include "driver/report.h"
#include "frontend/accuracy/estimate.h"
#include "frontend/ir/literal.h"
#include "frontend/ir/program.h"
#include "scheduler/loops/float_rules.h"

namespace hlo2c::driver {

/// Reports results as `options` say: writes them to --out, compares them with --expect (exit code 3 if they
/// differ), or shows type and first values. JSON: {"results": [...], "equal"}.
Report report_results(const frontend::Program& program, const std::vector<frontend::Literal>& results,
                      const ResultOptions& options);

/// The expected value of each result; it may be missing for arguments that are updated in place.
using ExpectedResults = std::vector<std::optional<frontend::Literal>>;

/// Compares each result with its expected value; exit code 3 if one differs. Reports results without an
/// expected value.
Report compare_results(const frontend::Program& program, const std::vector<frontend::Literal>& results,
                       const ExpectedResults& expected, const ResultOptions& tolerances);

/// Compares each result with the reference. Under the rules `strict` each element has its own bound; under
/// `contract` and `fast`, or with given tolerances, errors are relative to the largest element of the result.
/// Also reports the distance in units in the last place.
Report compare_with_reference(const frontend::Program& program, const std::vector<frontend::Literal>& results,
                              const std::vector<frontend::Estimate>& reference,
                              const ResultOptions& tolerances, scheduler::FloatRules rules);

/// The expected results in a directory or an .npz for the entry point. Fails with H0635 if all are missing,
/// or if one is missing that is not an argument updated in place.
ExpectedResults read_results(const frontend::Program& program, const std::string& path);

/// "tensor<1x10xf32>: 0.25 -1 3.5 ..."
std::string describe(const frontend::Literal& literal);

}  // namespace hlo2c::driver

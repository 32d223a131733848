#pragma once

#include <optional>
#include <vector>

#include "driver/options.h"
#include "driver/report.h"
#include "frontend/accuracy/estimate.h"
#include "frontend/ir/literal.h"
#include "frontend/ir/program.h"

namespace hlo2c::driver {

/// Reports results the way that `options` ask for: writes them to --out, compares them with --expect (exit
/// code 3 where they differ), and shows type and first values where nothing is expected. JSON: {"results":
/// [...], "equal"}.
Report report_results(const frontend::Program& program, const std::vector<frontend::Literal>& results,
                      const ResultOptions& options);

/// What is expected of each result; nothing for one that is an argument updated in place, where it may be
/// left out.
using ExpectedResults = std::vector<std::optional<frontend::Literal>>;

/// Compares each result with what is expected; the exit code is 3 where one differs. Says so where nothing
/// is.
Report compare_results(const frontend::Program& program, const std::vector<frontend::Literal>& results,
                       const ExpectedResults& expected, const ResultOptions& tolerances);

/// Compares each result with the reference. Each element has a bound of its own under the rules `strict`;
/// under `contract` and `fast`, or with tolerances given, a result is judged by its largest element. The
/// distance in units in the last place is told as well.
Report compare_with_reference(const frontend::Program& program, const std::vector<frontend::Literal>& results,
                              const std::vector<frontend::Estimate>& reference,
                              const ResultOptions& tolerances, const std::string& float_rules);

/// The results that a directory or an .npz holds for the program's entry point. Fails with H0635 where one is
/// missing that is no argument updated in place, and where all are missing.
ExpectedResults read_results(const frontend::Program& program, const std::string& path);

/// "tensor<1x10xf32>: 0.25 -1 3.5 ..."
std::string describe(const frontend::Literal& literal);

}  // namespace hlo2c::driver

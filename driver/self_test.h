#pragma once

#include <vector>

#include "codegen/library/library.h"
#include "driver/console.h"
#include "driver/entry_points.h"

namespace hlo2c::driver {

/// Options for the test vectors of a library's self-test.
struct SelfTestOptions {
    ArgumentOptions arguments;
    std::string expected;  ///< directory or .npz; "": the reference evaluator's results
};
void add_self_test_options(CLI::App& app, SelfTestOptions& options);

/// Adds test vectors for an entry point, whose plan is `plan`, to the library's self-test: the given arrays,
/// or random ones with the results of the reference evaluator if it takes at most about ten seconds. Large
/// inputs are drawn from a few stored elements, and large results are checked at a few hundred positions. If
/// nothing is compared, records the reason.
void add_self_test(codegen::LibraryOptions& library, const EntryPoint& entry, const scheduler::Plan& plan,
                   const SelfTestOptions& options, Console& console);

}  // namespace hlo2c::driver

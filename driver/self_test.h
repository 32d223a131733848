#pragma once

#include <vector>

#include "codegen/library/library.h"
#include "driver/console.h"
#include "driver/entry_points.h"

namespace hlo2c::driver {

/// Options for the test vectors of a library's self-test.
struct SelfTestOptions {
    ArgumentOptions arguments;
    std::string expected;  ///< directory or .npz; "": the reference evaluator says what is right
};
void add_self_test_options(CLI::App& app, SelfTestOptions& options);

/// Gives the library what its self-test compares for an entry point, whose plan is `plan`: the given arrays,
/// or random ones with the results of the reference evaluator, where that is done in about ten seconds. Large
/// inputs are drawn from a few stored elements, large results are judged at some hundred places. Says why
/// where nothing is compared.
void add_self_test(codegen::LibraryOptions& library, const EntryPoint& entry, const scheduler::Plan& plan,
                   const SelfTestOptions& options, Console& console);

}  // namespace hlo2c::driver

#pragma once

#include <vector>

#include "codegen/library/library.h"
#include "driver/console.h"
#include "driver/load_program.h"

namespace hlo2c::driver {

/// What a library's self-test compares.
struct SelfTestOptions {
    ArgumentOptions arguments;
    std::string expected;  ///< directory or .npz; "": the reference evaluator says what is right
};
void add_self_test_options(CLI::App& app, SelfTestOptions& options);

/// The vectors that the library of `plan` stores: the given arrays; without them random ones, if the program
/// is small enough for the evaluator and for a source file, or else none.
std::vector<codegen::TestVector> self_test_vectors(const LoadedProgram& loaded, const scheduler::Plan& plan,
                                                   const SelfTestOptions& options, Console& console);

}  // namespace hlo2c::driver

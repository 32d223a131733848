#pragma once

#include <vector>

#include "codegen/library/library.h"

namespace hlo2c::driver {

/// A program that calls an emitted library, for the verbs run, test and bench: harness/NAME_harness.c and the
/// thread pool beside it. It is built with every .c file of the library's `Code` and `Weights`, with
/// -Iinclude -Isrc -Iharness -pthread, and called as
///
///     harness [--function NAME] [--inputs DIR] [--outputs DIR] [--weights FILE] [--threads N]
///             [--bench] [--runs N] [--seconds S] [--profile]
///
/// Input number i of the function is the file DIR/i.bin with exactly its bytes, output number i is written
/// likewise; numbers count the inputs and outputs of the function as compiled, from 0. Without --inputs,
/// inputs are zeros. FILE is weights/NAME.weights, needed for WeightStorage::Blob alone. --function defaults
/// to the first.
///
/// With --bench it repeats the call --runs times or for --seconds (default 1, at least 5 calls), after one
/// uncounted call, and writes a JSON object to standard output:
///
///     {"function": .., "threads": .., "runs": .., "min_ns": .., "median_ns": .., "mean_ns": ..,
///     "arena_bytes": ..,
///      "kernels": [{"name": .., "calls": .., "ns": ..}, ..]}
///
/// with `kernels` (of one call, the mean over some that are not part of the runs) for --profile only. Inputs
/// that are updated in place are restored before each call, outside the measured time. With
/// `has_custom_calls`, another file of the program defines `hlo2c_custom_call_hook`. Exit status: 0, 66 where
/// a hook is missing, 67 where an assertion of the program does not hold, 68 where the caller's hook fails,
/// or 1, with a line on standard error that says which file or call failed.
std::vector<codegen::CFile> write_harness(const scheduler::Plan& plan, const codegen::LibraryOptions& options,
                                          bool has_custom_calls);

}  // namespace hlo2c::driver

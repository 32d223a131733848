#pragma once

#include <string>

#include "scheduler/target/target.h"

namespace hlo2c::coverage {

/// How far a program came.
struct Outcome {
    bool allowed = false;    ///< the verifier takes it, or it could not even be read
    bool read = false;       ///< read and verified
    bool evaluated = false;  ///< the evaluator gave results, or went as far as a hook that nobody serves
    bool emitted = false;    ///< planned, and its C written
    std::string read_error, evaluate_error, emit_error;  ///< first lines of the diagnostics
};

/// Takes a program in StableHLO text through the reader, the verifier, the evaluator with arrays of its own,
/// and through all that leads to C for `target`.
Outcome attempt(const std::string& program, const scheduler::Target& target);

}  // namespace hlo2c::coverage

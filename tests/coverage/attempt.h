#pragma once

#include <string>

#include "scheduler/target/target.h"

namespace hlo2c::coverage {

/// The stages that a program reached.
struct Outcome {
    bool allowed = false;    ///< false if the verifier rejects it, or it cannot even be read
    bool read = false;       ///< read and verified
    bool evaluated = false;  ///< the evaluator returned results, or reached a hook that is not provided
    bool emitted = false;    ///< planned, and its C written
    std::string read_error, evaluate_error, emit_error;  ///< first lines of the diagnostics
};

/// Takes a program in StableHLO text through the reader, the verifier, the evaluator (on generated arrays),
/// and all stages up to C for `target`.
Outcome attempt(const std::string& program, const scheduler::Target& target);

}  // namespace hlo2c::coverage

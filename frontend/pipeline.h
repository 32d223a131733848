#pragma once

#include <functional>
#include <map>
#include <string_view>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Called after each step with its name and the program as it is then.
using Observer = std::function<void(std::string_view step, const Program& program)>;

/// The caller's choices for a program that will be evaluated or compiled.
struct PreparationOptions {
    /// Makes one function the entry point, or refuses; the program is verified.
    std::function<void(Program&)> choose_entry_point = {};
    /// Gives arguments the sizes that the program leaves open.
    std::function<void(Program&)> set_sizes = {};
};

/// Turns a program as read into one that the evaluator and `run_pipeline` accept: verified and executable,
/// with custom calls in their current form and no tuples at its boundary.
Program prepare(Program program, const PreparationOptions& options = {}, const Observer& observer = {});

/// Names of the steps of `prepare`.
std::vector<std::string_view> preparation_steps();

/// Options of the pass pipeline.
struct PipelineOptions {
    /// Data of arguments by position: they become constants and leave the signature.
    std::map<int, Literal> bound = {};
    /// The first pass to run, for a program that has been through the earlier ones; "" runs all passes.
    std::string_view first = {};
};

/// Turns a prepared program into the form that the scheduler accepts: verified, no calls, no composites,
/// arguments bound, constants folded, no dead or redundant ops; while, if and case keep their regions. The
/// verifier runs after each pass. Errors are those of the passes and of the verifier.
Program run_pipeline(Program program, const PipelineOptions& options, const Observer& observer = {});

/// Names of the passes in pipeline order, as `--dump-after` accepts them.
std::vector<std::string_view> pipeline_passes();

}  // namespace hlo2c::frontend

#pragma once

#include <functional>
#include <map>
#include <span>
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
};

/// A pass as a step of the pipeline, with the name that `--dump-after` accepts.
struct Pass {
    std::string_view name;
    void (*run)(Program&, const PipelineOptions&);
};
using Recipe = std::span<const Pass>;

/// All passes in their order.
Recipe pipeline();

/// The last passes of the pipeline, which split complex numbers into their parts. They also apply to the body
/// of a reduction between processes, which is still complex after the pipeline.
Recipe complex_passes();

/// Runs passes on a program that has been through those before them. The verifier runs after each.
Program run_passes(Recipe recipe, Program program, const PipelineOptions& options = {},
                   const Observer& observer = {});

/// Turns a prepared program into the form that the scheduler accepts: verified, no calls, no composites,
/// arguments bound, constants folded, no dead or redundant ops; while, if and case keep their regions. Errors
/// are those of the passes and of the verifier.
Program run_pipeline(Program program, const PipelineOptions& options, const Observer& observer = {});

/// Names of the passes in pipeline order.
std::vector<std::string_view> pipeline_passes();

}  // namespace hlo2c::frontend

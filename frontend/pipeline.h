#pragma once

#include <functional>
#include <map>
#include <string_view>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// What the passes are asked to do.
struct PipelineOptions {
    std::map<int, Literal>
        bound;  ///< data of arguments by position: they become constants and leave the signature
};

/// Called after each pass with the pass's name and the program as it is then.
using Observer = std::function<void(std::string_view pass, const Program& program)>;

/// Takes a program as read to the form that the scheduler takes: verified, no calls, no composites, arguments
/// bound, constants folded, nothing superfluous; while, if and case keep their regions. Each pass is followed
/// by the verifier. Errors are those of the passes and of the verifier.
Program run_pipeline(Program program, const PipelineOptions& options, const Observer& observer = {});

/// Names of the passes in their order, as `--dump-after` takes them.
std::vector<std::string_view> pipeline_passes();

}  // namespace hlo2c::frontend

#include "frontend/pipeline.h"

#include <array>

#include "frontend/passes/bind_arguments.h"
#include "frontend/passes/common_subexpression_elimination.h"
#include "frontend/passes/dead_code_elimination.h"
#include "frontend/passes/inline_calls.h"

namespace hlo2c::frontend {
namespace {

using Pass = void (*)(Program&, const PipelineOptions&);
struct Step {
    std::string_view name;
    Pass pass;
};

constexpr std::array recipe = {
    Step{"inline", [](Program& program, const PipelineOptions&) { inline_calls(program); }},
    Step{"bind",
         [](Program& program, const PipelineOptions& options) { bind_arguments(program, options.bound); }},
    Step{"cse", [](Program& program, const PipelineOptions&) { common_subexpression_elimination(program); }},
    Step{"dce", [](Program& program, const PipelineOptions&) { dead_code_elimination(program); }},
};

}  // namespace

std::vector<std::string_view> pipeline_passes() {
    std::vector<std::string_view> names;
    for (const Step& step : recipe) names.push_back(step.name);
    return names;
}

Program run_pipeline(Program program, const PipelineOptions& options, const Observer& observer) {
    for (const Step& step : recipe) {
        step.pass(program, options);
        if (observer) observer(step.name, program);
    }
    return program;
}

}  // namespace hlo2c::frontend

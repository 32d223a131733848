#include "frontend/pipeline.h"

#include <array>

#include "frontend/ops/verify.h"
#include "frontend/passes/bind_arguments.h"
#include "frontend/passes/carry_sizes.h"
#include "frontend/passes/common_subexpression_elimination.h"
#include "frontend/passes/dead_code_elimination.h"
#include "frontend/passes/decompose.h"
#include "frontend/passes/fill_bounds.h"
#include "frontend/passes/fold.h"
#include "frontend/passes/forward_loop_invariants.h"
#include "frontend/passes/hoist_loop_invariants.h"
#include "frontend/passes/inline_calls.h"
#include "frontend/passes/legalise_complex.h"
#include "frontend/passes/legalise_quantization.h"
#include "frontend/passes/refine_shapes.h"
#include "frontend/passes/simplify.h"

namespace hlo2c::frontend {
namespace {

using Pass = void (*)(Program&, const PipelineOptions&);
struct Step {
    std::string_view name;
    Pass pass;
};

void inline_step(Program& program, const PipelineOptions&) {
    inline_calls(program);
}
void bind_step(Program& program, const PipelineOptions& options) {
    bind_arguments(program, options.bound);
}
void refine_step(Program& program, const PipelineOptions&) {
    refine_shapes(program);
}
void sizes_step(Program& program, const PipelineOptions&) {
    carry_sizes(program);
}
void bounds_step(Program& program, const PipelineOptions&) {
    fill_bounds(program);
}
void parameters_step(Program& program, const PipelineOptions&) {
    lower_computed_parameters(program);
}
void quantization_step(Program& program, const PipelineOptions&) {
    legalise_quantization(program);
}
void complex_step(Program& program, const PipelineOptions&) {
    legalise_complex(program);
}
void decompose_step(Program& program, const PipelineOptions&) {
    decompose(program);
}
void forward_step(Program& program, const PipelineOptions&) {
    forward_loop_invariants(program);
}
void hoist_step(Program& program, const PipelineOptions&) {
    hoist_loop_invariants(program);
}
void simplify_step(Program& program, const PipelineOptions&) {
    simplify(program);
}
void fold_step(Program& program, const PipelineOptions&) {
    fold(program);
}
void share_step(Program& program, const PipelineOptions&) {
    common_subexpression_elimination(program);
}
void remove_step(Program& program, const PipelineOptions&) {
    dead_code_elimination(program);
}

constexpr std::array recipe = {
    Step{"read", [](Program&, const PipelineOptions&) {}},
    Step{"inline", inline_step},
    Step{"bind", bind_step},
    Step{"refine", refine_step},
    Step{"sizes", sizes_step},
    Step{"bounds", bounds_step},
    Step{"fold-written", fold_step},  // before ops become others, which round elsewhere
    Step{"quantization", quantization_step},
    Step{"decompose", decompose_step},
    Step{"forward", forward_step},
    Step{"dce-bound", remove_step},
    Step{"simplify", simplify_step},
    Step{"fold", fold_step},
    Step{"cse", share_step},
    Step{"dce", remove_step},
    Step{"hoist", hoist_step},
    Step{"simplify-again", simplify_step},
    Step{"fold-again", fold_step},
    Step{"cse-again", share_step},
    Step{"dce-again", remove_step},
    Step{"parameters", parameters_step},
    Step{"complex", complex_step},
    Step{"simplify-parts", simplify_step},
    Step{"cse-parts", share_step},
    Step{"dce-parts", remove_step},
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
        verify(program);
        if (observer) observer(step.name, program);
    }
    return program;
}

}  // namespace hlo2c::frontend

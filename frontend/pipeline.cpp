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

template <void (*pass)(Program&)>
void apply(Program& program, const PipelineOptions&) {
    pass(program);
}
constexpr Pass keep = [](Program&, const PipelineOptions&) {};
constexpr Pass bind = [](Program& program, const PipelineOptions& options) {
    bind_arguments(program, options.bound);
};
constexpr Pass fold_constants = [](Program& program, const PipelineOptions&) { fold(program); };

constexpr std::array recipe = {
    Step{"read", keep},
    Step{"inline", apply<inline_calls>},
    Step{"bind", bind},
    Step{"refine", apply<refine_shapes>},
    Step{"sizes", apply<carry_sizes>},
    Step{"bounds", apply<fill_bounds>},
    Step{"fold-written", fold_constants},  // before ops become others, which round elsewhere
    Step{"quantization", apply<legalise_quantization>},
    Step{"decompose", apply<decompose>},
    Step{"forward", apply<forward_loop_invariants>},
    Step{"dce-bound", apply<dead_code_elimination>},
    Step{"simplify", apply<simplify>},
    Step{"fold", fold_constants},
    Step{"cse", apply<common_subexpression_elimination>},
    Step{"dce", apply<dead_code_elimination>},
    Step{"hoist", apply<hoist_loop_invariants>},
    Step{"simplify-again", apply<simplify>},
    Step{"fold-again", fold_constants},
    Step{"cse-again", apply<common_subexpression_elimination>},
    Step{"dce-again", apply<dead_code_elimination>},
    Step{"parameters", apply<lower_computed_parameters>},
    Step{"complex", apply<legalise_complex>},
    Step{"simplify-parts", apply<simplify>},
    Step{"cse-parts", apply<common_subexpression_elimination>},
    Step{"dce-parts", apply<dead_code_elimination>},
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

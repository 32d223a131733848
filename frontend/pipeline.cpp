#include "frontend/pipeline.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "frontend/diagnostic.h"
#include "frontend/ops/verify.h"
#include "frontend/passes/bind_arguments.h"
#include "frontend/passes/carry_sizes.h"
#include "frontend/passes/common_subexpression_elimination.h"
#include "frontend/passes/dead_code_elimination.h"
#include "frontend/passes/decompose.h"
#include "frontend/passes/fill_bounds.h"
#include "frontend/passes/flatten_tuples.h"
#include "frontend/passes/fold.h"
#include "frontend/passes/forward_loop_invariants.h"
#include "frontend/passes/hoist_loop_invariants.h"
#include "frontend/passes/inline_calls.h"
#include "frontend/passes/legalise_complex.h"
#include "frontend/passes/legalise_quantization.h"
#include "frontend/passes/refine_shapes.h"
#include "frontend/passes/simplify.h"
#include "frontend/passes/upgrade_custom_calls.h"

namespace hlo2c::frontend {
namespace {

template <typename Options>
struct Step {
    std::string_view name;
    void (*run)(Program&, const Options&);
};

/// A pass as a step. It takes the program alone, or with the default limits of folding, or with the bound
/// data.
template <auto pass, typename Options = PipelineOptions>
void step(Program& program, const Options& options) {
    if constexpr (std::is_invocable_v<decltype(pass), Program&>)
        pass(program);
    else if constexpr (std::is_invocable_v<decltype(pass), Program&, const FoldLimits&>)
        pass(program, {});
    else
        pass(program, options.bound);
}

void keep(Program&) {}

template <auto pass>
constexpr auto prepare_by = step<pass, PreparationOptions>;

/// Verifies the program, and chooses its entry point.
void enter(Program& program, const PreparationOptions& options) {
    verify(program);
    if (options.choose_entry_point) options.choose_entry_point(program);
    require_executable(program);
}

void set_sizes(Program& program, const PreparationOptions& options) {
    if (options.set_sizes) options.set_sizes(program);
}

constexpr std::array preparation = {
    Step<PreparationOptions>{"read", prepare_by<keep>},
    Step<PreparationOptions>{"upgrade", prepare_by<upgrade_custom_calls>},
    Step<PreparationOptions>{"entry", enter},
    Step<PreparationOptions>{"tuples", prepare_by<flatten_tuples>},
    Step<PreparationOptions>{"shapes", set_sizes},
};

using Pass = Step<PipelineOptions>;
constexpr std::array recipe = {
    Pass{"inline", step<inline_calls>},
    Pass{"bind", step<bind_arguments>},
    Pass{"refine", step<refine_shapes>},
    Pass{"sizes", step<carry_sizes>},
    Pass{"bounds", step<fill_bounds>},
    Pass{"fold-written", step<fold>},  // before passes replace ops by others that round differently
    Pass{"quantization", step<legalise_quantization>},
    Pass{"decompose", step<decompose>},
    Pass{"forward", step<forward_loop_invariants>},
    Pass{"dce-bound", step<dead_code_elimination>},
    Pass{"simplify", step<simplify>},
    Pass{"fold", step<fold>},
    Pass{"cse", step<common_subexpression_elimination>},
    Pass{"dce", step<dead_code_elimination>},
    Pass{"hoist", step<hoist_loop_invariants>},
    Pass{"simplify-again", step<simplify>},
    Pass{"fold-again", step<fold>},
    Pass{"cse-again", step<common_subexpression_elimination>},
    Pass{"dce-again", step<dead_code_elimination>},
    Pass{"parameters", step<lower_computed_parameters>},
    Pass{"complex", step<legalise_complex>},
    Pass{"simplify-parts", step<simplify>},
    Pass{"cse-parts", step<common_subexpression_elimination>},
    Pass{"dce-parts", step<dead_code_elimination>},
};

template <typename Steps>
std::vector<std::string_view> names_of(const Steps& steps) {
    std::vector<std::string_view> names;
    for (const auto& step : steps) names.push_back(step.name);
    return names;
}

}  // namespace

Program prepare(Program program, const PreparationOptions& options, const Observer& observer) {
    for (const Step<PreparationOptions>& each : preparation) {
        each.run(program, options);
        if (observer) observer(each.name, program);
    }
    return program;
}

std::vector<std::string_view> preparation_steps() {
    return names_of(preparation);
}

std::vector<std::string_view> pipeline_passes() {
    return names_of(recipe);
}

Program run_pipeline(Program program, const PipelineOptions& options, const Observer& observer) {
    const auto first = std::find_if(recipe.begin(), recipe.end(), [&](const Pass& pass) {
        return options.first.empty() || pass.name == options.first;
    });
    HLO2C_CHECK(first != recipe.end(), "a pass has the name that is begun with");
    verify(program);
    std::for_each(first, recipe.end(), [&](const Pass& pass) {
        pass.run(program, options);
        verify(program);
        if (observer) observer(pass.name, program);
    });
    for (const auto& [position, literal] : options.bound) literal.shared_bytes().release_pages();
    return program;
}

}  // namespace hlo2c::frontend

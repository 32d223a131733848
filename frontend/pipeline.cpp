#include "frontend/pipeline.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "frontend/ops/verify.h"
#include "frontend/passes/bind_arguments.h"
#include "frontend/passes/carry_sizes.h"
#include "frontend/passes/combine_pads.h"
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
#include "frontend/passes/module_aliases.h"
#include "frontend/passes/refine_shapes.h"
#include "frontend/passes/simplify.h"
#include "frontend/passes/upgrade_custom_calls.h"

namespace hlo2c::frontend {
namespace {

struct PreparationStep {
    std::string_view name;
    void (*run)(Program&, const PreparationOptions&);
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
    PreparationStep{"read", prepare_by<keep>},
    PreparationStep{"upgrade", prepare_by<upgrade_custom_calls>},
    PreparationStep{"aliases", prepare_by<apply_module_aliases>},
    PreparationStep{"entry", enter},
    PreparationStep{"tuples", prepare_by<flatten_tuples>},
    PreparationStep{"shapes", set_sizes},
};

constexpr std::array passes_of_wholes = {
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
    Pass{"pads", step<combine_pads>},
    Pass{"dce", step<dead_code_elimination>},
    Pass{"hoist", step<hoist_loop_invariants>},
    Pass{"simplify-again", step<simplify>},
    Pass{"fold-again", step<fold>},
    Pass{"cse-again", step<common_subexpression_elimination>},
    Pass{"dce-again", step<dead_code_elimination>},
    Pass{"parameters", step<lower_computed_parameters>},
};
constexpr std::array passes_of_parts = {
    Pass{"complex", step<legalise_complex>},
    Pass{"simplify-parts", step<simplify>},
    Pass{"cse-parts", step<common_subexpression_elimination>},
    Pass{"dce-parts", step<dead_code_elimination>},
};

template <std::size_t first, std::size_t second>
consteval std::array<Pass, first + second> joined(const std::array<Pass, first>& a,
                                                  const std::array<Pass, second>& b) {
    std::array<Pass, first + second> all{};
    std::copy(b.begin(), b.end(), std::copy(a.begin(), a.end(), all.begin()));
    return all;
}

constexpr auto all_passes = joined(passes_of_wholes, passes_of_parts);

template <typename Steps>
std::vector<std::string_view> names_of(const Steps& steps) {
    std::vector<std::string_view> names;
    for (const auto& step : steps) names.push_back(step.name);
    return names;
}

}  // namespace

Program prepare(Program program, const PreparationOptions& options, const Observer& observer) {
    for (const PreparationStep& each : preparation) {
        each.run(program, options);
        if (observer) observer(each.name, program);
    }
    return program;
}

std::vector<std::string_view> preparation_steps() {
    return names_of(preparation);
}

Recipe pipeline() {
    return all_passes;
}

Recipe complex_passes() {
    return passes_of_parts;
}

std::vector<std::string_view> pipeline_passes() {
    return names_of(pipeline());
}

Program run_passes(Recipe recipe, Program program, const PipelineOptions& options, const Observer& observer) {
    verify(program);
    for (const Pass& pass : recipe) {
        pass.run(program, options);
        verify(program);
        if (observer) observer(pass.name, program);
    }
    return program;
}

Program run_pipeline(Program program, const PipelineOptions& options, const Observer& observer) {
    program = run_passes(pipeline(), std::move(program), options, observer);
    for (const auto& [position, literal] : options.bound) literal.shared_bytes().release_pages();
    return program;
}

}  // namespace hlo2c::frontend

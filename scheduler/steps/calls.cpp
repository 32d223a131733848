#include "scheduler/steps/calls.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "scheduler/loops/in_place.h"
#include "scheduler/loops/rebase_parameters.h"
#include "scheduler/steps/buffers.h"

namespace hlo2c::scheduler {
namespace {

using frontend::ValueId;

/// Makes the kernel work in place: drops each operand that shares the memory of a result, and adds its
/// content to `reads`.
void take_over_operands(StepBuilder& builder, Kernel& kernel, std::vector<KernelArgument>& arguments,
                        bool stores_once, std::vector<Held>& reads) {
    bool is_in_place = false;
    for (std::size_t output = 0; output < arguments.size(); output++) {
        if (!arguments[output].written) continue;
        const ValueId result = arguments[output].value;
        const auto taken =
            std::find_if(arguments.begin(), arguments.end(), [&](const KernelArgument& argument) {
                return !argument.written && argument.value != frontend::no_value &&
                       builder.variable(argument.value) != builder.variable(result) &&
                       buffer_of(builder, argument.value) == buffer_of(builder, result);
            });
        if (taken == arguments.end()) continue;
        std::optional<LoopNest> nest = made_in_place(kernel.nest, static_cast<int>(taken - arguments.begin()),
                                                     static_cast<int>(output), stores_once);
        HLO2C_CHECK(nest.has_value(), kernel.name + " writes over an operand that it can write over");
        kernel.nest = std::move(*nest);
        is_in_place = true;
        reads.push_back(held(builder, taken->value));
        arguments.erase(taken);
        output--;
    }
    if (is_in_place) kernel.name += "_in_place";
}

}  // namespace

void add_call(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps) {
    const LoweredKernel& lowered = step.lowered;
    Kernel kernel = lowered.kernel;
    std::vector<KernelArgument> arguments = lowered.arguments;
    Step made;
    if (lowered.updates != frontend::no_value) {
        const BufferId written = buffer_of(builder, step.writes[0]);
        add_copy(builder, written, buffer_of(builder, lowered.updates), steps,
                 kernel.origin == KernelOrigin::Runtime ? "the function replaces its operand"
                                                        : "keeps the elements that are not updated");
        made.reads.push_back({written, held(builder, lowered.updates).content});
    } else {
        take_over_operands(builder, kernel, arguments, !lowered.stores_twice, made.reads);
    }
    std::vector<std::int64_t> first(arguments.size(), 0);
    if (kernel.origin != KernelOrigin::Runtime) {
        RebasedNest rebased = rebase_parameters(kernel.nest);
        kernel.nest = std::move(rebased.nest);
        first = std::move(rebased.first);
    }
    CallStep call_step;
    for (std::size_t i = 0; i < arguments.size(); i++) {
        const KernelArgument& argument = arguments[i];
        const BufferId buffer =
            argument.table >= 0
                ? weight_buffer(builder, builder.table.intern_weight(
                                             lowered.tables[static_cast<std::size_t>(argument.table)]))
            : argument.packed >= 0
                ? packed_buffer(builder, lowered.packed[static_cast<std::size_t>(argument.packed)])
                : buffer_of(builder, argument.value);
        call_step.arguments.push_back({buffer, first[i] * byte_width(kernel.nest.parameters[i].element)});
        if (argument.written && !kernel.scopes.empty()) name_buffer(builder, buffer, kernel.scopes.front());
        if (argument.value != frontend::no_value)
            (argument.written ? made.writes : made.reads).push_back(held(builder, argument.value));
    }
    if (kernel.nest.scratch_bytes > 0)
        call_step.scratch = add_bytes(builder, "scratch", kernel.nest.scratch_bytes);
    made.comment = fmt::format("{}{}{}", fmt::join(kernel.scopes, ", "),
                               kernel.scopes.empty() || kernel.sources.empty() ? "" : ": ",
                               fmt::join(kernel.sources, " "));
    call_step.kernel = builder.table.intern(std::move(kernel));
    made.action = std::move(call_step);
    steps.push_back(std::move(made));
}

}  // namespace hlo2c::scheduler

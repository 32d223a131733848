#include "scheduler/steps/calls.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "scheduler/loops/in_place.h"
#include "scheduler/steps/buffers.h"

namespace hlo2c::scheduler {
namespace {

using frontend::ValueId;

/// Drops an operand whose memory the kernel may write its result to.
void take_over_operand(StepBuilder& builder, const PendingRegion& region, int s, Kernel& kernel,
                       std::vector<KernelArgument>& arguments) {
    const int output = static_cast<int>(arguments.size()) - 1;
    for (int i = 0; i < output; i++) {
        const KernelArgument& argument = arguments[static_cast<std::size_t>(i)];
        if (argument.value == frontend::no_value) continue;
        const ValueId operand = builder.resolve(argument.value);
        if (!can_take_over(builder, region, s, operand)) continue;
        std::optional<LoopNest> nest = made_in_place(kernel.nest, i, output);
        if (!nest) continue;
        builder.buffers[builder.resolve(arguments.back().value)] = buffer_of(builder, operand);
        kernel.nest = std::move(*nest);
        kernel.name += "_in_place";
        arguments.erase(arguments.begin() + i);
        return;
    }
}

}  // namespace

void add_call(StepBuilder& builder, const PendingRegion& region, int s, std::vector<Step>& steps) {
    const PendingStep& step = region.steps[static_cast<std::size_t>(s)];
    const LoweredKernel& lowered = step.lowered;
    Kernel kernel = lowered.kernel;
    std::vector<KernelArgument> arguments = lowered.arguments;
    if (lowered.updates != frontend::no_value) {
        const ValueId updated = builder.resolve(lowered.updates), written = step.writes[0];
        const bool reads_it = std::any_of(arguments.begin(), arguments.end(), [&](const KernelArgument& a) {
            return !a.written && a.value != frontend::no_value && builder.resolve(a.value) == updated;
        });
        if (!reads_it && !builder.buffers.count(written) && can_take_over(builder, region, s, updated))
            builder.buffers[written] = buffer_of(builder, updated);
        add_copy(builder, buffer_of(builder, written), buffer_of(builder, updated), steps,
                 "the part that is not updated");
    } else if (step.writes.size() == 1 && !builder.buffers.count(step.writes[0]) && !lowered.recomputes) {
        take_over_operand(builder, region, s, kernel, arguments);
    }
    CallStep call_step;
    for (const KernelArgument& argument : arguments) {
        const BufferId buffer =
            argument.table >= 0
                ? weight_buffer(builder, builder.table.intern_weight(
                                             lowered.tables[static_cast<std::size_t>(argument.table)]))
            : argument.packed >= 0
                ? packed_buffer(builder, lowered.packed[static_cast<std::size_t>(argument.packed)])
                : buffer_of(builder, argument.value);
        call_step.arguments.push_back({buffer, 0});
    }
    if (kernel.nest.scratch_bytes > 0)
        call_step.scratch = add_bytes(builder, "scratch", kernel.nest.scratch_bytes);
    std::string comment = fmt::format("{}", fmt::join(kernel.sources, " "));
    call_step.kernel = builder.table.intern(std::move(kernel));
    steps.push_back({std::move(call_step), 0, std::move(comment)});
}

}  // namespace hlo2c::scheduler

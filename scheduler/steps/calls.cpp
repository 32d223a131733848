#include "scheduler/steps/calls.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "frontend/diagnostic.h"
#include "scheduler/loops/in_place.h"
#include "scheduler/steps/buffers.h"

namespace hlo2c::scheduler {
namespace {

using frontend::ValueId;

/// Drops the operand, if there is one, that lies where the kernel writes its result.
ValueId take_over_operand(StepBuilder& builder, Kernel& kernel, std::vector<KernelArgument>& arguments) {
    const int output = static_cast<int>(arguments.size()) - 1;
    const ValueId result = arguments.back().value;
    const BufferId written = buffer_of(builder, result);
    for (int i = 0; i < output; i++) {
        const ValueId operand = arguments[static_cast<std::size_t>(i)].value;
        if (operand == frontend::no_value || builder.variable(operand) == builder.variable(result) ||
            buffer_of(builder, operand) != written)
            continue;
        std::optional<LoopNest> nest = made_in_place(kernel.nest, i, output);
        HLO2C_CHECK(nest.has_value(), kernel.name + " writes over an operand that it can write over");
        kernel.nest = std::move(*nest);
        kernel.name += "_in_place";
        arguments.erase(arguments.begin() + i);
        return operand;
    }
    return frontend::no_value;
}

}  // namespace

void add_call(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps) {
    const LoweredKernel& lowered = step.lowered;
    Kernel kernel = lowered.kernel;
    std::vector<KernelArgument> arguments = lowered.arguments;
    ValueId updated = lowered.updates;
    if (updated != frontend::no_value)
        add_copy(builder, buffer_of(builder, step.writes[0]), buffer_of(builder, updated), steps,
                 "the part that is not updated");
    else if (step.writes.size() == 1 && !lowered.recomputes)
        updated = take_over_operand(builder, kernel, arguments);
    Step made;
    if (updated != frontend::no_value)
        made.reads.push_back({buffer_of(builder, step.writes[0]), held(builder, updated).content});
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
        if (argument.value != frontend::no_value)
            (argument.written ? made.writes : made.reads).push_back(held(builder, argument.value));
    }
    if (kernel.nest.scratch_bytes > 0)
        call_step.scratch = add_bytes(builder, "scratch", kernel.nest.scratch_bytes);
    made.comment = fmt::format("{}", fmt::join(kernel.sources, " "));
    call_step.kernel = builder.table.intern(std::move(kernel));
    made.action = std::move(call_step);
    steps.push_back(std::move(made));
}

}  // namespace hlo2c::scheduler
